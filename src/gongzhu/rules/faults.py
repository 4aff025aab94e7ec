"""The faults for which a rule set is refused: each wrong option with its value and the allowed
values."""

import json
import re
from collections.abc import Iterator, Mapping

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from gongzhu.cards import PIG, SHEEP, Suit
from gongzhu.rules.conditions import CONFLICTS, all_hold
from gongzhu.rules.facts import hand_size, key_cards, pack_of, point_cards, values_of
from gongzhu.rules.options import NONE, RuleSet
from gongzhu.texts import Lang, Sayable, has, said, say

_LONGEST_SHOWN = 100
"""Greatest length of a wrong value in a message, in characters."""

FEWEST_CARDS = 6
"""Least number of cards in a hand: one more than the most that can be passed."""

_DEEPEST_SHOWN = 2
"""Lists and tables nested deeper than this are abbreviated in a message. Valid options are
shallower."""


class RuleFault(Struct, frozen=True):
    """A fault of one option (`key`, with the `value` as TOML text), or of the whole rule file if
    `key` is empty.

    `problem` is the key of the message `rules.fault.PROBLEM` in the text catalogues, whose
    placeholders are filled from `allowed` (the allowed values as text) and `details`. If `others`
    is not empty, that message is only the reason, and `text` adds the options that conflict.
    """

    key: str
    value: str
    problem: str
    allowed: str = ""
    details: Mapping[str, str | Sayable] = {}
    others: tuple[str, ...] = ()
    """Keys of the other options that conflict with this one."""
    besides: str = ""
    """The other options with their values in the syntax of a rule file, or empty if not known."""

    def text(self, lang: Lang = "en") -> str:
        """One line for the author of a rule file: the key with its value, what is wrong, what is
        allowed, and the options that conflict with it."""
        told = self._told(lang)
        if self.others:
            key = "rules.refused.only" if self.allowed else "rules.refused.because"
            besides = self.besides or ", ".join(self.others)
            told = say(key, lang, allowed=self.allowed, reason=told, besides=besides)
        where = " = ".join(part for part in (_shown_key(self.key), self.value) if part)
        return say("rules.at", lang, where=where, told=told) if where else told

    def at_table(self, lang: Lang = "en") -> str:
        """One line for players who set options in a form: it calls options by their titles and
        quotes no rule file. Falls back to `text` for a key without a title."""
        if not has(f"rules.option.{self.key}.title", lang):
            return self.text(lang)
        titles = [say(f"rules.option.{key}.title", lang) for key in (self.key, *self.others)]
        if not self.others:
            return say("rules.at", lang, where=titles[0], told=self._told(lang))
        quoted = [say("rules.refused.title", lang, title=title) for title in titles]
        joined = say("rules.joint", lang).join(quoted)
        return say("rules.refused.together", lang, titles=joined, reason=self._told(lang))

    def _told(self, lang: Lang) -> str:
        return say(
            f"rules.fault.{self.problem}", lang, allowed=self.allowed, **said(self.details, lang)
        )


class RuleError(ValueError):
    """Raised for a rule set, rule file or option that is refused. `faults` has every fault found,
    and `source` the file's name, or "" if there is no file."""

    def __init__(self, source: str, *faults: RuleFault) -> None:
        self.source = source
        self.faults = faults
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line for each fault, each beginning with `source` if that is not empty."""
        told = [fault.text(lang) for fault in self.faults]
        if self.source:
            file = _printable(self.source)
            told = [say("rules.at", lang, where=file, told=each) for each in told]
        return "\n".join(told)


class UnreadableRules(RuleError):
    """Raised for a name that is neither a preset nor a rule file, and for a file that cannot be
    read as text."""


def toml_value(value: object) -> str:
    """A value of an option in the syntax of a rule file (TOML)."""
    return _written(value, _DEEPEST_SHOWN)


def shown_value(value: object) -> str:
    """A value in the syntax of a rule file for a message, cut to 100 characters."""
    shown = toml_value(value)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


def _written(value: object, deeper: int) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            # Python refuses to write out numbers of thousands of digits, but not in base 16.
            return str(value) if value.bit_length() < 1000 else hex(value)
        case list() | tuple():
            items = ", ".join(_written(item, deeper - 1) for item in value) if deeper else "…"
            return f"[{items}]"
        case dict() if value and deeper:
            items = ", ".join(
                f"{_shown_key(str(key))} = {_written(item, deeper - 1)}"
                for key, item in value.items()
            )
            return f"{{ {items} }}"
        case dict():
            return "{…}" if value else "{}"
        case str():
            return _printable(json.dumps(value, ensure_ascii=False))
        case _:
            return str(value)


def _shown_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]*", key) else shown_value(key)


def _printable(text: str) -> str:
    """The text with unprintable characters escaped, so that it cannot control a terminal."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape").decode() for char in text
    )


