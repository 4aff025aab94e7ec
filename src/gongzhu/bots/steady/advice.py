"""A piece of advice that supports an action, and the tools to find out which advice applies and how
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
from gongzhu.rules import winning_place
from gongzhu.texts import Lang, say


class Advice(Struct, frozen=True):
    """A piece of advice from the strategy pages that supports an action."""

    name: str
    """Name of the advice; its sentence is the message `advice.NAME`."""
    points: float
    """How much of the action's lead depends on the advice, in points above 0: the part of its lead
    over the best action that the advice rejects which is lost when the advice's terms are left out
    of the evaluation."""
    cards: tuple[Card, ...]
    """The seat's own cards that the advice is about."""

    def text(self, lang: Lang = "en") -> str:
        """The advice as one plain sentence."""
        return say(f"advice.{self.name}", lang, cards=" ".join(map(str, self.cards)))


SHARE = 1 / 3
"""The least share of an action's lead that must be lost without a term of the evaluation for advice
about it to be given."""
MIN_LEAD = 0.004
"""The least lead over another action that matters, in pigs (the points that Q♠ costs)."""

Option = TypeVar("Option")


class Ablation(Generic[Option]):
    """Evaluates options (cards, passes) with all terms of the evaluation and with one of them left
    out, to measure how much depends on it; values are in points, and more is better."""

    def __init__(self, evaluate: Callable[[Term | None], Mapping[Option, float]]) -> None:
        self.values = cache(evaluate)
        """A function that gives the value of every option with the given term left out (None: with
        all terms), computed when first needed."""

    def lead_lost(
        self, terms: Iterable[Term], option: Option, rivals: Iterable[Option], pig: float
    ) -> float:
        """Points of the option's lead over the best rival that it beats which are lost without each
        of the terms, added up; 0 if that is little. `pig` is the number of points that Q♠ costs."""
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
"""The cards above Q♠, which capture the pig when it is played under them."""
HIGH = 11
"""The `order` of the jack in its suit; cards of this order and above count as high."""
LOW = 3
"""The `order` of the three in its suit; twos and threes count as exit cards."""
HOPE = 0.2
"""The chance of a sweep (`CardValues.sweep`) from which on advice mentions it."""
FRESH = 2
"""Greatest number of the cards that a sweep takes, captured by others, up to which giving up one's
own sweep counts as recent."""


class Situation:
    """A card that a seat plays or may play, with the trick on the table: what the conditions of
    advice ask about."""

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
            place = winning_place(public.trick)
            self.best = public.trick[place]
            holder = next_seat(public.leader, public.players, place)
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
        """Points that winning the trick as it lies would bring this seat."""
        return self.reading.stakes.trick(self.reading.seat, self.trick)

    @property
    def rest(self) -> tuple[Card, ...]:
        """The remaining cards of the suit in the hand after the card is played."""
        return tuple(card for card in self.reading.held[self.card.suit] if card is not self.card)

    @property
    def shoots(self) -> bool:
        """True if the seat's chance of a sweep is at least HOPE."""
        return SweepChances(self.reading).mine >= HOPE

    @property
    def shot(self) -> bool:
        """True if the seat had a chance of a sweep until others captured one or two of the cards it
        takes."""
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
