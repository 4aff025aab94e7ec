"""The results of games and matches, computed from deals. All totals are per side."""

from collections.abc import Sequence
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Card, Seat, seats
from gongzhu.rules.actions import MoonChoice
from gongzhu.rules.apply import Step, start_deal
from gongzhu.rules.deal import Public
from gongzhu.rules.facts import piles, side_of, sides
from gongzhu.rules.options import GongzhuRules, HeartsRules, RuleSet
from gongzhu.rules.score import score_table
from gongzhu.rules.score_hearts import MOON_POINTS


class GameResult(Struct, frozen=True):
    """The result of a game; sides are given by their index in `sides(rules)`."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]
    round_points: tuple[int, ...]
    """Round points of the game per side; all 0 where the rules give none."""


class Game(Struct, frozen=True):
    """The state of a game between two deals, or at its end."""

    rules: RuleSet
    totals: tuple[int, ...]
    number: int = 0
    """Number of the next deal, 0-based."""
    leader: Seat | None = None
    """The first leader of the next deal if that is the last captor of the pig, otherwise None."""
    result: GameResult | None = None

    @classmethod
    def new(cls, rules: RuleSet) -> "Game":
        """A game before its first deal."""
        return cls(rules, (0,) * len(sides(rules)))

    def deal(self, hands: Sequence[Sequence[Card]]) -> Step:
        """Begin the next deal of the game with these hands, by seat, and return it with its first
        events."""
        return start_deal(self.rules, hands, self.number, self.totals, self.leader)

    def after_deal(self, public: Public) -> "Game":
        """The game after a finished deal, given its public half. Raises ValueError if the deal has
        not ended."""
        if public.scores is None:
            raise ValueError("the deal has not ended")
        score = score_table(self.rules, public)
        return self.after(score.points, public.pig_captor, score.instant_win)

    def after(
        self, scores: Sequence[int], pig_captor: Seat | None, instant_win: int | None = None
    ) -> "Game":
        """The game after a deal.

        `scores` has the score of each pile. `pig_captor` is the seat that captured the pig; it may
        be None if the next leader does not matter. `instant_win` is the index of the pile that wins
        the game outright, if there is one.
        """
        rules = self.rules
        winner = None if instant_win is None else side_of(rules, piles(rules)[instant_win][0])
        totals = side_totals(rules, self.totals, scores)
        totals, result = _end(rules, totals, winner)
        leader = pig_captor if rules.later_lead == "pig-captor" else None
        return replace(self, totals=totals, number=self.number + 1, leader=leader, result=result)


def side_totals(rules: RuleSet, totals: Sequence[int], scores: Sequence[int]) -> tuple[int, ...]:
    """Running totals with the scores of a deal's piles added to them.

    >>> side_totals(PRESETS["gongzhu-pagat"].rules, [0, -100, 50, 0], [-200, 100, 0, 10])
    (-200, 0, 50, 10)
    """
    added = list(totals)
    for owner, points in zip(piles(rules), scores, strict=True):
        added[side_of(rules, owner[0])] += points
    return tuple(added)


def side_points(rules: RuleSet, scores: Sequence[int]) -> tuple[int, ...]:
    """For each seat, the points of its side in a deal, from the scores of its piles.

    >>> side_points(PRESETS["gongzhu-pagat-partners"].rules, [-200, 100, 0, 10])
    (-200, 110, -200, 110)
    """
    added = side_totals(rules, (0,) * len(sides(rules)), scores)
    return tuple(added[side_of(rules, seat)] for seat in seats(rules.players))


def _end(
    rules: RuleSet, totals: tuple[int, ...], instant_winner: int | None
) -> tuple[tuple[int, ...], GameResult | None]:
    match rules:
        case GongzhuRules():
            return _end_gongzhu(rules, totals, instant_winner)
        case HeartsRules():
            return totals, _end_hearts(rules, totals)
        case _:
            assert_never(rules)


def _end_gongzhu(
    rules: GongzhuRules, totals: tuple[int, ...], instant_winner: int | None
) -> tuple[tuple[int, ...], GameResult | None]:
    everyone = range(len(totals))
    if instant_winner is not None:
        losers = tuple(side for side in everyone if side != instant_winner)
        return totals, _gongzhu_result(rules, (instant_winner,), losers)
    turned = [
        side
        for side in everyone
        if rules.at_lower_limit == "turns-positive" and totals[side] == rules.lower_limit
    ]
    below = [side for side in everyone if _past_lower(rules, totals[side])]
    above = [side for side in everyone if rules.upper_limit and totals[side] > rules.upper_limit]
    totals = tuple(-total if side in turned else total for side, total in enumerate(totals))
    if not (turned or below or above):
        return totals, None
    lost = set(below) | (set(above) if rules.past_upper_limit == "loses" else set())
    if above and rules.past_upper_limit == "wins":
        winners = tuple(above)
    else:
        standing = [side for side in everyone if side not in lost]
        best = max((totals[side] for side in standing), default=0)
        winners = tuple(side for side in standing if totals[side] == best)
    return totals, _gongzhu_result(rules, winners, tuple(sorted(lost)), tuple(above))


def _past_lower(rules: GongzhuRules, total: int) -> bool:
    if rules.at_lower_limit == "loses":
        return total <= rules.lower_limit
    return total < rules.lower_limit


def _gongzhu_result(
    rules: GongzhuRules,
    winners: tuple[int, ...],
    losers: tuple[int, ...],
    outright: tuple[int, ...] | None = None,
) -> GameResult:
    """The result of a game of Gong Zhu. `outright` are the sides past a winning limit, who get two
    round points; None means the winners."""
    points = (0,) * len(sides(rules))
    if rules.worth == "round-points":
        best = winners if outright is None else outright
        points = tuple(
            0 if side in losers else 2 if side in best else 1 for side in range(len(points))
        )
    return GameResult(winners, losers, points)


def _end_hearts(rules: HeartsRules, totals: tuple[int, ...]) -> GameResult | None:
    highest = max(totals)
    if highest < rules.limit or (highest == rules.limit and rules.at_limit == "plays-on"):
        return None
    lowest = min(totals)
    winners = tuple(side for side, total in enumerate(totals) if total == lowest)
    losers = tuple(side for side, total in enumerate(totals) if total != lowest)
    return GameResult(winners, losers, (0,) * len(totals))


def default_moon_choice(rules: HeartsRules, totals: Sequence[int], shooter: int) -> MoonChoice:
    """The choice made for a shooter that does not answer: `others`, unless that ends the game
    without the shooter among the lowest totals.

    >>> default_moon_choice(PRESETS["hearts-denexa"].rules, [20, 30, 40, 50], shooter=3)
    'others'
    """
    scores = [0 if side == shooter else MOON_POINTS for side in range(len(totals))]
    result = _end_hearts(rules, side_totals(rules, totals, scores))
    return "self" if result and shooter not in result.winners else "others"


class Match(Struct, frozen=True):
    """A series of games. Strips, round points and lost games are counted per side."""

    rules: RuleSet
    strips: tuple[int, ...]
    round_points: tuple[int, ...]
    lost: tuple[int, ...]
    """Number of games that each side has lost."""
    played: int = 0

    @classmethod
    def new(cls, rules: RuleSet) -> "Match":
        """A match before its first game."""
        nothing = (0,) * len(sides(rules))
        return cls(rules, nothing, nothing, nothing)

    def after(self, result: GameResult) -> "Match":
        """The match after a game."""
        lost = tuple(count + (side in result.losers) for side, count in enumerate(self.lost))
        points = tuple(
            held + won for held, won in zip(self.round_points, result.round_points, strict=True)
        )
        strips = self.strips
        if isinstance(self.rules, GongzhuRules) and self.rules.worth == "strips":
            strips = _hand_over(strips, result.losers)
        return replace(self, strips=strips, round_points=points, lost=lost, played=self.played + 1)

    def leaders(self) -> tuple[int, ...]:
        """The sides that would win the match if it ended now: those with the most round points
        where the rules give any, otherwise those that lost the fewest games."""
        if isinstance(self.rules, GongzhuRules) and self.rules.worth == "round-points":
            best = max(self.round_points)
            return tuple(side for side, points in enumerate(self.round_points) if points == best)
        fewest = min(self.lost)
        return tuple(side for side, count in enumerate(self.lost) if count == fewest)


def _hand_over(strips: tuple[int, ...], losers: tuple[int, ...]) -> tuple[int, ...]:
    """Pig strips after a game (pagat): a sole loser takes all strips of the others, and a new one
    if it had one already or there were none; several losers take a new one each."""
    if len(losers) != 1:
        return tuple(held + (side in losers) for side, held in enumerate(strips))
    (loser,) = losers
    everything = sum(strips)
    new = 1 if strips[loser] or not everything else 0
    return tuple(everything + new if side == loser else 0 for side in range(len(strips)))
