"""Which of two levels is stronger: the same cards, played twice with the seats exchanged."""

from collections.abc import Iterator
from random import Random
from statistics import mean

from gongzhu.bots.levels import make_bot
from gongzhu.bots.selfplay import play_out
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import HeartsRules, RuleSet, piles, sides, start_deal
from gongzhu.rules.legal import first_lead_by_card


def duel(
    rules: RuleSet, level: str, other: str, deals: int, *, seed: str, budget: float = 0.0
) -> Iterator[float]:
    """For each of so many deals, by how many points a seat of `level` did better than one of
    `other`, on average: above 0 where it was better, in either game.

    The levels sit in turn, so partners are of one level. Every deal begins a game, except that
    where no captor of a pig is to lead, all the ways of passing come up.
    Raises UnknownLevel when one of them is none.
    """
    bots = (make_bot(level), make_bot(other))
    better = -1 if isinstance(rules, HeartsRules) else 1
    totals = (0,) * len(sides(rules))
    for number in range(deals):
        dealer_seed = child_seed(seed, number)
        of_game = number % len(rules.pass_cycle)
        if not first_lead_by_card(rules, of_game):
            of_game = 0
        advantage = 0.0
        for first in (0, 1):
            deal, _ = start_deal(rules, deal_hands(rules, dealer_seed), of_game, totals)
            sitting = {seat: (first + seat) % 2 for seat in seats(rules.players)}
            rngs = [Random(child_seed(dealer_seed, "bot", seat)) for seat in seats(rules.players)]
            deal = play_out(deal, [bots[which] for which in sitting.values()], rngs, budget)
            assert deal.public.scores is not None
            points = _by_seat(rules, deal.public.scores)
            means = [
                mean(points[seat] for seat, which in sitting.items() if which == wanted)
                for wanted in (0, 1)
            ]
            advantage += better * (means[0] - means[1]) / 2
        yield advantage


def _by_seat(rules: RuleSet, scores: tuple[int, ...]) -> dict[Seat, int]:
    return {
        seat: score for owner, score in zip(piles(rules), scores, strict=True) for seat in owner
    }
