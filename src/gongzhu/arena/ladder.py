"""A ladder: tables of mixed bots, each deal of which is replayed until every bot has held every
hand."""

from collections.abc import Sequence
from random import Random
from statistics import fmean

from msgspec import Struct

from gongzhu.arena.entrant import Entrant, Player
from gongzhu.arena.ledger import Heading
from gongzhu.arena.play_deal import Chair, play_deal, points_by_seat
from gongzhu.dealing import child_seed
from gongzhu.rules import RuleSet, option_values


class TableResult(Struct, frozen=True):
    """The result of one deal at a table."""

    number: int
    bots: tuple[int, ...]
    """The bots at the table, by place: those that sit two places apart were partners, where there
    are partners."""
    points: tuple[float, ...]
    """By place, averaged over the hands of the deal: more is better in either game. Partners have
    the same, their side's."""


class Ladder(Struct, frozen=True):
    """Bots that meet each other at changing tables under the same rules."""

    entrants: tuple[Entrant, ...]
    rules: RuleSet
    seed: str

    @property
    def heading(self) -> Heading:
        """The heading of the ladder in its ledger."""
        bots = [who.name for who in self.entrants]
        return {"bots": bots, "rules": option_values(self.rules), "seed": self.seed}

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
        each time everybody moves on by a seat."""
        rules = self.rules
        bots = self.table(number)
        of_place: list[list[float]] = [[] for _ in bots]
        for turned in range(2 if rules.partners != "none" else rules.players):
            at = [(seat + turned) % rules.players for seat in range(rules.players)]
            who = [bots[place] for place in at]
            chairs = [Chair(players[bot], self.entrants[bot].budget, []) for bot in who]
            points = points_by_seat(play_deal(rules, self.seed, number, chairs))
            for seat, place in enumerate(at):
                own = points[seat]
                if rules.partners == "separate":
                    own += points[(seat + 2) % rules.players]
                of_place[place].append(own)
        return TableResult(number, bots, tuple(fmean(points) for points in of_place))
