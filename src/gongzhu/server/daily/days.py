"""The daily deals on one server: who may play them, and who may see which parts of them.

Days are numbered as days since 1970-01-01 in UTC. Nothing here waits for midnight: the current day
is computed from the clock at each request.
"""

import asyncio
from calendar import monthrange

import msgspec
import structlog
from cachetools import LRUCache

from gongzhu.dealing import previous_secret, write_evidence
from gongzhu.records import write_jsonl
from gongzhu.server.background import end
from gongzhu.server.calendar import day_of, end_of, read_day, written
from gongzhu.server.daily.bodies import (
    Daily,
    DailyMonth,
    DayDealTold,
    DayMark,
    DayProof,
    DayResult,
    DayScore,
    TryState,
)
from gongzhu.server.daily.dealer import GAMES, PRESET, DayDealer, DayGame, dealer_name, rules_of
from gongzhu.server.daily.master import MasterResult, play_master
from gongzhu.server.daily.opening import open_day_table
from gongzhu.server.edge.limits import SERVER
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import rules_title
from gongzhu.server.tables.tables import Tables
from gongzhu.store import DayTry, PlayerRow, StoreError
from gongzhu.store.days import BeginDay
from gongzhu.texts import Lang

LAST_DAY = 2**31
"""A day number beyond all that will occur."""
MASTERS_KEPT = 64
"""Number of results of the bot `master` that are kept in memory."""

log = structlog.get_logger()


