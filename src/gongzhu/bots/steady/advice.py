"""A piece of advice that supports an action, and the means to decide which advice applies and how
much depends on it."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots.evaluation import Term
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.cards import PIG, Card, Suit, next_seat
from gongzhu.rules import winning_index
from gongzhu.texts import Lang, say


class Advice(Struct, frozen=True):
    """A piece of advice from the strategy pages that supports an action."""

    name: str
    """Name of the advice; its sentence is the message `advice.NAME`."""
    points: float
    """The part of the action's lead that depends on the advice, in points, above 0. The lead is
    over the best of the actions that the advice rejects; the part is lost when the evaluation
    leaves out the advice's terms."""
    cards: tuple[Card, ...]
    """The seat's own cards that the advice is about."""

    def text(self, lang: Lang = "en") -> str:
        """The advice as one plain sentence."""
        return say(f"advice.{self.name}", lang, cards=" ".join(map(str, self.cards)))


MIN_LOST_SHARE = 1 / 3
"""The least share of an action's lead that must be lost without a term of the evaluation for advice
about it to be given."""
MIN_LEAD = 0.004
"""The least lead over another action that matters, in pigs (the points that Q♠ costs)."""

Option = TypeVar("Option")


class Ablation(Generic[Option]):
    """Measures how much the lead of an option (a card, a pass) depends on terms of the evaluation,
    by evaluating options with all terms and with one left out. Values are in points; more is
    better."""

    def __init__(self, evaluate: Callable[[Term | None], Mapping[Option, float]]) -> None:
        self.values = cache(evaluate)
        """A cached function that returns the value of every option with the given term left out;
        None for all terms."""

    def lead_lost(
        self, terms: Iterable[Term], option: Option, rivals: Iterable[Option], pig: float
    ) -> float:
        """The part of the option's lead that depends on the terms: the sum over the terms of the
        points by which the lead over its best beaten rival shrinks without the term.

        0 if it beats no rival by MIN_LEAD pigs, or if the sum is less than MIN_LOST_SHARE of the
        lead or MIN_LEAD pigs. `pig` is the number of points that Q♠ costs.
        """
        values = self.values(None)
        least = MIN_LEAD * pig
        beaten = [rival for rival in rivals if values[rival] + least <= values[option]]
        if not beaten:
            return 0.0
        rival = max(beaten, key=values.__getitem__)
        lead = values[option] - values[rival]
        drop = 0.0
        for term in terms:
            without = self.values(term)
            drop += max(0.0, lead - (without[option] - without[rival]))
        return drop if drop >= max(MIN_LOST_SHARE * lead, least) else 0.0


CATCHERS = (Card.ACE_OF_SPADES, Card.KING_OF_SPADES)
"""The cards above Q♠, which capture the pig if it is played below them."""
HIGH = 11
"""The `order` of the jack in its suit; cards of this order and above count as high."""
LOW = 3
"""The `order` of the three in its suit; twos and threes count as exit cards."""
MIN_SWEEP_CHANCE = 0.2
"""The least chance of a sweep (`CardValues.sweep`) with which advice mentions it."""
MAX_RECENT_LOSSES = 2
"""Giving up one's own sweep counts as recent as long as others have captured at most this number of
the cards that a sweep takes."""


class Situation:
    """A card that a seat plays or may play, with the trick on the table. The conditions of the
    heuristics for playing are computed from it."""

    def __init__(self, reading: Reading, card: Card) -> None:
        public = reading.public
        self.reading = reading
        self.card = card
        self.trick = public.trick
        self.leads = not public.trick
        self.follows = bool(public.trick) and card.suit is public.trick[0].suit
        self.discards = bool(public.trick) and not self.follows
        self.last = not reading.later
        self.first_trick = not public.tricks
        self.best: Card | None = None
        """The card that wins the trick so far."""
        self.for_partner = False
        """True if a partner of the seat is winning the trick so far."""
        if public.trick:
            assert public.leader is not None
            index = winning_index(public.trick)
            self.best = public.trick[index]
            holder = next_seat(public.leader, public.players, index)
            self.for_partner = reading.stakes.allied(holder, reading.seat)
        played = {other for trick in public.tricks for other in trick.cards}
        self.pig_is_gone = PIG in played
        self.passed_pig = PIG in (reading.own.passed or ()) and PIG in reading.unseen[Suit.SPADES]

    def wins(self, card: Card | None = None) -> bool:
        """True if a card (by default, the situation's card) would be the best of the trick so
        far."""
        card = card or self.card
        best = self.best
        return best is None or (card.suit is best.suit and card.order > best.order)

    @property
    def trick_points(self) -> float:
        """Points that winning the trick with its present cards would bring this seat."""
        return self.reading.stakes.trick(self.reading.seat, self.trick)

    @property
    def rest(self) -> tuple[Card, ...]:
        """The remaining cards of the suit in the hand after the card is played."""
        return tuple(card for card in self.reading.held[self.card.suit] if card is not self.card)

    @property
    def shoots(self) -> bool:
        """True if the seat's chance of a sweep is at least MIN_SWEEP_CHANCE."""
        return SweepChances(self.reading).mine >= MIN_SWEEP_CHANCE

    @property
    def shot(self) -> bool:
        """True if the seat had a chance of a sweep until others captured one or two of the cards
        needed for it."""
        stakes = self.reading.stakes
        lost = sum(
            card in stakes.values.sweep
            for seat in self.reading.others
            for card in self.reading.public.captured[seat]
        )
        would = SweepChances(replace(self.reading, omitted="split")).mine >= MIN_SWEEP_CHANCE
        return 0 < lost <= MAX_RECENT_LOSSES and would

    def is_top(self, card: Card) -> bool:
        """True if no other seat can beat the card."""
        return all(other.order < card.order for other in self.reading.unseen[card.suit])

    def is_exit(self, card: Card) -> bool:
        """True if the card is a two or three with nothing below it."""
        unseen = self.reading.unseen[card.suit]
        return card.order <= LOW and not any(other.order < card.order for other in unseen)
