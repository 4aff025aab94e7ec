"""The value of captures under a rule set, computed with the scoring of the rules.

All values are in points of a deal's score, and more is better in both games: in Hearts a heart is
worth -1 to its captor.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from gongzhu.bots.evaluation import Term, add_up
from gongzhu.cards import DOUBLER, HEARTS, PIG, QUEEN_OF_DIAMONDS, Card, Seat, seats
from gongzhu.rules import (
    HeartsRules,
    Mode,
    Own,
    Public,
    RuleSet,
    hand_size,
    piles,
    point_cards,
    score_piles,
    side_of,
    sides,
)
from gongzhu.rules.facts import RULE_SETS, points_sign

Exposed = tuple[tuple[Card, Mode], ...]
"""The exposed cards that a seat knows of, each with its mode of exposing."""

SHARE_OF_LATER_TRICKS = 0.35
"""The share of the remaining tricks that the captor of Q♦ is expected to win."""
TRICKS_WITH_POINTS = 0.6
"""The share of tricks that contain a point card."""


class CardValues(Struct, frozen=True):
    """The values of cards under given rules and exposures, in points."""

    alone: dict[Card, float]
    """By card, its value in a pile that holds nothing else. For Q♦ it is the value of each later
    trick."""
    doubling: float
    """The factor by which the doubler (10♣) multiplies the rest of its pile."""
    sweep: frozenset[Card]
    """The cards that one side must capture for a sweep: all hearts, or in Hearts all that shooting
    the moon takes."""
    sweep_mine: float
    """Points that a sweep brings the side that makes it, relative to its rivals, beyond the points
    of its cards."""
    sweep_theirs: float
    """Points that a rival's sweep brings this side beyond the points of its cards: negative."""


@lru_cache(maxsize=RULE_SETS)
def card_values(rules: RuleSet, exposed: Exposed) -> CardValues:
    """The values of cards under these rules and exposures, found by scoring piles that contain
    them."""
    sign = points_sign(rules)
    modes = dict(exposed)

    def score(*cards: Card, tricks: int = 0) -> float:
        return sign * score_piles(rules, [cards], modes, [tricks]).points[0]

    alone = {card: score(card) for card in point_cards(rules)}
    doubling = score(PIG, DOUBLER) / score(PIG)
    sweep = point_cards(rules) if isinstance(rules, HeartsRules) else HEARTS
    swept = score_piles(rules, [sweep, ()], modes, [0, 0]).points
    maker = sign * swept[0] - sum(alone[card] for card in sweep)
    victim = sign * swept[1]
    rivals = len(sides(rules)) - 1
    after_queen = score(tricks=1)
    if after_queen:
        alone[QUEEN_OF_DIAMONDS] = after_queen
    return CardValues(
        alone=alone,
        doubling=doubling,
        sweep=frozenset(sweep),
        sweep_mine=maker - victim,
        sweep_theirs=victim - (maker + (rivals - 1) * victim) / rivals,
    )


@lru_cache(maxsize=RULE_SETS)
def _owners(rules: RuleSet) -> tuple[tuple[Seat, ...], ...]:
    """By seat, the seats that share one pile with it."""
    by_seat = {member: owner for owner in piles(rules) for member in owner}
    return tuple(by_seat[at] for at in seats(rules.players))


