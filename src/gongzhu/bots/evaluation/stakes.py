"""The value of captures under a rule set, computed with the scoring of the rules.

All values are in points of a deal's score, with the sign reversed in Hearts, so that more is always
better: a heart is worth -1 to its captor in Hearts.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from gongzhu.bots.evaluation import Term, add_up
from gongzhu.cards import HEARTS, PIG, QUEEN_OF_DIAMONDS, Card, Seat, seats
from gongzhu.rules import (
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
from gongzhu.rules.facts import (
    RULE_SETS,
    counting_hearts,
    grave_loss,
    penalties,
    points_sign,
    slam_cards,
    values_of,
)
from gongzhu.rules.score_lines import factor

Exposed = tuple[tuple[Card, Mode], ...]
"""The exposed cards that a seat knows of, each with its mode of exposing."""

SHARE_OF_LATER_TRICKS = 0.35
"""The share of the remaining tricks that the captor of Q♦ is expected to win."""
TRICKS_WITH_POINTS = 0.6
"""The share of tricks that contain a point card."""
INSTANT_WIN = 10
"""The value of winning the game by a slam, as a multiple of the points of a grave loss."""


class CardValues(Struct, frozen=True):
    """The values of cards under given rules and exposures, in points with the sign reversed in
    Hearts; made by `card_values`."""

    alone: dict[Card, float]
    """By card, its value in a pile that holds nothing else. For Q♦ it includes the value of each
    later trick."""
    after_queen: float
    """The value of each trick after the one with Q♦; 0 if these do not count."""
    doubling: float
    """The factor by which the doubler multiplies the rest of its pile."""
    grave: float
    """The points of a grave loss (`grave_loss`), above 0; or those of Q♠ if exposing makes it cost
    more."""
    sweep: frozenset[Card]
    """The cards that one side must capture for a sweep: all hearts if the rules make them good
    together, otherwise those of a slam; empty if the rules reward neither."""
    sweep_mine: float
    """Points that a sweep brings the side that makes it, relative to its rivals, beyond the points
    of its cards."""
    sweep_theirs: float
    """Points that a rival's sweep brings this side beyond the points of its cards; negative."""


@lru_cache(maxsize=RULE_SETS)
def card_values(rules: RuleSet, exposed: Exposed) -> CardValues:
    """The values of cards under these rules and exposures, computed by scoring piles that contain
    them."""
    sign = points_sign(rules)
    modes = dict(exposed)

    def score(*cards: Card, tricks: int = 0) -> float:
        return sign * score_piles(rules, [cards], modes, [tricks]).points[0]

    alone = {card: score(card) for card in point_cards(rules)}
    sweep = _sweep_cards(rules)
    swept = score_piles(rules, [tuple(sweep), ()], modes, [0, 0])
    maker = sign * swept.points[0] - sum(alone[card] for card in sorted(sweep))
    victim = sign * swept.points[1]
    if swept.instant_win is not None:
        maker += INSTANT_WIN * grave_loss(rules)
    rivals = len(sides(rules)) - 1
    after_queen = score(tricks=1)
    if after_queen:
        alone[QUEEN_OF_DIAMONDS] = alone.get(QUEEN_OF_DIAMONDS, 0) + after_queen
    return CardValues(
        alone=alone,
        after_queen=after_queen,
        doubling=1.0 if rules.doubler is None else 2.0 * factor(modes, rules.doubler),
        grave=max(grave_loss(rules), -alone.get(PIG, 0)),
        sweep=sweep,
        sweep_mine=maker - victim,
        sweep_theirs=victim - (maker + (rivals - 1) * victim) / rivals,
    )


def _sweep_cards(rules: RuleSet) -> frozenset[Card]:
    if rules.all_hearts == "in-favour":
        return frozenset(counting_hearts(rules))
    return frozenset() if rules.all_point_cards == "plain" else slam_cards(rules)


@lru_cache(maxsize=RULE_SETS)
def dear_cards(rules: RuleSet) -> tuple[Card, ...]:
    """The cards besides hearts that cost their captor at least half of a grave loss, sorted: Q♠ in
    Gong Zhu and in Hearts."""
    values, grave = values_of(rules), grave_loss(rules)
    return tuple(
        card for card in penalties(rules) if card not in HEARTS and 2 * abs(values[card]) >= grave
    )


