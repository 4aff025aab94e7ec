"""Conditions on options, as data: the engine and the web pages read the same tables.

A condition compares one option with a few of its values; several together must all hold.
"""

from typing import NamedTuple

from gongzhu.rules.options import RuleSet


class Condition(NamedTuple):
    """A condition: one option, and the values that it must or must not have."""

    option: str
    """The key of an option, or `family`. An option that the game does not have has no value."""
    values: tuple[str | int | bool, ...]
    among: bool = True
    """True: the value, or an item of a list, must be one of `values`. False: it must not."""

    def holds(self, rules: RuleSet) -> bool:
        """True if the option's value meets the condition."""
        value = getattr(rules, self.option, None)
        items = value if isinstance(value, tuple) else (value,)
        return any(item in self.values for item in items) is self.among


Conditions = tuple[Condition, ...]


def all_hold(conditions: Conditions, rules: RuleSet) -> bool:
    """True if every condition holds; also True if there are none."""
    return all(condition.holds(rules) for condition in conditions)


GONGZHU = Condition("family", ("gongzhu",))
HEARTS = Condition("family", ("hearts",))
NO_PARTNERS = Condition("partners", ("none",))
NO_SALE = Condition("sale", ("none",))
SALE = NO_SALE._replace(among=False)
FACE_DOWN = Condition("sale", ("face-down-or-up",))

MATTERS_WHERE: dict[str, Conditions] = {
    "partners": (GONGZHU,),
    "sale": (GONGZHU,),
    "queen_breaks_hearts": (Condition("hearts_must_be_broken", (True,)),),
    "face_down_first_trick": (FACE_DOWN,),
    "cancelled_doubler": (SALE, Condition("lone_doubler", (0,), among=False)),
    "past_upper_limit": (Condition("upper_limit", (0,), among=False),),
}
"""Options that make a difference only under some rules, by key. All other options always do."""

TRUE_WHERE: dict[str, Conditions] = {
    "aim_gongzhu": (GONGZHU,),
    "aim_hearts": (HEARTS,),
    "exposed_first": (SALE,),
    "exposed_open": (Condition("sale", ("open",)),),
    "exposed_sale": (FACE_DOWN,),
    "claim": (Condition("queen_of_diamonds", (True,), among=False),),
    "gongzhu_cards": (GONGZHU,),
    "instant_win_points": (
        Condition("all_point_cards", ("instant-win",)),
        Condition("worth", ("round-points",)),
    ),
    "pig_and_sheep": (GONGZHU,),
    "all_hearts": (GONGZHU,),
    "doubler": (GONGZHU,),
    "highest": (GONGZHU,),
    "hearts_cards": (HEARTS, Condition("omnibus", (False,))),
    "omnibus_cards": (HEARTS, Condition("omnibus", (True,))),
    "hearts": (HEARTS,),
    "lowest": (HEARTS,),
}
"""Sentences of `rules.basics` that are true only under some rules, by key."""


UNSAID: dict[str, bool] = {"queen_of_diamonds": False, "omnibus": False}
"""Option values that `explain` leaves out, by key: a card that counts nothing needs no sentence."""


class OptionConflict(NamedTuple):
    """A combination of option values that are each allowed but make no sense together."""

    key: str
    """Key of the option that is reported as wrong."""
    problem: str
    """Name of the message: `rules.fault.PROBLEM`."""
    where: Conditions
    allowed: tuple[str | bool, ...]
    """The values that the option may have, given the other options."""
    others: tuple[str, ...] = ()
    """The other options that make this value wrong."""


CONFLICTS = (
    OptionConflict(
        "partners", "partners_in_hearts", (HEARTS, NO_PARTNERS._replace(among=False)), ("none",)
    ),
    OptionConflict(
        "partners",
        "partners_with_five",
        (GONGZHU, NO_PARTNERS._replace(among=False), Condition("players", (4,), among=False)),
        ("none",),
        ("players",),
    ),
    OptionConflict(
        "pass_cycle",
        "across_with_five",
        (Condition("pass_cycle", ("across",)), Condition("players", (4,), among=False)),
        ("left", "right", "none"),
        ("players",),
    ),
    OptionConflict("sale", "sale_in_hearts", (HEARTS, SALE), ("none",)),
    OptionConflict(
        "queen_breaks_hearts",
        "nothing_to_break",
        (Condition("queen_breaks_hearts", (True,)), Condition("hearts_must_be_broken", (False,))),
        (False,),
        ("hearts_must_be_broken",),
    ),
    OptionConflict(
        "face_down_first_trick",
        "never_face_down",
        (Condition("face_down_first_trick", ("free",)), FACE_DOWN._replace(among=False)),
        ("bound",),
        ("sale",),
    ),
    OptionConflict(
        "cancelled_doubler",
        "never_exposed",
        (Condition("cancelled_doubler", ("bonus-if-exposed",)), NO_SALE),
        ("nothing",),
        ("sale",),
    ),
    OptionConflict(
        "cancelled_doubler",
        "no_bonus",
        (Condition("cancelled_doubler", ("bonus-if-exposed",)), Condition("lone_doubler", (0,))),
        ("nothing",),
        ("lone_doubler",),
    ),
    OptionConflict(
        "past_upper_limit",
        "no_upper_limit",
        (Condition("past_upper_limit", ("loses",)), Condition("upper_limit", (0,))),
        ("wins",),
        ("upper_limit",),
    ),
)
"""Every meaningless combination, except those about the cards laid aside, which `checks` finds."""
