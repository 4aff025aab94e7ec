"""One deal, replayed with every seating: what the cards gave to either entrant falls out."""

from collections.abc import Sequence
from statistics import fmean

from msgspec import Struct

from gongzhu.arena.entrant import Entrant, Player
from gongzhu.arena.ledger import Heading
from gongzhu.arena.play_deal import Chair, play_deal, points_by_seat
from gongzhu.arena.seatings import seatings_of
from gongzhu.bots.selfplay import Show
from gongzhu.rules import Deal, RuleSet, option_values
from gongzhu.view import view_of


class DealResult(Struct, frozen=True):
    """The result of one deal."""

    number: int
    advantage: float
    """Points that a seat, or a side, of `a` did better than one of `b`, averaged over the
    seatings; above 0 where it was better, in either game."""
    times: tuple[tuple[float, ...], tuple[float, ...]]
    """Milliseconds of every action of `a` and of `b` where there was a choice."""


class Pairing(Struct, frozen=True):
    """A match of two entrants."""

    a: Entrant
    b: Entrant
    rules: RuleSet
    seed: str
    seatings: int | None = None
    """Number of seatings of each deal that are played; None: all that matter."""
    first: int | None = None
    """Number of seats that `a` has, 1 to players-1; None: half of them, or a side."""

    @property
    def entrants(self) -> tuple[Entrant, Entrant]:
        """The two players."""
        return self.a, self.b

    @property
    def heading(self) -> Heading:
        """The heading of the match in its ledger."""
        rules = option_values(self.rules)
        names = {"a": self.a.name, "b": self.b.name}
        shares = {} if self.first is None else {"first": self.first}
        return {**names, "rules": rules, "seed": self.seed, "seatings": self.seatings, **shares}

    def play(self, number: int, players: Sequence[Player], show: Show = view_of) -> DealResult:
        """Deal `number` (0-based), played with every seating: see `play_deal`."""
        times: tuple[list[float], list[float]] = ([], [])
        sides = [
            Chair(player, who.budget, spent)
            for player, who, spent in zip(players, self.entrants, times, strict=True)
        ]
        advantages = []
        for seating in seatings_of(self.rules, self.seatings, self.first):
            chairs = [sides[side] for side in seating]
            deal = play_deal(self.rules, self.seed, number, chairs, show)
            advantages.append(_advantage(deal, seating))
        return DealResult(number, fmean(advantages), (tuple(times[0]), tuple(times[1])))


def _advantage(deal: Deal, seating: Sequence[int]) -> float:
    """By how much entrant 0 did better than entrant 1 in one seating: seat against seat, with
    partners the side with more of entrant 0 against the other."""
    points = points_by_seat(deal)
    if deal.rules.partners == "none":
        mine, theirs = (
            fmean(own for own, of in zip(points, seating, strict=True) if of == side)
            for side in (0, 1)
        )
        return mine - theirs
    sides = points[0], points[1]
    if deal.rules.partners == "separate":
        # Partners who keep separate piles add them up.
        sides = points[0] + points[2], points[1] + points[3]
    more = sum(seating[1::2]) - sum(seating[0::2])
    return float((more > 0) - (more < 0)) * (sides[0] - sides[1])
