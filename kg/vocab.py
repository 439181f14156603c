"""The vocabularies of the graph as closed namespaces, and the IRIs of what the graph describes.

A namespace is closed: a name that it doesn't list is an AttributeError, so a slip of the pen can't
become a triple. The names under `RL` are those that `ontology/` declares; a test holds them equal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode

from kg.model import EditionKey, RuleNumber

__all__ = [
    "BASE",
    "DCTERMS",
    "DEFAULT_BASE",
    "DQV",
    "EARL",
    "ONTOLOGY_GRAPH",
    "OWL",
    "PREFIXES",
    "PROV",
    "RDF",
    "RDFS",
    "RL",
    "SEMANTICS_GRAPH",
    "SH",
    "SHAPES_GRAPH",
    "SKOS",
    "XSD",
    "Namespace",
    "analysis_graph",
    "edition_graphs",
    "edition_iri",
    "edition_key",
    "glossary_iri",
    "inferred_graph",
    "keyword_iri",
    "plain",
    "programs_graph",
    "provision_iri",
    "rule_iri",
    "source_iri",
    "statements_graph",
    "term_iris",
    "validation_graph",
]

DEFAULT_BASE = "https://w3id.org/ruleloom/"
BASE = os.environ.get("RULELOOM_BASE_IRI", DEFAULT_BASE)


class Namespace:
    """The names of one vocabulary, as attributes that are NamedNodes.

    Args:
        iri: what every name begins with.
        names: all that may be asked for.
    """

    def __init__(self, iri: str, names: Iterable[str]) -> None:
        self.iri = iri
        self._terms = {name: NamedNode(iri + name) for name in names}

    def __getattr__(self, name: str) -> NamedNode:
        try:
            return self._terms[name]
        except KeyError:
            raise AttributeError(f"{self.iri} has no name {name}") from None

    def __dir__(self) -> list[str]:
        return sorted(self._terms)


RL = Namespace(
    BASE + "ns#",
    # Classes
    "Division Chapter Section Rule Subrule Example Citation DanglingCitation Pointer Term Sense "
    "Remark Edition Source OddLine "
    # The document
    "number heading text order edition effective publishedAs restatement introduction truncated "
    "sourceLine start end example inferredNumber confidence evidence base printedText encoding "
    "lineEnd fileName origin sha256 oddLine "
    "expected "
    # Citations
    "cites citation citedIn citedDocument target missingNumber component basis Basis "
    "extracted inferred curated "
    "CitationKind citationKind citedBy seeAlso definedIn describedIn follows subjectTo modifies "
    "exceptionTo exceptIn exampleOf overrides overriddenBy Override over under dependsOn reliesOn "
    # What a passage says
    "Statement StatementKind statement statementKind definition requirement permission "
    "prohibition consequence triggerStatement exception clarification history crossReference "
    "procedure property illustration Span conditionSpan triggerSpan exceptionSpan "
    "actorSpan Actor actor activePlayer nonactivePlayer attackingPlayer defendingPlayer "
    "startingPlayer controllingPlayer owningPlayer apnapPlayers eachPlayer opposingPlayer "
    "otherPlayer anyPlayer sameTeam VocabularyTerm TermKind termKind introducedIn mentions "
    "denotes ambiguous namesCard cardName quotedText keywordActionTerm keywordAbilityTerm "
    "zoneTerm phaseOrStepTerm cardTypeTerm supertypeTerm subtypeTerm counterKindTerm "
    "designationTerm abilityWordTerm symbolTerm glossaryTerm "
    # The glossary
    "headword sense remark label see status "
    # Quality
    "chapterCount sectionCount ruleCount exampleCount termCount senseCount referenceCount "
    "danglingCount oddLineCount inferredCount repairedCount "
    # Found by words; the store answers it from its index
    "search "
    # Across editions
    "Provision expressionOf expression exampleBelow definedByRule "
    # What an analysis finds
    "AnalysisRun algorithm parameters computed pageRank betweenness layer cutsOff Cycle inCycle "
    "Community inCommunity Orphan UnusedTerm Candidate allowing forbidding act likeness "
    # What scenarios show
    "Scenario execution "
    # The game
    "Player Object Card Token Emblem Spell Permanent AbilityOnStack Copy owner controller "
    "Ability SpellAbility ActivatedAbility TriggeredAbility StaticAbility ManaAbility "
    "DelayedTriggeredAbility ReflexiveTriggeredAbility Characteristic name manaCost color "
    "colorIndicator cardType subtype supertype rulesText abilities power toughness loyalty "
    "defense handModifier lifeModifier CardType PermanentType artifact battle creature "
    "enchantment land planeswalker conspiracy dungeon instant kindred phenomenon plane "
    "scheme sorcery vanguard Color white blue black red green Zone PublicZone HiddenZone "
    "perPlayer ordered inZone library hand battlefield graveyard stack exileZone commandZone "
    "Status hasStatus oppositeOf tapped untapped flipped unflipped faceDown faceUp phasedOut "
    "phasedIn Counter Designation hasDesignation monstrous renowned goaded suspected "
    "harnessed exerted ringBearer commander monarch initiative citysBlessing day night Turn "
    "Phase TurnStep stepOf followedBy beginningPhase untapStep upkeepStep drawStep "
    "precombatMainPhase combatPhase beginningOfCombatStep declareAttackersStep "
    "declareBlockersStep combatDamageStep endOfCombatStep postcombatMainPhase endingPhase "
    "endStep cleanupStep Timestamp Event TurnBasedAction StateBasedAction SpecialAction "
    "Effect OneShotEffect ContinuousEffect ReplacementEffect PreventionEffect Damage Target "
    "Cost AdditionalCost AlternativeCost Mana "
    # Actions
    "Keyword KeywordAction KeywordAbility AbilityWord definingRule parameter redundant "
    "abilityKind writtenAs definingSentence "
    "variantOf Program program sourceText calls Step step nextStep statedIn Role Filler "
    "Quantity who what onto fromZone toZone howMany described counterKind Condition condition "
    "Choice choice chooser optional Duration duration Trigger trigger Replacement replacement "
    "event Primitive Move Draw Reveal LookAt Choose Tap Untap TurnOver Attach Unattach PutCounters "
    "RemoveCounters DealDamage GainLife LoseLife CreateToken CreateCopy Shuffle "
    "SetDesignation GainControl CounterOnStack PutOnStack PayCost Randomise "
    "CreateContinuousEffect CreateReplacementEffect CreateDelayedTrigger Perform Check "
    "Change".split(),
)
DQV = Namespace(
    "http://www.w3.org/ns/dqv#",
    "QualityMeasurement isMeasurementOf computedOn hasQualityMeasurement value".split(),
)
RDF = Namespace("http://www.w3.org/1999/02/22-rdf-syntax-ns#", ["type", "first", "rest", "nil"])
RDFS = Namespace(
    "http://www.w3.org/2000/01/rdf-schema#",
    "label comment seeAlso isDefinedBy subClassOf subPropertyOf domain range".split(),
)
SKOS = Namespace(
    "http://www.w3.org/2004/02/skos/core#",
    "Concept ConceptScheme notation broader broaderTransitive narrower prefLabel altLabel inScheme "
    "related example editorialNote closeMatch".split(),
)
DCTERMS = Namespace(
    "http://purl.org/dc/terms/",
    "title isPartOf hasPart issued language license source identifier references "
    "isVersionOf".split(),
)
PROV = Namespace(
    "http://www.w3.org/ns/prov#",
    "Entity Activity SoftwareAgent wasDerivedFrom hadPrimarySource wasGeneratedBy "
    "wasAssociatedWith used".split(),
)
OWL = Namespace(
    "http://www.w3.org/2002/07/owl#",
    "Ontology Thing Nothing Class ObjectProperty DatatypeProperty AnnotationProperty "
    "sameAs unionOf inverseOf equivalentClass equivalentProperty TransitiveProperty "
    "SymmetricProperty "
    "propertyChainAxiom".split(),
)
SH = Namespace(
    "http://www.w3.org/ns/shacl#",
    "ValidationReport ValidationResult conforms result focusNode resultPath resultMessage "
    "resultSeverity sourceShape sourceConstraintComponent value Violation Warning Info "
    "NodeShape PropertyShape".split(),
)
EARL = Namespace(
    "http://www.w3.org/ns/earl#",
    "Assertion TestResult TestCriterion Software assertedBy subject test result outcome mode "
    "automatic manual passed failed cantTell inapplicable untested info".split(),
)
XSD = Namespace("http://www.w3.org/2001/XMLSchema#", "date integer decimal boolean string".split())

PREFIXES = {
    "rl": RL.iri,
    "rdf": RDF.iri,
    "rdfs": RDFS.iri,
    "skos": SKOS.iri,
    "dcterms": DCTERMS.iri,
    "prov": PROV.iri,
    "dqv": DQV.iri,
    "xsd": XSD.iri,
    "owl": OWL.iri,
    "sh": SH.iri,
    "shape": BASE + "shapes#",
    "earl": EARL.iri,
    "foaf": "http://xmlns.com/foaf/0.1/",
}

ONTOLOGY_GRAPH = NamedNode(BASE + "ns")
SHAPES_GRAPH = NamedNode(BASE + "shapes")
SEMANTICS_GRAPH = NamedNode(BASE + "semantics")
"""The name of the graph of curated programs, whatever the edition."""


def plain(value: str | int | bool) -> Literal:
    """The literal of a plain value: a string stays a string, so that 702.10 never becomes 702.1."""
    return Literal(value)


def edition_iri(key: EditionKey) -> NamedNode:
    """The IRI of an edition, which is also the name of its graph."""
    return NamedNode(BASE + key.path)


def edition_key(iri: str) -> EditionKey:
    """The key of the edition whose IRI, or whose graph's, this is.

    Raises:
        ValueError: for any other IRI.
    """
    return EditionKey.from_path(iri.removeprefix(BASE))


def analysis_graph(key: EditionKey) -> NamedNode:
    """The name of the graph that holds what was found in the network of an edition."""
    return NamedNode(f"{BASE}{key.path}/analysis")


def inferred_graph(key: EditionKey) -> NamedNode:
    """The name of the graph that holds what was inferred from an edition."""
    return NamedNode(f"{BASE}{key.path}/inferred")


def programs_graph(key: EditionKey) -> NamedNode:
    """The name of the graph that holds what the rules of an edition mean, as programs."""
    return NamedNode(f"{BASE}{key.path}/programs")


def statements_graph(key: EditionKey) -> NamedNode:
    """The name of the graph that holds what the passages of an edition say and mention."""
    return NamedNode(f"{BASE}{key.path}/statements")


def validation_graph(key: EditionKey) -> NamedNode:
    """The name of the graph that holds what was checked of an edition, and how it came out."""
    return NamedNode(f"{BASE}{key.path}/validation")


def edition_graphs(key: EditionKey) -> list[NamedNode]:
    """The names of all graphs of an edition: what it prints first, then what is said of it."""
    return [
        edition_iri(key),
        inferred_graph(key),
        statements_graph(key),
        programs_graph(key),
        validation_graph(key),
        analysis_graph(key),
    ]


def rule_iri(key: EditionKey, number: RuleNumber) -> NamedNode:
    """The IRI of a rule as one edition prints it."""
    return NamedNode(f"{BASE}{key.path}/rule/{number}")


def glossary_iri(key: EditionKey) -> NamedNode:
    """The IRI of an edition's glossary, a SKOS concept scheme."""
    return NamedNode(f"{BASE}{key.path}/glossary")


