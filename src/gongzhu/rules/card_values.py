"""The point values of cards, and the shorthand options by which a rule file sets several of them at
once.

A `RuleSet` has no shorthands: its field `points` is the complete table of point cards.
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
"""For each named table, the points of the 13 hearts from 2♥ to A♥, as positive numbers that count
against the player who captures the card."""

OMNIBUS_POINTS = 10
"""Points in favour of the player who captures J♦ in a rule file with `omnibus = true`."""

SHORTHANDS: dict[str, tuple[Card, ...]] = {
    "heart_values": HEARTS,
    "pig": (PIG,),
    "sheep": (SHEEP,),
    "omnibus": (SHEEP,),
}
"""The shorthand options of rule files, each with the cards whose values it sets."""


def heart_points(name: HeartValues, aim: Aim) -> dict[Card, int]:
    """The points of all 13 hearts in the named table: negative if `aim` is `high`, positive if it
    is `low`."""
    sign = -1 if aim == "high" else 1
    return {card: sign * points for card, points in zip(HEARTS, HEART_VALUES[name], strict=True)}


def expand_shorthands(shorthands: Mapping[str, object], aim: Aim) -> dict[Card, int | None]:
    """The card values that the shorthand options in `shorthands` stand for. None means that the
    card is not a point card. The shorthands' values must be valid, and other keys are ignored."""
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
    """The name of the table in HEART_VALUES with exactly the heart values of these rules (cards
    laid aside are ignored), or None if there is none.

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
    """The options by which a rule file sets the point cards of `rules`: shorthands where possible,
    and `points` (a dict by card code) for the rest. `base` has the point cards of the preset on
    which the file is based. Those that do not count in `rules` are written as "none"."""
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
