"""A ladder: tables of mixed bots, where each deal is replayed until every bot has held every hand.

The bots are rated by the method of Weng and Lin, from the order of the results at each table.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import TypeVar

from msgspec import Struct
from openskill.models import PlackettLuce, PlackettLuceRating

from gongzhu.arena.entrant import Entrant, MatchPlayer, versions
from gongzhu.arena.ledger import Heading
from gongzhu.arena.play_deal import Chair, gains_by_seat, play_deal
from gongzhu.bots.selfplay import Show
from gongzhu.dealing import child_seed
from gongzhu.rules import RuleSet, option_values, sides
from gongzhu.view import view_of


class TableResult(Struct, frozen=True, omit_defaults=True):
    """The result of one deal at a table of a ladder, over all times that it was played."""

    number: int
    """Number of the deal on the ladder, 0-based."""
    bots: tuple[int, ...]
    """The indices of the bots at the table, by place: the seat in the first play of the deal. With
    partners, the bots at the places of a side are partners."""
    points: tuple[float, ...]
    """Points by place, averaged over the hands of the deal; more is better in either game. Partners
    have the same points, those of their side."""
    luck: tuple[tuple[float, ...], ...] = ()
    """By place, the points that each kind of luck gave to it: luck of dealing, and of the random
    choices of players. Empty if luck is not measured."""


class Ladder(Struct, frozen=True):
    """A contest of several bots under the same rules; each deal is played at a table of bots drawn
    anew."""

    entrants: tuple[Entrant, ...]
    rules: RuleSet
    seed: str
    """The seed from which tables are drawn and deals are dealt."""
    adjusted: bool = False
    """True if each deal is played only once and its result includes an estimate of its luck
    (`gongzhu.arena.luck`)."""

    @property
    def heading(self) -> Heading:
        """The heading of the ladder's ledger (`gongzhu.arena.ledger`): the entrants and their
        versions, the rules and the seed."""
        bots = [who.name for who in self.entrants]
        names = {"bots": bots, **versions(self.entrants)}
        once = {"adjusted": True} if self.adjusted else {}
        return {**names, "rules": option_values(self.rules), "seed": self.seed, **once}

    def table(self, number: int) -> tuple[int, ...]:
        """The indices of the bots at the table of deal `number` (0-based), by place, drawn at
        random from the seed. Bots repeat only if there are fewer than seats."""
        rng = Random(child_seed(self.seed, "table", number))
        sitting: list[int] = []
        while len(sitting) < self.rules.players:
            bots = list(range(len(self.entrants)))
            rng.shuffle(bots)
            sitting += bots
        return tuple(sitting[: self.rules.players])

    def play(self, number: int, players: Sequence[MatchPlayer]) -> TableResult:
        """The result of deal `number` (0-based). The deal is played once for every place (with
        partners, for every side), with all players moving on by one seat each time; if `adjusted`,
        only once. `players` are those of `entrants`, in this order."""
        rules = self.rules
        bots = self.table(number)
        of_place: list[list[float]] = [[] for _ in bots]
        luck = None
        if self.adjusted:
            from gongzhu.arena.luck import LuckOfDeal  # Its kernels take a while to load.

            luck = LuckOfDeal(rules, self.seed, number)
        lucks: list[tuple[float, ...]] = []
        for turned in range(1 if luck else len(sides(rules))):
            at = [(seat + turned) % rules.players for seat in range(rules.players)]
            who = [bots[place] for place in at]
            chairs = [Chair(players[bot], self.entrants[bot].budget, []) for bot in who]
            show: Show = view_of
            if luck:
                chairs, show = luck.seat(chairs, [self.entrants[bot] for bot in who], show)
            points = gains_by_seat(play_deal(rules, self.seed, number, chairs, show))
            for seat, place in enumerate(at):
                of_place[place].append(points[seat])
            if luck:
                # The deal is played once, so places are seats.
                lucks = list(zip(*luck.by_seat(), strict=True))
        means = tuple(fmean(points) for points in of_place)
        return TableResult(number, bots, means, tuple(lucks))


Value = TypeVar("Value")


class BotRating(Struct, frozen=True):
    """The rating of a bot on a ladder, with its average result; made by `rate`."""

    bot: str
    """Name of the bot."""
    rating: float
    """Estimated strength by the method of Weng and Lin; it begins at 25, and more is better."""
    deviation: float
    """Uncertainty (standard deviation) of the rating; it begins at 8.3 and decreases with every
    table."""
    tables: int
    """Number of tables at which the bot has played."""
    points: float
    """Average points per deal, where more is better; with partners those of the side."""
    sem: float | None
    """Standard error of `points`; None before the second table."""


def rate(bots: Sequence[str], results: Iterable[TableResult], rules: RuleSet) -> list[BotRating]:
    """The ratings of the bots under these rules, best first. `bots` are their names by index;
    `results` must be in the order of their deals."""
    # The strength of a bot does not change, so no uncertainty is added from deal to deal.
    model = PlackettLuce(tau=0)
    ratings = [model.rating() for _ in bots]
    points: list[list[float]] = [[] for _ in bots]
    for result in results:
        _rate_table(model, ratings, result, sides(rules))
        for bot, own in _by_bot(result.bots, result.points).items():
            points[bot].append(fmean(own))
    standings = [
        BotRating(
            name,
            ratings[bot].mu,
            ratings[bot].sigma,
            len(own),
            fmean(own) if own else 0.0,
            stdev(own) / sqrt(len(own)) if len(own) > 1 else None,
        )
        for bot, (name, own) in enumerate(zip(bots, points, strict=True))
    ]
    return sorted(standings, key=lambda standing: -standing.rating)


def _rate_table(
    model: PlackettLuce,
    ratings: list[PlackettLuceRating],
    result: TableResult,
    teams: Sequence[Sequence[int]],
) -> None:
    sides = [[ratings[result.bots[place]] for place in team] for team in teams]
    rated = model.rate(sides, scores=[result.points[team[0]] for team in teams])
    places = [place for team in teams for place in team]
    found = [rating for side in rated for rating in side]
    after = _by_bot([result.bots[place] for place in places], found)
    for bot, several in after.items():
        # A bot at several places gets the average of its new ratings.
        ratings[bot] = model.rating(
            fmean(one.mu for one in several), fmean(one.sigma for one in several)
        )


def _by_bot(bots: Sequence[int], values: Sequence[Value]) -> dict[int, list[Value]]:
    found: dict[int, list[Value]] = defaultdict(list)
    for bot, value in zip(bots, values, strict=True):
        found[bot].append(value)
    return found
