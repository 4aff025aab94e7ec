"""The positions for `gongzhu hint`, from a record or from requests."""

from collections.abc import Iterable, Iterator
from typing import BinaryIO, assert_never

import msgspec
from msgspec import Struct

from gongzhu.arena.answering import rules_of, view_in
from gongzhu.arena.possible import ImpossiblePosition
from gongzhu.arena.request import BotRequest
from gongzhu.cards import CardTextError, parse_cards, seats
from gongzhu.cli.place import AskedPlace, BadPlace, place_in
from gongzhu.records import presentable_record
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Expose,
    Pass,
    Phase,
    Play,
    RuleError,
    RuleSet,
    exposure_modes,
)
from gongzhu.rules.legal import waiting
from gongzhu.texts import Lang, say, typed
from gongzhu.view import View, view_of

NOTHING = "-"
"""How a choice that exposes nothing is written."""


class Position(Struct, frozen=True):
    """The view of a seat that must act, and the names of the players."""

    view: View
    names: tuple[str, ...]

    def choice(self, text: str) -> Action:
        """The action written as `text`: a card to play, three to pass, those to expose or `-`, or
        `others` or `self`. Raises BadPlace if it is not a legal choice."""
        action = self._action(text)
        reason = self.view.why_illegal(action)
        if reason is not None:
            raise BadPlace("no_choice", choice=text)
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
            cards = () if word == NOTHING else parse_cards(text)
        except CardTextError as error:
            raise BadPlace("no_cards", error=error) from error
        match phase:
            case Phase.PLAYING if len(cards) == 1:
                return Play(cards[0])
            case Phase.PASSING:
                return Pass(cards)
            case Phase.EXPOSING:
                return Expose(dict.fromkeys(cards, exposure_modes(view.rules)[0]))
            case Phase.PLAYING | Phase.ENDED:
                raise BadPlace("no_choice", choice=text)
            case _:
                assert_never(phase)


def position_in(stream: BinaryIO, asked: AskedPlace) -> Position:
    """The position at a place in a file of records. Raises BadPlace if the seat has no choice
    there."""
    place = place_in(stream, asked)
    turns = waiting(place.deal)
    if place.seat not in turns:
        raise BadPlace("not_next", seat=place.seat, next=", ".join(map(str, turns)))
    names = presentable_record(place.record).players
    return Position(view_of(place.deal, place.seat), names)


def requested(lines: Iterable[bytes], rules: RuleSet | None, lang: Lang) -> Iterator[Position]:
    """The position of each request of the outside-bot protocol; requests without rules use `rules`.
    Raises BadPlace, which names the line."""
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
