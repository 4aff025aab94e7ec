"""Plays one deal with every seating of two entrants, so that the luck of the cards cancels out."""

import hashlib
from collections.abc import Sequence
from statistics import fmean

import msgspec
from msgspec import Struct

from gongzhu.arena.entrant import Entrant, Player, versions
from gongzhu.arena.ledger import Heading
from gongzhu.arena.play_deal import Chair, play_deal, side_points
from gongzhu.arena.seatings import Seating, seatings_of
from gongzhu.arena.slams import Slams, added, slams_of
from gongzhu.bots.selfplay import Show
from gongzhu.rules import RuleSet, option_values
from gongzhu.rules.events import Hands
from gongzhu.view import view_of


class DealResult(Struct, frozen=True, omit_defaults=True):
    """The result of one deal."""

    number: int
    advantage: float
    """Points by which a seat (or side) of `a` did better than one of `b`, averaged over the
    seatings; positive if `a` was better, in either game."""
    times: tuple[tuple[float, ...], tuple[float, ...]]
    """Milliseconds of each action of `a` and of `b` for which there was a choice."""
    luck: tuple[float, ...] = ()
    """Points by which luck favoured `a`: from dealing, and from the random choices of players. The
    advantage still includes both. Empty if results are not adjusted."""
    slams: tuple[Slams, Slams] | None = None
    """The slams of `a` and of `b`; None in a benchmark."""


class Pairing(Struct, frozen=True):
    """A match between two entrants."""

    a: Entrant
    b: Entrant
    rules: RuleSet
    seed: str
    seatings: int | None = None
    """Number of seatings played for each deal; None for all that matter."""
    first: int | None = None
    """Number of seats of `a`, 1 to players-1; None for half of them, or one side."""
    adjusted: bool = False
    """True if luck is reported with every result; see `gongzhu.arena.luck`."""
    given: tuple[Hands, ...] = ()
    """The hands of each deal, if they do not come from the seed."""

    @property
    def entrants(self) -> tuple[Entrant, Entrant]:
        """The two entrants."""
        return self.a, self.b

    @property
    def heading(self) -> Heading:
        """The heading of the match, for its ledger."""
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

    def play(self, number: int, players: Sequence[Player], show: Show = view_of) -> DealResult:
        """Deal `number` (0-based), played with every seating; see `play_deal`."""
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
            advantages.append(_advantage(self.rules, side_points(deal), seating))
            if luck:
                lucks.append([_advantage(self.rules, each, seating) for each in luck.by_seat()])
        found = tuple(map(fmean, zip(*lucks, strict=True)))
        taken = tuple(times[0]), tuple(times[1])
        mine, theirs = zip(*slams, strict=True)
        both = added(mine), added(theirs)
        return DealResult(number, fmean(advantages), taken, found, both)

    def _seatings(self, number: int) -> tuple[Seating, ...]:
        """The seatings of a deal; if each deal has only one, the deals use all seatings in turn."""
        if self.seatings != 1:
            return seatings_of(self.rules, self.seatings, self.first)
        every = seatings_of(self.rules, None, self.first)
        return (every[number % len(every)],)


def _advantage(rules: RuleSet, points: Sequence[float], seating: Seating) -> float:
    """How much better entrant 0 did than entrant 1 in one seating: per seat, or with partners the
    side with more of entrant 0 against the other. `points` has, for each seat, the points of its
    side."""
    if rules.partners == "none":
        mine, theirs = (
            fmean(own for own, of in zip(points, seating, strict=True) if of == side)
            for side in (0, 1)
        )
        return mine - theirs
    more = sum(seating[1::2]) - sum(seating[0::2])
    return float((more > 0) - (more < 0)) * (points[0] - points[1])
