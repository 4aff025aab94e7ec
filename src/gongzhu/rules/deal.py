"""The immutable state of a deal, split into what everybody knows and what each seat alone knows.

Because of this split, `gongzhu.view` makes a view by selecting parts: a seat receives the public
part and its own part, and no hidden field has to be blanked.
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
    """The stage of a deal, named after the action it waits for. ENDED waits for none."""

    PASSING = "passing"
    EXPOSING = "exposing"
    PLAYING = "playing"
    MOON = "moon"
    ENDED = "ended"


class Trick(Struct, frozen=True, gc=False):
    """A complete trick."""

    leader: Seat
    cards: tuple[Card, ...]
    """The cards in playing order: `cards[i]` was played by the seat i places after `leader`."""
    winner: Seat


def in_turn(leader: Seat, cards: Iterable[Card], players: int) -> Plays:
    """Pairs each card of a trick, in playing order, with the seat that played it. `leader` played
    the first."""
    return tuple((next_seat(leader, players, index), card) for index, card in enumerate(cards))


class Public(Struct, frozen=True, gc=False, kw_only=True):
    """The part of a deal that everybody may know. Tuples with a value per side or seat are in the
    order of `sides(rules)` or of the seats."""

    number: int
    """Number of the deal within its game, from 0."""
    totals: tuple[int, ...]
    """Total of each side before this deal."""
    passing: int
    """Number of places in playing order by which passed cards move on (may be negative), or 0 if no
    cards are passed."""
    phase: Phase
    leader: Seat | None
    """The seat that leads the current trick. Before play, the seat that will lead first, or None if
    the holder of a card will."""
    trick: tuple[Card, ...] = ()
    """The cards of the trick in progress, in playing order, or empty between tricks."""
    tricks: tuple[Trick, ...] = ()
    """The complete tricks, in order."""
    captured: tuple[tuple[Card, ...], ...]
    """The point cards that each seat has captured, in the order of capture."""
    exposed: tuple[Exposure, ...] = ()
    """The exposures known to all. An exposure face down is added when the card is played."""
    face_down: tuple[int, ...]
    """For each seat, how many of its cards were exposed face down and have not yet been played."""
    suits_led: tuple[Suit, ...] = ()
    """The suits led to complete tricks, each once, in the order in which they were first led."""
    hearts_broken: bool = False
    claimed: Seat | None = None
    """The seat that ended the deal by a claim, or None if no seat did."""
    shooter: Seat | None = None
    """The seat that made a slam and chooses what it pays, or None unless the rules let it
    choose."""
    moon_choice: MoonChoice | None = None
    scores: tuple[int, ...] | None = None
    """The score of each pile, in the order of `piles(rules)`, or None until the deal has ended."""
    dealt: Hands | None = None
    """The hands as dealt, before passing, or None until the deal has ended."""
    passed: Hands | None = None
    """The cards that each seat passed, or None until the deal has ended, and in a deal without
    passing."""

    @property
    def players(self) -> int:
        """The number of seats."""
        return len(self.captured)

    @property
    def begun_tricks(self) -> list[Plays]:
        """The plays of each trick, complete tricks first, then the trick in progress if it has a
        card."""
        begun = [in_turn(trick.leader, trick.cards, self.players) for trick in self.tricks]
        if self.trick and self.leader is not None:
            begun.append(in_turn(self.leader, self.trick, self.players))
        return begun

    @property
    def plays(self) -> Plays:
        """Every card played in the deal, with its seat, in playing order."""
        return tuple(chain.from_iterable(self.begun_tricks))

    @property
    def turn(self) -> Seat | None:
        """The seat that must play a card or choose what a slam pays. None while all seats choose at
        once (passing, exposing) and after the end."""
        if self.phase is Phase.PLAYING and self.leader is not None:
            return Seat((self.leader + len(self.trick)) % len(self.captured))
        if self.phase is Phase.MOON:
            return self.shooter
        return None

    @property
    def pig_captor(self) -> Seat | None:
        """The seat that has captured Q♠, or None until a seat has."""
        return next((Seat(seat) for seat, cards in enumerate(self.captured) if PIG in cards), None)


class Own(Struct, frozen=True, gc=False, kw_only=True):
    """The part of a deal that one seat alone knows."""

    hand: tuple[Card, ...]
    """The cards that the seat holds now, sorted."""
    dealt: tuple[Card, ...]
    """The cards that the seat was dealt, sorted."""
    passed: tuple[Card, ...] | None = None
    """The cards that the seat chose to pass, sorted, or None until it has chosen, and in a deal
    without passing."""
    received: tuple[Card, ...] | None = None
    """The cards passed to the seat, sorted, or None until all seats have chosen, and in a deal
    without passing."""
    exposures: tuple[Exposure, ...] | None = None
    """The seat's exposures, including those face down, or None until it has chosen."""


class Deal(Struct, frozen=True, gc=False):
    """The complete state of a deal between two actions, hidden cards included. Only
    `gongzhu.rules.apply` makes the next state."""

    rules: RuleSet
    public: Public
    own: tuple[Own, ...]
    """What each seat alone knows, by seat."""
