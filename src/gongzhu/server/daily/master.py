"""The deal of the day as `master` plays it, in the seat and against the bots that everybody has."""

import asyncio

from msgspec import Struct

from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord, record_deal
from gongzhu.review.fork import waiting
from gongzhu.rules import Game, apply
from gongzhu.server.daily.dealer import PLAYER, PRESET, DayGame, rules_of
from gongzhu.server.daily.seeds import day_seed
from gongzhu.server.thinking.fair_queue import Asker
from gongzhu.server.thinking.pool import ThinkerPool
from gongzhu.server.thinking.wire import ActionQuestion, Answer
from gongzhu.view import view_of

LEVEL = "strong"
"""The level of the bots that everybody plays against."""
MASTER = "master"
HOUSE = Asker("", "the deal of the day")
"""Whose share of the thinking it takes: a part of its own, and only what is left over."""


class MasterResult(Struct, frozen=True):
    """What `master` made of a deal."""

    score: int
    record: DealRecord


class MasterBroken(Exception):
    """A process broke off over one of its choices."""


async def play_master(thinking: ThinkerPool, game: DayGame, evidence: Evidence) -> MasterResult:
    """Play a deal to its end, when there is nothing else to think about. Raises MasterBroken."""
    rules = rules_of(game)
    before = Game.new(rules)
    deal, _ = before.deal(evidence.hands)
    while turns := waiting(deal):
        seat = turns[0]
        level = MASTER if seat == PLAYER else LEVEL
        seed = day_seed(evidence.dealer_seed, deal, seat)
        question = ActionQuestion(0, level, seed, view_of(deal, seat), True)
        answer = await _ask(thinking, question)
        if answer is None or answer.action is None:
            raise MasterBroken
        deal, _ = apply(deal, seat, answer.action)
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


async def _ask(thinking: ThinkerPool, question: ActionQuestion) -> Answer | None:
    answered: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()

    def take(answer: Answer | None) -> None:
        if not answered.done():
            answered.set_result(answer)

    number = thinking.ask_background(question, take, HOUSE)
    try:
        return await answered
    finally:
        thinking.give_up_background(number)
