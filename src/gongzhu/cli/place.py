"""A place in a file of records, given by the options `--deal`, `--trick`, `--ply` and `--seat`."""

from itertools import islice
from pathlib import Path
from typing import BinaryIO

from msgspec import Struct

from gongzhu.bots.selfplay import next_to_act
from gongzhu.cards import Seat
from gongzhu.records import DealRecord, RecordError, records_of, replay, scan_file
from gongzhu.rules import Deal, Phase
from gongzhu.rules.legal import waiting
from gongzhu.texts import Lang, said, say

MOST_DEALS = 10**9
"""Most deals in a file."""


class BadPlace(ValueError):
    """A place that does not exist in a file of records, or a choice that is not possible there. The
    message is `hints.cli.PROBLEM`."""

    def __init__(self, problem: str, **values: object) -> None:
        self.problem = problem
        self._values = values
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line that says what is wrong and what is allowed."""
        return say(f"hints.cli.{self.problem}", lang, **said(self._values, lang))


def told_of(error: BadPlace, file: Path | None, lang: Lang) -> str:
    """One line for an error; it names the file if the fault is in the file."""
    told = error.text(lang)
    if file is None or error.problem not in ("record", "empty"):
        return told
    return say("cli.file", lang, file=file, error=told)


class AskedPlace(Struct, frozen=True):
    """A place as the options give it; None for options that were not given."""

    deal: int | None = None
    """Number of the deal, from 1; by default the first."""
    trick: int | None = None
    """Number of the trick, from 1; the place is where `seat` plays to it."""
    ply: int | None = None
    """Number of steps before the place: each seat's pass, each seat's exposures and each card is
    one."""
    seat: int | None = None
    """The seat; by default the one that acts next."""


class Place(Struct, frozen=True):
    """A seat at a moment of a recorded deal at which the deal is not over."""

    record: DealRecord
    ply: int
    deal: Deal
    seat: Seat


def place_in(stream: BinaryIO, asked: AskedPlace) -> Place:
    """Find the place in a file of records; the seat need not have a choice there. Raises
    BadPlace."""
    record = _record(stream, 1 if asked.deal is None else asked.deal)
    trick, ply, seat = asked.trick, asked.ply, asked.seat
    if seat is not None and not 0 <= seat < record.rules.players:
        raise BadPlace("seat", value=seat, most=record.rules.players - 1)
    if trick is not None and (ply is not None or seat is None):
        raise BadPlace("trick_and_seat")
    try:
        states = [deal for deal, _ in replay(record)]
    except RecordError as error:
        raise BadPlace("record", error=error) from error
    if trick is not None:
        ply = _at_trick(states, trick, Seat(seat or 0))
    else:
        ply = ply or 0
        if not 0 <= ply < len(states):
            raise BadPlace("ply", value=ply, most=len(states) - 1)
    deal = states[ply]
    if not waiting(deal):
        raise BadPlace("over")
    return Place(record, ply, deal, next_to_act(deal) if seat is None else Seat(seat))


def _record(stream: BinaryIO, number: int) -> DealRecord:
    try:
        wanted = number if 0 < number <= MOST_DEALS else None
        found = list(islice(records_of(scan_file(stream)), wanted))
    except RecordError as error:
        raise BadPlace("record", error=error) from error
    if not found:
        raise BadPlace("empty")
    if not 1 <= number <= len(found):
        raise BadPlace("deal", value=number, most=len(found))
    return found[-1]


def _at_trick(states: list[Deal], trick: int, seat: Seat) -> int:
    for ply, deal in enumerate(states):
        public = deal.public
        playing = public.phase is Phase.PLAYING and public.turn == seat
        if playing and len(public.tricks) == trick - 1:
            return ply
    raise BadPlace("trick", trick=trick, seat=seat)
