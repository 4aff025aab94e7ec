"""The actions that a seat can take in a deal, used in memory and in messages alike, and the reasons
why an action is illegal.

An action does not contain the seat that takes it. The seat is always passed beside the action, so
that a client cannot send an action in another seat's name.
"""

from typing import Literal

from msgspec import Struct

from gongzhu.cards import Card, Suit
from gongzhu.texts import Lang, say

Mode = Literal["open", "down", "up"]
"""Mode in which a key card is exposed. `open`: the only mode under the option `sale = "open"`,
doubles the card's value. Under `sale = "face-down-or-up"`: `down` (face down) doubles and `up`
(face up) quadruples it."""

MoonChoice = Literal["others", "self"]
"""Choice of the seat that made a slam (rule option `all_point_cards = "choice"`): `others` charges
the slam's points to each pile of the other sides, `self` credits them to its own pile."""


class Pass(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="pass"):
    """Choose the cards to pass, as many as the option `pass_count` says. The choice stays hidden
    until all seats have chosen."""

    cards: tuple[Card, ...]


class Expose(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="expose"):
    """Choose which key cards to expose and in which mode. An empty `modes` exposes none, but must
    be sent too."""

    modes: dict[Card, Mode]


class Play(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="play"):
    """Play a card to the current trick, or lead it if the trick is empty."""

    card: Card


class ChooseMoon(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="moon"):
    """Choose what a slam of this seat pays. Only legal in the phase MOON."""

    choice: MoonChoice


class Claim(Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag="claim"):
    """End the deal early, which any seat may do once no remaining card can affect the score."""


Action = Pass | Expose | Play | ChooseMoon | Claim


def same_action(one: Action, other: Action) -> bool:
    """True if two actions have the same effect. The order of passed cards does not matter."""
    if isinstance(one, Pass) and isinstance(other, Pass):
        return set(one.cards) == set(other.cards)
    return one == other


class Reason(Struct, frozen=True):
    """The rule that forbids an action. `code` is the key of the message `reasons.CODE` in the text
    catalogues. `cards`, `suit` and `count` fill the placeholders that this message has."""

    code: str
    cards: tuple[Card, ...] = ()
    suit: Suit | None = None
    count: int = 0

    def text(self, lang: Lang = "en") -> str:
        """The message in the language `lang`, such as `you have spades: follow suit`."""
        joint = say("rules.joint", lang)
        return say(
            f"reasons.{self.code}",
            lang,
            cards=joint.join(str(card) for card in self.cards),
            suit=say(f"cards.suit.{self.suit.value}", lang) if self.suit else "",
            count=self.count,
        )


class IllegalAction(ValueError):
    """Raised for an action that the rules forbid, with the `reason`. The deal is unchanged."""

    def __init__(self, reason: Reason) -> None:
        self.reason = reason
        super().__init__(reason)

    def __str__(self) -> str:
        # The text is made only when needed: many callers just test whether an action is legal.
        return self.reason.text()
