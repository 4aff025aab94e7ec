"""The chance of a sweep: one side captures all the hearts where the rules make that good, or
otherwise all the cards of a slam."""

from collections.abc import Sequence
from math import exp

from gongzhu.bots.evaluation import add_up
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.cards import Card, Seat, Suit
from gongzhu.rules import winning_index

LOSER_COSTS = 0.9
"""Exponent by which each card of the hand that would lose a trick reduces the chance of a sweep: to
exp(-0.9) of its value."""
HEART_LOSER = 1.6
"""Number of other losing cards that a losing heart counts for, since it gives a heart away by
itself."""
MIN_CHANCE = 0.04
"""A chance of a sweep below this is treated as 0."""
LOST_LEAD_ENDS_SWEEP = 0.5
"""Probability that losing a trick without a heart in it ends a seat's sweep anyway."""
TRICK_EXHAUSTS = 0.8
"""Cards of the suit led that each seat with that suit is assumed to play to a trick: less than one,
since suits are distributed unevenly."""
UNNOTICED_CARDS = 3
"""The others react to the threat of a sweep once one seat has captured more than this number of the
cards needed for it."""
STOPPER_FACTOR = 0.35
"""The factor on another seat's chance of a sweep while this seat keeps a heart that no other card
beats."""


class SweepChances:
    """The chances that this seat or another makes a sweep (`CardValues.sweep`), and the effect of a
    trick on them."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        stakes = reading.stakes
        self._owner = stakes.owners[reading.seat]
        self._cards = stakes.values.sweep
        captured = [
            owner
            for owner, cards in zip(stakes.owners, reading.public.captured, strict=True)
            for card in cards
            if card in self._cards
        ]
        makers = set() if reading.omitted == "split" else set(captured)
        self._captured = len(captured)
        self._possible = (
            len(makers) < 2 and self._captured < len(self._cards) and reading.omitted != "sweep"
        )
        self._maker = next(iter(makers), None)
        self._losers = (
            {suit: self.losers(suit, held) for suit, held in reading.held.items()}
            if self._possible
            else {}
        )
        self.mine = self.chance(add_up(self._losers.values()))
        """The chance, 0 to 1, that this seat captures everything."""
        most = self._captured + len(reading.public.trick) + 1
        self._matters = self._possible and (self.mine >= MIN_CHANCE or most > UNNOTICED_CARDS)

    def points(self, winner: Seat, trick: Sequence[Card]) -> float:
        """Expected points for this side from the sweeps that are possible after `winner` has
        captured the trick `trick`, to which this seat played the last card.

        Capturing a heart in time stops another seat's sweep; this seat's own sweep is over when
        another seat has a heart.
        """
        if not self._matters:
            return 0.0
        stakes = self._reading.stakes
        caught = sum([card in self._cards for card in trick])
        owner = stakes.owners[winner]
        if caught and self._maker not in (None, owner):
            return 0.0
        maker = owner if caught else self._maker
        if maker is None or maker == self._owner:
            chance = self._mine_without(trick[-1])
            if chance and owner != self._owner:
                chance *= (1 - LOST_LEAD_ENDS_SWEEP) * (1 - self._lost_to_the_cards(trick))
            return chance * stakes.values.sweep_mine
        chance = self._theirs(self._captured + caught, trick[-1])
        values = stakes.values
        mine = stakes.allied(self._reading.seat, maker[0])
        return chance * (values.sweep_mine if mine else values.sweep_theirs)

    def _lost_to_the_cards(self, trick: Sequence[Card]) -> float:
        """The fraction, 0 to 1, of the unseen cards that would win this trick which are needed for
        a sweep."""
        best = trick[winning_index(trick)]
        higher = [card for card in self._reading.unseen[best.suit] if card.order > best.order]
        if not higher:
            return 0.0
        return sum(card in self._cards for card in higher) / len(higher)

    def _mine_without(self, card: Card) -> float:
        if self.mine < MIN_CHANCE:
            return 0.0
        held = tuple(other for other in self._reading.held[card.suit] if other is not card)
        gone = self._reading.followers[card.suit]
        losers = self._losers | {card.suit: self.losers(card.suit, held, gone)}
        return self.chance(add_up(losers.values()))

    def chance(self, losers: float) -> float:
        """The chance, 0 to 1, to capture everything with a hand of which `losers` cards would lose
        a trick (a losing heart counts for HEART_LOSER): exp(-LOSER_COSTS * losers), or 0 if a sweep
        by this seat is no longer possible."""
        if not self._possible or self._maker not in (None, self._owner):
            return 0.0
        return exp(-LOSER_COSTS * losers)

    def losers(self, suit: Suit, held: tuple[Card, ...], gone: float = 0.0) -> float:
        """The number of these cards that lose a trick when they are led from the highest down until
        the others have no more of the suit; each heart counts as HEART_LOSER. The others have
        `gone` fewer cards of the suit than now."""
        unseen = self._reading.unseen[suit]
        left, higher, lost = len(unseen) - gone, len(unseen) - 1, 0
        for card in reversed(held):
            if left <= 0 or higher < 0:
                break
            if unseen[higher].order > card.order:
                lost += 1
                higher -= 1
            left -= TRICK_EXHAUSTS * self._reading.active[suit]
        return lost * HEART_LOSER if suit is Suit.HEARTS else lost

    def _theirs(self, captured: int, played: Card) -> float:
        """The chance, 0 to 1, of a sweep by another seat that has captured `captured` of its n
        cards, after this seat has played the card `played`: ((captured - UNNOTICED_CARDS) /
        (n - UNNOTICED_CARDS)) ** 2, and 0 up to UNNOTICED_CARDS; times STOPPER_FACTOR if this seat
        keeps a heart that no other card beats."""
        if captured <= UNNOTICED_CARDS:
            return 0.0
        chance = ((captured - UNNOTICED_CARDS) / (len(self._cards) - UNNOTICED_CARDS)) ** 2
        return chance * STOPPER_FACTOR if self._keeps_stopper(played) else chance

    def _keeps_stopper(self, played: Card) -> bool:
        hearts = [card for card in self._reading.held[Suit.HEARTS] if card is not played]
        unseen = self._reading.unseen[Suit.HEARTS]
        return bool(hearts and unseen) and hearts[-1].order > unseen[-1].order
