"""A ladder: tables of mixed bots, each deal of which is replayed until every bot has held every
hand."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from msgspec import Struct

from gongzhu.arena.entrant import Entrant, Player, versions
from gongzhu.arena.ledger import Heading
from gongzhu.arena.play_deal import Chair, play_deal, side_points
from gongzhu.bots.selfplay import Show
from gongzhu.dealing import child_seed
from gongzhu.rules import RuleSet, option_values
from gongzhu.view import view_of


class TableResult(Struct, frozen=True, omit_defaults=True):
    """The result of one deal at a table."""

    number: int
    bots: tuple[int, ...]
    """The bots at the table, by place: those that sit two places apart were partners, where there
    are partners."""
    points: tuple[float, ...]
    """By place, averaged over the hands of the deal: more is better in either game. Partners have
    the same, their side's."""
    luck: tuple[tuple[float, ...], ...] = ()
    """By place, points that luck gave it, of the dealing and of the lots that players drew. Nothing
    where results are not adjusted."""


class Ladder(Struct, frozen=True):
    """Bots that meet each other at changing tables under the same rules."""

    entrants: tuple[Entrant, ...]
    rules: RuleSet
    seed: str
    adjusted: bool = False
    """True if a deal is played once, and luck is told with its points: see `gongzhu.arena.luck`."""

    @property
    def heading(self) -> Heading:
        """The heading of the ladder in its ledger."""
        bots = [who.name for who in self.entrants]
        names = {"bots": bots, **versions(self.entrants)}
        once = {"adjusted": True} if self.adjusted else {}
        return {**names, "rules": option_values(self.rules), "seed": self.seed, **once}

    def table(self, number: int) -> tuple[int, ...]:
        """The bots at the table of a deal, by place: each as often as any other, or once
        more."""
        rng = Random(child_seed(self.seed, "table", number))
        sitting: list[int] = []
        while len(sitting) < self.rules.players:
            bots = list(range(len(self.entrants)))
            rng.shuffle(bots)
            sitting += bots
        return tuple(sitting[: self.rules.players])

    def play(self, number: int, players: Sequence[Player]) -> TableResult:
        """Deal `number` (0-based), played as often as there are places, or with partners sides:
        each time everybody moves on by a seat. Adjusted, it is played once."""
        rules = self.rules
        bots = self.table(number)
        of_place: list[list[float]] = [[] for _ in bots]
        luck = None
        if self.adjusted:
            from gongzhu.arena.luck import LuckOfDeal  # Its kernels take a while to load.

            luck = LuckOfDeal(rules, self.seed, number)
        lucks: list[tuple[float, ...]] = []
        turns = 2 if rules.partners != "none" else rules.players
        for turned in range(1 if luck else turns):
            at = [(seat + turned) % rules.players for seat in range(rules.players)]
            who = [bots[place] for place in at]
            chairs = [Chair(players[bot], self.entrants[bot].budget, []) for bot in who]
            show: Show = view_of
            if luck:
                chairs, show = luck.seat(chairs, [self.entrants[bot] for bot in who], show)
            points = side_points(play_deal(rules, self.seed, number, chairs, show))
            for seat, place in enumerate(at):
                of_place[place].append(points[seat])
            if luck:
                # Nobody has moved on, so that places are seats.
                lucks = list(zip(*luck.by_seat(), strict=True))
        means = tuple(fmean(points) for points in of_place)
        return TableResult(number, bots, means, tuple(lucks))
