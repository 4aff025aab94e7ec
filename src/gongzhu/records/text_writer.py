"""Writes the text format of records: tags, hands and a table of plays for each deal."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from gongzhu.cards import Card, Seat, Suit, show_cards
from gongzhu.records.model import DealRecord
from gongzhu.rules import RuleSet, changes_from, nearest_preset, preset_of

_SUITS = tuple(reversed(Suit))
"""The suits from spades down to clubs, the order in which people sort a hand."""


def write_text(records: Iterable[DealRecord]) -> Iterator[str]:
    """Yields the canonical text of each record. Tags with the same value as in the previous record
    are omitted, so the texts must stay in order.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> list(read_text("".join(write_text([record])))) == [record]
    True
    """
    before: DealRecord | None = None
    for record in records:
        head = "".join(_tag(*tag) for tag in _head(record, before))
        gap = "\n" if before else ""
        yield gap + head + ("\n" if head else "") + "".join(_deal(record))
        before = record


def _head(record: DealRecord, before: DealRecord | None) -> Iterator[tuple[str, str]]:
    """Yields the tags (name, value) that also apply to following deals: all for the first record,
    otherwise those that differ from the record `before`."""
    if before is None:
        yield "Format", str(record.format)
    for name, now, then in (
        ("Event", record.event, before.event if before else ""),
        ("Date", record.date, before.date if before else ""),
        ("Origin", record.origin, before.origin if before else ""),
    ):
        if now != then:
            yield name, now
    if before is None or (record.rules, record.preset) != (before.rules, before.preset):
        yield from rule_tags(record.rules, record.preset)
    if before is None or record.players != before.players:
        for seat, name in enumerate(record.players):
            yield f"Seat{seat}", name


@lru_cache(maxsize=256)
def rule_tags(rules: RuleSet, preset: str | None) -> tuple[tuple[str, str], ...]:
    """The tags (name, value) of a rule set: the nearest preset, and the options that differ from
    it."""
    base = nearest_preset(rules)
    tags = [("Rules", base)]
    for key, value in changes_from(base, rules).items():
        tags.append(("Option", f"{key} = {_toml(value)}"))
    if preset != preset_of(rules):
        tags.append(("Preset", preset or ""))
    return tuple(tags)


def _toml(value: object) -> str:
    """The value of an option as in a rule file, with single quotes, which need no escaping inside a
    tag."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(_toml(item) for item in value)}]"
    if isinstance(value, dict):
        items = ", ".join(f"{key} = {_toml(item)}" for key, item in value.items())
        return f"{{ {items} }}"
    return f"'{value}'" if isinstance(value, str) else str(value)


def _deal(record: DealRecord) -> Iterator[str]:
    yield _tag("Game", str(record.game))
    yield _tag("Deal", str(record.deal))
    if record.dealer_seed is not None:
        yield _tag("Seed", record.dealer_seed)
    yield _tag("Before", _numbers(record.totals_before))
    for seat, hand in enumerate(record.hands):
        yield _tag(f"Hand{seat}", show_hand(hand))
    for seat, cards in enumerate(record.passes or ()):
        yield _tag(f"Pass{seat}", show_cards(cards))
    for seat, modes in enumerate(record.exposures):
        if modes:
            exposed = ", ".join(f"{card} {mode}" for card, mode in modes.items())
            yield _tag(f"Expose{seat}", exposed)
    if "0" in record.comments:
        yield _comment(record.comments["0"]) + "\n"
    yield _tag("Play", str(record.first_leader))
    yield from _table(record)
    if record.claimed is not None:
        yield _tag("Claim", str(record.claimed))
    if record.moon_choice is not None:
        yield _tag("Moon", record.moon_choice)
    yield _tag("Scores", _numbers(record.scores))
    yield _tag("Totals", _numbers(record.totals))
    yield _tag("GameOver", "yes" if record.game_over else "no")
    for name, seats in (("Winners", record.winners), ("Losers", record.losers)):
        if seats:
            yield _tag(name, _numbers(seats))


def show_hand(hand: Iterable[Card]) -> str:
    """A hand suit by suit from spades, each from the ace down, such as `♠AQ7 ♥K82 ♣A1054`."""
    ordered = sorted(hand, key=lambda card: -card.order)
    suits = ((suit, [card for card in ordered if card.suit is suit]) for suit in _SUITS)
    return " ".join(
        suit.symbol + "".join(str(card)[:-1] for card in cards) for suit, cards in suits if cards
    )


def _table(record: DealRecord) -> Iterator[str]:
    """Yields the table of plays: one row for each trick, cards in playing order."""
    cells = [str(card) for _, card in record.plays]
    if record.timings:
        cells = [
            f"{cell:3} ({taken // 1000}.{taken % 1000:03})"
            for cell, taken in zip(cells, record.timings, strict=True)
        ]
    width = max((len(cell) for cell in cells), default=0)
    rows: list[list[str]] = []
    next_seat = None
    for number, (seat, _) in enumerate(record.plays, start=1):
        if seat != next_seat or len(rows[-1]) > record.rules.players:
            rows.append([f"{len(rows) + 1:2}. {seat}:"])
        cell = cells[number - 1].ljust(width)
        if str(number) in record.comments:
            cell += " " + _comment(record.comments[str(number)])
        rows[-1].append(cell)
        next_seat = Seat((seat + 1) % record.rules.players)
    for row in rows:
        yield "  ".join(row).rstrip() + "\n"


def _tag(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{escaped}"]\n'


def _comment(text: str) -> str:
    """A comment in braces, escaped so that no line of it can be mistaken for a tag."""
    escaped = re.sub(r"[\\{}]", r"\\\g<0>", text)
    return "{" + re.sub(r"(\n\s*)\[", r"\1\\[", escaped) + "}"


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join(str(number) for number in numbers)
