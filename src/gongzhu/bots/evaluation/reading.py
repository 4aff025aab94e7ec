"""Card reading: estimates who holds the unseen cards, and how the other seats will play theirs."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from math import prod
from operator import attrgetter

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots.evaluation import Term, add_up
from gongzhu.bots.evaluation.stakes import Stakes, dear_cards
from gongzhu.cards import PIG, SUITS, Card, Seat, Suit, next_seat, seats
from gongzhu.rules import Own, Phase, Public, RuleSet, point_cards
from gongzhu.rules.facts import RULE_SETS
from gongzhu.rules.legal import bars_first_trick
from gongzhu.view import Knowledge, View, know

BySuit = dict[Suit, tuple[Card, ...]]
"""For each suit, cards of that suit from the lowest up; suits without cards have an empty tuple."""

Likely = dict[Suit, dict[Card, float]]
"""By suit, the unseen cards that one seat may hold, from the lowest up, with their
probabilities."""


class Reading(Struct, frozen=True, kw_only=True, eq=False):
    """A view of a seat with data derived from it, such as the probabilities of unseen cards; made
    once by `read`, and used to evaluate all choices of the seat."""

    rules: RuleSet
    seat: Seat
    public: Public
    """The public part of the view."""
    own: Own
    """The seat's own part of the view."""
    stakes: Stakes
    """The points of cards, given the piles and exposures."""
    held: BySuit
    """The hand of the seat, grouped by suit."""
    unseen: BySuit
    """The cards that the others hold, grouped by suit."""
    others: tuple[Seat, ...]
    """All seats but this one, in ascending order."""
    later: tuple[Seat, ...]
    """The seats that play to the trick after this one, in order."""
    likely: tuple[Likely, ...]
    """By seat, the cards that it may hold with their probabilities; empty for the seat itself."""
    void: tuple[dict[Suit, float], ...]
    """By seat and suit, the probability that the seat is void in it."""
    followers: dict[Suit, float]
    """By suit, the expected number of cards of it from the seats that still have to play to this
    trick, if this seat plays that suit."""
    active: dict[Suit, int]
    """By suit, the number of other seats that may have a card of it."""
    bound: frozenset[Card]
    """Exposed key cards that may not yet be played to a trick of their suit, unless the hand has no
    other card of it."""
    special: BySuit
    """By suit, all cards that score except hearts, whether unseen, held or played."""
    omitted: Term | None
    """The term left out of the evaluation to measure its effect; None if all terms are used."""

    @property
    def pig_is_out(self) -> bool:
        """True if another seat holds the pig and it costs its captor points; once it has been
        played, A♠ and K♠ are harmless."""
        return PIG in self.unseen[Suit.SPADES] and self.stakes.alone(PIG) < 0

    def chance(self, seat: Seat, card: Card) -> float:
        """Probability that the seat holds `card`; 0 for a card that has been seen."""
        return self.likely[seat][card.suit].get(card, 0.0)


def read(view: View, omitted: Term | None = None) -> Reading:
    """The data that the evaluation needs from a view with a hand; `omitted` is a term that the
    evaluation leaves out."""
    public, own, seat = view.public, view.own, view.seat
    assert own is not None
    assert seat is not None
    knowledge = know(_without_passes(view, own) if omitted == "passed" else view)
    if omitted == "gone":
        knowledge = _with_pig(knowledge, public, own)
    likely = _likely(view, knowledge)
    void = tuple({suit: _none(cards.values()) for suit, cards in at.items()} for at in likely)
    others = tuple([at for at in seats(public.players) if at != seat])
    later = _later(public, seat)
    stakes = Stakes(view.rules, public, own, seat, omitted)
    return Reading(
        rules=view.rules,
        seat=seat,
        public=public,
        own=own,
        stakes=stakes,
        held=by_suit(own.hand),
        unseen=by_suit(knowledge.holders),
        others=others,
        later=later,
        likely=likely,
        void=void,
        followers=_followers(public, later, void),
        active={suit: sum([bool(likely[at][suit]) for at in others]) for suit in SUITS},
        bound=frozenset(
            exposure.card
            for exposure in public.exposed
            if bars_first_trick(view.rules, exposure.mode)
            and exposure.card.suit not in public.suits_led
            and omitted != "bound"
        ),
        special=_special(view.rules),
        omitted=omitted,
    )


