"""What the routes of `api.analysis` take and answer, as types."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from api.models import EditionOut, PageOut
from api.params import Cursor, EditionParams

__all__ = [
    "CentralOut",
    "CentralParams",
    "ChainOut",
    "ChainParams",
    "CyclesOut",
    "ExceptionsOut",
    "ExceptionsParams",
    "GraphOut",
    "GraphParams",
    "ImpactOut",
    "ImpactParams",
    "KindsParams",
    "OrphansOut",
    "PathsOut",
    "PathsParams",
    "ReadingOrderOut",
    "ReadingParams",
    "TopicPath",
]

TopicPath = Annotated[
    str,
    Field(
        description="A rule's number, or the name of a keyword or a glossary term.",
        min_length=1,
        examples=["702.19b"],
    ),
]
Name = Annotated[
    str, Field(description="A rule's number or an entry's headword.", examples=["704.5g"])
]
NodeKind = Literal["chapter", "section", "rule", "subrule", "term"]


class KindsParams(EditionParams):
    """Which links count."""

    kinds: str | None = Field(
        None,
        description="Kinds of links or groups of kinds, parted by commas: citations, terms, parts, "
        "programs, whole, all, or one such as exceptionTo.",
        max_length=300,
        examples=["citations,parts"],
    )


class _Limited(KindsParams):
    limit: int = Field(100, description="Items in a page.", ge=1, le=5000, examples=[100])
    cursor: Cursor = None


class ChainParams(_Limited):
    """Which chain is asked for."""

    direction: Literal["out", "in", "both"] = Field(
        "out", description="What it leans on, what leans on it, or both.", examples=["in"]
    )
    depth: int = Field(2, description="The most links; 0 is all.", ge=0, le=100, examples=[2])


class ImpactParams(_Limited):
    """How far an impact is followed."""

    depth: int = Field(3, description="The most links; 0 is all.", ge=0, le=100, examples=[3])


class PathsParams(KindsParams):
    """Between what paths are sought."""

    a: str = Field(description="Where they begin.", min_length=1, examples=["trample"])
    b: str = Field(description="Where they end.", min_length=1, examples=["704.5g"])
    k: int = Field(3, description="How many.", ge=1, le=50, examples=[3])


class ReadingParams(EditionParams):
    """How much one wants to read."""

    limit: int = Field(11, description="How many rules.", ge=1, le=200, examples=[11])


class ExceptionsParams(EditionParams):
    """How long chains must be."""

    least: int = Field(2, description="The fewest links of a chain.", ge=1, le=9, examples=[2])
    limit: int = Field(20, description="How many candidates.", ge=1, le=500, examples=[20])


class CentralParams(EditionParams):
    """What is measured, and how many are listed."""

    by: Literal["pagerank", "betweenness"] = Field(
        "pagerank", description="The measure that ranks.", examples=["betweenness"]
    )
    since: str | None = Field(
        None,
        description="An older edition, as edition= names it: how ranks moved since.",
        max_length=200,
        examples=["2021-02-05"],
    )
    limit: int = Field(20, description="The first so many.", ge=1, le=5000, examples=[20])


class GraphParams(KindsParams):
    """Which part of the network is asked for; without any, all of it."""

    around: str | None = Field(
        None, description="A rule or a term, and what lies around it.", max_length=200,
        examples=["702.19"],
    )  # fmt: skip
    keyword: str | None = Field(
        None, description="A keyword, and what it leans on.", max_length=200, examples=["trample"]
    )
    section: str | None = Field(
        None, description="A section or a chapter.", max_length=20, examples=["702"]
    )
    depth: int = Field(
        1, description="Around a node or from a keyword, the most links.", ge=0, le=20,
        examples=[1],
    )  # fmt: skip
    format: Literal["node-link", "cytoscape"] = Field(
        "node-link", description="The shape of the network.", examples=["cytoscape"]
    )

    @model_validator(mode="after")
    def _one(self) -> Self:
        if sum(bool(part) for part in (self.around, self.keyword, self.section)) > 1:
            raise ValueError("around, keyword and section can't be combined")
        return self


class _Out(BaseModel):
    model_config = ConfigDict(frozen=True)


class NodeOut(_Out):
    """A node of the network in a few words."""

    name: Name
    kind: NodeKind
    title: str = Field(description="Its heading, or the nearest above it.", examples=["Trample"])


class LinkOut(_Out):
    """One link, from what leans to what it leans on."""

    source: Name
    target: Name
    kind: str = Field(description="As the ontology calls it.", examples=["seeAlso"])
    verb: str = Field(description="The same in words.", examples=["points to"])
    words: str = Field(description="The words that name the target; empty for parts.")
    sentence: str = Field(description="The sentence that they stand in.")
    place: Literal["text", "example", "sense", ""]


class PathOut(_Out):
    """Links one behind the other."""

    cost: float = Field(description="How loosely it ties; smaller is better.")
    nodes: list[Name]
    links: list[LinkOut]


class ReachedOut(NodeOut):
    """A node at the end of a chain."""

    direction: Literal["out", "in"]
    depth: int = Field(description="The fewest links.", ge=1)
    by: str = Field(description="The kind of the last of these links.", examples=["follows"])
    reason: PathOut


class ChainOut(PageOut):
    """What a node leans on, or what leans on it, by depth."""

    start: NodeOut
    items: list[ReachedOut]


class TouchedOut(_Out):
    """Something that a change touches."""

    name: str
    label: str
    kind: str = Field(description="rule, action, ability, example, term, program or scenario.")
    depth: int
    cost: float
    score: float = Field(description="Its share of the attention of all that is touched.")
    reason: PathOut | None = Field(description="null where it names the changed rule itself.")


class ImpactOut(PageOut):
    """What a change touches, the most touched first."""

    changed: NodeOut
    items: list[TouchedOut]


class CommonOut(NodeOut):
    """Something that both lean on."""

    cost: float
    first: PathOut
    second: PathOut


class PathsOut(_Out):
    """Paths between two, and what they share; both lists may be empty."""

    edition: EditionOut
    a: NodeOut
    b: NodeOut
    paths: list[PathOut]
    common: list[CommonOut]


class ReadingOut(NodeOut):
    """Something to read."""

    text: str
    reason: PathOut | None


class ReadingOrderOut(_Out):
    """What to read, in order, the keyword's own rule last."""

    edition: EditionOut
    keyword: NodeOut
    order: list[ReadingOut]


