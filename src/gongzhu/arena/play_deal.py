"""Plays one deal of a contest to its end, and measures the time of every action."""

import time
from collections.abc import Iterator, Sequence
from random import Random

from msgspec import Struct

from gongzhu.arena.entrant import MatchPlayer
from gongzhu.bots.selfplay import Show, play_out
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import Action, Deal, RuleSet, start_deal
from gongzhu.rules.events import Hands
from gongzhu.rules.facts import asks_first_lead, pile_of, points_sign
from gongzhu.rules.game import side_points
from gongzhu.view import View, view_of


class Chair(Struct):
    """The player of a seat, as a `Bot` that uses its own budget and measures its times."""

    player: MatchPlayer
    budget: float
    """Seconds for one action; 0 means no time limit."""
    times: list[float]
    """Milliseconds of every action with more than one choice."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The player's choice; `budget` is ignored in favour of the chair's own."""
        before = time.perf_counter()
        action = self.player.choose(view, rng, self.budget)
        spent = (time.perf_counter() - before) * 1000
        if len(view.playable()) != 1:
            self.times.append(spent)
        return action


def play_deal(
    rules: RuleSet,
    seed: str,
    number: int,
    chairs: Sequence[Chair],
    show: Show = view_of,
    *,
    hands: Hands | None = None,
) -> Deal:
    """Play deal `number` (0-based) of a seed to its end, and return it; `chairs` are the players by
    seat, and `show` makes the view that a player is given. If `hands` are given, they are dealt
    instead of those of the seed.

    Every deal is played as the first of a game, with totals 0, but the passing directions take
    turns from deal to deal, unless the last deal decides who leads. The random numbers of a bot
    depend on the deal and the seat. Raises IllegalAction if a built-in bot breaks a rule,
    OutsideFault if an outside bot does.
    """
    dealer_seed = child_seed(seed, number)
    deal = begin_deal(rules, seed, number, hands)
    rngs = [Random(child_seed(dealer_seed, "bot", seat)) for seat in seats(rules.players)]
    for chair, at in _each_player(chairs):
        chair.player.begin(rules, deal.public.number, at)
    deal = play_out(deal, chairs, rngs, show=show)
    for chair, _ in _each_player(chairs):
        chair.player.finish(deal.public.scores or ())
    return deal


def begin_deal(rules: RuleSet, seed: str, number: int, hands: Hands | None = None) -> Deal:
    """Deal `number` (0-based) of a seed, just dealt; with `hands` these are dealt instead of those
    of the seed."""
    of_game = number % len(rules.pass_cycle)
    if not asks_first_lead(rules, of_game):
        of_game = 0
    deal, _ = start_deal(rules, hands or deal_hands(rules, child_seed(seed, number)), of_game)
    return deal


def _each_player(chairs: Sequence[Chair]) -> Iterator[tuple[Chair, tuple[Seat, ...]]]:
    """One pair for each distinct player: the first of its chairs, and all seats that it has."""
    sitting: dict[int, list[Seat]] = {}
    for seat, chair in enumerate(chairs):
        sitting.setdefault(id(chair.player), []).append(Seat(seat))
    for at in sitting.values():
        yield chairs[at[0]], tuple(at)


def points_by_seat(deal: Deal) -> tuple[int, ...]:
    """For each seat, the points of its pile in a finished deal, with the sign reversed in
    Hearts."""
    rules, scores = deal.rules, deal.public.scores or ()
    return tuple(points_sign(rules) * scores[pile_of(rules, at)] for at in seats(rules.players))


def gains_by_seat(deal: Deal) -> tuple[int, ...]:
    """For each seat, the points of its side in a finished deal, with the sign reversed in
    Hearts."""
    sign = points_sign(deal.rules)
    return tuple(sign * points for points in side_points(deal.rules, deal.public.scores or ()))