def faults_of(rules: RuleSet) -> tuple[RuleFault, ...]:
    """The faults of a rule set in which every value is allowed by itself: conflicts between
    options, and impossible packs, cards and limits. Empty if there are none."""
    conflicts = (
        _fault(rules, conflict.key, conflict.problem, *conflict.allowed, others=conflict.others)
        for conflict in CONFLICTS
        if all_hold(conflict.where, rules)
    )
    return (*conflicts, *_pack_faults(rules), *_card_faults(rules), *_number_faults(rules))


def _pack_faults(rules: RuleSet) -> Iterator[RuleFault]:
    if len(set(rules.removed)) < len(rules.removed):
        yield _fault(rules, "removed", "removed_twice")
    counting = [str(card) for card in point_cards(rules) if card in rules.removed]
    if counting:
        cards = ", ".join(counting)
        yield _fault(
            rules, "removed", "removed_point_card", others=("points", "doubler"), cards=cards
        )
    left = pack_of(rules)
    if len({card.suit for card in left}) < len(Suit):
        yield _fault(rules, "removed", "removed_whole_suit")
    details = {"cards": str(len(left)), "players": str(rules.players)}
    if len(left) % rules.players:
        yield _fault(rules, "removed", "uneven", others=("players",), **details)
    elif hand_size(rules) < FEWEST_CARDS:
        yield _fault(rules, "removed", "too_few_cards", others=("players",), **details)


def _card_faults(rules: RuleSet) -> Iterator[RuleFault]:
    if len(rules.points) < 2:
        yield _fault(rules, "points", "too_few_points")
    doubler = rules.doubler
    if doubler is not None:
        if doubler.suit is Suit.HEARTS or doubler in (PIG, SHEEP):
            yield _fault(rules, "doubler", "no_doubler")
        elif doubler in values_of(rules):
            yield _fault(rules, "doubler", "doubler_in_points", others=("points",))
    if rules.exposable != "all":
        wrong = [str(card) for card in rules.exposable if card not in key_cards(rules)]
        if wrong:
            may = [str(card) for card in key_cards(replace(rules, exposable="all"))]
            problem = "not_exposable" if may else "nothing_to_expose"
            details = {"cards": ", ".join(wrong), "may": ", ".join(may)}
            yield _fault(rules, "exposable", problem, others=("points", "doubler"), **details)


def _number_faults(rules: RuleSet) -> Iterator[RuleFault]:
    lower, upper = rules.lower_limit, rules.upper_limit
    if lower != NONE and lower >= 0:
        yield _fault(rules, "lower_limit", "lower_limit_not_below_zero")
    if upper != NONE and upper <= 0:
        yield _fault(rules, "upper_limit", "upper_limit_not_above_zero")
    before = [total for total, _ in rules.exact_total]
    if len(set(before)) < len(before) or any(old == new for old, new in rules.exact_total):
        yield _fault(rules, "exact_total", "pairs_differ")
    if rules.at_lower_limit == "turns-positive" and lower in before:
        others = ("lower_limit", "at_lower_limit")
        yield _fault(rules, "exact_total", "turns_positive_too", others=others)


def _fault(
    rules: RuleSet,
    key: str,
    problem: str,
    *allowed: str | int | bool,
    others: tuple[str, ...] = (),
    **details: str,
) -> RuleFault:
    words = ", ".join(shown_value(word) for word in allowed)
    besides = ", ".join(
        other if other in ("points", "removed") else f"{other} = {_shown_option(rules, other)}"
        for other in others
    )
    return RuleFault(key, _shown_option(rules, key), problem, words, details, others, besides)


def _shown_option(rules: RuleSet, key: str) -> str:
    value = to_builtins(getattr(rules, key))
    return shown_value(dict(value) if key == "points" else NONE if value is None else value)