class Days:
    """Opens the tables of daily deals, and builds their pages and results. A server has one
    instance."""

    def __init__(self, services: Services, tables: Tables, finished: FinishedDeals) -> None:
        self._services = services
        self._tables = tables
        self._finished = finished
        self._dealer = DayDealer(services.store, services.entropy)
        self._turn = asyncio.Lock()
        self._masters: LRUCache[tuple[int, DayGame], MasterResult] = LRUCache(MASTERS_KEPT)
        """Results of the bot `master`, by day and game."""
        self._playing: dict[tuple[int, DayGame], asyncio.Task[None]] = {}
        """Tasks that compute such a result, by day and game."""

    async def stop(self) -> None:
        """Cancel the deals that the bot `master` is playing. They are played again from the start
        when their result is next needed."""
        await end(self._playing.values())

    async def today(self) -> int:
        """The number of the current day. Makes sure that each game has a chain of secrets for it.
        Raises StoreError."""
        today = day_of(self._services.clock())
        await self._dealer.begin(today)
        return today

    async def find(self, day: str, game: str) -> tuple[int, DayGame]:
        """The day number and the game for two parts of a URL path, such as `2026-11-23` and
        `hearts`. Raises ApiError 404 unless the game has a deal for that day and the day is today
        or past, and StoreError."""
        today = await self.today()
        try:
            asked = read_day(day)
        except ValueError:
            raise ApiError(404, "no_day") from None
        for each in GAMES:
            if each == game and asked <= today and self._dealer.has(each, asked):
                return asked, each
        raise ApiError(404, "no_day")

    # --- playing -------------------------------------------------------------------------------

    async def begin(self, player: PlayerRow, day: int, game: DayGame, address: str) -> str:
        """Open a table for a player's attempt at today's deal, or find the one that is open. For a
        past day, open one for practice. Returns the id of the table. `address` is the player's
        network address.

        Raises ApiError 409 if the player has left or finished today's deal, ApiError 429 if the
        player has too many tables open, and StoreError.
        """
        store, today = self._services.store, await self.today()
        # One at a time: an attempt has one table, even if several requests come at the same time.
        async with self._turn:
            name = self._services.entropy(16).hex()
            if day == today:
                found = await store.day_try(player.id, day, game)
                if found is None:
                    self._tables.opener.check(player.id, address)
                    await store.change(BeginDay(player.id, day, game, name))
                elif self._tables.listed.listing(found.table) is not None and found.score is None:
                    return found.table
                elif await store.last(found.table):
                    raise ApiError(409, "day_tried")
                else:
                    # The server was stopped before it had opened the table.
                    name = found.table
            else:
                self._tables.opener.check(player.id, address)
            new = await open_day_table(
                name,
                player,
                address,
                self._services,
                game=game,
                evidence=self._dealer.evidence(game, day),
                practice=day != today,
            )
        await self._tables.take_opened(new)
        self._let_master_play(day, game)
        return name

    def _let_master_play(self, day: int, game: DayGame) -> None:
        """Start to compute the result of the bot `master` in the background, unless it is known or
        being computed."""
        of = day, game
        if of not in self._masters and of not in self._playing:
            task = asyncio.create_task(self._play_master(day, game))
            self._playing[of] = task
            task.add_done_callback(lambda _: self._playing.pop(of))

    async def _play_master(self, day: int, game: DayGame) -> None:
        try:
            result = await self._kept_master(day, game)
            if result is None:
                evidence = self._dealer.evidence(game, day)
                pool = self._services.pool
                result = await pool.do_patiently(play_master, SERVER, game, evidence)
                kept = msgspec.json.encode(result)
                await self._services.store.put_setting(_master_key(day, game), kept)
        except (ApiError, StoreError) as error:
            log.warning("no_master", error=type(error).__name__)
            return
        self._masters[day, game] = result

    async def _kept_master(self, day: int, game: DayGame) -> MasterResult | None:
        """The stored result of the bot `master`, or None if there is none."""
        kept = await self._services.store.setting(_master_key(day, game))
        return None if kept is None else msgspec.json.decode(kept, type=MasterResult)

    # --- showing -------------------------------------------------------------------------------

    async def page(self, player: PlayerRow | None, lang: Lang) -> Daily:
        """Today's deals and the player's streaks. `player` is None for a visitor without an
        account. Raises StoreError."""
        today = await self.today()
        tries = [] if player is None else await self._services.store.day_tries(player.id, 0, today)
        streak, best = _streaks([one.day for one in tries if _in_time(one)], today)
        return Daily(
            written(today),
            end_of(today),
            self._services.clock(),
            written(self._dealer.first_day()),
            tuple([await self.told(player, today, game, lang) for game in GAMES]),
            streak,
            best,
        )

    async def month(self, player: PlayerRow | None, month: str) -> DailyMonth:
        """A player's attempts in a month such as `2026-11`, none if `player` is None. Raises
        ApiError 404 for a malformed month, and StoreError."""
        try:
            first = read_day(f"{month}-01")
        except ValueError:
            raise ApiError(404, "no_day") from None
        year, number = map(int, month.split("-"))
        last = first + monthrange(year, number)[1] - 1
        marks = () if player is None else await self.marks(player.id, first, last)
        return DailyMonth(month, marks)

    async def marks(self, player: str, first: int = 0, last: int = LAST_DAY) -> tuple[DayMark, ...]:
        """A player's attempts at the deals of the days `first` to `last`, both included, sorted by
        day. Both are numbers of days since 1970-01-01 in UTC. Raises StoreError."""
        return tuple(
            DayMark(written(one.day), game, one.score if _in_time(one) else None)
            for one in await self._services.store.day_tries(player, first, last)
            for game in GAMES
            if game == one.game
        )

    async def told(
        self, player: PlayerRow | None, day: int, game: DayGame, lang: Lang
    ) -> DayDealTold:
        """The parts of a daily deal that a visitor may see, with texts in `lang`: its results only
        if the player has finished it or the day is over, the day's secret only once the day is
        over. Raises StoreError."""
        store, now = self._services.store, self._services.clock()
        mine = None if player is None else await store.day_try(player.id, day, game)
        over, ends = now >= end_of(day), end_of(day)
        state = await self._state(mine, over=over)
        counts = await store.day_scores(day, game, ends)
        scores = tuple(DayScore(score, players) for score, players in counts)
        done = mine is not None and mine.score is not None
        result = None
        if done or over:
            self._let_master_play(day, game)
            own = mine.score if mine is not None and _in_time(mine) else None
            result = self._result(day, game, own, scores)
        secret = self._dealer.secret(game, day)
        return DayDealTold(
            day=written(day),
            game=game,
            preset=PRESET[game],
            title=rules_title(PRESET[game], rules_of(game), lang),
            over=over,
            ends_ms=ends,
            state=state,
            table=mine.table if mine is not None and state == "running" else None,
            played=mine.game_id if mine is not None and over else None,
            players=sum(one.players for one in scores),
            result=result,
            proof=DayProof(
                dealer_name(game),
                day,
                self._dealer.chain(game, day),
                previous_secret(secret),
                secret if over else None,
            ),
        )

    async def evidence(self, day: int, game: DayGame) -> str:
        """The evidence of a deal, as a JSON line. Raises ApiError 403 until the day is over."""
        self._finished.check_day(written(day))
        return write_evidence([self._dealer.evidence(game, day)])

    async def master(self, day: int, game: DayGame) -> str:
        """The record of how the bot `master` played a deal, as a JSON line. Raises ApiError 403
        until the day is over, ApiError 404 if `master` has not played the deal yet (it then starts
        to), and StoreError."""
        self._finished.check_day(written(day))
        result = self._masters.get((day, game)) or await self._kept_master(day, game)
        if result is None:
            self._let_master_play(day, game)
            raise ApiError(404, "no_master")
        return "".join(write_jsonl([result.record]))

    async def _state(self, mine: DayTry | None, *, over: bool) -> TryState:
        """The state of a player's attempt `mine`. `over` is True if the day is over."""
        if mine is None:
            return "new"
        if mine.score is not None:
            return "finished" if _in_time(mine) else "left"
        if self._tables.listed.listing(mine.table) is not None:
            return "running"
        # Tables of attempts are never deleted, so a table without an entry was never opened.
        return "left" if over or await self._services.store.last(mine.table) else "new"

    def _result(
        self, day: int, game: DayGame, own: int | None, scores: tuple[DayScore, ...]
    ) -> DayResult:
        """The results of a deal. `own` is the player's score, if finished in time. `scores` has
        those of all players."""
        master = self._masters.get((day, game))
        players = sum(one.players for one in scores)
        total = sum(one.score * one.players for one in scores)
        place = None
        if own is not None:
            lower = game == "hearts"
            place = 1 + sum(
                one.players for one in scores if (one.score < own if lower else one.score > own)
            )
        return DayResult(
            own,
            place,
            None if master is None else master.score,
            total / players if players else None,
            scores,
        )


def _master_key(day: int, game: DayGame) -> str:
    return f"daily:master:{day}:{game}"


def _in_time(one: DayTry) -> bool:
    """True if the attempt was finished before the end of its day."""
    return one.finished_ms is not None and one.finished_ms < end_of(one.day)


def _streaks(days: list[int], today: int) -> tuple[int, int]:
    """The lengths of two streaks of consecutive days in `days`: of the one that ends today or
    yesterday (0 if there is none), and of the longest one."""
    row, best, before = 0, 0, None
    for day in sorted(set(days)):
        row = row + 1 if before == day - 1 else 1
        best, before = max(best, row), day
    return (row if before is not None and before >= today - 1 else 0), best
