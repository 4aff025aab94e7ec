"""One deal, replayed with every seating: what the cards gave to either entrant falls out."""

import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from statistics import fmean

from msgspec import Struct

from gongzhu.arena.entrant import Entrant, Player
from gongzhu.arena.seatings import seatings_of
from gongzhu.bots.selfplay import next_to_act
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import (
    Action,
    Deal,
    HeartsRules,
    Phase,
    RuleSet,
    apply,
    piles,
    start_deal,
)
from gongzhu.rules.legal import first_lead_by_card
from gongzhu.view import View, view_of

Show = Callable[[Deal, Seat], View]


class Pairing(Struct, frozen=True):
    """A match of two entrants."""

    a: Entrant
    b: Entrant
    rules: RuleSet
    seed: str
    seatings: int | None = None
    """How many seatings of each deal are played; None: all that matter."""


class DealResult(Struct, frozen=True):
    """What one deal came to."""

    number: int
    advantage: float
    """Points that a seat, or a side, of `a` did better than one of `b`, averaged over the
    seatings; above 0 where it was better, in either game."""
    times: tuple[tuple[float, ...], tuple[float, ...]]
    """Milliseconds of every action of `a` and of `b` where there was a choice."""


def play_deal(
    pairing: Pairing, number: int, players: tuple[Player, Player], show: Show = view_of
) -> DealResult:
    """Deal `number` (0-based) of a pairing, played with every seating.

    Every deal is the first of a game, totals 0, except that ways of passing take turns. What the
    bots leave to chance comes from the deal, the seat and the seating. `show` makes the views.
    Raises IllegalAction when a bot of the house breaks a rule, OutsideFault when another does.
    """
    rules = pairing.rules
    everyone = seats(rules.players)
    dealer_seed = child_seed(pairing.seed, number)
    hands = deal_hands(rules, dealer_seed)
    of_game = number % len(rules.pass_cycle)
    if not first_lead_by_card(rules, of_game):
        of_game = 0
    times: tuple[list[float], list[float]] = ([], [])
    advantages = []
    for seating in seatings_of(rules, pairing.seatings):
        rngs = [Random(child_seed(dealer_seed, "bot", seat)) for seat in everyone]
        deal, _ = start_deal(rules, hands, of_game)
        while deal.public.phase is not Phase.ENDED:
            seat = next_to_act(deal)
            side = seating[seat]
            budget = (pairing.a, pairing.b)[side].budget
            action, spent = _choose(players[side], show(deal, seat), rngs[seat], budget)
            if spent is not None:
                times[side].append(spent)
            deal, _ = apply(deal, action)
        advantages.append(_advantage(deal, seating))
    return DealResult(number, fmean(advantages), (tuple(times[0]), tuple(times[1])))


def _choose(player: Player, view: View, rng: Random, budget: float) -> tuple[Action, float | None]:
    """An action, and the milliseconds it took; None where there was nothing to choose."""
    before = time.perf_counter()
    action = player.choose(view, rng, budget)
    spent = (time.perf_counter() - before) * 1000
    forced = len(view.playable()) == 1
    return action, None if forced else spent


def _advantage(deal: Deal, seating: Sequence[int]) -> float:
    """By how much entrant 0 did better than entrant 1 in one seating."""
    rules = deal.rules
    assert deal.public.scores is not None
    better = -1 if isinstance(rules, HeartsRules) else 1
    mine, theirs = (fmean(_points(deal, seating, side)) for side in (0, 1))
    if rules.partners == "separate":
        # Side minus side: partners who keep separate piles add them up.
        mine, theirs = 2 * mine, 2 * theirs
    return better * (mine - theirs)


def _points(deal: Deal, seating: Sequence[int], side: int) -> Iterator[int]:
    """The score of the pile that each seat of one entrant captures for."""
    for owner, score in zip(piles(deal.rules), deal.public.scores or (), strict=True):
        for seat in owner:
            if seating[seat] == side:
                yield score
