"""Conditions on options as data, which the engine and the browser client share.

A condition compares one option, or a fact derived from the options, with a few values. A tuple of
conditions holds if all of them hold.
"""

from collections.abc import Callable
from typing import NamedTuple

from gongzhu.cards import ACE_OF_HEARTS, PIG, QUEEN_OF_DIAMONDS, SHEEP
from gongzhu.rules.facts import counting_hearts, key_cards, penalties, values_of
from gongzhu.rules.options import NONE, RuleSet

Value = str | int | bool

FACTS: dict[str, Callable[[RuleSet], Value]] = {
    "pig_counts": lambda rules: PIG in values_of(rules),
    "sheep_counts": lambda rules: SHEEP in values_of(rules),
    "hearts_count": lambda rules: len(counting_hearts(rules)) >= 2,
    "penalties_count": lambda rules: len(penalties(rules)) >= 2,
    "ace_of_hearts_is_key": lambda rules: ACE_OF_HEARTS in key_cards(rules),
    "anything_exposable": lambda rules: bool(key_cards(rules)),
    "doubler_is_key": lambda rules: rules.doubler in key_cards(rules),
    "queen_of_diamonds_in_play": lambda rules: QUEEN_OF_DIAMONDS not in rules.removed,
    "ends": lambda rules: {rules.lower_limit, rules.upper_limit, rules.deals} != {NONE},
}
"""Facts that conditions can test besides options, each as a function of the rules: `pig_counts` is
True if Q♠ is a point card, `hearts_count` if at least two hearts are, `penalties_count` if at least
two cards count against the player who captures them, `ends` if a limit or a number of deals ends
the game."""


class Condition(NamedTuple):
    """One option or fact, with the values that it must have (or, if `among` is False, must not
    have)."""

    option: str
    """The key of an option, `family`, or a key of FACTS."""
    values: tuple[Value, ...]
    among: bool = True
    """True: the value of the option must be in `values`. False: it must not be. If the option is a
    list, the condition is about any of its items: True requires that some item is in `values`,
    False that none is."""

    def holds(self, rules: RuleSet) -> bool:
        """True if the rules meet the condition. An option that is None is compared as "none"."""
        fact = FACTS.get(self.option)
        value = fact(rules) if fact else getattr(rules, self.option)
        if value is None:
            value = NONE
        items = value if isinstance(value, tuple) else (value,)
        return any(item in self.values for item in items) is self.among


Conditions = tuple[Condition, ...]


def all_hold(conditions: Conditions, rules: RuleSet) -> bool:
    """True if every condition holds, or if there is none."""
    return all(condition.holds(rules) for condition in conditions)


def _is(option: str, *values: Value) -> Condition:
    return Condition(option, values)


def _is_not(option: str, *values: Value) -> Condition:
    return Condition(option, values, among=False)


HIGH, LOW = _is("aim", "high"), _is("aim", "low")
SALE = _is_not("sale", "none")
FACE_DOWN = _is("sale", "face-down-or-up")
PARTNERS = _is_not("partners", "none")
DOUBLER = _is_not("doubler", "none")
NEVER_PASSING = _is_not("pass_cycle", "left", "right", "across", "left-2", "right-2")
SLAM_PAYS = _is("all_point_cards", "flat", "others", "self", "choice")

MATTERS_WHERE: dict[str, Conditions] = {
    "pass_count": (_is("pass_cycle", "left", "right", "across", "left-2", "right-2"),),
    "exposable": (SALE,),
    "face_down_first_trick": (FACE_DOWN,),
    "first_lead_card": (_is("first_lead", "must-lead", "holder"),),
    "queen_breaks_hearts": (_is("hearts_must_be_broken", True),),
    "lone_doubler": (DOUBLER,),
    "cancelled_doubler": (SALE, _is("doubler_is_key", True), _is_not("lone_doubler", 0)),
    "all_hearts": (_is("hearts_count", True),),
    "pig_with_all_hearts": (_is("pig_counts", True),),
    "all_point_cards": (_is("penalties_count", True),),
    "slam_points": (SLAM_PAYS,),
    "slam_needs": (_is_not("all_point_cards", "plain"),),
    "all_tricks": (_is_not("all_point_cards", "flat"),),
    "at_lower_limit": (_is_not("lower_limit", "none"),),
    "past_lower_limit": (LOW, _is_not("lower_limit", "none")),
    "at_upper_limit": (_is_not("upper_limit", "none"),),
    "past_upper_limit": (HIGH, _is_not("upper_limit", "none")),
}
"""For options that only make a difference under some rules: the conditions for this, by option key.
An option that is not listed always makes a difference."""

