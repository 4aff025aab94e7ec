"""Has bots choose the actions of those seats of a table that they play."""

import asyncio
from collections.abc import Callable
from math import ceil

import structlog

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.rules import Deal
from gongzhu.server.edge.limits import Asker
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.monitoring.logs import short
from gongzhu.server.work.bots import BotChoice, Bots, usual_seconds
from gongzhu.table import Table, bots_to_move
from gongzhu.table.commands import BotAct
from gongzhu.table.progress import Playing
from gongzhu.view import View, view_of


def fixed_seed(dealer_seed: str, deal: Deal, seat: Seat) -> str:
    """The random seed for a bot's next choice in a deal that is played at several tables. It
    depends on the deal, the seat, the phase and the number of cards played, but not on the time or
    on who is connected. `dealer_seed` is the secret seed of the deal."""
    public = deal.public
    played = len(public.tricks), len(public.trick)
    return child_seed(dealer_seed, "day", seat, public.phase.name, *played)


Chosen = Callable[[BotAct], None]
"""A callback that is given a bot's choice, as the command for the table that carries it out."""
IN_LINE, MARGIN = 0.2, 0.05
"""Parts of a beat (`beat_after`), in seconds. IN_LINE is the longest time for which a beat allows a
choice to wait for a worker. MARGIN allows for inexact timing."""
log = structlog.get_logger()


class BotSeats:
    """Has bots choose for the seats of one table, at most one choice at a time for each seat.

    A choice of a level that looks ahead is played only at a multiple of a fixed time after the
    request, the beat (`beat_after`): at the first beat at which even a bot that uses all its time
    would have chosen. So the delay does not reveal whether the choice was easy. When several bots
    choose at the same time (for example a pass), their choices are played together in the order of
    the seats, after the last one has chosen.
    """

    def __init__(self, bots: Bots, default_level: str, asker: Asker) -> None:
        """`default_level` is the level of a bot whose seat names none. `asker` is the account and
        address to which the computing time is charged."""
        self._bots = bots
        self._default_level = default_level
        self._asker = asker
        self._tasks: dict[Seat, asyncio.Task[None]] = {}
        """The running task of each seat whose bot has not chosen yet."""
        self._sealed: dict[Seat, BotAct | None] = {}
        """The seats that choose at the same time, with their choices, or None for a seat that has
        not chosen yet."""

    def wake(self, table: Table, chosen: Chosen) -> None:
        """Start a computation for every bot that must choose now and has none running. `chosen` is
        called later with each choice."""
        asked = [(seat, level) for seat, level in bots_to_move(table) if seat not in self._tasks]
        deal = _playing(table).deal if asked else None
        for seat, level in asked:
            assert deal is not None, "a bot chooses in a deal"
            named = level or self._default_level
            view = view_of(deal, seat)
            if view.public.turn is None:
                self._sealed[seat] = None
            work = self._choose(table, view, named, len(asked), chosen)
            self._tasks[seat] = asyncio.get_running_loop().create_task(work)

    def forget(self) -> None:
        """Cancel all running computations of this table's bots."""
        for task in self._tasks.values():
            task.cancel()
        self._tasks.clear()
        self._sealed.clear()

    async def _choose(
        self, table: Table, view: View, level: str, together: int, chosen: Chosen
    ) -> None:
        """Compute the choice of the seat of `view`, wait for its beat, and play it by calling
        `chosen`. `together` is the number of bots of the table that were asked at the same time."""
        seat = view.seat
        assert seat is not None, "a bot has a seat"
        loop = asyncio.get_running_loop()
        asked = loop.time()
        try:
            choice = await self._bots.choose(
                view,
                level,
                _seed(table, seat),
                place=f"{short(table.state.table)}/{seat}",
                asker=self._asker,
                exact=table.state.settings.fixed,
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
        except Exception:  # an error at one table must not stop the bots of others
            log.exception("answer_failed", table=short(table.state.table))

    def _unseal(self, chosen: Chosen) -> None:
        """Play the choices of all bots that choose at the same time, in the order of their seats.
        Does nothing while one of them has not chosen yet."""
        acts = [act for _, act in sorted(self._sealed.items()) if act is not None]
        if len(acts) < len(self._sealed):
            return
        # Cleared first: a seat whose choice comes too late is asked again at once, and its new
        # choice belongs to the next group.
        self._sealed = {}
        for act in acts:
            self._tasks.pop(act.seat, None)
            chosen(act)


def beat_after(choice: BotChoice, level: str, together: int, passed: float) -> float:
    """Seconds from the request to the beat at which a choice is played, or 0 for levels that do not
    look ahead. `together` is the number of bots of the table that were asked at the same time,
    `passed` the seconds that the computation took. With s = `usual_seconds(level)` and b = together
    · (s + min(s, IN_LINE) + MARGIN), the result is the smallest positive multiple of b that is at
    least max(choice.due, passed)."""
    usual = usual_seconds(level)
    if not usual:
        return 0.0
    beat = together * (usual + min(usual, IN_LINE) + MARGIN)
    return beat * max(1, ceil(max(choice.due, passed) / beat))


def _seed(table: Table, seat: Seat) -> str:
    """The random seed for a bot's choice. Players cannot predict it, since it is derived from the
    dealer's seed, which stays secret until the deal is over."""
    progress = _playing(table)
    dealer_seed = progress.evidence.dealer_seed
    if table.state.settings.fixed:
        return fixed_seed(dealer_seed, progress.deal, seat)
    return child_seed(dealer_seed, "bot", seat, table.seq)


def _playing(table: Table) -> Playing:
    assert isinstance(table.progress, Playing), "bots think about a deal"
    return table.progress
