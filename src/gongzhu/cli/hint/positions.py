"""The positions that `gongzhu hint` is asked about: of a record, or as a request describes them."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import BinaryIO, assert_never

import msgspec
from msgspec import Struct

from gongzhu.arena.position import rules_of, view_in
from gongzhu.arena.request import Request
from gongzhu.bots.selfplay import next_to_act
from gongzhu.cards import CardTextError, Seat, parse_cards, seats
from gongzhu.records import DealRecord, RecordError, records_of, replay, scan_file
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Deal,
    Expose,
    Pass,
    Phase,
    Play,
    RuleError,
    RuleSet,
    exposure_modes,
    must_act,
)
from gongzhu.texts import Lang, say
from gongzhu.view import View, view_of

NOTHING = "-"
"""The written form of a choice that exposes nothing."""


class BadPosition(ValueError):
    """Input that is no position, or no choice in one; the message is `hints.cli.PROBLEM`."""

    def __init__(self, problem: str, **values: object) -> None:
        self.problem = problem
        self._values = values
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line: what is wrong, and what is allowed."""
        values = {
            name: value.text(lang) if isinstance(value, RecordError | CardTextError) else value
            for name, value in self._values.items()
        }
        return say(f"hints.cli.{self.problem}", lang, **values)


class Position(Struct, frozen=True):
    """The view of a seat that must act, and the names of the players."""

    view: View
    names: tuple[str, ...]

    def choice(self, text: str) -> Action:
        """The action that a text names: a card to play, three to pass, those to expose or `-`,
        `others` or `self`. Raises BadPosition."""
        action = self._action(text)
        reason = self.view.why_illegal(action)
        if reason is not None:
            raise BadPosition("no_choice", choice=text)
        return action

    def _action(self, text: str) -> Action:
        view = self.view
        phase = view.public.phase
        if phase is Phase.MOON:
            if text == "others":
                return ChooseMoon("others")
            if text == "self":
                return ChooseMoon("self")
            raise BadPosition("no_choice", choice=text)
        try:
            cards = () if text == NOTHING else parse_cards(text)
        except CardTextError as error:
            raise BadPosition("no_cards", error=error) from error
        match phase:
            case Phase.PLAYING if len(cards) == 1:
                return Play(cards[0])
            case Phase.PASSING:
                return Pass(cards)
            case Phase.EXPOSING:
                return Expose(dict.fromkeys(cards, exposure_modes(view.rules)[0]))
            case Phase.PLAYING | Phase.ENDED:
                raise BadPosition("no_choice", choice=text)
            case _:
                assert_never(phase)


def position_in(
    stream: BinaryIO, number: int, trick: int | None, ply: int | None, seat: int | None
) -> Position:
    """A position of the `number`th deal, from 1, in a file of records.

    Either where `seat` plays to `trick`, from 1, or after `ply` things that happened: each
    seat's pass, each seat's exposures, each card; at the beginning where neither is given.
    Without `seat` it is the one that is next. Raises BadPosition.
    """
    record = _record(stream, number)
    if seat is not None and not 0 <= seat < record.rules.players:
        raise BadPosition("seat", value=seat, most=record.rules.players - 1)
    if trick is not None and (ply is not None or seat is None):
        raise BadPosition("trick_and_seat")
    try:
        states = [deal for deal, _ in replay(record)]
    except RecordError as error:
        raise BadPosition("record", error=error) from error
    if trick is not None:
        deal = _at_trick(states, trick, Seat(seat or 0))
    else:
        deal = _after(states, ply or 0)
    if not _waiting(deal):
        raise BadPosition("over")
    at = next_to_act(deal) if seat is None else Seat(seat)
    if at not in _waiting(deal):
        raise BadPosition("not_next", seat=at, next=", ".join(map(str, _waiting(deal))))
    return Position(view_of(deal, at), record.players)


def requested(lines: Iterable[bytes], rules: RuleSet | None) -> Iterator[Position]:
    """The position of each request of the outside-bot protocol; `rules` are for those that bring
    none. Raises BadPosition, which names the line."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            request = msgspec.json.decode(line, type=Request)
            under = rules_of(request, rules)
            view = view_in(request, under)
        except (msgspec.DecodeError, RuleError, UnicodeDecodeError) as error:
            raise BadPosition("request", line=number, error=error) from error
        except (AssertionError, LookupError, ValueError) as error:
            raise BadPosition("impossible", line=number) from error
        if not view.must_act():
            raise BadPosition("no_act", line=number)
        yield Position(view, tuple(f"seat {seat}" for seat in seats(under.players)))


def _record(stream: BinaryIO, number: int) -> DealRecord:
    try:
        found = list(islice(records_of(scan_file(stream)), max(number, 1)))
    except RecordError as error:
        raise BadPosition("record", error=error) from error
    if not 1 <= number <= len(found):
        raise BadPosition("deal", value=number, most=len(found))
    return found[-1]


def _at_trick(states: list[Deal], trick: int, seat: Seat) -> Deal:
    for deal in states:
        public = deal.public
        playing = public.phase is Phase.PLAYING and public.turn == seat
        if playing and len(public.tricks) == trick - 1:
            return deal
    raise BadPosition("trick", trick=trick, seat=seat)


def _after(states: list[Deal], ply: int) -> Deal:
    if not 0 <= ply < len(states):
        raise BadPosition("ply", value=ply, most=len(states) - 1)
    return states[ply]


def _waiting(deal: Deal) -> list[Seat]:
    everyone = seats(deal.rules.players)
    return [seat for seat in everyone if must_act(deal.public, deal.own[seat], seat)]
