"""Which of two levels is stronger: the same cards, played twice with the seats exchanged."""

from collections.abc import Iterator
from random import Random
from statistics import fmean

from gongzhu.bots.levels import make_bot
from gongzhu.bots.selfplay import play_out
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.rules import HeartsRules, RuleSet, piles, start_deal
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
    everyone = seats(rules.players)
    for number in range(deals):
        dealer_seed = child_seed(seed, number)
        hands = deal_hands(rules, dealer_seed)
        of_game = number % len(rules.pass_cycle)
        if not first_lead_by_card(rules, of_game):
            of_game = 0
        advantage = 0.0
        for first in (0, 1):
            sitting = [bots[(first + seat) % 2] for seat in everyone]
            rngs = [Random(child_seed(dealer_seed, "bot", seat)) for seat in everyone]
            deal, _ = start_deal(rules, hands, of_game)
            deal = play_out(deal, sitting, rngs, budget)
            assert deal.public.scores is not None
            points = _by_seat(rules, deal.public.scores)
            mine, theirs = (
                fmean(points[seat] for seat in everyone if sitting[seat] is bot) for bot in bots
            )
            advantage += better * (mine - theirs) / 2
        yield advantage


def _by_seat(rules: RuleSet, scores: tuple[int, ...]) -> dict[Seat, int]:
    """The score of the pile that each seat captures for."""
    return {
        seat: score for owner, score in zip(piles(rules), scores, strict=True) for seat in owner
    }
