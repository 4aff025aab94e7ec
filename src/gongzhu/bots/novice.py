"""A bot with the faults of beginners: it looks at the trick on the table, remembers little, and has
no plan. It uses no randomness.

It makes the mistakes of human beginners. Each one is a term or a constant here, and has a test with
its name.
"""

from random import Random
from typing import assert_never

from gongzhu.bots.evaluation import add_up
from gongzhu.bots.evaluation.stakes import card_values, dear_cards
from gongzhu.cards import HEARTS, Card, Rank, Seat, Suit, next_seat
from gongzhu.rules import (
    Action,
    ChooseMoon,
    Expose,
    Mode,
    Pass,
    Phase,
    Play,
    RuleSet,
    exposure_modes,
    key_cards,
    pack_of,
    side_of,
    unanswered_moon,
    winning_index,
)
from gongzhu.view import View

LONG = 4
"""The least number of cards of a suit with which the novice thinks that it is strong in the suit,
regardless of their ranks."""


def choose_pass(rules: RuleSet, hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards to pass: the pig and other dear cards, whether well guarded or not, and the highest
    cards of any suit."""
    dear = dear_cards(rules)
    return tuple(sorted(hand, key=lambda card: (card in dear, card.order))[-rules.pass_count :])


def choose_exposures(view: View, hand: tuple[Card, ...]) -> dict[Card, Mode]:
    """The cards to expose: key cards of long suits. The novice mistakes length for strength, and A♠
    for a guard."""
    mode = exposure_modes(view.rules)[0]
    return {
        key: mode
        for key in key_cards(view.rules)
        if key in hand and sum(card.suit is key.suit for card in hand) >= LONG
    }


REMEMBERED_TRICKS = 3
"""Number of the latest tricks that the novice remembers completely."""
REMEMBERED_RANKS = frozenset({Rank.ACE, Rank.KING})
"""The ranks of cards that the novice remembers until the end of the deal."""


class Memory:
    """The past of a deal as a novice remembers it: the unseen cards and the voids, with older low
    cards and voids forgotten."""

    def __init__(self, view: View) -> None:
        public, own = view.public, view.own
        assert own is not None
        recent = public.begun_tricks[max(0, len(public.tricks) - REMEMBERED_TRICKS) :]
        seen = {*own.hand, *(card for trick in recent for _, card in trick)}
        seen.update(card for cards in public.captured for card in cards)
        for trick in public.tricks:
            seen.update(card for card in trick.cards if card.rank in REMEMBERED_RANKS)
        self._out: dict[Suit, list[Card]] = {suit: [] for suit in Suit}
        for card in pack_of(view.rules):
            if card not in seen:
                self._out[card.suit].append(card)
        self._voids = {
            (seat, trick[0][1].suit)
            for trick in recent
            for seat, card in trick
            if card.suit is not trick[0][1].suit
        }

    def out(self, suit: Suit) -> list[Card]:
        """The cards of a suit that the novice thinks the others may have, in ascending order; some
        of them were in fact played long ago."""
        return self._out[suit]

    def void(self, seat: Seat, suit: Suit) -> bool:
        """True if the novice remembers that the seat could not follow this suit."""
        return (seat, suit) in self._voids


DOUBLER_IS_BAD = 0.5
"""Cost that the novice assumes for the doubler, regardless of the other cards of its captor; in
pigs, the points that Q♠ costs."""
CAPTURE_CHANCE = 0.5
"""Probability with which the novice expects to capture a dear card, such as the pig, in a trick of
its suit that it wins."""
LEAD_PENALTY = 0.1
"""The fraction of a dear card's cost that the novice deducts for leading its suit, such as any
spade, as long as the card has not been played."""
DISCARD_COST = 0.2
"""Expected cost, in pigs (the points that Q♠ costs), of the discard of each seat that the novice
remembers to be void in the suit led."""
RANK_STEP_VALUE = 0.003
"""Value of each step in rank, in pigs (the points that Q♠ costs): the novice follows with low
cards, and discards high ones."""


def choose_card(view: View, cards: tuple[Card, ...]) -> Card:
    """The card of `cards`, the playable ones, with the highest value by `evaluate_cards`."""
    values = evaluate_cards(view, cards)
    return max(cards, key=values.__getitem__)


def evaluate_cards(view: View, cards: tuple[Card, ...]) -> dict[Card, float]:
    """By card of `cards`, the playable ones, the points of the deal's score that a novice thinks
    playing it brings; with the sign reversed in Hearts, so that more is better."""
    trick = ThisTrick(view)
    return {card: trick.points(card) for card in cards}


class ThisTrick:
    """The trick on the table as a novice sees it, with the points that playing a card to it seems
    to bring."""

    def __init__(self, view: View) -> None:
        public, own, seat = view.public, view.own, view.seat
        assert own is not None
        assert seat is not None
        assert public.leader is not None
        self._view, self._seat, self._leader = view, seat, public.leader
        self._memory = Memory(view)
        shown = {exposure.card: exposure.mode for exposure in public.exposed}
        mine = {exposure.card: exposure.mode for exposure in own.exposures or ()}
        values = card_values(view.rules, tuple((shown | mine).items()))
        self._alone, self._pig = dict(values.alone), values.grave
        if view.rules.doubler is not None:
            self._alone[view.rules.doubler] = -DOUBLER_IS_BAD * self._pig
        to_come = public.players - len(public.trick) - 1
        self._later = [next_seat(seat, public.players, step + 1) for step in range(to_come)]

    def points(self, card: Card) -> float:
        """Points that playing the card seems to bring: those of the trick if it wins, otherwise
        what the card gives to the seat that is winning. Later tricks, the lead and slams are
        ignored."""
        trick = (*self._view.public.trick, card)
        led = trick[0].suit
        index = winning_index(trick)
        neat = RANK_STEP_VALUE * self._pig * card.order
        if index < len(trick) - 1:
            holder = next_seat(self._leader, len(self._view.public.captured), index)
            given = self._sign(holder) * self._value(card)
            return given + (-neat if card.suit is led else neat)
        lies = sum(self._value(other) for other in trick)
        stays = self._stays(card)
        taken = stays * (lies + self._coming(led)) - (1 - stays) * max(0.0, self._value(card))
        if len(trick) == 1:
            taken -= LEAD_PENALTY * self._dread(led)
        return taken - neat

    def _dread(self, suit: Suit) -> float:
        """The cost in points, 0 or more, of those dear cards of a suit that the novice thinks the
        others may have."""
        out = self._memory.out(suit)
        return -add_up(self._value(card) for card in dear_cards(self._view.rules) if card in out)

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
        points = (
            -DISCARD_COST * self._pig * add_up(self._memory.void(seat, led) for seat in self._later)
        )
        points -= CAPTURE_CHANCE * self._dread(led)
        if led is Suit.HEARTS:
            mean = sum(self._value(card) for card in HEARTS) / len(HEARTS)
            points += mean * len(self._later)
        return points


class NoviceBot:
    """An opponent for a first game. It never claims, and takes a fraction of a millisecond."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The action that a beginner would choose for the view's seat, which must act."""
        rules, public, own, seat = view.rules, view.public, view.own, view.seat
        assert own is not None
        assert seat is not None
        match public.phase:
            case Phase.PLAYING:
                return Play(choose_card(view, view.playable()))
            case Phase.PASSING:
                return Pass(choose_pass(rules, own.hand))
            case Phase.EXPOSING:
                return Expose(choose_exposures(view, own.hand))
            case Phase.MOON:
                return ChooseMoon(unanswered_moon(rules, public))
            case Phase.ENDED:
                raise AssertionError("nobody must act in a deal that has ended")
            case _:
                assert_never(public.phase)
