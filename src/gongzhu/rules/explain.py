"""Explains a rule set in sentences made from its options."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from gongzhu.cards import HEARTS, PIG, Suit
from gongzhu.rules.conditions import TRUE_WHERE, UNSAID, all_hold
from gongzhu.rules.facts import (
    hand_size,
    key_cards,
    lead_card,
    point_cards,
    points_sign,
    slam_cards,
    values_of,
)
from gongzhu.rules.option_table import matters, option_values, options_of, signed
from gongzhu.rules.options import Group, RuleSet
from gongzhu.rules.score import slam_points
from gongzhu.texts import Lang, say

Stage = Group | Literal["aim"]
"""A section of an explanation: the aim of the game, or one of the groups of options."""

ORDER: dict[Stage, tuple[str, ...]] = {
    "aim": ("*aim_high", "*aim_low", "*sinking", "*words"),
    "seats": ("players", "removed", "*dealing", "*deal", "direction", "partners"),
    "passing": ("pass_cycle", "pass_count"),
    "exposing": (
        *(
            "sale",
            "exposable",
            "*key_cards",
            "*exposed_first",
            "face_down_first_trick",
            "*exposed_hearts",
        ),
        *("*exposed_doubler", "*sold_hearts", "*sold_doubler"),
    ),
    "lead": ("first_lead", "first_lead_card", "*lead_replaced", "later_lead"),
    "play": (
        *("*point_cards", "*pig_and_sheep", "*tricks", "first_trick_points"),
        *("hearts_must_be_broken", "queen_breaks_hearts", "*piles", "*claim"),
    ),
    "scoring": (
        *("points", "all_hearts", "*hearts_turned", "pig_with_all_hearts", "*pig_turned"),
        *("doubler", "lone_doubler", "cancelled_doubler", "all_point_cards", "slam_needs"),
        *("slam_points", "*slam_flat", "*slam_sum", "all_tricks", "queen_of_diamonds"),
    ),
    "ending": (
        *("*totals", "exact_total", "lower_limit", "*below_loses", "at_lower_limit"),
        *(
            "past_lower_limit",
            "upper_limit",
            "*above_loses",
            "at_upper_limit",
            "past_upper_limit",
            "deals",
        ),
        *("*highest", "*lowest", "losers", "worth", "*instant_win_points"),
    ),
}
"""The sentences of each section, in order. A plain item is the key of an option. An item with a
star stands for the sentence `rules.basics.KEY` of the text catalogue, which belongs to no
option."""


class Sentence(Struct, frozen=True):
    """One sentence of an explanation."""

    text: str
    option: str | None
    """Key of the option that the sentence explains, or None if it belongs to no option."""


class Section(Struct, frozen=True):
    """The sentences about one stage of the game. `title` is in the language of the sentences."""

    group: Stage
    title: str
    sentences: tuple[Sentence, ...]


def explain(rules: RuleSet, lang: Lang = "en") -> tuple[Section, ...]:
    """Explain the whole rule set in the language `lang`, section by section, in the order in which
    players need it.

    Options that make no difference under these rules are left out, and so are sections without a
    sentence.

    >>> [section.title for section in explain(PRESETS["hearts-denexa"].rules)][:4]
    ['Aim of the game', 'Table', 'Passing', 'Exposing']
    """
    sections = (
        Section(group, say(f"rules.group.{group}", lang), tuple(_sentences(rules, keys, lang)))
        for group, keys in ORDER.items()
    )
    return tuple(section for section in sections if section.sentences)


def _sentences(rules: RuleSet, keys: tuple[str, ...], lang: Lang) -> Iterator[Sentence]:
    options = options_of()
    values = option_values(rules)
    for key in keys:
        if key.startswith("*"):
            if _holds(rules, key[1:]):
                yield Sentence(say(f"rules.basics.{key[1:]}", lang, **_places(rules, lang)), None)
        elif matters(rules, key) and values[key] not in UNSAID.get(key, ()):
            yield Sentence(options[key].explain(values[key], lang), key)


def _holds(rules: RuleSet, basic: str) -> bool:
    if basic == "lead_replaced":
        return rules.first_lead_card not in (None, lead_card(rules))
    return all_hold(TRUE_WHERE.get(basic, ()), rules)


def _places(rules: RuleSet, lang: Lang) -> dict[str, object]:
    """The values for the placeholders in sentences that belong to no option."""
    counting, values, sign = point_cards(rules), values_of(rules), points_sign(rules)
    hearts = [card for card in counting if card.suit is Suit.HEARTS]
    others = [str(card) for card in reversed(counting) if card.suit is not Suit.HEARTS]
    if len(hearts) == len(HEARTS):
        others = [say("rules.basics.thirteen_hearts", lang), *others]
    else:
        others += [str(card) for card in reversed(hearts)]
    return {
        "count": hand_size(rules),
        "named": rules.first_lead_card,
        "card": lead_card(rules),
        "doubler": rules.doubler,
        "cards": say("rules.joint", lang).join(others),
        "number": len(counting),
        "keys": say("rules.joint", lang).join(map(str, key_cards(rules))),
        "hearts": signed(sign * abs(sum(values[card] for card in hearts))),
        "pig": signed(sign * abs(values.get(PIG, 0))),
        "slam": slam_points(rules, tuple(slam_cards(rules)), {}),
    }
