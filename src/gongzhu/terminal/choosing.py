"""The person's unfinished choice: the card under the cursor, the cards marked to be passed or
exposed, and the rank typed so far."""

from gongzhu.cards import Card, Rank, Suit
from gongzhu.rules import Action, Expose, Mode, Pass, Phase, Play, exposure_modes
from gongzhu.terminal.prompts import bright_cards, own_key_cards
from gongzhu.terminal.seat_view import laid_out
from gongzhu.texts import typed
from gongzhu.view import View

_RANKS = {
    **{rank.value: rank for rank in Rank},
    "1": Rank.TEN,
    **{rank.value.lower(): rank for rank in Rank if rank is not Rank.QUEEN},
}
"""The rank that each typed character means. A small q means none, since it is the key to leave."""


class Choosing:
    """The person's unfinished choice in the position that was last given to `attend`."""

    def __init__(self) -> None:
        self.cursor: Card | None = None
        self.marked: list[Card] = []
        """Cards marked to be passed."""
        self.modes: dict[Card, Mode] = {}
        """Cards marked to be exposed, and whether openly, face up or face down."""
        self._view: View | None = None
        self._hand: list[Card] = []
        self._typed: Rank | None = None

    def attend(self, view: View) -> None:
        """Start choosing in a new position. Marks are kept within a phase. The cursor stays on its
        card if that may be chosen. Otherwise it moves to the nearest card that may."""
        if self._view is None or view.public.phase is not self._view.public.phase:
            self.marked.clear()
            self.modes.clear()
        before = self._hand.index(self.cursor) if self.cursor in self._hand else 0
        self._view, self._typed = view, None
        self._hand = laid_out(view.own.hand) if view.own else []
        bright = bright_cards(view, self.marked)
        if view.public.phase is Phase.EXPOSING and not own_key_cards(view):
            self.cursor = None
        elif self.cursor not in bright:
            near = [card for card in self._hand if card in bright] or self._hand
            self.cursor = min(
                near, key=lambda card: abs(self._hand.index(card) - before), default=None
            )

    def move(self, steps: int, allowed_only: bool = False) -> None:
        """Move the cursor by `steps` cards to the right (to the left if negative), wrapping around
        at the ends of the hand. With `allowed_only`, and in exposing, only cards that may be chosen
        are counted."""
        if self.cursor is None:
            return
        cards = self._hand
        if self._view and (allowed_only or self._view.public.phase is Phase.EXPOSING):
            bright = bright_cards(self._view, self.marked)
            cards = [card for card in cards if card in bright or card is self.cursor]
        self.cursor = cards[(cards.index(self.cursor) + steps) % len(cards)]

    def point(self, card: Card) -> None:
        """Move the cursor to `card`, which must be in the hand."""
        self.cursor = card
        self._typed = None

    def type(self, sign: str) -> bool:
        """Handle a typed character, and return True if it has a meaning. A rank moves the cursor to
        the next card of that rank. A letter s, h, c or d after it selects that very card. A capital
        letter of a suit moves the cursor to the next card of that suit."""
        sign = typed(sign)
        suit = next((suit for suit in Suit if suit.value == sign.upper()), None)
        if self._typed and suit:
            card = Card(self._typed.value + suit.value)
            self._typed = None
            if card in self._hand:
                self.cursor = card
            return True
        if self._typed is Rank.TEN and sign == "0":
            return True
        self._typed = _RANKS.get(sign)
        if self._typed:
            self._next_of([card for card in self._hand if card.rank is self._typed])
        elif suit and sign.isupper():
            self._next_of([card for card in self._hand if card.suit is suit])
        return bool(self._typed or (suit and sign.isupper()))

    def _next_of(self, cards: list[Card]) -> None:
        if cards:
            place = cards.index(self.cursor) + 1 if self.cursor in cards else 0
            self.cursor = cards[place % len(cards)]

    def turn(self) -> Action | None:
        """Handle the key Space. In passing, mark or unmark the card under the cursor, and in
        exposing, change how it is exposed. Both return None. In other phases return the action that
        the key Enter takes (`answer`)."""
        view, card = self._view, self.cursor
        if view is None or card is None:
            return self.answer()
        match view.public.phase:
            case Phase.PASSING:
                if card in self.marked:
                    self.marked.remove(card)
                elif len(self.marked) < view.rules.pass_count:
                    self.marked.append(card)
            case Phase.EXPOSING:
                self._turn_mode(view, card)
            case _:
                return self.answer()
        return None

    def answer(self) -> Action | None:
        """Handle the key Enter. Returns the action chosen so far, legal or not. In passing with too
        few cards marked, the card under the cursor is marked or unmarked instead, and None is
        returned."""
        view, card = self._view, self.cursor
        if view is None:
            return None
        match view.public.phase:
            case Phase.PASSING:
                if len(self.marked) == view.rules.pass_count:
                    return Pass(tuple(self.marked))
                return self.turn()
            case Phase.EXPOSING:
                return Expose(dict(self.modes))
            case _:
                return Play(card) if card else None

    def _turn_mode(self, view: View, card: Card) -> None:
        if card not in bright_cards(view, ()):
            return
        ways = (None, *exposure_modes(view.rules))
        following = ways[(ways.index(self.modes.get(card)) + 1) % len(ways)]
        self.modes.pop(card, None)
        if following:
            self.modes[card] = following
