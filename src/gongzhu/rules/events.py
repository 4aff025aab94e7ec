"""The events of a deal: one vocabulary for logs, messages, records and replay.

An event says only what happened in the game. The player and the time are stored outside it. In
events sent to an observer, `gongzhu.view.see` has replaced hidden fields by None.
"""

from msgspec import Struct

from gongzhu.cards import Card, Seat
from gongzhu.rules.actions import Mode, MoonChoice

Hands = tuple[tuple[Card, ...], ...]
"""The cards of each seat, by seat, each hand sorted."""


class Exposure(Struct, frozen=True, gc=False):
    """A key card exposed by a seat, with the mode."""

    seat: Seat
    card: Card
    mode: Mode


class DealBegan(Struct, frozen=True, gc=False, tag="deal_began"):
    """The cards were dealt."""

    number: int
    """Number of the deal within its game, from 0."""
    totals: tuple[int, ...]
    """Total of each side before this deal, in the order of `sides(rules)`."""
    passing: int
    """Number of places in playing order by which passed cards move on (may be negative), or 0 if no
    cards are passed."""
    leader: Seat | None
    """The seat that leads first, or None if the holder of a card leads."""
    hands: tuple[tuple[Card, ...] | None, ...]
    """The hands by seat. An observer receives None for each hand that it may not see."""


class PassChosen(Struct, frozen=True, gc=False, tag="pass_chosen"):
    """A seat chose its cards to pass. Only that seat sees this event."""

    seat: Seat
    cards: tuple[Card, ...]


class CardsPassed(Struct, frozen=True, gc=False, tag="cards_passed"):
    """All seats had chosen, and the passed cards changed hands."""

    passing: int
    """Number of places in playing order by which the cards moved on (may be negative)."""
    cards: tuple[tuple[Card, ...] | None, ...]
    """The cards that each seat passed, by giving seat. A seat sees what it gave and what it
    received. The rest is None."""


class ExposureChosen(Struct, frozen=True, gc=False, tag="exposure_chosen"):
    """A seat chose which cards to expose. Only that seat sees this event."""

    seat: Seat
    exposures: tuple[Exposure, ...]


class CardsExposed(Struct, frozen=True, gc=False, tag="cards_exposed"):
    """All seats had chosen, and all exposures except those face down became known."""

    shown: tuple[Exposure, ...]
    face_down: tuple[int, ...]
    """Number of cards that each seat exposed face down, by seat."""


class PlayBegan(Struct, frozen=True, gc=False, tag="play_began"):
    """The play of the cards began. `leader` leads the first trick."""

    leader: Seat


class CardPlayed(Struct, frozen=True, gc=False, tag="card_played"):
    """A seat played a card. `was_down` is True if the seat had exposed the card face down, which
    only now becomes known."""

    seat: Seat
    card: Card
    was_down: bool = False


class TrickTaken(Struct, frozen=True, gc=False, tag="trick_taken"):
    """The trick was complete. `seat` won it and captured its cards."""

    seat: Seat


class Claimed(Struct, frozen=True, gc=False, tag="claimed"):
    """A seat ended the deal by a claim, since no remaining card could affect the score."""

    seat: Seat


class MoonShot(Struct, frozen=True, gc=False, tag="moon_shot"):
    """A seat made a slam and must choose what it pays. If two partners pool their captures, `seat`
    is the first of them."""

    seat: Seat


class MoonChosen(Struct, frozen=True, gc=False, tag="moon_chosen"):
    """The seat that made a slam chose what it pays."""

    seat: Seat
    choice: MoonChoice


class DealEnded(Struct, frozen=True, gc=False, tag="deal_ended"):
    """The deal is over, and all cards are made known."""

    scores: tuple[int, ...]
    """The score of each pile, in the order of `piles(rules)`."""
    dealt: Hands
    """The hands as dealt, before passing."""
    passed: Hands | None
    """The cards that each seat passed, by seat, or None in a deal without passing."""


Event = (
    DealBegan
    | PassChosen
    | CardsPassed
    | ExposureChosen
    | CardsExposed
    | PlayBegan
    | CardPlayed
    | TrickTaken
    | Claimed
    | MoonShot
    | MoonChosen
    | DealEnded
)
