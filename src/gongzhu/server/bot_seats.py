"""The seats of a table that bots play."""

import asyncio
from collections.abc import Callable
from math import ceil

import structlog
from msgspec import UNSET

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.server.daily.seeds import day_seed
from gongzhu.server.logs import short
from gongzhu.server.problems import ApiError
from gongzhu.server.services import Services
from gongzhu.server.work.bots import Choice, usual_seconds
from gongzhu.server.work.queue import Asker
from gongzhu.table import Table, bots_to_move
from gongzhu.table.commands import BotAct
from gongzhu.table.progress import Playing
from gongzhu.view import View, view_of

Chosen = Callable[[BotAct], None]
"""Is given a choice."""

IN_LINE, MARGIN = 0.2, 0.05
"""Seconds by which a beat is longer than the time for which a level computes: for the wait for a
worker, no longer than that time, and for what is measured badly."""

log = structlog.get_logger()


class BotSeats:
    """Has bots choose for their seats, each seat one thing at a time.

    Levels that look ahead answer in a steady rhythm, whether or not there was a choice: at the
    first beat after the time at which a bot that uses all of its time would be done. What several
    choose at once is given together when the last one has chosen, in the order of the seats.
    """

    def __init__(self, services: Services, asker: Asker) -> None:
        """`asker`: in whose turn they compute."""
        self._services = services
        self._asker = asker
        self._tasks: dict[Seat, asyncio.Task[None]] = {}
        """The seats that a choice is still to come from."""
        self._sealed: dict[Seat, BotAct | None] = {}
        """Those of them that choose together with others, and what they have chosen so far."""

    def wake(self, table: Table, chosen: Chosen) -> None:
        """Have bots choose wherever they must."""
        asked = [(seat, level) for seat, level in bots_to_move(table) if seat not in self._tasks]
        deal = _playing(table).deal if asked else None
        for seat, level in asked:
            assert deal is not None, "a bot chooses in a deal"
            named = level or self._services.config.default_level
            view = view_of(deal, seat)
            if view.public.turn is None:
                self._sealed[seat] = None
            work = self._choose(table, view, named, len(asked), chosen)
            self._tasks[seat] = asyncio.get_running_loop().create_task(work)

    def forget(self) -> None:
        """Drop what bots are choosing."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._sealed.clear()

    async def _choose(
        self, table: Table, view: View, level: str, together: int, chosen: Chosen
    ) -> None:
        seat = view.seat
        assert seat is not None, "a bot has a seat"
        loop = asyncio.get_running_loop()
        asked = loop.time()
        try:
            choice = await self._services.bots.choose(
                view,
                level,
                _seed(table, seat),
                place=f"{short(table.state.table)}/{seat}",
                asker=self._asker,
                exact=_of_day(table),
            )
        except ApiError:  # the server stops
            return
        wait = beat_after(choice, level, together, loop.time() - asked) - (loop.time() - asked)
        if wait > 0:
            await asyncio.sleep(wait)
        act = BotAct(seat, choice.action, table.seq, choice.failure, choice.hurried)
        try:
            if seat in self._sealed:
                self._sealed[seat] = act
                self._unseal(chosen)
            else:
                del self._tasks[seat]
                chosen(act)
        except Exception:  # one table's mistake must not stop the others' bots
            log.exception("answer_failed", table=short(table.state.table))

    def _unseal(self, chosen: Chosen) -> None:
        """Give what was chosen together, unless a bot is still choosing."""
        acts = [act for _, act in sorted(self._sealed.items()) if act is not None]
        if len(acts) < len(self._sealed):
            return
        # Where one comes too late, its seat is asked again at once: that belongs to the next ones.
        self._sealed = {}
        for act in acts:
            self._tasks.pop(act.seat, None)
            chosen(act)


def beat_after(choice: Choice, level: str, together: int, passed: float) -> float:
    """Seconds from the request to the beat at which a choice is given. `together`: bots of the
    table that were asked at once; `passed`: seconds until the choice was there."""
    usual = usual_seconds(level)
    if not usual:
        return 0.0
    beat = together * (usual + min(usual, IN_LINE) + MARGIN)
    return beat * max(1, ceil(max(choice.due, passed) / beat))


def _seed(table: Table, seat: Seat) -> str:
    """The seed of a choice. Nobody can foretell what a bot leaves to chance: the seed of the deal
    is secret until it is over."""
    progress = _playing(table)
    dealer_seed = progress.evidence.dealer_seed
    if _of_day(table):
        return day_seed(dealer_seed, progress.deal, seat)
    return child_seed(dealer_seed, "bot", seat, table.seq)


def _of_day(table: Table) -> bool:
    return table.state.settings.day is not UNSET


def _playing(table: Table) -> Playing:
    assert isinstance(table.progress, Playing), "bots think about a deal"
    return table.progress