@lru_cache(RULE_SETS)
def _special(rules: RuleSet) -> BySuit:
    return by_suit([card for card in point_cards(rules) if card.suit is not Suit.HEARTS])


def _without_passes(view: View, own: Own) -> View:
    return replace(view, own=replace(own, received=None))


def _with_pig(knowledge: Knowledge, public: Public, own: Own) -> Knowledge:
    """The knowledge as if the pig had not been played, so that any seat that may hold spades might
    hold it; used to measure the value of remembering the pig."""
    if PIG in own.hand or PIG in public.trick:
        return knowledge
    voids = knowledge.voids
    at = tuple(seat for seat in seats(public.players) if Suit.SPADES not in voids[seat])
    holders = {**knowledge.holders, PIG: at} if at else knowledge.holders
    return replace(knowledge, holders=dict(sorted(holders.items())))


def by_suit(cards: Iterable[Card]) -> BySuit:
    """The cards grouped by suit; they must be in ascending order."""
    split: BySuit = dict.fromkeys(SUITS, ())
    for suit, group in groupby(cards, key=attrgetter("suit")):
        split[suit] = tuple(group)
    return split


def _later(public: Public, seat: Seat) -> tuple[Seat, ...]:
    if public.phase is not Phase.PLAYING:
        return ()
    to_come = public.players - len(public.trick) - 1
    return tuple([next_seat(seat, public.players, step) for step in range(1, to_come + 1)])


def _likely(view: View, knowledge: Knowledge) -> tuple[Likely, ...]:
    """By seat, the probability that it holds each unseen card: an equal share for each unknown card
    in the hands of the seats that may hold it."""
    room = [view.cards_left(at) for at in seats(view.public.players)]
    together = Counter(knowledge.holders.values())
    for at, cards in together.items():
        if len(at) == 1:
            room[at[0]] -= cards
    shares = {at: _shares(at, room) for at in together}
    likely: tuple[Likely, ...] = tuple({suit: {} for suit in SUITS} for _ in room)
    for card, at in knowledge.holders.items():
        suit = card.suit
        for seat, share in shares[at]:
            likely[seat][suit][card] = share
    return likely


def _shares(at: Sequence[Seat], room: Sequence[int]) -> list[tuple[Seat, float]]:
    """The seats in `at`, each with the probability that it holds a given card; it is proportional
    to the number of unknown cards in the seat's hand, `room`."""
    if len(at) == 1:
        return [(at[0], 1.0)]
    total = sum([room[seat] for seat in at])
    return [(seat, room[seat] / total) for seat in at]


def _none(chances: Iterable[float]) -> float:
    """Probability that a seat holds none of some cards, given the probability of holding each; the
    cards are taken as independent."""
    return prod([1 - chance for chance in chances], start=1.0)


def _followers(
    public: Public, later: Sequence[Seat], void: Sequence[dict[Suit, float]]
) -> dict[Suit, float]:
    led = public.trick[0].suit if public.trick else None
    return {
        suit: add_up([1 - void[at][suit] for at in later]) if led in (None, suit) else 0.0
        for suit in SUITS
    }


BEATS_GOOD_TRICK = 0.85
BEATS_WORTHLESS_TRICK = 0.3
BEATS_WORTHLESS_LAST = 0.55
BEATS_BAD_TRICK = 0.08
"""Probabilities that a seat with a choice beats the card that is winning a trick, by the trick's
value to it: good, worthless, worthless when it plays last, bad."""

