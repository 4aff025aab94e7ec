"""Events of a deal: one tagged union that is the log, the wire, the record and the replay.

Who did it from where and when wraps the events outside; they hold the game alone.
A field that is None where it says so was hidden by `gongzhu.view.see`.
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
    """0-based, within the game."""
    totals: tuple[int, ...]
    """Total of each side before this deal."""
    passing: int
    """Seats by which the three cards go on; 0 when nothing is passed."""
    leader: Seat | None
    """The first leader where the deal before decided it, else None."""
    hands: tuple[tuple[Card, ...] | None, ...]
    """A seat sees its own hand; the others are None."""


class PassChosen(Struct, frozen=True, gc=False, tag="pass_chosen"):
    """A seat chose what to pass; only that seat sees it."""

    seat: Seat
    cards: tuple[Card, ...]


class CardsPassed(Struct, frozen=True, gc=False, tag="cards_passed"):
    """All had chosen, and the cards changed hands."""

    passing: int
    """Seats by which the cards went on."""
    cards: tuple[tuple[Card, ...] | None, ...]
    """By giver. A seat sees what it gave and what it was given; the rest is None."""


class ExposureChosen(Struct, frozen=True, gc=False, tag="exposure_chosen"):
    """A seat chose what to expose; only that seat sees it."""

    seat: Seat
    exposures: tuple[Exposure, ...]


class CardsExposed(Struct, frozen=True, gc=False, tag="cards_exposed"):
    """All had chosen, and what is exposed is shown."""

    shown: tuple[Exposure, ...]
    face_down: tuple[int, ...]
    """Number of cards that each seat laid face down."""


class PlayBegan(Struct, frozen=True, gc=False, tag="play_began"):
    """The first trick is up to `leader`."""

    leader: Seat


class CardPlayed(Struct, frozen=True, gc=False, tag="card_played"):
    """A card was played; `was_down` when it had lain face down, which shows only now."""

    seat: Seat
    card: Card
    was_down: bool = False


class TrickTaken(Struct, frozen=True, gc=False, tag="trick_taken"):
    """The trick was complete, and `seat` captured it."""

    seat: Seat


class Claimed(Struct, frozen=True, gc=False, tag="claimed"):
    """No card that was left could count, and `seat` ended the deal."""

    seat: Seat


class MoonShot(Struct, frozen=True, gc=False, tag="moon_shot"):
    """A seat captured every point card, and may choose whom that counts for."""

    seat: Seat


class MoonChosen(Struct, frozen=True, gc=False, tag="moon_chosen"):
    """The shooter chose."""

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
