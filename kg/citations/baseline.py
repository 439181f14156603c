"""Findings that are known already: a file of their fingerprints, or an earlier JSON report."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from kg.citations.atomic import write_atomically
from kg.citations.files import ABOUT
from kg.citations.model import Finding
from kg.errors import SourceError

__all__ = ["read_baseline", "write_baseline"]


def read_baseline(file: Path) -> frozenset[str]:
    """The fingerprints in a baseline.

    Raises:
        SourceError: it can't be read, or is neither a baseline nor a JSON report.
    """
    try:
        findings = json.loads(file.read_text(encoding="utf-8"))["findings"]
        return frozenset(str(finding["fingerprint"]) for finding in findings)
    except OSError as error:
        raise SourceError(str(file), f"can't be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError) as error:
        raise SourceError(
            str(file), "is no baseline: expected what --update or --format json writes"
        ) from error


def write_baseline(file: Path, findings: Iterable[Finding]) -> None:
    """Keep the findings as known ones."""
    listed: Sequence[dict[str, str]] = [
        {"fingerprint": f.fingerprint, "path": f.path, "verdict": f.verdict, "number": f.number}
        for f in findings
    ]
    text = (
        json.dumps(
            {"about": f"{ABOUT} check: known findings.", "findings": listed},
            indent=1,
            ensure_ascii=False,
        )
        + "\n"
    )
    write_atomically(file, text.encode(errors="surrogatepass"))
