"""How a novice chooses a card to play: by the trick on the table, and hardly by any later one.

It makes the mistakes of human beginners. Each one is a term or a constant here, and has a test with
its name.
"""

from gongzhu.bots.adding import add_up
from gongzhu.bots.evaluation.stakes import card_values
from gongzhu.bots.novice.memory import Memory
from gongzhu.cards import DOUBLER, HEARTS, PIG, Card, Seat, Suit, next_seat
from gongzhu.rules import side_of, winning_place
from gongzhu.view import View

DOUBLER_IS_BAD = 0.5
"""Cost in pigs that it assumes for the doubler, regardless of what else its captor has."""
DREAD = 0.5
"""Probability with which it expects the pig on a spade trick that it wins."""
KEEP_AWAY = 0.1
"""Cost in pigs of leading any spade while the pig is out, as it avoids the pig."""
THROWN = 0.2
"""Cost in pigs that it expects from a seat that it remembers to be void."""
NEATNESS = 0.003
"""Value of each rank in pigs: it follows with low cards, and discards high ones."""


def choose_card(view: View, cards: tuple[Card, ...]) -> Card:
    """The playable card with the highest value, as a novice estimates it."""
    values = evaluate_cards(view, cards)
    return max(cards, key=values.__getitem__)


def evaluate_cards(view: View, cards: tuple[Card, ...]) -> dict[Card, float]:
    """By card, the points of the deal's score that it seems to bring."""
    trick = ThisTrick(view)
    return {card: trick.points(card) for card in cards}


class ThisTrick:
    """The trick on the table as a novice sees it."""

    def __init__(self, view: View) -> None:
        public, own, seat = view.public, view.own, view.seat
        assert own is not None
        assert seat is not None
        assert public.leader is not None
        self._view, self._seat, self._leader = view, seat, public.leader
        self._memory = Memory(view)
        shown = {exposure.card: exposure.mode for exposure in public.exposed}
        mine = {exposure.card: exposure.mode for exposure in own.exposures or ()}
        self._alone = dict(card_values(view.rules, tuple((shown | mine).items())).alone)
        self._pig = -self._alone[PIG]
        if DOUBLER in self._alone:
            self._alone[DOUBLER] = -DOUBLER_IS_BAD * self._pig
        to_come = public.players - len(public.trick) - 1
        self._later = [next_seat(seat, public.players, step + 1) for step in range(to_come)]

    def points(self, card: Card) -> float:
        """Points that the card seems to bring: in the trick that it wins, or by the card that it
        gives to the seat that is winning the trick. Later tricks, the lead and slams are
        ignored."""
        trick = (*self._view.public.trick, card)
        led = trick[0].suit
        place = winning_place(trick)
        neat = NEATNESS * self._pig * card.order
        if place < len(trick) - 1:
            holder = next_seat(self._leader, len(self._view.public.captured), place)
            given = self._sign(holder) * self._value(card)
            return given + (-neat if card.suit is led else neat)
        lies = sum(self._value(other) for other in trick)
        stays = self._stays(card)
        taken = stays * (lies + self._coming(led)) - (1 - stays) * max(0.0, self._value(card))
        if len(trick) == 1 and led is PIG.suit and self._pig_is_out:
            taken -= KEEP_AWAY * self._pig
        return taken - neat

    @property
    def _pig_is_out(self) -> bool:
        return PIG in self._memory.out(PIG.suit)

    def _value(self, card: Card) -> float:
        return self._alone.get(card, 0.0)

    def _sign(self, holder: Seat) -> int:
        rules = self._view.rules
        return 1 if side_of(rules, holder) == side_of(rules, self._seat) else -1

    def _stays(self, card: Card) -> float:
        """Probability that the card, the best so far, remains the best when all have played."""
        out = self._memory.out(card.suit)
        if not out:
            return 1.0
        share: float = sum(other.order < card.order for other in out) / len(out)
        return share ** len(self._later)

    def _coming(self, led: Suit) -> float:
        """Points that the seats still to play are expected to add if the novice wins the trick."""
        if not self._later:
            return 0.0
        points = -THROWN * self._pig * add_up(self._memory.void(seat, led) for seat in self._later)
        if led is PIG.suit and self._pig_is_out:
            points -= DREAD * self._pig
        if led is Suit.HEARTS:
            mean = sum(self._value(card) for card in HEARTS) / len(HEARTS)
            points += mean * len(self._later)
        return points