DISCARDS_BAD_CARD = 0.85
"""Probability that a seat that cannot follow suit discards a bad card that it holds."""
PLAYS_WANTED_CARD = 0.15
"""Probability that a seat plays a card that it would rather keep, since it may have no choice."""


class Others:
    """One seat's estimates of what the other seats will do and of the points that their cards
    add."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        stakes, hearts = reading.stakes, reading.unseen[Suit.HEARTS]
        points = sorted([stakes.alone(card) for card in hearts])
        worst = points[: (len(points) + 1) // 2]
        self.mean_heart = add_up(points) / len(points) if points else 0.0
        """Mean points that a heart played by another seat gives to the pile that captures it."""
        high_heart = add_up(worst) / len(worst) if worst else 0.0
        dear = dear_cards(reading.rules)
        self._bad = sorted(
            [
                card
                for suit, cards in reading.special.items()
                for card in cards
                if card in reading.unseen[suit]
                and (card in dear or stakes.alone(card) < min(0.0, high_heart))
            ],
            key=stakes.alone,
        )
        """The unseen dear cards, and others that cost more than a high heart; the dearest
        first."""
        self.throws = {seat: self._throws(seat, high_heart) for seat in reading.others}
        """By seat, the points that it adds to a trick by discarding when it cannot follow suit: the
        dearest card that it may hold, or otherwise a high heart.

        As in all figures of this class, points are those for a captor whose pile is not doubled.
        """

    def beats(self, seat: Seat, best: Card, gain: float, *, last: bool) -> float:
        """Probability that the seat plays a higher card than `best`, which is winning the trick.
        `gain` is the points that the trick in its present state would bring the seat; `last` is
        true if the seat plays last."""
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
        will = BEATS_WORTHLESS_LAST if last else BEATS_WORTHLESS_TRICK
        if gain:
            will = BEATS_GOOD_TRICK if gain > 0 else BEATS_BAD_TRICK
        return (1 - no_higher) * (no_lower + (1 - no_lower) * will)

    def _throws(self, seat: Seat, high_heart: float) -> float:
        reading, thrown, none_yet = self._reading, 0.0, 1.0
        for card in self._bad:
            chance = reading.chance(seat, card) * DISCARDS_BAD_CARD
            thrown += none_yet * chance * reading.stakes.alone(card)
            none_yet *= 1 - chance
        heart = (1 - reading.void[seat][Suit.HEARTS]) * DISCARDS_BAD_CARD * high_heart
        return thrown + none_yet * heart

    def follows(self, seat: Seat, best: Card) -> float:
        """Points that the seat adds to the trick when it follows suit below `best`, the card that
        is winning.

        Q♠ is likely to be added under A♠ and K♠. An exposed card that may not yet be played to its
        suit is added only if it is the seat's last of the suit.
        """
        reading = self._reading
        if best.suit is Suit.HEARTS:
            return self.mean_heart
        added = 0.0
        for key in reading.special[best.suit]:
            chance = reading.chance(seat, key) if key.order < best.order else 0.0
            if not chance or (key is PIG and reading.omitted == "falls"):
                continue
            if key in reading.bound:
                for card, likely in reading.likely[seat][best.suit].items():
                    chance *= 1.0 if card is key else 1 - likely
            points = self._points(key)
            added += chance * points * (DISCARDS_BAD_CARD if points < 0 else PLAYS_WANTED_CARD)
        return added

    def _points(self, key: Card) -> float:
        """Points that a card played by another seat gives to its captor, before the doubler
        multiplies the captor's pile."""
        reading, stakes = self._reading, self._reading.stakes
        if key is reading.rules.doubler:
            return stakes.gains(key)[reading.seat]
        return stakes.alone(key)

    def adds(self, seat: Seat, best: Card, *, anything: bool = True) -> float:
        """Points that the seat is expected to add to a trick that the card `best` wins; `anything`
        is true if it may discard point cards."""
        void = self._reading.void[seat][best.suit]
        return void * self.throws[seat] * anything + (1 - void) * self.follows(seat, best)
