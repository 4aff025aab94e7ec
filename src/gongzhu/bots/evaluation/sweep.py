"""The chance of a sweep: one side captures all the hearts, or everything for the moon."""

from collections.abc import Sequence
from math import exp

from gongzhu.bots.adding import add_up
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.cards import Card, Seat, Suit
from gongzhu.rules import winning_place

LOSER_COSTS = 0.9
"""The rate at which the chance falls with each card that would lose a trick: a factor of
exp(-0.9)."""
HEART_LOSER = 1.6
"""The number of other losers that a losing heart counts for: it gives a heart away by itself."""
HOPELESS = 0.04
"""A chance below this is taken for none."""
LOST_LEAD = 0.5
"""Probability that a trick lost without a heart in it ends the sweep all the same."""
TRICK_EXHAUSTS = 0.8
"""Cards of the suit led that each seat that may have some plays: less than one, since suits lie
unevenly."""
ALARM = 3
"""Cards of the sweep that one seat may capture before the others take it for a threat."""
STOPPED = 0.35
"""The factor on another's chance while this seat keeps a heart that nobody can beat."""


class SweepChances:
    """The chances of sweeps, by this seat or another, and what a trick does to them."""

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
        self._matters = self._possible and (self.mine >= HOPELESS or most > ALARM)

    def points(self, winner: Seat, trick: Sequence[Card]) -> float:
        """Points for this side that depend on a sweep, once `winner` has captured a trick to which
        this seat has played the last card.

        A heart or two taken in time stop another seat's sweep; one's own is over when another seat
        has a heart.
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
                chance *= (1 - LOST_LEAD) * (1 - self._lost_to_the_cards(trick))
            return chance * stakes.values.sweep_mine
        chance = self._theirs(self._captured + caught, trick[-1])
        values = stakes.values
        mine = stakes.allied(self._reading.seat, maker[0])
        return chance * (values.sweep_mine if mine else values.sweep_theirs)

    def _lost_to_the_cards(self, trick: Sequence[Card]) -> float:
        """The share of the unseen cards that would win this trick that belong to the sweep
        themselves."""
        best = trick[winning_place(trick)]
        higher = [card for card in self._reading.unseen[best.suit] if card.order > best.order]
        if not higher:
            return 0.0
        return sum(card in self._cards for card in higher) / len(higher)

    def _mine_without(self, card: Card) -> float:
        if self.mine < HOPELESS:
            return 0.0
        held = tuple(other for other in self._reading.held[card.suit] if other is not card)
        gone = self._reading.followers[card.suit]
        losers = self._losers | {card.suit: self.losers(card.suit, held, gone)}
        return self.chance(add_up(losers.values()))

    def chance(self, losers: float) -> float:
        """The chance, 0 to 1, to capture everything with a hand of so many losers."""
        if not self._possible or self._maker not in (None, self._owner):
            return 0.0
        return exp(-LOSER_COSTS * losers)

    def losers(self, suit: Suit, held: tuple[Card, ...], gone: float = 0.0) -> float:
        """The number of tricks that these cards lose when they are led from the top until nobody
        else has the suit, of which the others have `gone` fewer than now."""
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
        """The chance of another seat that has captured so many of the cards."""
        if captured <= ALARM:
            return 0.0
        chance = ((captured - ALARM) / (len(self._cards) - ALARM)) ** 2
        return chance * STOPPED if self._keeps_stopper(played) else chance

    def _keeps_stopper(self, played: Card) -> bool:
        hearts = [card for card in self._reading.held[Suit.HEARTS] if card is not played]
        unseen = self._reading.unseen[Suit.HEARTS]
        return bool(hearts and unseen) and hearts[-1].order > unseen[-1].order
