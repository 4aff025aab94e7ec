"""The one immutable state of a deal: what all may know, and what each seat alone knows.

The two halves are kept apart from the start, so that a view is a choice of parts:
`gongzhu.view` gives a seat the public half and its own, and there is nothing to blank out.
"""

from collections.abc import Iterable
from enum import Enum
from itertools import chain

from msgspec import Struct

from gongzhu.cards import PIG, Card, Seat, Suit, next_seat
from gongzhu.rules.actions import MoonChoice
from gongzhu.rules.events import Exposure, Hands
from gongzhu.rules.options import RuleSet

Plays = tuple[tuple[Seat, Card], ...]
"""Cards in the order of play, each with the seat that played it."""


class Phase(Enum):
    """The step of a deal, by what it waits for."""

    PASSING = "passing"
    EXPOSING = "exposing"
    PLAYING = "playing"
    MOON = "moon"
    ENDED = "ended"


class Trick(Struct, frozen=True, gc=False):
    """A finished trick."""

    leader: Seat
    cards: tuple[Card, ...]
    """The cards in the order of play: card i was played by the i-th seat from the leader."""
    winner: Seat


def in_turn(leader: Seat, cards: Iterable[Card], players: int) -> Plays:
    """The cards of a trick, each with the seat that played it."""
    return tuple((next_seat(leader, players, place), card) for place, card in enumerate(cards))


class Public(Struct, frozen=True, gc=False, kw_only=True):
    """The public facts of a deal."""

    number: int
    """Number of the deal within its game, 0-based."""
    totals: tuple[int, ...]
    """Total of each side before this deal."""
    passing: int
    """The number of seats by which the passed cards move on; 0 when nothing is passed."""
    phase: Phase
    leader: Seat | None
    """The leader of the trick; before play, the first leader if an earlier deal decided it."""
    trick: tuple[Card, ...] = ()
    """The trick on the table, in the order of play."""
    tricks: tuple[Trick, ...] = ()
    captured: tuple[tuple[Card, ...], ...]
    """The point cards that lie open before each seat, in the order of capture."""
    exposed: tuple[Exposure, ...] = ()
    """Exposures known to all: cards laid face down enter when they are played."""
    face_down: tuple[int, ...]
    """Number of cards of each seat that lie face down and have not been played."""
    suits_led: tuple[Suit, ...] = ()
    """The suits led to finished tricks, in order."""
    hearts_broken: bool = False
    claimed: Seat | None = None
    shooter: Seat | None = None
    """The seat that has made a slam and may choose what it pays."""
    moon_choice: MoonChoice | None = None
    scores: tuple[int, ...] | None = None
    """The score of each pile, when the deal has ended."""
    dealt: Hands | None = None
    """The hands before passing, when the deal has ended."""
    passed: Hands | None = None
    """Cards that each seat passed, when the deal has ended."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.captured)

    @property
    def begun_tricks(self) -> list[Plays]:
        """The cards of each trick, with the trick on the table last."""
        begun = [in_turn(trick.leader, trick.cards, self.players) for trick in self.tricks]
        if self.trick and self.leader is not None:
            begun.append(in_turn(self.leader, self.trick, self.players))
        return begun

    @property
    def plays(self) -> Plays:
        """Every card played in the deal."""
        return tuple(chain.from_iterable(self.begun_tricks))

    @property
    def turn(self) -> Seat | None:
        """The seat that is to play a card or to choose for the moon; None when all choose at
        once, and after the end."""
        if self.phase is Phase.PLAYING and self.leader is not None:
            return Seat((self.leader + len(self.trick)) % len(self.captured))
        if self.phase is Phase.MOON:
            return self.shooter
        return None

    @property
    def pig_captor(self) -> Seat | None:
        """The seat that has captured the pig; None while nobody has."""
        return next((Seat(seat) for seat, cards in enumerate(self.captured) if PIG in cards), None)


class Own(Struct, frozen=True, gc=False, kw_only=True):
    """The private knowledge of one seat, beside the public facts."""

    hand: tuple[Card, ...]
    """The cards that the seat holds now, sorted."""
    dealt: tuple[Card, ...]
    """The cards that the seat was dealt, sorted."""
    passed: tuple[Card, ...] | None = None
    """The cards that the seat chose to pass; None until it has chosen, and in a deal without
    passing."""
    received: tuple[Card, ...] | None = None
    """The cards that the seat received by passing; None until all have chosen."""
    exposures: tuple[Exposure, ...] | None = None
    """The exposures of the seat, face down or not; None until it has chosen."""


class Deal(Struct, frozen=True, gc=False):
    """A deal at one moment. `gongzhu.rules.apply` makes the next one."""

    rules: RuleSet
    public: Public
    own: tuple[Own, ...]
    """The private knowledge of each seat, by seat."""
