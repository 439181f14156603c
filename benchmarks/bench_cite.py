"""How fast is a tree of 10,000 citations in 5,000 files checked, next to a search for the bare pattern?

Limit: 20 seconds on two busy cores; the search is ripgrep's where it is installed, else grep's.
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import subprocess
import tempfile
from pathlib import Path

from common import edition_file, heading, in_turn, median_ratio

from kg.build import build
from kg.citations.facts import lineage_facts
from kg.citations.run import check_tree, scan_tree
from kg.citations.target import find_target
from kg.resources import data
from kg.store import open_store

FILES, CITATIONS, LINES, ROUNDS = 5_000, 2, 24, 3
PATTERN = r"[0-9]{3}\.[0-9]+[a-z]?"


def write_tree(root: Path) -> None:
    """Files of a made-up engine, each with two citations that our restated rules explain."""
    book = (data("rulebook") / "2026-01-16.txt").read_text(encoding="utf-8").splitlines()
    rules = [line.split(maxsplit=1) for line in book if line.startswith("70") and line[:7].strip()]
    known = [
        (r[0], " ".join(r[1].split()[:12])) for r in rules if len(r) == 2 and r[0][-1].isalpha()
    ]
    choose = random.Random(1)
    body = "".join(
        f"    let v{n} = state.of({n}00).filter(|p| p.id == {n}).len();\n" for n in range(LINES)
    )
    for place in range(FILES):
        parts = []
        for _ in range(CITATIONS):
            number, words = choose.choice(known)
            parts.append(f"// CR {number}: {words}\nfn apply(state: &mut State) {{\n{body}}}\n\n")
        path = root / f"part{place // 100}" / f"file{place}.rs"
        path.parent.mkdir(exist_ok=True)
        path.write_text("".join(parts), encoding="utf-8")


def main() -> None:
    search = [shutil.which("rg") or "grep", *([] if shutil.which("rg") else ["-rE"]), PATTERN]
    file = edition_file()
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder, "tree")
        root.mkdir()
        write_tree(root)
        build([file], Path(folder, "store"))
        with open_store(Path(folder, "store")) as store:
            target = find_target(store, lineage_facts())
        counts = []

        def ours() -> None:
            tree = scan_tree([root], target, lineage_facts())
            report = check_tree(tree, target, lineage_facts())
            counts.append((tree.citations, len(report.findings)))

        def theirs() -> None:
            with open(os.devnull, "wb") as nowhere:
                subprocess.run([*search, str(root)], stdout=nowhere, check=True)

        fast, slow = in_turn([ours, theirs], rounds=ROUNDS)
        print(heading(f"Citations in {FILES} files against {file.name}"))
        print(f"{counts[0][0]} citations, {counts[0][1]} findings")
        print(f"cite check: {min(fast):.1f} s (best of {ROUNDS}; {max(fast):.1f} s the slowest)")
        print(
            f"{Path(search[0]).name} {PATTERN}: {min(slow):.3f} s; ratio {median_ratio(fast, slow):.0f}"
        )
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"peak memory {peak:.0f} MB, edition and index included")


if __name__ == "__main__":
    main()
