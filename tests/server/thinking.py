"""Bots of a server that are asked outside of any table."""

import asyncio
import time

from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, Action, Expose, Game, Phase, apply, must_act
from gongzhu.server.metrics import Metrics
from gongzhu.server.thinking.fair_queue import Asker
from gongzhu.server.thinking.jobs import Choice
from gongzhu.server.thinking.pool import ThinkerPool
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


async def choices(
    command: tuple[str, ...], levels: list[str], patience: float
) -> list[tuple[str, Action, float]]:
    """What is chosen when all are asked at once, in the order of the answers, and when."""
    thinking = ThinkerPool(1, patience, Metrics(), command)
    thinking.start()
    view = playing()
    answers: list[tuple[str, Action, float]] = []
    began = time.monotonic()
    waiting = [asyncio.get_running_loop().create_future() for _ in levels]

    def asked(level: str, place: int) -> None:
        def tell(choice: Choice) -> None:
            answers.append((level, choice.action, time.monotonic() - began))
            waiting[place].set_result(None)

        thinking.ask(view, level, f"seed {place}", tell, place="table/0", asker=ANN)

    try:
        for place, level in enumerate(levels):
            asked(level, place)
        await asyncio.gather(*waiting)
    finally:
        await thinking.stop()
    for _, action, _ in answers:
        assert view.why_illegal(action) is None
    return answers
