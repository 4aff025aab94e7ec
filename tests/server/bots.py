"""Bots of a server that are asked outside of any table."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, Action, Expose, Game, Phase, apply, must_act
from gongzhu.server.edge.limits import Asker
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.work.bots import Bots
from gongzhu.server.work.pool import COMMAND, WorkerPool
from gongzhu.view import View, view_of

ANN = Asker("ann", "10.0.0.1")
RULES = PRESETS["gongzhu-pagat"].rules


def playing() -> View:
    """A seat that must play a card."""
    deal, _ = Game.new(RULES).deal(deal_hands(RULES, "thinking"))
    for seat in range(4):
        deal, _ = apply(deal, Seat(seat), Expose({}))
    assert deal.public.phase is Phase.PLAYING
    turn = deal.public.turn
    assert turn is not None
    assert must_act(deal.public, deal.own[turn], turn)
    return view_of(deal, turn)


@asynccontextmanager
async def asking(
    command: Sequence[str] = COMMAND,
    patience: float = 1.5,
    metrics: Metrics | None = None,
    processes: int = 1,
) -> AsyncIterator[Bots]:
    """The bots of a server with so many workers."""
    metrics = metrics or Metrics()
    pool = WorkerPool(processes, metrics, command)
    bots = Bots(pool, patience, metrics)
    pool.start()
    try:
        yield bots
    finally:
        await pool.stop()
        bots.stop()


async def choices(
    command: tuple[str, ...], levels: list[str], patience: float
) -> list[tuple[str, Action, float]]:
    """What is chosen when all are asked at once, in the order of the answers, and when."""
    view = playing()
    answers: list[tuple[str, Action, float]] = []
    began = time.monotonic()
    async with asking(command, patience) as bots:

        async def ask(level: str, place: int) -> None:
            choice = await bots.choose(view, level, f"seed {place}", place="table/0", asker=ANN)
            answers.append((level, choice.action, time.monotonic() - began))

        await asyncio.gather(*(ask(level, place) for place, level in enumerate(levels)))
    for _, action, _ in answers:
        assert view.why_illegal(action) is None
    return answers
