"""Positions for `gongzhu hint`, taken from a file of records or from requests of the outside-bot
protocol, and hints as text or JSON."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import BinaryIO

import msgspec
from msgspec import Struct

from gongzhu.arena.answering import rules_of, view_in
from gongzhu.arena.possible import ImpossiblePosition
from gongzhu.arena.request import BotRequest
from gongzhu.bots.reasons import Hint, find_hint
from gongzhu.bots.reasons.hint import basis, tables
from gongzhu.bots.selfplay import next_to_act
from gongzhu.cards import CardTextError, Seat, parse_cards, seats
from gongzhu.cli.common import aligned
from gongzhu.cli.position_text import NOTHING, action_of
from gongzhu.records import (
    DealRecord,
    RecordError,
    presentable_record,
    records_of,
    replay,
    scan_file,
)
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Deal,
    Phase,
    RuleError,
    RuleSet,
)
from gongzhu.rules.legal import waiting
from gongzhu.texts import Lang, said, say, typed, wrap
from gongzhu.view import View, view_of

MOST_DEALS = 10**9
"""Greatest number of a deal that can be asked for."""
WIDTH = 88
"""Greatest width of the text in columns."""


class BadPlace(ValueError):
    """Raised if a position asked for does not exist, or if a choice is not possible there.
    `problem` selects the message `hints.cli.PROBLEM`, which `values` fill in."""

    def __init__(self, problem: str, **values: object) -> None:
        self.problem = problem
        self._values = values
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """One line that says what is wrong and which values are allowed."""
        return say(f"hints.cli.{self.problem}", lang, **said(self._values, lang))


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


class Position(Struct, frozen=True):
    """A position in which a player must act: the view of their seat, and the names of all players
    by seat."""

    view: View
    names: tuple[str, ...]

    def choice(self, text: str) -> Action:
        """The legal action written as `text`: card codes to play, pass or expose, `-` to expose
        nothing, or `others` or `self` after a moon. Raises BadPlace for anything else."""
        action = self._action(text)
        reason = self.view.why_illegal(action)
        if reason is not None:
            raise BadPlace("forbidden", choice=text, why=reason)
        return action

    def _action(self, text: str) -> Action:
        view = self.view
        phase = view.public.phase
        word = typed(text).strip()
        if phase is Phase.MOON:
            if word == "others":
                return ChooseMoon("others")
            if word == "self":
                return ChooseMoon("self")
            raise BadPlace("no_choice", choice=text)
        try:
            cards = () if word == NOTHING else parse_cards(text, view.rules.doubler)
        except CardTextError as error:
            raise BadPlace("no_cards", error=error) from error
        chosen = action_of(view, cards)
        if chosen is None:
            raise BadPlace("no_choice", choice=text)
        return chosen


def position_in(
    stream: BinaryIO, number: int, trick: int | None, ply: int | None, seat: int | None
) -> Position:
    """A position in deal `number` (from 1) of a file of records. It is the position after `ply`
    steps, or the one in which `seat` plays to trick number `trick` (from 1), or without these
    arguments the first position of the deal. Each seat's pass, each seat's exposures and each card
    is one step. `seat` is the seat to advise, by default the one that acts next. Raises BadPlace if
    the position does not exist or the seat has no choice in it."""
    record = _record(stream, number)
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
    elif ply is not None and not 0 <= ply < len(states):
        raise BadPlace("ply", value=ply, most=len(states) - 1)
    deal = states[ply or 0]
    turns = waiting(deal)
    if not turns:
        raise BadPlace("over")
    at = next_to_act(deal) if seat is None else Seat(seat)
    if at not in turns:
        raise BadPlace("not_next", seat=at, next=", ".join(map(str, turns)))
    return Position(view_of(deal, at), presentable_record(record).players)


def requested(lines: Iterable[bytes], rules: RuleSet | None, lang: Lang) -> Iterator[Position]:
    """Yields the position of each line of JSON, a request of the outside-bot protocol. Requests
    without rules use `rules`. Blank lines are skipped. Raises BadPlace, with the number of the
    line, for an invalid request."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            request = msgspec.json.decode(line, type=BotRequest)
            under = rules_of(request, rules)
            view = view_in(request, under)
        except (msgspec.DecodeError, RuleError, UnicodeDecodeError) as error:
            raise BadPlace("request", line=number, error=error) from error
        except ImpossiblePosition as error:
            raise BadPlace("impossible_because", line=number, why=error) from error
        except (AssertionError, LookupError, ValueError) as error:
            raise BadPlace("impossible", line=number) from error
        if not view.must_act():
            raise BadPlace("no_act", line=number)
        names = (say("hints.who.nobody", lang, seat=seat) for seat in seats(under.players))
        yield Position(view, tuple(names))


def hint_text(position: Position, asked: Action | None, seconds: float | None, lang: Lang) -> str:
    """A hint as lines of text: the reason for the best choice, advice, and tables of figures.
    `asked` is a choice to compare with the best one. `seconds` is the thinking time, or None for a
    fixed number of rollouts."""
    found = _found(position, asked, seconds, lang)
    view, names = position.view, position.names
    words = [found.sentence, *found.advice]
    blocks = [[line for text in words for line in wrap(text, WIDTH)]]
    blocks += [[head, *aligned(rows)] for head, rows in tables(view, found, lang, names)]
    if under := basis(found, lang):
        blocks.append(list(wrap(under, WIDTH)))
    return "\n\n".join("\n".join(lines) for lines in blocks) + "\n"


def hint_json(position: Position, asked: Action | None, seconds: float | None, lang: Lang) -> str:
    """A hint as one JSON object on a line, with the same arguments as `hint_text`. Actions are
    written as in the outside-bot protocol."""
    found = _found(position, asked, seconds, lang)
    shown = {
        "seat": position.view.seat,
        "aim": found.aim,
        "sentence": found.sentence,
        "good": found.good,
        "advice": found.advice,
        "choices": [
            {
                "action": choice.action,
                "against": against,
                "points": choice.points,
                "behind": choice.behind,
                "standing": standing,
                "captures": choice.captures,
                "slam": choice.slam,
                "samples": choice.samples,
            }
            for choice, against, standing in zip(
                found.choices, found.against, found.standing, strict=True
            )
        ],
    }
    return msgspec.json.encode(shown).decode() + "\n"


def _found(position: Position, asked: Action | None, seconds: float | None, lang: Lang) -> Hint:
    view, names = position.view, position.names
    return find_hint(view, lang, seconds=seconds, asked=asked, names=names)
