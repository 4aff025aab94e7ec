"""The values of point cards, and the shorthands by which rule files name several of them at once.

A rule set holds the complete table of its point cards alone (`RuleSet.points`).
"""

from collections.abc import Collection, Mapping
from typing import Literal

from gongzhu.cards import HEARTS, PIG, SHEEP, Card
from gongzhu.rules.options import NONE, Aim, RuleSet

HeartValues = Literal["classic", "face-value", "one", "spot"]

HEART_VALUES: dict[HeartValues, tuple[int, ...]] = {
    "classic": (0, 0, 0, 10, 10, 10, 10, 10, 10, 20, 30, 40, 50),
    "face-value": (2, 3, 10, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50),
    "one": (1,) * 13,
    "spot": (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
}
"""Points of each heart from the two up, against its captor."""

OMNIBUS_POINTS = 10
"""Points of J♦ in favour of its captor, where a file says `omnibus`."""

SHORTHANDS: dict[str, tuple[Card, ...]] = {
    "heart_values": HEARTS,
    "pig": (PIG,),
    "sheep": (SHEEP,),
    "omnibus": (SHEEP,),
}
"""The options of rule files that stand for values of cards, with the cards that each names."""


def heart_points(name: HeartValues, aim: Aim) -> dict[Card, int]:
    """The value of every heart under a named table."""
    sign = -1 if aim == "high" else 1
    return {card: sign * points for card, points in zip(HEARTS, HEART_VALUES[name], strict=True)}


def expanded(shorthands: Mapping[str, object], aim: Aim) -> dict[Card, int | None]:
    """The values of cards that valid shorthands stand for; None for a card that does not count."""
    values: dict[Card, int | None] = {}
    for name in HEART_VALUES:
        if shorthands.get("heart_values") == name:
            values |= heart_points(name, aim)
    for key in ("pig", "sheep"):
        given = shorthands.get(key)
        if isinstance(given, int):
            values |= dict.fromkeys(SHORTHANDS[key], given)
    if "omnibus" in shorthands:
        good = OMNIBUS_POINTS if aim == "high" else -OMNIBUS_POINTS
        values[SHEEP] = good if shorthands["omnibus"] else None
    return values


def heart_values_of(rules: RuleSet) -> HeartValues | None:
    """The named table that gives the hearts of these rules their values; None if none does.

    >>> heart_values_of(PRESETS["gongzhu-pagat"].rules)
    'classic'
    """
    hearts = {card: points for card, points in rules.points if card in HEARTS}
    for name in HEART_VALUES:
        table = heart_points(name, rules.aim).items()
        if {card: points for card, points in table if card not in rules.removed} == hearts:
            return name
    return None


def written_points(rules: RuleSet, base: Collection[Card]) -> dict[str, object]:
    """The options by which a rule file gives the point cards their values, shorthands first; `base`
    are the point cards of the preset that the file starts from."""
    written: dict[str, object] = {}
    left: dict[Card, object] = dict.fromkeys(base, NONE) | dict(rules.points)
    hearts = heart_values_of(rules)
    if hearts:
        written["heart_values"] = hearts
        left = {card: points for card, points in left.items() if card not in HEARTS}
    for key in ("pig", "sheep"):
        (card,) = SHORTHANDS[key]
        if isinstance(left.get(card), int):
            written[key] = left.pop(card)
    return {**written, "points": {card.code: left[card] for card in sorted(left)}}
