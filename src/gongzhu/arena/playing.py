"""How bots play one deal to its end, and how long they take."""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random

from msgspec import Struct

from gongzhu.arena.entrant import Player
from gongzhu.bots.selfplay import next_to_act
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import Action, Deal, HeartsRules, Phase, RuleSet, apply, piles, start_deal
from gongzhu.rules.legal import first_lead_by_card
from gongzhu.view import View, view_of

Show = Callable[[Deal, Seat], View]


class Chair(Struct):
    """Who plays a seat."""

    player: Player
    budget: float
    """Seconds for one action; 0: as long as the player takes by itself."""
    times: list[float]
    """Milliseconds of every action where there was a choice."""


def play_out(
    rules: RuleSet, seed: str, number: int, chairs: Sequence[Chair], show: Show = view_of
) -> Deal:
    """Deal `number` (0-based) of a seed at its end, played by those who sit in the chairs.

    It is the first of a game, totals 0, except that ways of passing take turns. What bots leave to
    chance comes from the deal and the seat. `show` makes what a seat is shown.
    Raises IllegalAction when a bot of the house breaks a rule, OutsideFault when another does.
    """
    dealer_seed = child_seed(seed, number)
    of_game = number % len(rules.pass_cycle)
    if not first_lead_by_card(rules, of_game):
        of_game = 0
    rngs = [Random(child_seed(dealer_seed, "bot", seat)) for seat in seats(rules.players)]
    for chair, at in _each_player(chairs):
        chair.player.begin(rules, of_game, at)
    deal, _ = start_deal(rules, deal_hands(rules, dealer_seed), of_game)
    while deal.public.phase is not Phase.ENDED:
        seat = next_to_act(deal)
        deal, _ = apply(deal, _choose(chairs[seat], show(deal, seat), rngs[seat]))
    for chair, _ in _each_player(chairs):
        chair.player.finish(deal.public.scores or ())
    return deal


def _choose(chair: Chair, view: View, rng: Random) -> Action:
    before = time.perf_counter()
    action = chair.player.choose(view, rng, chair.budget)
    spent = (time.perf_counter() - before) * 1000
    if len(view.playable()) != 1:
        chair.times.append(spent)
    return action


def _each_player(chairs: Sequence[Chair]) -> Iterator[tuple[Chair, tuple[Seat, ...]]]:
    """Every player once, with the seats it has."""
    sitting: dict[int, list[Seat]] = {}
    for seat, chair in enumerate(chairs):
        sitting.setdefault(id(chair.player), []).append(Seat(seat))
    for at in sitting.values():
        yield chairs[at[0]], tuple(at)


def points_by_seat(deal: Deal) -> tuple[int, ...]:
    """What the pile that each seat captures for scored, in a deal that has ended; better is more
    in either game."""
    better = -1 if isinstance(deal.rules, HeartsRules) else 1
    points = dict.fromkeys(range(deal.rules.players), 0)
    for owners, score in zip(piles(deal.rules), deal.public.scores or (), strict=True):
        points.update(dict.fromkeys(owners, better * score))
    return tuple(points.values())
