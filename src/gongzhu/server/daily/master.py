"""Plays a daily deal with the bot `master`, in the same seat and against the same bots as every
player."""

from collections.abc import Generator

from msgspec import Struct

from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord, record_deal
from gongzhu.rules import Game, apply
from gongzhu.rules.legal import waiting
from gongzhu.server.daily.dealer import PLAYER, PRESET, DayGame, rules_of
from gongzhu.server.live.bot_seats import fixed_seed
from gongzhu.server.work.choosing import choose
from gongzhu.server.work.job import Priority, stepwise
from gongzhu.view import view_of

LEVEL = "strong"
"""The level of the bots that play against every player."""
MASTER = "master"
"""The level that plays in the player's seat, for comparison."""
LONGEST = 300.0
"""Time limit of the bot `master` for a whole deal, in seconds. Most deals take ten."""


class MasterResult(Struct, frozen=True):
    """The score of the bot `master` in a deal, and the record of the deal."""

    score: int
    """Points of its side in the deal."""
    record: DealRecord


@stepwise(Priority.LONG, LONGEST)
def play_master(game: DayGame, evidence: Evidence) -> Generator[None, None, MasterResult]:
    """Play the deal of this evidence to its end, with the bot `master` in the player's seat. A job
    that yields after each action. Raises NotReady while the worker's kernels are not compiled."""
    rules = rules_of(game)
    before = Game.new(rules)
    deal, _ = before.deal(evidence.hands)
    while turns := waiting(deal):
        seat = turns[0]
        level = MASTER if seat == PLAYER else LEVEL
        seed = fixed_seed(evidence.dealer_seed, deal, seat)
        deal, _ = apply(deal, seat, choose(level, seed, view_of(deal, seat), True))
        yield
    after = before.after_deal(deal.public)
    names = tuple(MASTER if seat == PLAYER else LEVEL for seat in range(rules.players))
    record = record_deal(
        deal,
        after,
        players=names,
        preset=PRESET[game],
        game=0,
        dealer_seed=evidence.dealer_seed,
    )
    return MasterResult(after.totals[PLAYER], record)
