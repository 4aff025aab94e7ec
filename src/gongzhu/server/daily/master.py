"""The deal of the day as `master` plays it, in the seat and against the bots that everybody has."""

from collections.abc import Generator

from msgspec import Struct

from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord, record_deal
from gongzhu.review.fork import waiting
from gongzhu.rules import Game, apply
from gongzhu.server.daily.dealer import PLAYER, PRESET, DayGame, rules_of
from gongzhu.server.daily.seeds import day_seed
from gongzhu.server.work.choosing import choose
from gongzhu.server.work.job import Priority, stepwise
from gongzhu.view import view_of

LEVEL = "strong"
"""The level of the bots that everybody plays against."""
MASTER = "master"
LONGEST = 300.0
"""Seconds for a deal; most take ten."""


class MasterResult(Struct, frozen=True):
    """What `master` made of a deal."""

    score: int
    record: DealRecord


@stepwise(Priority.LONG, LONGEST)
def play_master(game: DayGame, evidence: Evidence) -> Generator[None, None, MasterResult]:
    """Play a deal to its end. Raises NotReady."""
    rules = rules_of(game)
    before = Game.new(rules)
    deal, _ = before.deal(evidence.hands)
    while turns := waiting(deal):
        seat = turns[0]
        level = MASTER if seat == PLAYER else LEVEL
        seed = day_seed(evidence.dealer_seed, deal, seat)
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
