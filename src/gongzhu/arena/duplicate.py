"""Matches of two entrants that play each deal with every seating, so that the luck of the cards
cancels out."""

import hashlib
from collections.abc import Sequence
from itertools import combinations, product
from statistics import fmean
from typing import Literal

import msgspec
from msgspec import Struct

from gongzhu.arena.entrant import Entrant, MatchPlayer, versions
from gongzhu.arena.ledger import Heading
from gongzhu.arena.play_deal import Chair, gains_by_seat, play_deal
from gongzhu.bots.selfplay import Show
from gongzhu.cards import Seat, seats
from gongzhu.rules import Deal, RuleSet, option_values, piles, sides
from gongzhu.rules.events import Hands
from gongzhu.rules.facts import moon_cards, pile_of
from gongzhu.stats.spread import Sums
from gongzhu.view import view_of

Seating = tuple[Literal[0, 1], ...]
"""The entrant in each seat: 0 for the first entrant, 1 for the second."""


def seatings_of(
    rules: RuleSet, most: int | None = None, first: int | None = None
) -> tuple[Seating, ...]:
    """The different seatings of two entrants, which together give both the same hands.

    All seats of a side (without partners, one seat) belong to one entrant. The seatings are all
    combinations of half of the sides (of four players without partners, six), or with an odd number
    of sides half of them rounded down or up (of five, twenty). `most` limits the number; the
    seatings come in pairs that mirror each other, and those with the most pairs of neighbours from
    different entrants come first. With `first`, from 1 to players-1, the first entrant has that
    many seats, also beside partners of the other entrant, in all combinations in which some side
    has more of its seats than another; so each entrant gets every hand equally often.
    """
    everyone, teams = seats(rules.players), sides(rules)
    if first is not None:
        found = [
            _mirrored(chosen, rules.players)[0]
            for chosen in combinations(everyone, first)
            if len({len(set(chosen).intersection(team)) for team in teams}) > 1
        ]
        return tuple(found[:most])
    firsts = [
        tuple(seat for team in chosen for seat in team)
        for chosen in combinations(teams, len(teams) // 2)
        if teams[0] in chosen or len(teams) % 2
    ]
    firsts.sort(key=lambda chosen: -_changes(chosen, rules.players))
    found = [seating for chosen in firsts for seating in _mirrored(chosen, rules.players)]
    return tuple(found[:most])


def _changes(chosen: tuple[Seat, ...], players: int) -> int:
    """The number of pairs of neighbours round the table with one seat of each entrant."""
    return sum((seat in chosen) != ((seat + 1) % players in chosen) for seat in seats(players))


def _mirrored(chosen: tuple[Seat, ...], players: int) -> tuple[Seating, Seating]:
    first: Seating = tuple(0 if seat in chosen else 1 for seat in seats(players))
    second: Seating = tuple(1 if seat in chosen else 0 for seat in seats(players))
    return first, second


class Slams(Sums, Struct, frozen=True):
    """Counts the slams (in Hearts, moons) that an entrant made or threatened, over all the hands
    that it held."""

    hands: int = 0
    """Number of hands that the entrant held."""
    shot: int = 0
    """Number of hands whose pile got all hearts, or in Hearts all point cards."""
    threatened: int = 0
    """Number of hands whose pile had more than half of these cards while no other pile had any,
    including those that were shot."""


def slams_of(deal: Deal, seating: Seating) -> tuple[Slams, Slams]:
    """The slams of the first and of the second entrant in a finished deal. A slam of partners who
    pool their captures counts for both seats."""
    threatening, shooting = _makers(deal)
    both = []
    for side in (0, 1):
        own = {seat for seat, of in enumerate(seating) if of == side}
        both.append(Slams(len(own), len(own & shooting), len(own & threatening)))
    return both[0], both[1]


def _makers(deal: Deal) -> tuple[set[int], set[int]]:
    """The seats whose pile threatened a slam in a finished deal, and those whose pile made one."""
    rules = deal.rules
    wanted = moon_cards(rules)
    owners = [piles(rules)[pile_of(rules, seat)] for seat in seats(rules.players)]
    threatening: set[int] = set()
    maker, captured = None, 0
    for trick in deal.public.tricks:
        caught = len(wanted.intersection(trick.cards))
        if not caught:
            continue
        if maker not in (None, owners[trick.winner]):
            return threatening, set()
        maker = owners[trick.winner]
        captured += caught
        if 2 * captured > len(wanted):
            threatening.update(maker)
    return threatening, threatening if captured == len(wanted) else set()


class DealResult(Struct, frozen=True, omit_defaults=True):
    """The result of one deal of a match between the entrants `a` and `b`, over all its seatings."""

    number: int
    """Number of the deal in the match, 0-based."""
    advantage: float
    """Points by which a seat (or side) of `a` did better than one of `b`, averaged over the
    seatings; positive if `a` was better, in either game."""
    times: tuple[tuple[float, ...], tuple[float, ...]]
    """Milliseconds that `a` and `b` took for each action with more than one choice."""
    luck: tuple[float, ...] = ()
    """Points by which each kind of luck favoured `a`: luck of dealing, and of the random choices of
    players. The advantage still includes both. Empty if luck is not measured."""
    slams: tuple[Slams, Slams] | None = None
    """The slams of `a` and of `b`; None in a benchmark."""


class Pairing(Struct, frozen=True):
    """A match between two entrants `a` and `b` under one rule set, on the deals of one seed."""

    a: Entrant
    b: Entrant
    rules: RuleSet
    seed: str
    """The seed from which the deals are dealt."""
    seatings: int | None = None
    """Number of seatings played for each deal; None for all that `seatings_of` gives."""
    first: int | None = None
    """Number of seats of `a`, 1 to players-1; None for half of them, or one side."""
    adjusted: bool = False
    """True if every result includes an estimate of its luck (`gongzhu.arena.luck`)."""
    given: tuple[Hands, ...] = ()
    """The hands of each deal; if empty, they are dealt from the seed."""

    @property
    def entrants(self) -> tuple[Entrant, Entrant]:
        """The two entrants."""
        return self.a, self.b

    @property
    def heading(self) -> Heading:
        """The heading of the match's ledger (`gongzhu.arena.ledger`): the entrants and their
        versions, the rules, the seed and the options of the match."""
        rules = option_values(self.rules)
        names = {"a": self.a.name, "b": self.b.name, **versions(self.entrants)}
        heading: Heading = {**names, "rules": rules, "seed": self.seed, "seatings": self.seatings}
        if self.first is not None:
            heading["first"] = self.first
        if self.adjusted:
            heading["adjusted"] = True
        if self.given:
            heading["given"] = hashlib.sha256(msgspec.json.encode(self.given)).hexdigest()
        return heading

    def play(self, number: int, players: Sequence[MatchPlayer], show: Show = view_of) -> DealResult:
        """The result of deal `number` (0-based), played once with every seating. `players` are
        those of the two entrants, and `show` makes the view that a player is given."""
        times: tuple[list[float], list[float]] = ([], [])
        sides = [
            Chair(player, who.budget, spent)
            for player, who, spent in zip(players, self.entrants, times, strict=True)
        ]
        hands = self.given[number] if self.given else None
        luck = None
        if self.adjusted:
            from gongzhu.arena.luck import LuckOfDeal  # Its kernels take a while to load.

            luck = LuckOfDeal(self.rules, self.seed, number, hands)
        advantages, lucks, slams = [], [], []
        for seating in self._seatings(number):
            table = [sides[side] for side in seating]
            if luck:
                table, show_to = luck.seat(table, [self.entrants[side] for side in seating], show)
            else:
                show_to = show
            deal = play_deal(self.rules, self.seed, number, table, show_to, hands=hands)
            slams.append(slams_of(deal, seating))
            advantages.append(_advantage(self.rules, gains_by_seat(deal), seating))
            if luck:
                lucks.append([_advantage(self.rules, each, seating) for each in luck.by_seat()])
        found = tuple(map(fmean, zip(*lucks, strict=True)))
        taken = tuple(times[0]), tuple(times[1])
        mine, theirs = zip(*slams, strict=True)
        both = sum(mine, Slams()), sum(theirs, Slams())
        return DealResult(number, fmean(advantages), taken, found, both)

    def _seatings(self, number: int) -> tuple[Seating, ...]:
        """The seatings with which deal `number` is played; if the field `seatings` is 1, one of all
        seatings, by turns."""
        if self.seatings != 1:
            return seatings_of(self.rules, self.seatings, self.first)
        every = seatings_of(self.rules, None, self.first)
        return (every[number % len(every)],)


def _advantage(rules: RuleSet, points: Sequence[float], seating: Seating) -> float:
    """The number of points by which entrant 0 did better than entrant 1 in one seating: the average
    over all pairs of sides of which the first has more seats of entrant 0. `points` has, for each
    seat, the points of its side."""
    strengths = [(sum(seating[seat] == 0 for seat in team), team[0]) for team in sides(rules)]
    pairs = [
        (seat, other) for (own, seat), (less, other) in product(strengths, repeat=2) if own > less
    ]
    return fmean(points[seat] - points[other] for seat, other in pairs)
