"""Which calls and frames programs are made of: names, in what place they stand, what they do.

A call that isn't listed here is a keyword action, performed by its own program.
"""

from __future__ import annotations

from kg.program.tree import Call, Do, Expression, ForEach, If, Program, Statement, Within, walk

__all__ = [
    "ABILITY_FRAMES",
    "CONDITIONS",
    "DECLARATIONS",
    "FRAMES",
    "LAYERED",
    "PATTERN_CALLS",
    "PRIMITIVES",
    "QUERIES",
    "unknown_calls",
]

ABILITY_FRAMES = frozenset(
    {"activated", "when", "instead", "entering", "as_long_as", "state_based"}
)
"""Frames that make a statement of a card's text an ability of its own."""

FRAMES = ABILITY_FRAMES | frozenset(
    {
        "may",
        "may_pay",
        "unless_paid",
        "choose_one",
        "option",
        "otherwise",
        "each_player",
        "repeat",
        "until",
        "during",
        "simultaneously",
    }
)

LAYERED = {
    "controls": ("2",),
    "text_of": ("3",),
    "becomes": ("4", "5", "6", "7b"),
    "has": ("6",),
    "loses": ("6",),
    "gets": ("7c",),
    "switched": ("7d",),
}
"""Declarations that continuous effects make in layers (CR 613.1), with those layers."""

DECLARATIONS = frozenset(LAYERED) | frozenset(
    {
        "cant",
        "must",
        "can",
        "prevent",
        "costs",
        "designated",
        "doesnt_untap",
        "damage_destroys",
        "damage_gains_life",
        "deals_combat_damage",
        "enchants",
        "castable_any_time",
        "ignores_sickness",
        "hexproof_from",
        "protected_from",
        "assigns_excess",
        "attacks_untapped",
        "bands",
        "phases",
        "blocks_more",
        "goes_after_resolving",
    }
)
"""Calls that hold rather than happen: static abilities, or under `during` and `as_long_as`."""

PATTERN_CALLS = frozenset({"when", "instead", "cant", "must", "can", "prevent", "happened"})
"""Calls and frames whose first argument is the pattern of an event."""

PRIMITIVES = frozenset(
    """move draw gain_life lose_life set_life pay_life put_counters remove_counters deal_damage
    create_token copy_token turn_sideways turn_upright show randomize turn_over
    turn_face_up turn_face_down put_onto take_off remove_damage remove_from_combat designate
    undesignate gain_control add_mana cast_spell play_card activate_ability remove_from_stack roll
    flip phase_out phase_in divide choose target find choose_option choose_word choose_number
    cast_votes enter_room leave_dungeon tempt remember nothing_happens happens only_if
    impossible_if win lose pay skip_untap perform_options exchange_control exchange_zones
    exchange_text meld_pair visit add_counter_kinds distribute attach_exchanged put_face_down
    exchange_values reorder happens_to win_clash one_at_a_time enter_dungeon""".split()
)
"""Calls that change the game or ask a player; each is one step of `kg.executor.primitives`."""

CONDITIONS = frozenset(
    """matches at_least at_most equal exists happened has_designation has_counter controls and or
    not is_in was_paid same is_variant""".split()
)

QUERIES = CONDITIONS | frozenset(
    """top bottom hand library graveyard cards all_of controller owner opponents players others
    union without first nothing subject player_of source amount recipient enchanted equipped
    attached_to count power toughness mana_value life counters times plus minus least greatest x
    least_by greatest_by mana ring_bearer times_tempted rooms_next dungeon_of half filtered active
    defending_player total_mana_value_of lights_up planar_controller archenemy face_up_planes
    blockers_of equip_target land_of cycled_card""".split()
)
"""Calls that only ask; an effect may ask them at any time."""


def calls_in(value: Expression) -> list[Call]:
    """Every call in an expression, outer ones first."""
    if isinstance(value, Call):
        inner = [*value.args, *(filler for _, filler in value.roles)]
        return [value, *(call for each in inner for call in calls_in(each))]
    if isinstance(value, tuple):
        return [call for each in value for call in calls_in(each)]
    return []


def expressions_of(statement: Statement) -> tuple[Expression, ...]:
    """The expressions that a statement itself holds, without those of its blocks."""
    if isinstance(statement, Do):
        return (statement.call,)
    if isinstance(statement, If):
        return (statement.condition,)
    if isinstance(statement, Within):
        return (statement.frame,)
    assert isinstance(statement, ForEach)
    return (statement.items,)


def unknown_calls(program: Program, actions: frozenset[str]) -> list[str]:
    """Calls of a program that are neither in this vocabulary nor keyword actions, once each."""
    known = FRAMES | DECLARATIONS | PRIMITIVES | QUERIES | actions
    patterns: set[int] = set()
    found: dict[str, None] = {}
    for statement in walk(program.body):
        for expression in expressions_of(statement):
            for call in calls_in(expression):
                if call.op in PATTERN_CALLS and call.args:
                    patterns.add(id(call.args[0]))
                if id(call) not in patterns and not {call.op, call.op.replace("_", " ")} & known:
                    found[call.op] = None
    return list(found)
