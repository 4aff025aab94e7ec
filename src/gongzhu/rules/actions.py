"""The actions of a game: one tagged union, on the wire as in memory.

An action says what is done. The seat that does it stands beside it, so that nobody can write
another seat's name into an action.
"""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card

Mode = Literal["open", "down", "up"]
"""A way of exposing a key card: `open` where exposing doubles; `down` (face down, doubles) or
`up` (face up, quadruples) where cards are put up for sale."""

MoonChoice = Literal["others", "self"]
"""The shooter's choice for a moon: 26 to each of the others, or 26 off its own total."""


class Pass(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pass"):
    """Choose the three cards to pass; nobody sees them before all have chosen."""

    cards: tuple[Card, ...]


class Expose(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="expose"):
    """Choose which key cards to expose, and how; none at all is a choice too."""

    modes: dict[Card, Mode]


class Play(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play"):
    """Play a card to the trick, or lead it."""

    card: Card


class ChooseMoon(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="moon"):
    """Say whom the moon that the seat shot counts for."""

    choice: MoonChoice


class Claim(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="claim"):
    """End the deal, since no card that is left can count any more."""


Action = Pass | Expose | Play | ChooseMoon | Claim
