"""Interprets the values of tags: rules, hands, exposures, numbers."""

import re
import tomllib
from collections.abc import Sequence
from functools import lru_cache

from gongzhu.cards import Card, CardTextError, Rank, Suit, parse_cards
from gongzhu.records.fault import Message, RecordError, RuleFaults, shown
from gongzhu.records.lexer import Tag, wrong
from gongzhu.records.parsed_deal import CARDS, spelt
from gongzhu.rules import PRESETS, Mode, MoonChoice, NamedRules, RuleError, parse_rules
from gongzhu.texts import typed

LONGEST_VALUE = 1000
"""Greatest length of a value with cards or numbers, in characters; a whole pack in words is
shorter."""

_SUIT_OF = {suit.symbol: suit for suit in Suit}
_RANK_OF = {rank.value: rank for rank in Rank} | {"10": Rank.TEN}
_WRITTEN_HAND = re.compile(r"(?:[♠♥♦♣](?:10|[2-9JQKA])+(?: |$))*")
_VOID = re.compile(r"(?:[♠♥♦♣]|\b[SHDC])\s*-+(?=\s|$)", re.IGNORECASE)
_EXPOSED = re.compile(r"(.+?)(?:\s(open|down|up)\b|[,;]|$)", re.IGNORECASE)
_MODES: dict[str, Mode] = {"": "open", "open": "open", "down": "down", "up": "up"}
_MOON: dict[str, MoonChoice] = {"others": "others", "self": "self"}
_NUMBER = re.compile("-?[0-9]{1,9}")
_BARE_WORD = re.compile(r"(\s*\w+\s*=\s*)([A-Za-z][\w-]*)\s*")


def bad_value(tag: Tag) -> RecordError:
    """The error for a tag with a wrong value."""
    allowed = Message(f"records.tag.{tag.name}")
    return wrong(tag, "tag", tag=spelt(tag), value=shown(tag.value), allowed=allowed)


def _short(tag: Tag) -> str:
    """The value of a tag in plain signs. Raises RecordError if it is too long to be valid."""
    if len(tag.value) > LONGEST_VALUE:
        raise bad_value(tag)
    return typed(tag.value)


def read_numbers(tag: Tag) -> tuple[int, ...]:
    """Whole numbers separated by spaces or commas."""
    words = _short(tag).replace(",", " ").split()
    if not all(_NUMBER.fullmatch(word) for word in words):
        raise bad_value(tag)
    return tuple(int(word) for word in words)


def read_number(tag: Tag) -> int:
    """One whole number."""
    numbers = read_numbers(tag)
    if len(numbers) != 1:
        raise bad_value(tag)
    return numbers[0]


def read_moon(tag: Tag) -> MoonChoice:
    """The choice of a moon's shooter."""
    choice = _MOON.get(_short(tag).lower())
    if choice is None:
        raise bad_value(tag)
    return choice


def read_yes(tag: Tag) -> bool:
    """True for yes, False for no."""
    word = _short(tag).lower()
    if word not in ("yes", "no"):
        raise bad_value(tag)
    return word == "yes"


def read_hand(tag: Tag) -> tuple[Card, ...]:
    """A sorted hand: as `show_hand` writes it, or in any other way that people write cards."""
    hand = _short(tag)
    if not _WRITTEN_HAND.fullmatch(hand):
        return read_cards(tag, _VOID.sub("", hand) if _VOID.search(hand) else tag.value)
    found = []
    for suit_text, *ranks in (re.findall(r"10|.", word) for word in hand.split()):
        code = _SUIT_OF[suit_text].value
        found += [Card(_RANK_OF[rank].value + code) for rank in ranks]
    return tuple(sorted(found))


def read_cards(tag: Tag, text: str) -> tuple[Card, ...]:
    """Sorted cards, written in any way that people write them."""
    _short(tag)
    words = text.split()
    try:
        known = [CARDS[word] for word in words if word in CARDS]
        return tuple(sorted(known if len(known) == len(words) else parse_cards(text)))
    except CardTextError as error:
        raise wrong(tag, "tag_cards", tag=spelt(tag), error=error) from error


def read_exposures(tag: Tag) -> dict[Card, Mode]:
    """Exposed cards with their mode, `open` if none is given."""
    found: dict[Card, Mode] = {}
    for text, mode in _EXPOSED.findall(_short(tag)):
        for card in read_cards(tag, text):
            if card in found:
                raise bad_value(tag)
            found[card] = _MODES[mode.lower()]
    return {card: found[card] for card in sorted(found)}


def read_rules(base: Tag, options: Sequence[Tag]) -> NamedRules:
    """The rules of a preset with changed options."""
    lines = {}
    for tag in options:
        key, line = _option(tag)
        lines[key] = (line, tag)
    preset = _short(base)
    if preset not in PRESETS:
        raise bad_value(base)
    try:
        return _rules(preset, tuple(line for line, _ in lines.values()))
    except RuleError as error:
        key = error.faults[0].key
        at = lines[key][1] if key in lines else base
        raise wrong(at, "rules", rules=RuleFaults(error.faults)) from error


@lru_cache(maxsize=256)
def _rules(preset: str, options: tuple[str, ...]) -> NamedRules:
    return parse_rules("\n".join((f'preset = "{preset}"', *options)))


def _option(tag: Tag) -> tuple[str, str]:
    """The key of the option that a tag changes, and its line in a rule file."""
    text = _short(tag)
    word = _BARE_WORD.fullmatch(text)
    line = f'{word[1]}"{word[2]}"' if word and word[2] not in ("true", "false") else text
    try:
        (key,) = tomllib.loads(line)
    except (ValueError, RecursionError) as error:
        raise bad_value(tag) from error
    if key in ("preset", "name"):
        raise bad_value(tag)
    return key, line