class Stakes:
    """The value of captures to one seat at one moment of a deal.

    Gains of rivals count as losses of its side, so a trick also matters to a seat that does not win
    it.
    """

    def __init__(
        self,
        rules: RuleSet,
        public: Public,
        own: Own,
        seat: Seat,
        omitted: Term | None = None,
    ) -> None:
        shown = {exposure.card: exposure.mode for exposure in public.exposed}
        mine = {exposure.card: exposure.mode for exposure in own.exposures or ()}
        self.values = card_values(rules, tuple((shown | mine).items()))
        everyone = seats(public.players)
        alone = omitted == "partner"
        self._sides = [at if alone else side_of(rules, at) for at in everyone]
        self.rivals = len(set(self._sides)) - 1
        """The number of other sides."""
        self._side = self._sides[seat]
        self.owners = _owners(rules)
        """By seat, the seats that share one pile with it."""
        self._piles = [
            tuple([card for member in owner for card in public.captured[member]])
            if omitted != "piles"
            else ()
            for owner in self.owners
        ]
        self.times = [self.values.doubling if DOUBLER in pile else 1.0 for pile in self._piles]
        """By seat, the factor that multiplies cards newly captured for its pile: that of 10♣ if the
        pile has it, otherwise 1."""
        self._public = public
        self._tricks_left = hand_size(rules) - len(public.tricks)
        self._nothing = (0.0,) * public.players
        self._gains: dict[Card, Sequence[float]] = {}
        self._after_queen = self._captors_of_queen()

    @property
    def pig(self) -> float:
        """Points that the pig alone costs its captor, as a positive number. It is the unit, called
        "pigs", of the constants of the evaluation."""
        return -self.values.alone[PIG]

    def alone(self, card: Card) -> float:
        """Points of the card in a pile that holds nothing else."""
        return self.values.alone.get(card, 0.0)

    def gains(self, card: Card) -> Sequence[float]:
        """By seat, the points that the card adds to the score of the seat's pile if captured by
        it."""
        if card not in self.values.alone:
            return self._nothing
        known = self._gains.get(card)
        if known is None:
            known = self._gains[card] = self._gains_of(card)
        return known

    def trick(self, seat: Seat, cards: Iterable[Card]) -> float:
        """Points that the seat gains by winning a trick with these cards."""
        gain = add_up([self.gains(card)[seat] for card in cards])
        if seat in self._after_queen:
            gain += self.values.alone[QUEEN_OF_DIAMONDS]
        return gain

    def to_me(self, seat: Seat, gain: float) -> float:
        """The value for this seat's side, in points, of `gain` points for any seat: positive for
        its own side, otherwise a negative share."""
        return gain if self._sides[seat] == self._side else -gain / self.rivals

    def allied(self, one: Seat, other: Seat) -> bool:
        """True if two seats are partners, or the same."""
        return self._sides[one] == self._sides[other]

    def _gains_of(self, card: Card) -> Sequence[float]:
        alone = self.values.alone
        if card is DOUBLER:
            return self._doubler_gains()
        if card is QUEEN_OF_DIAMONDS:
            gain = alone[card] * SHARE_OF_LATER_TRICKS * self._tricks_left
            return (gain,) * len(self._piles)
        return [
            alone[card] * times - (alone[DOUBLER] if pile == (DOUBLER,) else 0)
            for pile, times in zip(self._piles, self.times, strict=True)
        ]

    def _doubler_gains(self) -> Sequence[float]:
        """By seat, the points that capturing the doubler (10♣) brings: its own value if nothing
        else is captured; otherwise it multiplies what the pile has captured and a fair share of the
        points still to come."""
        alone = self.values.alone
        captured = {card for cards in self._public.captured for card in cards}
        to_come = sum(
            points for card, points in alone.items() if card is not DOUBLER and card not in captured
        )
        count = len(set(self.owners))
        share = to_come / count
        more = self.values.doubling - 1
        stays_alone: float = (1 - 1 / count) ** (TRICKS_WITH_POINTS * self._tricks_left)
        without_pile = stays_alone * alone[DOUBLER] + (1 - stays_alone) * more * share
        return [
            more * (sum([alone[card] for card in pile]) + share) if pile else without_pile
            for pile in self._piles
        ]

    def _captors_of_queen(self) -> tuple[Seat, ...]:
        """The seats for which every further trick counts because their pile has Q♦."""
        if QUEEN_OF_DIAMONDS in self.values.alone:
            for trick in self._public.tricks:
                if QUEEN_OF_DIAMONDS in trick.cards:
                    return self.owners[trick.winner]
        return ()
