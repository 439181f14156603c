"""How well are rules followed through the editions? Part of `make quality`; fails below the limits.

Pairs of six neighbouring and two distant editions, drawn at random from each verdict and from what
the alignment is least sure of: `data/gold/lineage.csv`, whose README says how they were judged.
"""

from __future__ import annotations

import sys

from common import ROOT

from kg.lineage.scoring import read_gold, score
from kg.lineage.table import table

# Of each kind, the share that must be right.
LIMITS = {"renumbered": 0.99, "same number": 0.99, "new": 0.97, "withdrawn": 0.97}


def main() -> None:
    gold = read_gold(ROOT / "data" / "gold" / "lineage.csv")
    pairs = {(row.edition, row.later) for row in gold}
    scores = score(table(), gold)
    print(f"lineage: {len(gold)} rules of {len(pairs)} pairs of editions; right of judged")
    for kind, found in scores.items():
        print(f"  {kind:<14}{found.share:.3f}  {found.right}/{found.right + len(found.wrong)}")
        for row in found.wrong:
            said = f"{row.old or '-'} -> {row.new or '-'}"
            print(f"    {row.edition} to {row.later}: {said} is {row.verdict}")
    sys.exit(any(scores[kind].share < least for kind, least in LIMITS.items()))


if __name__ == "__main__":
    main()