def term_iris(key: EditionKey, headwords: Iterable[str]) -> dict[str, NamedNode]:
    """The IRIs of glossary entries by their headwords: in lower case, words joined by hyphens.

    Of headwords that differ only by signs, the later ones get a number.
    """
    found: dict[str, NamedNode] = {}
    used: set[str] = set()
    for headword in headwords:
        slug = re.sub(r"[^\w]+", "-", headword.lower()).strip("-")
        plain = iri = f"{BASE}{key.path}/term/{quote(slug) or quote(headword, safe='')}"
        position = 2
        while iri in used:
            iri, position = f"{plain}-{position}", position + 1
        used.add(iri)
        found.setdefault(headword, NamedNode(iri))
    return found


def keyword_iri(key: EditionKey, kind: str, name: str) -> NamedNode:
    """The IRI of a keyword of an edition.

    Args:
        kind: `keyword-action`, `keyword-ability` or `ability-word`.
    """
    slug = re.sub(r"[^\w]+", "-", name.lower()).strip("-")
    return NamedNode(f"{BASE}{key.path}/{kind}/{quote(slug or name, safe='')}")


def provision_iri(provision: str) -> NamedNode:
    """The IRI of a rule as it lives through the editions, by its id."""
    return NamedNode(f"{BASE}provision/{provision}")


def source_iri(sha256: str) -> NamedNode:
    """The IRI of a source document, by the hash of its bytes."""
    return NamedNode(f"{BASE}source/{sha256}")