TRUE_WHERE: dict[str, Conditions] = {
    "aim_high": (HIGH,),
    "aim_low": (LOW,),
    "sinking": (HIGH, _is_not("lower_limit", "none")),
    "key_cards": (SALE, _is("exposable", "all")),
    "exposed_first": (SALE,),
    "exposed_hearts": (_is("sale", "open"), _is("ace_of_hearts_is_key", True)),
    "exposed_doubler": (_is("sale", "open"), _is("doubler_is_key", True)),
    "sold_hearts": (FACE_DOWN, _is("ace_of_hearts_is_key", True)),
    "sold_doubler": (FACE_DOWN, _is("doubler_is_key", True)),
    "pig_and_sheep": (
        _is("family", "gongzhu"),
        _is("pig_counts", True),
        _is("sheep_counts", True),
    ),
    "claim": (_is("queen_of_diamonds", False),),
    "hearts_turned": (_is("all_hearts", "in-favour"),),
    "pig_turned": (_is("pig_with_all_hearts", "shooter", "sweep"),),
    "slam_flat": (_is("all_point_cards", "flat"), _is("slam_points", "none")),
    "slam_sum": (_is("all_point_cards", "others", "self", "choice"), _is("slam_points", "none")),
    "below_loses": (HIGH, _is_not("lower_limit", "none")),
    "above_loses": (LOW, _is_not("upper_limit", "none"), _is("losers", "past-limit")),
    "highest": (HIGH,),
    "lowest": (LOW,),
    "instant_win_points": (_is("all_point_cards", "instant-win"), _is("worth", "round-points")),
}
"""For sentences of the text catalogue, `rules.basics.KEY`, that are only true under some rules: the
conditions for this, by KEY."""

UNSAID: dict[str, tuple[object, ...]] = {
    "exposable": ("all",),
    "queen_of_diamonds": (False,),
    "slam_points": ("none",),
    "slam_needs": ("all",),
    "all_tricks": ("none",),
    "doubler": ("none",),
    "exact_total": ([], ()),
    "deals": ("none",),
    "all_hearts": ("nothing",),
    "pig_with_all_hearts": ("nothing",),
    "losers": ("past-limit",),
    "lower_limit": ("none",),
}
"""Option values for which `explain` writes no sentence, by option key, because they mean nothing
special or other sentences say it."""


class OptionConflict(NamedTuple):
    """A combination of option values that is refused, although each value is allowed by itself."""

    key: str
    """Key of the option that is reported as wrong."""
    problem: str
    """Key of the message in the text catalogue, `rules.fault.PROBLEM`."""
    where: Conditions
    """The conditions that together make the combination refused."""
    allowed: tuple[Value, ...]
    """The values that the option may have, given the other options, or empty if they are not
    listed."""
    others: tuple[str, ...] = ()
    """Keys of the other options that take part in the conflict."""


