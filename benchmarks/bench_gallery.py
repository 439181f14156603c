"""How fast are gallery queries in ruleloom's store, next to rdflib's engine on the same triples?

Limit: at least 15 times as fast in the median over the queries.
"""

from __future__ import annotations

import io
import statistics
import tempfile
from pathlib import Path

import rdflib
from common import edition_file, heading, in_turn, median_ratio
from pyoxigraph import QuerySolutions

from kg.build import build
from kg.export import write_rdf
from kg.gallery import find_query
from kg.resources import ontology
from kg.store import open_store
from kg.vocab import PREFIXES

QUERIES = ["most-cited", "chapters-that-cite", "sections-by-size", "mutual-citations", "leans-on"]
ROUNDS = 5


def main() -> None:
    file = edition_file()
    with tempfile.TemporaryDirectory() as folder:
        build([file], Path(folder) / "store")
        with open_store(Path(folder) / "store") as store:
            out = io.BytesIO()
            write_rdf(store, [store.find_edition()], "nt", out)
            graph = rdflib.Graph().parse(data=out.getvalue(), format="nt")
            for _, text in ontology():
                graph.parse(data=text, format="turtle")
            print(heading(f"Gallery queries on {file.name}, {len(graph)} triples"))
            print(f"{'query':22}{'rows':>6}{'ruleloom ms':>13}{'rdflib ms':>11}{'times':>7}")
            ratios = []
            for name in QUERIES:
                query = find_query(name).text

                def ours(query: str = query) -> int:
                    result = store.query(query)
                    assert isinstance(result, QuerySolutions)
                    return len([[str(v) for v in row] for row in result])

                def theirs(query: str = query) -> int:
                    return len(
                        [[str(v) for v in row] for row in graph.query(query, initNs=PREFIXES)]
                    )

                assert ours() == theirs()
                fast, slow = in_turn([ours, theirs], rounds=ROUNDS)
                ratios.append(median_ratio(slow, fast))
                print(
                    f"{name:22}{ours():>6}{1000 * statistics.median(fast):>13.1f}"
                    f"{1000 * statistics.median(slow):>11.0f}{ratios[-1]:>7.0f}"
                )
            print(f"median: {statistics.median(ratios):.0f} times as fast (limit 15)")


if __name__ == "__main__":
    main()