@lru_cache(maxsize=RULE_SETS)
def _owners(rules: RuleSet) -> tuple[tuple[Seat, ...], ...]:
    """The seats whose captured cards count together with those of each seat: item `s` lists the
    seats that share the pile of seat `s`, including `s` itself, from low to high. Unless partners
    pool their captures (rule option `partners = "pooled"`), item `s` has seat `s` alone."""
    by_seat = {member: owner for owner in piles(rules) for member in owner}
    return tuple(by_seat[at] for at in seats(rules.players))


class Stakes:
    """The value of captures to one seat in one position of a deal.

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
        self._counting, self._doubler = values_of(rules), rules.doubler
        self.times = [
            self.values.doubling if self._doubler in pile else 1.0 for pile in self._piles
        ]
        """By seat, the factor that multiplies cards newly captured for its pile: that of the
        doubler if the pile has it, otherwise 1."""
        self._public = public
        self._tricks_left = hand_size(rules) - len(public.tricks)
        self._nothing = (0.0,) * public.players
        self._gains: dict[Card, Sequence[float]] = {}
        self._after_queen = self._captors_of_queen()

    @property
    def pig(self) -> float:
        """Points of a grave loss, as a positive number: what the pig alone costs its captor in Gong
        Zhu and in Hearts. It is the unit, called "pigs", of the constants of the evaluation."""
        return self.values.grave

    def alone(self, card: Card) -> float:
        """Points of the card in a pile that holds nothing else."""
        return self.values.alone.get(card, 0.0)

    def gains(self, card: Card) -> Sequence[float]:
        """By seat, the points that the card adds to the score of the seat's pile if the seat
        captures it."""
        if card not in self.values.alone:
            return self._nothing
        known = self._gains.get(card)
        if known is None:
            known = self._gains[card] = self._gains_of(card)
        return known

    def trick(self, seat: Seat, cards: Iterable[Card]) -> float:
        """Points that the seat's pile gains by capturing a trick with these cards."""
        gain = add_up([self.gains(card)[seat] for card in cards])
        if seat in self._after_queen:
            gain += self.values.after_queen
        return gain

    def to_me(self, seat: Seat, gain: float) -> float:
        """The value for this seat's side, in points, of `gain` points for `seat`: `gain` if the
        seat is on the same side, otherwise -gain / rivals."""
        return gain if self._sides[seat] == self._side else -gain / self.rivals

    def allied(self, one: Seat, other: Seat) -> bool:
        """True if two seats are partners, or the same seat."""
        return self._sides[one] == self._sides[other]

    def _gains_of(self, card: Card) -> Sequence[float]:
        alone = self.values.alone
        if card is self._doubler:
            return self._doubler_gains(card)
        worth, later = alone[card], 0.0
        if card is QUEEN_OF_DIAMONDS:
            worth -= self.values.after_queen
            later = self.values.after_queen * SHARE_OF_LATER_TRICKS * self._tricks_left
        lost = alone[self._doubler] if self._doubler and card in self._counting else 0
        return [
            worth * times - (lost if pile == (self._doubler,) else 0) + later
            for pile, times in zip(self._piles, self.times, strict=True)
        ]

    def _doubler_gains(self, doubler: Card) -> Sequence[float]:
        """By seat, the expected points of capturing the doubler: from multiplying the cards in the
        seat's pile and an average share of the points still to come; for an empty pile partly its
        own value instead, as it may stay alone."""
        alone = self.values.alone
        captured = {card for cards in self._public.captured for card in cards}
        to_come = sum(
            points for card, points in alone.items() if card is not doubler and card not in captured
        )
        count = len(set(self.owners))
        share = to_come / count
        more = self.values.doubling - 1
        stays_alone: float = (1 - 1 / count) ** (TRICKS_WITH_POINTS * self._tricks_left)
        without_pile = stays_alone * alone[doubler] + (1 - stays_alone) * more * share
        return [
            more * (sum([alone[card] for card in pile]) + share) if pile else without_pile
            for pile in self._piles
        ]

    def _captors_of_queen(self) -> tuple[Seat, ...]:
        """The seats for which every further trick counts because their pile has Q♦."""
        if self.values.after_queen:
            for trick in self._public.tricks:
                if QUEEN_OF_DIAMONDS in trick.cards:
                    return self.owners[trick.winner]
        return ()
