"""`ruleloom cite check` and `cite fix`, over the embedded rulebook and the shipped number map."""

from __future__ import annotations

import json
import os
import stat
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from kg.citations.scoring import read_gold
from kg.cli import root

GOLD = Path(__file__).parents[2] / "data" / "gold" / "citations"
Cite = Callable[..., Result]


@pytest.fixture
def store(embedded_store: Path) -> Path:
    return embedded_store


@pytest.fixture
def cite(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cite:
    """`cite("check", PATH...)`, run in an empty folder."""
    monkeypatch.chdir(tmp_path)

    def run(command: str, *args: object) -> Result:
        given = ["cite", command, "--store", str(store), *map(str, args)]
        return CliRunner().invoke(root, given, standalone_mode=False)

    return run


def status(result: Result) -> int:
    """The exit status that `main` would give."""
    return result.exit_code if result.exception is None else _status_of(result.exception)


def _status_of(error: BaseException) -> int:
    return int(str(error)) if isinstance(error, SystemExit) else 2


def write(name: str, text: str) -> Path:
    """A file in the current folder, its line ends as given."""
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


OLD = "// CR 701.13a: regenerate\r\n// CR 701.15a, CR 701.11a/b; see rule-701-16a\r\n"
NEW = "// CR 701.19a: regenerate\r\n// CR 701.21a, CR 701.14a/b; see rule-701-22a\r\n"


def test_check_lists_findings_and_fails(cite: Cite) -> None:
    write("src/a.rs", "fn a() {} // CR 701.8a\n// CR 701.99a\n")
    result = cite("check", "src")

    assert status(result) == 1
    assert result.stdout == (
        "src/a.rs:2:7: error: 2026-01-16 (restated) prints no rule 701.99a [dangling]\n"
    )
    assert "2 citations in 1 files: 1 dangling" in result.stderr
    assert "written for 2026-01-16 (inferred: 1 of 2 numbers cited exist in it)" in result.stderr


def test_check_passes_a_right_tree(cite: Cite) -> None:
    write("a.py", "# CR 701.8a\n")

    assert status(cite("check", ".")) == 0


def test_check_against_numbers_alone(cite: Cite) -> None:
    write("a.py", "# CR 701.13a and CR 701.70a\n")
    result = cite("check", ".", "--edition", "2021-02-02", "--format", "json")

    report = json.loads(result.stdout)
    assert report["edition"] == "2021-02-05"
    assert [(f["number"], f["verdict"]) for f in report["findings"]] == [("701.70a", "dangling")]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["nowhere"], "nowhere: no such file or folder"),
        ([".", "--edition", "1999-01-01"], "no edition 1999-01-01 is known: the store has 2017"),
        ([".", "--written-for", "1999-01-01"], "no edition in force on 1999-01-01 is known"),
        ([".", "--written-for", "soon"], "no edition soon is known"),
        ([".", "--baseline", "a.py"], "a.py: is no baseline"),
        ([".", "--lock", "a.py"], "a.py: is no lock of citations"),
        ([".", "--update"], "--update needs --baseline or --lock"),
    ],
)
def test_wrong_use_is_one_line(cite: Cite, args: list[str], message: str) -> None:
    write("a.py", "# CR 701.8a\n")
    result = cite("check", *args)

    assert status(result) == 2
    assert message in str(getattr(result.exception, "message", result.exception))


def test_baseline_is_written_then_hides_what_it_knows(cite: Cite) -> None:
    file = write("a.py", "# CR 701.99a\n")
    assert status(cite("check", ".", "--baseline", "known.json")) == 0
    file.write_text("\n\n# CR 701.99a\n# CR 701.98a\n")
    result = cite("check", ".", "--baseline", "known.json")

    assert status(result) == 1
    assert result.stdout.startswith("a.py:4:6: error: ")
    assert len(result.stdout.splitlines()) == 1
    assert "1 known ones left out" in result.stderr


