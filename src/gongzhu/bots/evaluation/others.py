"""The odds of what other seats do: beat a card, discard bad cards, keep good cards."""

from gongzhu.bots.adding import add_up
from gongzhu.bots.evaluation.reading import KEY_OF, Reading
from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, PIG, Card, Seat, Suit

EAGER = 0.85
IDLE = 0.3
IDLE_LAST = 0.55
LOATH = 0.08
"""Probability that a seat with a choice beats the best card of a trick: a good trick, a worthless
one, a worthless one when it plays last, a bad one."""

GLADLY = 0.85
"""Probability that a seat discards a bad card when it can."""
UNWILLINGLY = 0.15
"""Probability that a seat plays a card that it would rather keep, as it may have to."""


class Others:
    """The odds of what the other seats do, as one seat estimates them."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        stakes, hearts = reading.stakes, reading.unseen[Suit.HEARTS]
        points = sorted([stakes.alone(card) for card in hearts])
        worst = points[: (len(points) + 1) // 2]
        self.mean_heart = add_up(points) / len(points) if points else 0.0
        """Mean points of a heart that another seat plays, to the one who captures it."""
        high_heart = add_up(worst) / len(worst) if worst else 0.0
        self.throws = {seat: self._throws(seat, high_heart) for seat in reading.others}
        """By seat, the points that it adds to a trick of a suit in which it is void: with the pig,
        or otherwise a high heart.

        As for everything that is added, points are those for a captor whose pile is not doubled.
        """

    def beats(self, seat: Seat, best: Card, gain: float, *, last: bool) -> float:
        """Probability that the seat beats the best card, given that winning the trick so far would
        bring it `gain` points; `last` if it plays last."""
        likely = self._reading.likely[seat][best.suit]
        if not likely:
            return 0.0
        order = best.order
        no_lower = no_higher = 1.0
        for card, chance in likely.items():
            if card.order < order:
                no_lower *= 1 - chance
            else:
                no_higher *= 1 - chance
        will = IDLE_LAST if last else IDLE
        if gain:
            will = EAGER if gain > 0 else LOATH
        return (1 - no_higher) * (no_lower + (1 - no_lower) * will)

    def _throws(self, seat: Seat, high_heart: float) -> float:
        reading = self._reading
        pig = reading.chance(seat, PIG) * GLADLY
        heart = (1 - reading.void[seat][Suit.HEARTS]) * GLADLY * high_heart
        return pig * reading.stakes.alone(PIG) + (1 - pig) * heart

    def follows(self, seat: Seat, best: Card) -> float:
        """Points that the seat adds to the trick when it follows suit below the best card.

        Q♠ is likely to be added under A♠ and K♠. A bound card is added only if it is the seat's
        last of the suit.
        """
        reading, key = self._reading, KEY_OF[best.suit]
        if key is ACE_OF_HEARTS:
            return self.mean_heart
        chance = reading.chance(seat, key) if key.order < best.order else 0.0
        if not chance or (key is PIG and reading.omitted == "falls"):
            return 0.0
        if key in reading.bound:
            for card, likely in reading.likely[seat][best.suit].items():
                chance *= 1.0 if card is key else 1 - likely
        points = self._points(key)
        return chance * points * (GLADLY if points < 0 else UNWILLINGLY)

    def _points(self, key: Card) -> float:
        """Points of a key card that another seat plays, to the one who captures it, without the
        doubling of its pile."""
        stakes = self._reading.stakes
        return stakes.gains(key)[self._reading.seat] if key is DOUBLER else stakes.alone(key)

    def adds(self, seat: Seat, best: Card, *, anything: bool = True) -> float:
        """Points that the seat adds to a trick that `best` wins; `anything` says that it may
        discard point cards."""
        void = self._reading.void[seat][best.suit]
        return void * self.throws[seat] * anything + (1 - void) * self.follows(seat, best)
