"""The events of a deal, which are used for logs, messages, records and replay alike.

Events hold only what happened in the game; who sent the action, and when, is stored around them. In
the events that an observer is shown, `gongzhu.view.see` has set hidden fields to None.
"""

from msgspec import Struct

from gongzhu.cards import Card, Seat
from gongzhu.rules.actions import Mode, MoonChoice

Hands = tuple[tuple[Card, ...], ...]
"""The cards of each seat, sorted."""


class Exposure(Struct, frozen=True, gc=False):
    """A key card that a seat exposed, and how."""

    seat: Seat
    card: Card
    mode: Mode


class DealBegan(Struct, frozen=True, gc=False, tag="deal_began"):
    """The cards were dealt."""

    number: int
    """Number of the deal within its game, 0-based."""
    totals: tuple[int, ...]
    """Total of each side before this deal."""
    passing: int
    """The number of seats by which the passed cards move on; 0 if nothing is passed."""
    leader: Seat | None
    """The seat that leads first; None if the holder of a card does."""
    hands: tuple[tuple[Card, ...] | None, ...]
    """A seat sees its own hand; the others are None."""


class PassChosen(Struct, frozen=True, gc=False, tag="pass_chosen"):
    """A seat chose what to pass; only that seat sees it."""

    seat: Seat
    cards: tuple[Card, ...]


class CardsPassed(Struct, frozen=True, gc=False, tag="cards_passed"):
    """All seats had chosen, and the passed cards changed hands."""

    passing: int
    """The number of seats by which the cards moved on."""
    cards: tuple[tuple[Card, ...] | None, ...]
    """The cards that each seat passed. A seat sees what it passed and what it received; the rest is
    None."""


class ExposureChosen(Struct, frozen=True, gc=False, tag="exposure_chosen"):
    """A seat chose what to expose; only that seat sees it."""

    seat: Seat
    exposures: tuple[Exposure, ...]


class CardsExposed(Struct, frozen=True, gc=False, tag="cards_exposed"):
    """All seats had chosen, and the exposed cards are shown, except those laid face down."""

    shown: tuple[Exposure, ...]
    face_down: tuple[int, ...]
    """Number of cards that each seat laid face down."""


class PlayBegan(Struct, frozen=True, gc=False, tag="play_began"):
    """The play of the cards began; `leader` leads the first trick."""

    leader: Seat


class CardPlayed(Struct, frozen=True, gc=False, tag="card_played"):
    """A seat played a card; `was_down` is true if it had been exposed face down, which shows only
    now."""

    seat: Seat
    card: Card
    was_down: bool = False


class TrickTaken(Struct, frozen=True, gc=False, tag="trick_taken"):
    """The trick was complete, and `seat`, which won it, captured its cards."""

    seat: Seat


class Claimed(Struct, frozen=True, gc=False, tag="claimed"):
    """A seat claimed: it ended the deal, since no card that was left could count."""

    seat: Seat


class MoonShot(Struct, frozen=True, gc=False, tag="moon_shot"):
    """A seat made a slam, and may choose what it pays; of a pooled pile, its first seat chooses."""

    seat: Seat


class MoonChosen(Struct, frozen=True, gc=False, tag="moon_chosen"):
    """The maker of a slam chose what it pays."""

    seat: Seat
    choice: MoonChoice


class DealEnded(Struct, frozen=True, gc=False, tag="deal_ended"):
    """The deal is over, and nothing is hidden any more."""

    scores: tuple[int, ...]
    """Per pile: per seat, or per partnership where captures are pooled."""
    dealt: Hands
    """The hands before passing."""
    passed: Hands | None
    """Cards that each seat passed; None in a deal without passing."""


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