def test_a_json_report_serves_as_a_baseline(cite: Cite) -> None:
    write("a.py", "# CR 701.99a\n")
    write("report.json", cite("check", "a.py", "--format", "json").stdout)

    assert status(cite("check", "a.py", "--baseline", "report.json")) == 0


def test_lock_tells_rules_with_other_words(cite: Cite) -> None:
    write("a.py", "# CR 701.8a\n# CR 701.9a\n")
    assert status(cite("check", ".", "--lock", "rules.lock")) == 0
    lock = json.loads(Path("rules.lock").read_text())
    assert list(lock["rules"]) == ["701.8a", "701.9a"]
    lock["rules"]["701.9a"] = "0" * 16
    Path("rules.lock").write_text(json.dumps(lock))
    result = cite("check", ".", "--lock", "rules.lock")

    assert status(result) == 1
    assert result.stdout == (
        "a.py:2:6: warning: 701.9a has other words than when it was locked [changed]\n"
    )
    assert "by its lock file" in result.stderr
    assert status(cite("check", ".", "--lock", "rules.lock", "--update")) == 1
    assert status(cite("check", ".", "--lock", "rules.lock")) == 0


def test_lock_needs_a_text(cite: Cite) -> None:
    write("a.py", "# CR 701.8a\n")
    result = cite("check", ".", "--edition", "2021-02-05", "--lock", "rules.lock")

    assert "the store has no text of 2021-02-05" in str(result.exception)
    assert not Path("rules.lock").exists()


def test_sarif_has_what_code_scanning_needs(cite: Cite) -> None:
    write("sub dir/a.rs", "é // CR 701.13a\n")
    result = cite("check", ".", "--written-for", "2017-06-01", "--format", "sarif")

    sarif: dict[str, Any] = json.loads(result.stdout)
    (run,) = sarif["runs"]
    (found,) = run["results"]
    rule = run["tool"]["driver"]["rules"][found["ruleIndex"]]
    place = found["locations"][0]["physicalLocation"]
    assert sarif["version"] == "2.1.0"
    assert rule["id"] == found["ruleId"] == "citation/moved"
    assert found["level"] in ("error", "warning", "note")
    assert place["artifactLocation"]["uri"] == "sub%20dir/a.rs"
    assert place["region"] == {
        "startLine": 1, "startColumn": 9, "endLine": 1, "endColumn": 16,
        "charOffset": 8, "charLength": 7,
    }  # fmt: skip
    assert run["columnKind"] == "unicodeCodePoints"
    assert set(found["partialFingerprints"]) == {"ruleloomCitation/v1"}
    (change,) = found["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [
        {"deletedRegion": {"charOffset": 12, "charLength": 2}, "insertedContent": {"text": "19"}}
    ]


def test_github_annotations_are_escaped(cite: Cite) -> None:
    write("a,b:c.rs", "// CR 701.99a\n")
    result = cite("check", ".", "--format", "github")

    assert result.stdout == (
        "::error file=a%2Cb%3Ac.rs,line=1,endLine=1,col=7,endColumn=14,title=dangling citation::"
        "2026-01-16 (restated) prints no rule 701.99a\n"
    )


def test_junit_fails_a_case_a_finding(cite: Cite) -> None:
    write("a.rs", "// CR 701.99a\n")
    suite = ET.fromstring(cite("check", ".", "--format", "junit").stdout)[0]

    assert (suite.get("tests"), suite.get("failures")) == ("1", "1")
    failure = suite[0].find("failure")
    assert failure is not None
    assert failure.get("type") == "dangling"
    write("a.rs", "// CR 701.8a\n")
    suite = ET.fromstring(cite("check", ".", "--format", "junit").stdout)[0]
    assert (suite.get("tests"), suite.get("failures")) == ("1", "0")


