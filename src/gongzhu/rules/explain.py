"""Explains a rule set in plain sentences, made from its options."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card
from gongzhu.rules.conditions import TRUE_WHERE, UNSAID, all_hold
from gongzhu.rules.facts import hand_size, lead_card
from gongzhu.rules.option_table import all_option_values, matters, options_of
from gongzhu.rules.options import Group, RuleSet
from gongzhu.texts import Lang, say

Stage = Group | Literal["aim"]
"""A section of an explanation: the aim of the game, or one of the groups of options."""

ORDER: dict[Stage, tuple[str, ...]] = {
    "aim": ("*aim_gongzhu", "*aim_hearts", "*words"),
    "seats": ("players", "removed", "*dealing", "*deal", "direction", "partners"),
    "passing": ("pass_cycle",),
    "exposing": (
        "sale",
        "*exposed_first",
        "face_down_first_trick",
        "*exposed_open",
        "*exposed_sale",
    ),
    "lead": ("first_lead", "*lead_replaced", "later_lead"),
    "play": (
        "*gongzhu_cards",
        "*hearts_cards",
        "*omnibus_cards",
        "*tricks",
        "first_trick_points",
        "hearts_must_be_broken",
        "queen_breaks_hearts",
        "*piles",
        "*claim",
    ),
    "scoring": (
        *("*pig_and_sheep", "heart_values", "*all_hearts", "pig_with_all_hearts"),
        *("*doubler", "lone_doubler", "cancelled_doubler", "all_point_cards", "queen_of_diamonds"),
        *("*hearts", "omnibus", "moon"),
    ),
    "ending": (
        *("*totals", "lower_limit", "at_lower_limit", "upper_limit", "past_upper_limit"),
        *("*highest", "worth", "*instant_win_points", "limit", "at_limit", "*lowest"),
    ),
}
"""The sentences of each section: keys of options, and with a star the sentences that belong to no
option."""


class Sentence(Struct, frozen=True):
    """One rule in words."""

    text: str
    option: str | None
    """The option that the sentence explains; None for what holds under all options."""


class Section(Struct, frozen=True):
    """The sentences about one stage of the game."""

    group: Stage
    title: str
    sentences: tuple[Sentence, ...]


def explain(rules: RuleSet, lang: Lang = "en") -> tuple[Section, ...]:
    """The whole rule set, in the order in which a table needs to know it.

    Options that make no difference under these rules are left out.

    >>> [section.title for section in explain(PRESETS["hearts-denexa"].rules)][:4]
    ['Aim of the game', 'Table', 'Passing', 'First lead']
    """
    sections = (
        Section(group, say(f"rules.group.{group}", lang), tuple(_sentences(rules, keys, lang)))
        for group, keys in ORDER.items()
    )
    return tuple(section for section in sections if section.sentences)


def _sentences(rules: RuleSet, keys: tuple[str, ...], lang: Lang) -> Iterator[Sentence]:
    options = options_of(rules.family)
    values = all_option_values(rules)
    for key in keys:
        if key.startswith("*"):
            if _holds(rules, key[1:]):
                yield Sentence(say(f"rules.basics.{key[1:]}", lang, **_places(rules)), None)
        elif key in options and matters(rules, key) and UNSAID.get(key) != values[key]:
            yield Sentence(options[key].explain(values[key], lang), key)


def _holds(rules: RuleSet, basic: str) -> bool:
    if basic == "lead_replaced":
        return _named_lead(rules) is not lead_card(rules)
    return all_hold(TRUE_WHERE.get(basic, ()), rules)


def _places(rules: RuleSet) -> dict[str, object]:
    """The values that fill the places in sentences that hold under all options."""
    return {"count": hand_size(rules), "named": _named_lead(rules), "card": lead_card(rules)}


def _named_lead(rules: RuleSet) -> Card | None:
    """The card named by the rule for the first lead, whether or not it is in play; None if a fixed
    seat leads."""
    if rules.first_lead == "seat-0":
        return None
    return Card(rules.first_lead[-2:])