class CycleOut(_Out):
    """Nodes that lean on each other."""

    size: int
    in_words: str
    nodes: list[Name]
    circle: PathOut


class LayerOut(_Out):
    """Nodes that lean on lower layers only; 0 are the foundations."""

    depth: int
    nodes: list[Name]


class CyclesOut(_Out):
    """Circles, the largest first, and layers from the foundations up."""

    edition: EditionOut
    cycles: list[CycleOut]
    layers: list[LayerOut]


class SpokenOut(NodeOut):
    """A rule with the sentence at issue."""

    sentence: str


class CandidateOut(_Out):
    """Two rules that may contradict each other; to be looked at."""

    act: str
    likeness: float
    allows: SpokenOut
    forbids: SpokenOut


class ExceptionsOut(_Out):
    """Chains in which each rule prevails over the next, and candidates for contradictions."""

    edition: EditionOut
    chains: list[PathOut]
    candidates: list[CandidateOut]


class RankedOut(NodeOut):
    """A node with its rank."""

    rank: int
    score: float


class MovedOut(RankedOut):
    """How a rank moved since an older edition."""

    was: str = Field(description="Its number in the older edition.")
    rank_before: int
    score_before: float


class ArticulationOut(NodeOut):
    """A node without which others lose every tie to the rest."""

    cuts_off: int


class BridgeOut(_Out):
    """A link that alone ties its two sides."""

    one: Name
    other: Name


class CommunityOut(_Out):
    """Nodes tied to each other more than to the rest."""

    name: str
    size: int
    nodes: list[Name]


class CentralOut(_Out):
    """What most others hang on."""

    edition: EditionOut
    nodes: list[RankedOut]
    articulations: list[ArticulationOut]
    bridges: list[BridgeOut]
    moved: list[MovedOut] = Field(description="The widest moves first; empty without since.")
    communities: list[CommunityOut]


class UndefinedOut(_Out):
    """A name in the rules that nothing defines."""

    name: str
    count: int
    first: Name


class OrphansOut(_Out):
    """What stands alone."""

    edition: EditionOut
    apart: list[NodeOut]
    unused: list[NodeOut]
    undefined: list[UndefinedOut]


class GraphOut(_Out):
    """A part of the network."""

    edition: EditionOut
    title: str
    network: dict[str, Any] = Field(
        description="As `networkx.node_link_graph` or Cytoscape.js reads it; nodes and links have "
        "all their attributes."
    )
