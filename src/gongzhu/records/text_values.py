"""Interprets the values of tags in the text format: rules, hands, plays, numbers."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache

from gongzhu.cards import Card, CardTextError, Rank, Seat, Suit, next_seat, parse_cards, seats
from gongzhu.records.fault import Message, RecordError, RuleFaults, shown
from gongzhu.records.lexer import Tag, wrong
from gongzhu.records.parsed_deal import CARDS, ParsedDeal, spelt
from gongzhu.rules import (
    PRESETS,
    Mode,
    MoonChoice,
    NamedRules,
    RuleError,
    RuleSet,
    pack_of,
    parse_rules,
    winning_index,
)
from gongzhu.rules.events import Hands
from gongzhu.texts import typed

LONGEST_VALUE = 1000
"""Greatest length in characters of a tag's value with cards or numbers. A whole pack in words is
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
    """The value of a tag, normalised by `typed`. Raises RecordError if it is too long to be
    valid."""
    if len(tag.value) > LONGEST_VALUE:
        raise bad_value(tag)
    return typed(tag.value)


def read_numbers(tag: Tag) -> tuple[int, ...]:
    """The tag's value as whole numbers, separated by spaces or commas. Raises RecordError for any
    other value."""
    words = _short(tag).replace(",", " ").split()
    if not all(_NUMBER.fullmatch(word) for word in words):
        raise bad_value(tag)
    return tuple(int(word) for word in words)


def read_number(tag: Tag) -> int:
    """The tag's value as one whole number. Raises RecordError for any other value."""
    numbers = read_numbers(tag)
    if len(numbers) != 1:
        raise bad_value(tag)
    return numbers[0]


def read_moon(tag: Tag) -> MoonChoice:
    """The tag's value as the choice of what a slam pays. Raises RecordError for any other value."""
    choice = _MOON.get(_short(tag).lower())
    if choice is None:
        raise bad_value(tag)
    return choice


def read_yes(tag: Tag) -> bool:
    """True if the tag's value is `yes`, False if `no`. Raises RecordError for any other value."""
    word = _short(tag).lower()
    if word not in ("yes", "no"):
        raise bad_value(tag)
    return word == "yes"


def read_hand(tag: Tag, doubler: Card | None) -> tuple[Card, ...]:
    """The tag's value as a sorted hand, written as by `show_hand` or in any other way that
    `parse_cards` reads. Raises RecordError."""
    hand = _short(tag)
    if not _WRITTEN_HAND.fullmatch(hand):
        text = _VOID.sub("", hand) if _VOID.search(hand) else tag.value
        return read_cards(tag, text, doubler)
    found = []
    for suit_text, *ranks in (re.findall(r"10|.", word) for word in hand.split()):
        code = _SUIT_OF[suit_text].value
        found += [Card(_RANK_OF[rank].value + code) for rank in ranks]
    return tuple(sorted(found))


def read_cards(tag: Tag, text: str, doubler: Card | None) -> tuple[Card, ...]:
    """The cards named in `text`, which is a part of the tag's value, sorted; `doubler` is that of
    the rules. Raises RecordError."""
    _short(tag)
    words = text.split()
    try:
        known = [CARDS[word] for word in words if word in CARDS]
        return tuple(sorted(known if len(known) == len(words) else parse_cards(text, doubler)))
    except CardTextError as error:
        raise wrong(tag, "tag_cards", tag=spelt(tag), error=error) from error


def read_exposures(tag: Tag, doubler: Card | None) -> dict[Card, Mode]:
    """The tag's value as exposed cards, each with its mode (`open` if none is given), sorted by
    card. Raises RecordError."""
    found: dict[Card, Mode] = {}
    for text, mode in _EXPOSED.findall(_short(tag)):
        for card in read_cards(tag, text, doubler):
            if card in found:
                raise bad_value(tag)
            found[card] = _MODES[mode.lower()]
    return {card: found[card] for card in sorted(found)}


def read_rules(base: Tag, options: Sequence[Tag]) -> NamedRules:
    """The rules of a deal: the preset named by the tag `base`, changed by the option tags. Raises
    RecordError."""
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
    """The key of the option that a tag changes, and the line that changes it in a rule file."""
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


def check_seats(parsed: ParsedDeal, rules: RuleSet) -> None:
    """Raise RecordError if a tag or a play names a seat that the rules do not have."""
    for tag in parsed.tags.values():
        if tag.seat and int(tag.seat) >= rules.players:
            raise wrong(tag, "no_such_seat", text=f"[{spelt(tag)}]", last=rules.players - 1)
    for played in parsed.plays:
        if played.seat and int(played.seat.plain[:-1]) >= rules.players:
            named = played.seat
            raise wrong(named, "no_such_seat", text=named.text, last=rules.players - 1)


def read_hands(parsed: ParsedDeal, tags: Mapping[str, Tag], rules: RuleSet) -> Hands:
    """The hands of all seats, by seat. One hand may be missing, since it is the rest of the pack.
    Raises RecordError if more are."""
    given = {
        seat: read_hand(tags[key], rules.doubler)
        for seat in seats(rules.players)
        if (key := f"Hand{seat}") in tags
    }
    if len(given) < rules.players - 1:
        missing = ", ".join(f"[Hand{seat}]" for seat in seats(rules.players) if seat not in given)
        raise parsed.lacks("no_hands", tags=missing)
    held = {card for hand in given.values() for card in hand}
    rest = tuple(card for card in pack_of(rules) if card not in held)
    return tuple(given.get(seat, rest) for seat in seats(rules.players))


def read_passes(parsed: ParsedDeal, tags: Mapping[str, Tag], rules: RuleSet) -> Hands | None:
    """The cards that each seat passed, by seat, or None if no seat passed any. Raises RecordError
    if only some did."""
    keys = [f"Pass{seat}" for seat in seats(rules.players)]
    missing = [f"[{key}]" for key in keys if key not in tags]
    if len(missing) == rules.players:
        return None
    if missing:
        raise parsed.lacks("passes_missing", tags=", ".join(missing))
    return tuple(read_cards(tags[key], tags[key].value, rules.doubler) for key in keys)


def read_plays(parsed: ParsedDeal, play: Tag, rules: RuleSet) -> tuple[tuple[Seat, Card], ...]:
    """The plays in order, with their seats. `play` is the tag whose value is the first leader.

    A seat written before a card begins a trick there. Otherwise the winner of each trick leads the
    next. Raises RecordError if the first leader is unknown.
    """
    turn = Seat(read_number(play)) if play.value else None
    plays = []
    trick: list[Card] = []
    for played in parsed.plays:
        if played.seat:
            turn = Seat(int(played.seat.plain[:-1]))
            trick = []
        elif turn is None:
            raise wrong(played.word, "who_leads")
        elif len(trick) == rules.players:
            turn = next_seat(turn, rules.players, winning_index(trick))
            trick = []
        card = played.card_by(rules.doubler)
        plays.append((turn, card))
        trick.append(card)
        turn = next_seat(turn, rules.players)
    if turn is None:
        raise wrong(play, "who_leads")
    return tuple(plays)


def read_timings(parsed: ParsedDeal) -> tuple[int, ...]:
    """The milliseconds of each play, or empty if no play has a time. Raises RecordError if only
    some have."""
    taken = [played.milliseconds for played in parsed.plays]
    known = [time for time in taken if time is not None]
    if known and len(known) < len(taken):
        word = parsed.plays[taken.index(None)].word
        raise wrong(word, "no_time", text=word.text)
    return tuple(known)