def test_fix_changes_only_the_numbers(cite: Cite) -> None:
    file = write("src/a.rs", OLD)
    file.chmod(0o754)
    result = cite("fix", "src", "--written-for", "2017-06-01")

    assert status(result) == 0
    assert file.read_bytes() == NEW.encode()
    assert stat.S_IMODE(file.stat().st_mode) == 0o754
    assert "rewrote 5 citations in 1 files" in result.stderr
    assert sorted(os.listdir("src")) == [".ruleloom-cite.json", "a.rs"]


def test_fix_is_idempotent_though_numbers_move_in_chains(cite: Cite) -> None:
    file = write("src/a.rs", OLD)
    cite("fix", "src", "--written-for", "2017-06-01")
    result = cite("fix", "src", "--written-for", "2017-06-01")

    assert file.read_bytes() == NEW.encode()
    assert "rewrote 0 citations" in result.stderr
    assert status(cite("check", ".", "--written-for", "2017-06-01")) == 0


def test_fix_goes_again_over_a_file_that_was_put_back(cite: Cite) -> None:
    file = write("a.rs", OLD)
    cite("fix", "a.rs", "--written-for", "2017-06-01")
    file.write_bytes(OLD.encode())
    cite("fix", "a.rs", "--written-for", "2017-06-01")

    assert file.read_bytes() == NEW.encode()


def test_fix_mends_what_was_added_later(cite: Cite) -> None:
    file = write("a.rs", "// CR 701.13a\n")
    cite("fix", "a.rs", "--written-for", "2017-06-01")
    file.write_text(file.read_text() + "// CR 701.14a\n")
    cite("fix", "a.rs", "--written-for", "2017-06-01")

    assert file.read_text() == "// CR 701.19a\n// CR 701.20a\n"


def test_dry_run_shows_a_diff_and_writes_nothing(cite: Cite) -> None:
    file = write("a.rs", "// CR 701.13a\n// end")
    result = cite("fix", ".", "--written-for", "2017-06-01", "--dry-run")

    assert result.stdout == (
        "--- a/a.rs\n+++ b/a.rs\n@@ -1,2 +1,2 @@\n-// CR 701.13a\n+// CR 701.19a\n // end\n"
        "\\ No newline at end of file\n"
    )
    assert file.read_text() == "// CR 701.13a\n// end"
    assert os.listdir() == ["a.rs"]


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252", "utf-8-sig"])
def test_fix_keeps_the_encoding(cite: Cite, encoding: str) -> None:
    file = Path("a.txt")
    file.write_bytes("“Régénérer”: CR 701.13a\r\n".encode(encoding))
    cite("fix", ".", "--written-for", "2017-06-01")

    assert file.read_bytes() == "“Régénérer”: CR 701.19a\r\n".encode(encoding)


def test_fix_never_touches_what_is_doubtful(cite: Cite) -> None:
    text = "// CR 701.99a, CR 704.5l and CR 701.8a: discard a card from the hand\n"
    file = write("a.rs", text)
    cite("fix", ".", "--edition", "2026-01-16", "--written-for", "2026-01-16")

    assert file.read_text() == text


def test_a_broken_record_is_named(cite: Cite) -> None:
    write("a.rs", OLD)
    write(".ruleloom-cite.json", "{}")
    result = cite("fix", ".", "--written-for", "2017-06-01")

    assert status(result) == 2
    assert "is no record of `ruleloom cite fix`" in str(result.exception)


def test_the_older_gold_tree_is_mended_whole(cite: Cite) -> None:
    wanted = 0
    for gold in read_gold(GOLD / "older"):
        write(gold.name, gold.text)
        wanted += sum(answer.verdict == "moved" for answer in gold.answers.values())
    result = cite("fix", ".")

    assert "written for 2017-04-28 (inferred" in result.stderr
    assert f"rewrote {wanted} citations" in result.stderr
    assert cite("fix", ".").stderr.endswith("rewrote 0 citations in 0 files\n")
