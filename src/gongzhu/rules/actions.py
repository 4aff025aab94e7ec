"""What a seat may do: one tagged union, on the wire and in logs as in memory."""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Seat

Mode = Literal["open", "down", "up"]
"""How a key card is exposed: `open` where exposing doubles; `down` (face down, doubles) or
`up` (face up, quadruples) where cards are put up for sale."""

MoonChoice = Literal["others", "self"]
"""Whom a moon counts for: 26 to each of the others, or 26 off the shooter's own total."""


class Pass(Struct, frozen=True, tag="pass"):
    """Choose the three cards to pass; nobody sees them before all have chosen."""

    seat: Seat
    cards: tuple[Card, ...]


class Expose(Struct, frozen=True, tag="expose"):
    """Choose which key cards to expose, and how; none at all is a choice too."""

    seat: Seat
    modes: dict[Card, Mode]


class Play(Struct, frozen=True, tag="play"):
    """Play a card to the trick, or lead it."""

    seat: Seat
    card: Card


class ChooseMoon(Struct, frozen=True, tag="moon"):
    """Say whom the moon that this seat shot counts for."""

    seat: Seat
    choice: MoonChoice


class Claim(Struct, frozen=True, tag="claim"):
    """End the deal, since no card that is left can count any more."""

    seat: Seat


Action = Pass | Expose | Play | ChooseMoon | Claim
