"""Advice that supports an action, and what its conditions and its weight are made of."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots.evaluation import Term
from gongzhu.bots.evaluation.reading import Reading
from gongzhu.bots.evaluation.sweep import SweepChances
from gongzhu.cards import PIG, Card, Suit, next_seat
from gongzhu.rules import winning_place
from gongzhu.texts import Lang, say


class Advice(Struct, frozen=True):
    """A piece of advice from the strategy pages that supports an action."""

    name: str
    """Name of the advice; its sentence is the message `advice.NAME`."""
    points: float
    """How much of the action's lead depends on the advice, in points above 0: how much of the lead
    over the best of the actions that the advice rejects is lost when the terms of the advice are
    left out."""
    cards: tuple[Card, ...]
    """The seat's own cards that the advice is about."""

    def text(self, lang: Lang = "en") -> str:
        """The advice as one plain sentence."""
        return say(f"advice.{self.name}", lang, cards=" ".join(map(str, self.cards)))


SHARE = 1 / 3
"""The share of a lead that must depend on a term for its advice to be given."""
MIN_LEAD = 0.004
"""The least lead in pigs; a smaller one is ignored."""

Option = TypeVar("Option")


class Ablation(Generic[Option]):
    """The values of options (more is better) with all terms and without one."""

    def __init__(self, evaluate: Callable[[Term | None], Mapping[Option, float]]) -> None:
        self.values = cache(evaluate)
        """The values for each term left out, computed when first needed."""

    def lead_lost(
        self, terms: Iterable[Term], option: Option, rivals: Iterable[Option], pig: float
    ) -> float:
        """Points of the lead over the best rival that the option beats, summed over the terms
        without which it loses them; 0 if that is little."""
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
        return drop if drop >= max(SHARE * lead, least) else 0.0


CATCHERS = (Card.ACE_OF_SPADES, Card.KING_OF_SPADES)
"""The cards that the pig falls under."""
HIGH = 11
"""The order of the jack; cards of this order and above are high."""
LOW = 3
"""The order of the three; twos and threes are exit cards."""
HOPE = 0.2
"""The chance of a sweep from which on advice mentions it."""
FRESH = 2
"""Up to this many cards of a sweep captured by others, giving up the sweep counts as new."""


class Situation:
    """A card that a seat plays or may play, with the trick on the table."""

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
        """True if a partner holds the trick so far."""
        if public.trick:
            assert public.leader is not None
            place = winning_place(public.trick)
            self.best = public.trick[place]
            holder = next_seat(public.leader, public.players, place)
            self.for_partner = reading.stakes.allied(holder, reading.seat)
        played = {other for trick in public.tricks for other in trick.cards}
        self.pig_is_gone = PIG in played
        self.passed_pig = PIG in (reading.own.passed or ()) and PIG in reading.unseen[Suit.SPADES]

    def wins(self, card: Card | None = None) -> bool:
        """True if a card (by default, the card itself) is the best of the trick so far."""
        card = card or self.card
        best = self.best
        return best is None or (card.suit is best.suit and card.order > best.order)

    @property
    def trick_points(self) -> float:
        """Points that winning the trick so far would bring this seat."""
        return self.reading.stakes.trick(self.reading.seat, self.trick)

    @property
    def rest(self) -> tuple[Card, ...]:
        """The remaining cards of the suit in the hand after the card is played."""
        return tuple(card for card in self.reading.held[self.card.suit] if card is not self.card)

    @property
    def shoots(self) -> bool:
        """True if the seat has a fair chance of a sweep."""
        return SweepChances(self.reading).mine >= HOPE

    @property
    def shot(self) -> bool:
        """True if the seat had a chance of a sweep until others captured a card or two of it."""
        stakes = self.reading.stakes
        lost = sum(
            card in stakes.values.sweep
            for seat in self.reading.others
            for card in self.reading.public.captured[seat]
        )
        would = SweepChances(replace(self.reading, omitted="split")).mine >= HOPE
        return 0 < lost <= FRESH and would

    def is_top(self, card: Card) -> bool:
        """True if no other seat can beat the card."""
        return all(other.order < card.order for other in self.reading.unseen[card.suit])

    def is_exit(self, card: Card) -> bool:
        """True if the card is a two or three with nothing below it."""
        unseen = self.reading.unseen[card.suit]
        return card.order <= LOW and not any(other.order < card.order for other in unseen)
