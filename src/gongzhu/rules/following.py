"""Options that by default depend on other options, and the difference between a rule set and a
preset."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from gongzhu.cards import PACK
from gongzhu.rules.facts import hand_size, usual_pass_count, usually_removed
from gongzhu.rules.option_table import option_values
from gongzhu.rules.options import NONE, RuleSet
from gongzhu.rules.presets import PRESETS, USUAL_RULES


def following_values(base: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """The options of `base` as plain data, adjusted to `changes` (new option values by key): if
    these change the number of players, the cards in play, the aim or the first lead, then the cards
    laid aside, the passing and other options that depend on them take their usual values. The
    changes themselves are not included.

    >>> following_values(PRESETS["hearts-denexa"].rules, {"players": 3})["pass_cycle"]
    ['left', 'right', 'none']
    """
    values: dict[str, Any] = dict(option_values(base))
    players = changes.get("players", base.players)
    if players != base.players:
        values["removed"] = [card.code for card in usually_removed(players)]
        if players % 2:
            values["pass_cycle"] = [to for to in base.pass_cycle if to != "across"] or ["none"]
    hand = (len(PACK) - len(set(changes.get("removed", values["removed"])))) // players
    if hand != hand_size(base):
        values["pass_count"] = usual_pass_count(hand)
    if changes.get("aim", base.aim) != base.aim:
        usual = next(rules for rules in USUAL_RULES.values() if rules.aim == changes["aim"])
        values |= {
            key: getattr(usual, key) for key in ("lone_doubler", "losers", "past_upper_limit")
        }
        values["pig_with_all_hearts"] = usual.pig_with_all_hearts
    if changes.get("first_lead", "holder") not in ("must-lead", "holder"):
        values["first_lead_card"] = NONE
    return values


@lru_cache(maxsize=256)
def preset_of(rules: RuleSet) -> str | None:
    """The name of the preset with exactly these rules, or None if there is none.

    >>> preset_of(PRESETS["gongzhu-hwa"].rules)
    'gongzhu-hwa'
    """
    return next((name for name, known in PRESETS.items() if known.rules == rules), None)


@lru_cache(maxsize=256)
def nearest_preset(rules: RuleSet) -> str:
    """The name of the preset of the same family that differs from these rules in the fewest
    options. Among equals, the first in PRESETS.

    >>> ours = parse_rules('preset = "gongzhu-pagat"\\nlower_limit = -500')
    >>> nearest_preset(ours.rules)
    'gongzhu-pagat'
    """
    same = [name for name, known in PRESETS.items() if known.rules.family == rules.family]
    return preset_of(rules) or min(same, key=lambda name: len(changes_from(name, rules)))


def changes_from(preset: str, rules: RuleSet) -> dict[str, object]:
    """The options, with plain values, that a rule file based on `preset` must set to obtain these
    rules: those that differ and do not follow from others. `points` has only the cards whose value
    differs, by card code, with "none" for a card that does not count.

    >>> ours = parse_rules('preset = "gongzhu-pagat"\\nlower_limit = -500\\npig = -200')
    >>> changes_from("gongzhu-pagat", ours.rules)
    {'lower_limit': -500, 'points': {'QS': -200}}
    """
    base, new = PRESETS[preset].rules, option_values(rules)
    changes: dict[str, object] = {}
    for key in ("players", "removed", "aim", "first_lead", *new):
        if key in ("family", "points"):
            continue
        values = following_values(base, changes)
        if _plain(new[key]) != _plain(values[key]):
            changes[key] = new[key]
    before, after = dict(base.points), dict(rules.points)
    # A card that is laid aside by default need not be named to lose its value.
    unnamed = set() if "removed" in changes else set(rules.removed)
    points = {
        card.code: after.get(card, NONE)
        for card in sorted({*before, *after})
        if before.get(card) != after.get(card) and card not in unnamed
    }
    return {**changes, "points": points} if points else changes


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value
