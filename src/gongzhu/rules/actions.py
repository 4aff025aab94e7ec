"""The actions that a seat can take in a deal, in the same form in messages as in memory, and the
reasons why an action is not allowed.

An action says what is done. The seat that does it stands beside it, so that nobody can write
another seat's name into an action.
"""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Suit
from gongzhu.texts import Lang, say

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
    """Choose what the moon that the seat shot does: points for the others, or points off its own
    total."""

    choice: MoonChoice


class Claim(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="claim"):
    """End the deal, since no card that is left can count any more."""


Action = Pass | Expose | Play | ChooseMoon | Claim


def same_action(one: Action, other: Action) -> bool:
    """True if two actions do the same: the order of passed cards does not matter."""
    if isinstance(one, Pass) and isinstance(other, Pass):
        return set(one.cards) == set(other.cards)
    return one == other


class Reason(Struct, frozen=True):
    """The rule that forbids an action: the message `reasons.CODE`, and the values for it."""

    code: str
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    count: int = 0

    def text(self, lang: Lang = "en") -> str:
        """The rule in words, such as `you have spades: follow suit`."""
        joint = say("rules.joint", lang)
        return say(
            f"reasons.{self.code}",
            lang,
            cards=joint.join(str(card) for card in self.cards),
            suit=say(f"cards.suit.{self.suit.value}", lang) if self.suit else "",
            count=self.count,
        )


class IllegalAction(ValueError):
    """Raised for an action that the rules forbid; nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)

    def __str__(self) -> str:
        # A caller that only tries actions needs no text.
        return self.reason.text()