CONFLICTS = (
    OptionConflict(
        "partners",
        "no_opposite_partners",
        (PARTNERS, _is("players", 3, 5, 7)),
        ("none",),
        ("players",),
    ),
    OptionConflict(
        "pass_cycle",
        "nobody_opposite",
        (_is("pass_cycle", "across"), _is("players", 3)),
        ("left", "right", "none"),
        ("players",),
    ),
    OptionConflict(
        "pass_cycle",
        "nobody_opposite",
        (_is("pass_cycle", "across"), _is("players", 5, 7)),
        ("left", "right", "left-2", "right-2", "none"),
        ("players",),
    ),
    OptionConflict(
        "pass_cycle",
        "no_second_neighbour",
        (_is("pass_cycle", "left-2", "right-2"), _is("players", 3)),
        ("left", "right", "none"),
        ("players",),
    ),
    OptionConflict(
        "pass_cycle",
        "no_second_neighbour",
        (_is("pass_cycle", "left-2", "right-2"), _is("players", 4)),
        ("left", "right", "across", "none"),
        ("players",),
    ),
    OptionConflict(
        "exposable",
        "nothing_exposed",
        (_is_not("exposable", "all"), _is("sale", "none")),
        ("all",),
        ("sale",),
    ),
    OptionConflict(
        "sale",
        "nothing_to_expose",
        (SALE, _is("anything_exposable", False)),
        ("none",),
        ("exposable", "points", "doubler"),
    ),
    OptionConflict(
        "queen_breaks_hearts",
        "nothing_to_break",
        (_is("queen_breaks_hearts", True), _is("hearts_must_be_broken", False)),
        (False,),
        ("hearts_must_be_broken",),
    ),
    OptionConflict(
        "face_down_first_trick",
        "never_face_down",
        (_is("face_down_first_trick", "free"), FACE_DOWN._replace(among=False)),
        ("bound",),
        ("sale",),
    ),
    OptionConflict(
        "first_lead_card",
        "no_card_leads",
        (_is_not("first_lead_card", "none"), _is_not("first_lead", "must-lead", "holder")),
        ("none",),
        ("first_lead",),
    ),
    OptionConflict(
        "first_lead_card",
        "card_leads",
        (_is("first_lead_card", "none"), _is("first_lead", "must-lead", "holder")),
        (),
        ("first_lead",),
    ),
    OptionConflict(
        "later_lead",
        "no_pig",
        (_is("later_lead", "pig-captor"), _is("pig_counts", False)),
        ("as-first", "winner", "loser"),
        ("points",),
    ),
    OptionConflict(
        "cancelled_doubler",
        "never_exposed",
        (_is("cancelled_doubler", "bonus-if-exposed"), _is("sale", "none")),
        ("nothing",),
        ("sale",),
    ),
    OptionConflict(
        "cancelled_doubler",
        "doubler_never_exposed",
        (_is("cancelled_doubler", "bonus-if-exposed"), SALE, _is("doubler_is_key", False)),
        ("nothing",),
        ("doubler", "exposable"),
    ),
    OptionConflict(
        "cancelled_doubler",
        "no_bonus",
        (_is("cancelled_doubler", "bonus-if-exposed"), _is("lone_doubler", 0)),
        ("nothing",),
        ("lone_doubler",),
    ),
    OptionConflict(
        "all_hearts",
        "too_few_hearts",
        (_is("all_hearts", "in-favour"), _is("hearts_count", False)),
        ("nothing",),
        ("points",),
    ),
    OptionConflict(
        "pig_with_all_hearts",
        "too_few_hearts",
        (_is("pig_with_all_hearts", "shooter", "swap"), _is("hearts_count", False)),
        ("nothing", "sweep"),
        ("points",),
    ),
    OptionConflict(
        "pig_with_all_hearts",
        "no_pig",
        (_is_not("pig_with_all_hearts", "nothing"), _is("pig_counts", False)),
        ("nothing",),
        ("points",),
    ),
    OptionConflict(
        "pig_with_all_hearts",
        "no_sheep_to_swap",
        (
            _is("pig_with_all_hearts", "swap"),
            _is("pig_counts", True),
            _is("sheep_counts", False),
        ),
        ("nothing", "shooter", "sweep"),
        ("points",),
    ),
    OptionConflict(
        "all_point_cards",
        "too_few_penalties",
        (_is_not("all_point_cards", "plain"), _is("penalties_count", False)),
        ("plain",),
        ("points", "aim"),
    ),
    OptionConflict(
        "slam_points",
        "slam_pays_nothing",
        (_is_not("slam_points", "none"), _is("all_point_cards", "plain", "instant-win")),
        ("none",),
        ("all_point_cards",),
    ),
    OptionConflict(
        "slam_needs",
        "slam_is_nothing",
        (_is("slam_needs", "penalties"), _is("all_point_cards", "plain")),
        ("all",),
        ("all_point_cards",),
    ),
    OptionConflict(
        "all_tricks",
        "flat_pays_all",
        (_is_not("all_tricks", "none"), _is("all_point_cards", "flat")),
        ("none",),
        ("all_point_cards",),
    ),
    OptionConflict(
        "queen_of_diamonds",
        "queen_of_diamonds_removed",
        (_is("queen_of_diamonds", True), _is("queen_of_diamonds_in_play", False)),
        (False,),
        ("removed",),
    ),
    OptionConflict(
        "at_lower_limit",
        "no_lower_limit",
        (_is_not("at_lower_limit", "loses"), _is("lower_limit", "none")),
        ("loses",),
        ("lower_limit",),
    ),
    OptionConflict(
        "past_lower_limit",
        "no_lower_limit",
        (_is("past_lower_limit", "wins"), _is("lower_limit", "none")),
        ("loses",),
        ("lower_limit",),
    ),
    OptionConflict(
        "past_lower_limit",
        "lower_limit_loses",
        (_is("past_lower_limit", "wins"), HIGH, _is_not("lower_limit", "none")),
        ("loses",),
        ("aim",),
    ),
    OptionConflict(
        "at_upper_limit",
        "no_upper_limit",
        (_is("at_upper_limit", "ends"), _is("upper_limit", "none")),
        ("plays-on",),
        ("upper_limit",),
    ),
    OptionConflict(
        "past_upper_limit",
        "no_upper_limit",
        (HIGH, _is("past_upper_limit", "loses"), _is("upper_limit", "none")),
        ("wins",),
        ("upper_limit",),
    ),
    OptionConflict(
        "past_upper_limit",
        "upper_limit_ends",
        (_is("past_upper_limit", "wins"), LOW),
        ("loses",),
        ("aim",),
    ),
    OptionConflict(
        "deals", "game_never_ends", (_is("ends", False),), (), ("lower_limit", "upper_limit")
    ),
)
"""Every refused combination, except those that compare cards or numbers, which `faults_of`
finds."""
