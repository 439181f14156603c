"""An edition as a network: its divisions and glossary entries, and the links between them.

A network is a `networkx.MultiDiGraph` whose links run from what leans to what it leans on. A node
is a rule's number or a glossary entry's headword, neither of which can be the other.
"""

from __future__ import annotations

import difflib
import math
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

import networkx as nx
from pyoxigraph import NamedNode, QuerySolutions

from kg.analysis.kinds import PROPERTIES, kind_of
from kg.errors import RuleNotFoundError, TopicNotFoundError
from kg.model import EditionKey, GlossaryEntry, RuleNumber
from kg.resources import internal_query
from kg.store.base import Store, Term
from kg.store.reading import nearest_numbers
from kg.vocab import RL, edition_iri, programs_graph, statements_graph

__all__ = [
    "Graph",
    "Link",
    "Network",
    "Node",
    "induced",
    "links_of",
    "read_network",
    "sentences",
    "simple",
    "view",
]

Graph = nx.MultiDiGraph
"""Nodes have the attribute `node` (a Node), links have `link` (a Link) and `weight` (its cost)."""
_SENTENCE_END = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?][”\"’)]*\s+(?=[A-Z“(])")


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a network.

    Attributes:
        name: a rule's number or an entry's headword.
        kind: `chapter`, `section`, `rule`, `subrule` or `term`.
        title: its heading, else that of the nearest above it.
        text: of a rule its words, of an entry those of its senses.
        section: the number of the section that it lies in; of a chapter its own, of a term empty.
        order: its place in the document.
        iri: in the store.
        headed: whether `title` is its own.
        obsolete: whether the glossary calls it so.
    """

    name: str
    kind: str
    title: str
    text: str
    section: str
    order: int
    iri: str
    headed: bool = False
    obsolete: bool = False

    @property
    def label(self) -> str:
        """The number with the heading; a headword as it is."""
        return self.name if self.kind == "term" else f"{self.name} {self.title}".strip()


@dataclass(frozen=True, slots=True)
class Link:
    """One link, with the words that it rests on.

    Attributes:
        source, target: what leans, and on what.
        kind: a name of `kg.analysis.kinds`.
        words: those that name the target; empty for a link of structure.
        sentence: the one that they stand in.
        place: `text`, `example` or `sense`; empty for a link of structure.
    """

    source: str
    target: str
    kind: str
    words: str = ""
    sentence: str = ""
    place: str = ""

    @property
    def verb(self) -> str:
        """What the source does to the target, in words."""
        return kind_of(self.kind).verb


@dataclass(frozen=True)
class Network:
    """The network of one edition.

    Attributes:
        key: which edition it is.
        graph: all its nodes in document order, glossary entries last, and all its links.
    """

    key: EditionKey
    graph: Graph[str]

    @property
    def nodes(self) -> Mapping[str, Node]:
        """Its nodes by name, in document order."""
        return {name: data["node"] for name, data in self.graph.nodes(data=True)}

    def node(self, name: str) -> Node:
        """The node of that name, which the network has."""
        node = self.graph.nodes[name]["node"]
        assert isinstance(node, Node)
        return node

    def kinds(self) -> set[str]:
        """The kinds of its links."""
        return {link.kind for link in self.links()}

    def links(self) -> Iterator[Link]:
        """Its links."""
        return links_of(self.graph)

    def parts(self, name: str) -> list[str]:
        """What is below a division, itself first, in document order."""
        found = [name]
        for link in links_of(self.graph, name):
            if link.kind == "hasPart":
                found += self.parts(link.target)
        return found

    def find(self, asked: str) -> str:
        """The node that a user means: a rule's number, or the name of a keyword or a term.

        A name is looked for among the headings of rules, those of actions and abilities first, then
        in the glossary.

        Raises:
            RuleNotFoundError: a number that the edition doesn't print.
            TopicNotFoundError: a name that it doesn't have.
        """
        asked = asked.strip()
        if asked[:1].isdigit():
            number = RuleNumber.parse(asked)
            if str(number) in self.graph:
                return str(number)
            numbers = [RuleNumber.parse(n) for n in self.graph if n[0].isdigit()]
            raise RuleNotFoundError(
                number, edition=str(self.key), nearest=nearest_numbers(number, numbers)
            )
        return self._topic(asked)

    def _topic(self, asked: str) -> str:
        names = dict(self._topics())
        found = names.get(asked.casefold())
        if found is None:
            alike = difflib.get_close_matches(asked.casefold(), names)
            titles = [self.node(names[name]).label for name in alike]
            raise TopicNotFoundError(asked, edition=str(self.key), nearest=titles)
        return found

    def _topics(self) -> Iterator[tuple[str, str]]:
        """Names with their nodes; of one name the last is meant."""
        nodes = self.nodes
        for name, node in nodes.items():
            if node.kind == "term":
                for term in GlossaryEntry(headword=name, senses=()).names:
                    yield term.casefold(), name
        headed = [(name, node) for name, node in nodes.items() if node.headed]
        for name, node in sorted(headed, key=lambda pair: _is_keyword(pair[1])):
            yield node.title.casefold(), name


def _is_keyword(node: Node) -> bool:
    """CR 701 / 702: the sections of keyword actions and keyword abilities."""
    return node.kind == "rule" and node.section in ("701", "702")


def read_network(store: Store, key: EditionKey) -> Network:
    """The whole network of an edition.

    Example:
        network = read_network(store, store.find_edition())
        network.graph.out_degree("702.19b")
    """
    graph: Graph[str] = nx.MultiDiGraph()
    names: dict[str, str] = {}
    for node in _nodes(store, key):
        names[node.iri] = node.name
        graph.add_node(node.name, node=node)
    passages = {
        row["place"]: (row["owner"], row["text"])
        for row in _rows(store, edition_iri(key), "passages")
    }
    passages |= {
        data["node"].iri: (data["node"].iri, data["node"].text)
        for _, data in graph.nodes(data=True)
        if data["node"].kind != "term"
    }
    links = list(_links(store, key, names, passages))
    users = Counter(link.target for link in links if link.kind == "uses")
    parts = Counter(link.source for link in links if link.kind == "hasPart")
    for link in links:
        cost = kind_of(link.kind).cost
        # Two rules that both say `player` have little to do with each other, and whoever names a
        # section of sixty rules doesn't lean much on each.
        if link.kind == "uses":
            cost += math.log(users[link.target]) / 2
        elif link.kind == "hasPart":
            cost += math.log(parts[link.source]) / 2
        graph.add_edge(link.source, link.target, link=link, weight=round(cost, 3))
    return Network(key, graph)


def view(network: Network, kinds: Collection[str]) -> Graph[str]:
    """The network's nodes with the links of some kinds only; a copy whose nodes and links are
    shared."""
    graph: Graph[str] = nx.MultiDiGraph()
    graph.add_nodes_from(network.graph.nodes(data=True))
    for source, target, key, data in network.graph.edges(keys=True, data=True):
        if data["link"].kind in kinds:
            graph.add_edge(source, target, key, **data)
    return graph


def induced(graph: Graph[str], names: Collection[str]) -> Graph[str]:
    """Some nodes of a graph with the links between them, in the graph's own order.

    `Graph.subgraph` goes through a set, so that of two equally good paths now one and now the other
    would be found.
    """
    wanted = set(names)
    found: Graph[str] = nx.MultiDiGraph()
    found.add_nodes_from((name, data) for name, data in graph.nodes(data=True) if name in wanted)
    for name in list(found):
        for source, target, key, data in graph.out_edges(name, keys=True, data=True):
            if target in wanted:
                found.add_edge(source, target, key, **data)
    return found


def links_of(graph: Graph[str], name: str | None = None) -> Iterator[Link]:
    """The links of a graph, or those that run from one of its nodes."""
    edges = graph.edges(data=True) if name is None else graph.out_edges(name, data=True)
    for _, _, data in edges:
        yield data["link"]


def simple(graph: Graph[str]) -> nx.DiGraph[str]:
    """The same without parallel links and loops, where measures want none.

    A link has the least `cost` of those that it stands for, and their number as its `weight`.
    """
    plain: nx.DiGraph[str] = nx.DiGraph()
    plain.add_nodes_from(graph.nodes(data=True))
    for source, target, data in graph.edges(data=True):
        if source == target:
            continue
        known = plain.get_edge_data(source, target)
        if known is None:
            plain.add_edge(source, target, weight=1, cost=data["weight"], link=data["link"])
            continue
        known["weight"] += 1
        if data["weight"] < known["cost"]:
            known["cost"], known["link"] = data["weight"], data["link"]
    return plain


def _rows(
    store: Store, graph: NamedNode, name: str, bindings: Mapping[str, Term] | None = None
) -> Iterator[dict[str, str]]:
    query = internal_query(f"network_{name}")
    result = store.query(query, default_graph=[graph], bindings=bindings)
    assert isinstance(result, QuerySolutions)
    variables = [variable.value for variable in result.variables]
    for row in result:
        yield {v: value.value for v in variables if (value := row[v]) is not None}


def _nodes(store: Store, key: EditionKey) -> Iterator[Node]:
    headings: dict[RuleNumber, str] = {}
    senses: dict[str, list[str]] = {}
    for row in _rows(store, edition_iri(key), "passages"):
        senses.setdefault(row["owner"], []).append(row["text"])
    for order, row in enumerate(_rows(store, edition_iri(key), "nodes")):
        heading, iri = row.get("heading", ""), row["node"]
        if row["kind"] == "term":
            text = "\n".join(senses.get(iri, []))
            obsolete = heading == "obsolete"
            yield Node(
                row["name"], "term", row["name"], text, "", order, iri, True, obsolete=obsolete
            )
            continue
        number = RuleNumber.parse(row["name"])
        headings[number] = heading
        section = str(number.section or number.chapter)
        title = _title(number, headings)
        yield Node(str(number), number.kind, title, row["text"], section, order, iri, bool(heading))


def _title(number: RuleNumber, headings: Mapping[RuleNumber, str]) -> str:
    above: RuleNumber | None = number
    while above is not None:
        if headings.get(above):
            return headings[above]
        above = above.parent
    return ""


def _links(
    store: Store,
    key: EditionKey,
    names: Mapping[str, str],
    passages: Mapping[str, tuple[str, str]],
) -> Iterator[Link]:
    for row in _rows(store, edition_iri(key), "citations"):
        text = passages[row["place"]][1]
        start, end = int(row["start"]), int(row["end"])
        yield Link(
            names[row["source"]],
            names[row["target"]],
            row.get("property", RL.cites.value).removeprefix(RL.iri),
            row["words"],
            sentence_around(text, start, end),
            _place(row["place"], row["source"]),
        )
    for kind, (property_, graph) in PROPERTIES.items():
        for row in _rows(store, graph(key), "links", {"property": property_}):
            if row["source"] in names and row["target"] in names:
                source, target = names[row["source"]], names[row["target"]]
                yield Link(source, target, kind)
                if kind == "partOf":
                    yield Link(target, source, "hasPart")
    for row in _rows(store, programs_graph(key), "calls"):
        ends = names.get(row["source"], ""), names.get(row["target"], "")
        if all(ends) and ends[0] != ends[1]:
            yield Link(*ends, "calls", row["words"])
    yield from _uses(store, key, names, passages)


def _uses(
    store: Store,
    key: EditionKey,
    names: Mapping[str, str],
    passages: Mapping[str, tuple[str, str]],
) -> Iterator[Link]:
    """What mentions a term leans on its glossary entry, or where there is none on the rule that
    introduces it; the first mention in a passage counts."""
    graph = statements_graph(key)
    introduced = {row["term"]: row["rule"] for row in _rows(store, graph, "terms")}
    first: dict[tuple[str, str], tuple[int, int]] = {}
    for row in _rows(store, graph, "mentions"):
        place, _, span = row["span"].partition("#char=")
        meant = row["meant"].partition("/sense/")[0]
        target = names.get(meant) or names.get(introduced.get(meant, ""))
        if place in passages and target:
            start, end = map(int, span.split(","))
            known = first.get((place, target))
            if known is None or start < known[0]:
                first[place, target] = (start, end)
    for (place, target), (start, end) in sorted(first.items()):
        owner, text = passages[place]
        if names[owner] != target:
            sentence = sentence_around(text, start, end)
            words = text[start:end]
            yield Link(names[owner], target, "uses", words, sentence, _place(place, owner))


def _place(place: str, owner: str) -> str:
    if place == owner:
        return "text"
    return "example" if "/example/" in place.removeprefix(owner) else "sense"


def sentences(text: str) -> list[str]:
    """The sentences of a passage."""
    ends = [match.end() for match in _SENTENCE_END.finditer(text)]
    places = zip([0, *ends], [*ends, len(text)], strict=True)
    return [text[start:end].strip() for start, end in places]


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence of a passage that a span lies in.

    Example:
        >>> sentence_around("Draw a card. Then (see rule 701.9) discard it.", 27, 32)
        'Then (see rule 701.9) discard it.'
    """
    first = max((m.end() for m in _SENTENCE_END.finditer(text, 0, start)), default=0)
    after = _SENTENCE_END.search(text, end)
    return text[first : after.end() if after else len(text)].strip()
