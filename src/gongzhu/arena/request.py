"""The questions to an outside bot (docs/outside-bots.md). Its answer is an `Action` of the rules.

A request contains everything that the seat may know, and does not depend on earlier requests, so a
bot can be asked about any position, in any order.
"""

from collections.abc import Iterable
from typing import Any, Literal, assert_never, get_args

from msgspec import Struct, convert

from gongzhu.cards import KEY_CARDS, Card, Seat, seats
from gongzhu.rules import (
    Family,
    Mode,
    MoonChoice,
    Phase,
    RuleSet,
    RuleValue,
    option_values,
)
from gongzhu.rules.deal import in_turn
from gongzhu.view import View

Kind = Literal["pass", "expose", "play", "moon"]
TrickCards = tuple[tuple[Seat, Card], ...]
"""The cards of one trick in the order of play, each with the seat that played it."""

PHASES: dict[Kind, Phase] = {
    "pass": Phase.PASSING,
    "expose": Phase.EXPOSING,
    "play": Phase.PLAYING,
    "moon": Phase.MOON,
}
_KINDS = {phase: kind for kind, phase in PHASES.items()}


class BotRequest(Struct, frozen=True, kw_only=True):
    """One question to a bot, with all that its seat may know. Tuples by seat begin with seat 0, in
    playing order."""

    type: Kind
    """The kind of choice that the bot must make."""
    game: Family
    """Gong Zhu or Hearts."""
    seat: Seat
    """The bot's seat."""
    rules: dict[str, RuleValue]
    """Every option with its value, by the names that `gongzhu rules show` explains."""
    hand: tuple[Card, ...]
    """The cards in its hand."""
    leader: Seat | None = None
    """The seat that led the trick on the table or is to lead; None if that is not known yet."""
    trick: TrickCards = ()
    """The trick on the table."""
    history: tuple[TrickCards, ...] = ()
    """The finished tricks."""
    exposures: tuple[dict[Card, Mode], ...] = ()
    """By seat, the exposed cards known to this seat: its own, and those that others have shown."""
    passed: tuple[Card, ...] | None = None
    """The cards that it passed, or None if it has not passed any."""
    received: tuple[Card, ...] | None = None
    """The cards that it was passed, or None if it has not received any."""
    captured: tuple[tuple[Card, ...], ...] = ()
    """Captured point cards by seat."""
    totals: tuple[int, ...] = ()
    """Total of each side before this deal."""
    legal: tuple[str, ...] = ()
    """The allowed choices: cards to play, cards that may be passed, cards that may be exposed, or
    choices for a moon."""
    deal: int = 0
    """Number of the deal within the game, 0-based."""
    passing: int | None = None
    """Number of seats by which cards are passed; None for the number that the rules give for this
    deal."""
    face_down: tuple[int, ...] = ()
    """Number of unplayed cards of each seat that lie face down."""


class StartLine(Struct, frozen=True, kw_only=True, tag_field="type", tag="start"):
    """A line that announces to an outside bot that a deal begins; it needs no answer."""

    game: Family
    """Gong Zhu or Hearts."""
    rules: dict[str, RuleValue]
    """Every option with its value, by name."""
    deal: int
    """Number of the deal within the game, 0-based."""
    seats: tuple[Seat, ...]
    """The seats that the bot plays."""


class EndLine(Struct, frozen=True, kw_only=True, tag_field="type", tag="end"):
    """A line that announces to an outside bot that the deal has ended; it needs no answer."""

    scores: tuple[int, ...]
    """Scores by pile."""


def start_of(rules: RuleSet, number: int, at: Iterable[Seat]) -> StartLine:
    """The line that announces to a bot that deal `number` (0-based) of a game begins, in which it
    plays the seats `at`."""
    return StartLine(
        game=rules.family,
        rules=convert(option_values(rules), dict[str, Any]),
        deal=number,
        seats=tuple(at),
    )


def request_of(view: View) -> BotRequest:
    """The request to a bot whose seat has this view and must act."""
    public, own, seat = view.public, view.own, view.seat
    assert own is not None
    assert seat is not None
    players = public.players
    exposures: list[dict[Card, Mode]] = [{} for _ in seats(players)]
    for item in (*public.exposed, *(own.exposures or ())):
        exposures[item.seat][item.card] = item.mode
    kind = _KINDS[public.phase]
    return BotRequest(
        type=kind,
        game=view.rules.family,
        seat=seat,
        rules=convert(option_values(view.rules), dict[str, Any]),
        hand=own.hand,
        leader=public.leader,
        trick=in_turn(public.leader or Seat(0), public.trick, players),
        history=tuple(in_turn(trick.leader, trick.cards, players) for trick in public.tricks),
        exposures=tuple(exposures),
        passed=own.passed,
        received=own.received,
        captured=public.captured,
        totals=public.totals,
        legal=_legal(view, kind),
        deal=public.number,
        passing=public.passing,
        face_down=public.face_down,
    )


def _legal(view: View, kind: Kind) -> tuple[str, ...]:
    assert view.own is not None
    match kind:
        case "play":
            return tuple(card.value for card in view.playable())
        case "pass":
            return tuple(card.value for card in view.own.hand)
        case "expose":
            return tuple(card.value for card in KEY_CARDS if card in view.own.hand)
        case "moon":
            return get_args(MoonChoice)
        case _:
            assert_never(kind)
