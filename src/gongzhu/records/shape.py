"""Checks the shape of a record: list lengths, seat numbers, and the bounds of numbers and texts.

The decoder checks types before, and `gongzhu.records.verify` checks the rules of the game
afterwards.
"""

import re
from collections.abc import Iterator
from datetime import date

from gongzhu.records.model import DealRecord
from gongzhu.rules import piles, sides

MOST = 999_999_999
"""Greatest number of a game or deal, absolute value of a score or total, and number of
milliseconds: far more than needed, and it fits in 32 bits."""

CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Matches a character that names must not contain: control characters, line breaks and
surrogates."""

_CONTROL_IN_COMMENTS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_NUMBER = re.compile("0|[1-9][0-9]{0,2}")


def misfit(record: DealRecord) -> str | None:
    """The path of the first wrong value in a record, such as `plays[16][0]`, or None if there is
    none."""
    return next(_misfits(record), None)


def _misfits(record: DealRecord) -> Iterator[str]:
    yield from _texts(record)
    yield from _lengths(record)
    yield from _seats(record)
    yield from _numbers(record)
    yield from _remarks(record)


def _texts(record: DealRecord) -> Iterator[str]:
    for seat, name in enumerate(record.players):
        if CONTROL.search(name):
            yield f"players[{seat}]"
    for key in ("preset", "dealer_seed", "event", "origin"):
        text = getattr(record, key)
        if (text and CONTROL.search(text)) or (key == "preset" and text == ""):
            yield key
    if record.date and not _is_date(record.date):
        yield "date"


def _is_date(text: str) -> bool:
    try:
        return bool(_DATE.fullmatch(text) and date.fromisoformat(text))
    except ValueError:
        return False


def _lengths(record: DealRecord) -> Iterator[str]:
    rules = record.rules
    lengths = {
        "players": rules.players,
        "hands": rules.players,
        "passes": rules.players,
        "exposures": rules.players,
        "scores": len(piles(rules)),
        "totals_before": len(sides(rules)),
        "totals": len(sides(rules)),
    }
    for key, length in lengths.items():
        value = getattr(record, key)
        if value is not None and len(value) != length:
            yield key


def _seats(record: DealRecord) -> Iterator[str]:
    players = record.rules.players
    for key in ("first_leader", "claimed"):
        seat = getattr(record, key)
        if seat is not None and not 0 <= seat < players:
            yield key
    for number, (seat, _) in enumerate(record.plays):
        if not 0 <= seat < players:
            yield f"plays[{number}][0]"
    for key in ("winners", "losers"):
        chosen = getattr(record, key)
        if any(not 0 <= seat < players for seat in chosen):
            yield key


def _numbers(record: DealRecord) -> Iterator[str]:
    for key in ("game", "deal"):
        if not 0 <= getattr(record, key) <= MOST:
            yield key
    for key in ("scores", "totals_before", "totals"):
        if any(abs(points) > MOST for points in getattr(record, key)):
            yield key


def _remarks(record: DealRecord) -> Iterator[str]:
    for key, comment in record.comments.items():
        if not _NUMBER.fullmatch(key) or int(key) > len(record.plays):
            yield "comments"
        elif _CONTROL_IN_COMMENTS.search(comment):
            yield f"comments.{key}"
    if record.timings and len(record.timings) != len(record.plays):
        yield "timings"
    for number, taken in enumerate(record.timings):
        if not 0 <= taken <= MOST:
            yield f"timings[{number}]"
