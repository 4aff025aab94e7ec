"""Workers on one PostgreSQL under load, that are paused, killed, stopped, replaced and cut off from
it again and again, and judged by what their players were told and by who wrote what."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import asyncpg
from msgspec import field

from gongzhu.server.serving import listen
from gongzhu.server.supervisor import Supervisor, Worker
from gongzhu.store.postgres_leases import LIFE, WRITERS
from proof.crash.cuts import PostgresLogs
from proof.crash.fork_server import Launch
from proof.crash.outcomes import Outcome
from proof.crash.under_load import PATIENCE, UnderLoad
from tests.support.postgres import Postgres
from tests.support.postgres_proxy import Moment, PostgresProxy
from tests.support.serving import PAUSE
from tests.support.task_dump import ASKED_BY

PLAYED = 150
"""Commands that are acknowledged before something happens, at most."""
SOON = 5.0
"""Seconds in which all tables are to play on, on a machine that is not too busy."""
NOTICED = 0.5
"""Seconds after which a page whose server is silent comes again."""
SILENCES = Path("build/silences")
"""The folder of what all wait for, each time that nothing happens at a table for longer."""
BRIEFLY = 1.4
"""Seconds of a pause that costs no lease, at most, and `NOTICED` before it."""
SLOWEST = 100_000
"""Microseconds of a commit on a slow disk, at most."""
LATER = 2.0
"""Seconds after the end of its leases in which a paused worker goes on, at most."""

# An entry with the lease that its table stands on, and the server that writes it: by the lock that
# the connection holds, which all connections of one server have one after the other.
_WATCH = f"""
    DROP SCHEMA IF EXISTS proof CASCADE;
    CREATE SCHEMA proof;
    CREATE TABLE proof.written (epoch bigint NOT NULL, writer bigint NOT NULL);
    CREATE FUNCTION proof.note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO proof.written
        SELECT coalesce(leases.epoch, 0), (
            SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = {WRITERS}
            AND pid = pg_backend_pid() LIMIT 1
        )
        FROM added LEFT JOIN gongzhu.leases USING (table_name);
        RETURN NULL;
    END $$;
    CREATE TRIGGER note AFTER INSERT ON gongzhu.entries
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION proof.note();
"""
_FOREIGN = """
    WITH shares AS (SELECT epoch, writer, count(*) AS n FROM proof.written GROUP BY 1, 2)
    SELECT coalesce(sum(CASE WHEN epoch = 0 THEN total ELSE total - most END), 0)::bigint
    FROM (SELECT epoch, sum(n) AS total, max(n) AS most FROM shares GROUP BY 1) AS epochs
"""
"""Entries that were written by another one than the owner of their table's lease."""
_ACTIVITY = """
    SELECT pid, application_name, state, wait_event, pg_blocking_pids(pid),
        clock_timestamp() - state_change, regexp_replace(query, '\\s+', ' ', 'g')
    FROM pg_stat_activity WHERE backend_type = 'client backend' ORDER BY pid
"""
"""The work of each connection, and the ones that it waits for."""


class GroupOutcome(Outcome):
    """The outcome of a run."""

    two_owners: int = 0
    """Entries that were written without the lease."""
    late: int = 0
    """Times that nothing was acknowledged at a table for longer than `SOON`."""
    slowest: dict[str, float] = field(default_factory=dict)
    """Seconds of the longest such time, of any length, by what was done."""


class WorkersUnderLoad(UnderLoad):
    """Tables that play at a group of workers."""

    outcome: GroupOutcome

    def __init__(
        self,
        database: Postgres,
        link: PostgresProxy,
        folder: Path,
        seed: str,
        *,
        tables: int,
        workers: int = 0,
        module: str = "tests.support.unlimited_worker",
    ) -> None:
        """`link` leads to the database; `folder` is for the workers; there are two to four of them
        unless it is said how many; `module` is their program."""
        super().__init__(Launch(0, link.address, str(folder / "log"), module), seed, tables)
        self.outcome = GroupOutcome()
        self._database = database
        self._link = link
        self._folder = folder
        self._rng = Random(seed)
        self._count = workers or self._rng.randint(2, 4)
        self._apart = self._rng.choice((0, 1, 90))
        """Seconds between the clocks of one worker and the next."""
        self._deck: list[str] = []
        self._starts: list[float] = []
        self._supervisor: Supervisor | None = None

    @property
    def starts(self) -> list[float]:
        """See `UnderLoad`."""
        return self._starts

    @property
    def supervisor(self) -> Supervisor:
        """The parent of the workers that run."""
        assert self._supervisor is not None, "inside `playing`"
        return self._supervisor

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator[asyncio.Event]:
        launch, loop, up = self._launch, asyncio.get_running_loop(), asyncio.Event()
        began = loop.time()
        command = [sys.executable, "-m", launch.module]
        command += [launch.place, str(self._folder), launch.log, str(self._apart)]
        with listen("127.0.0.1", launch.port) as listener:
            self._supervisor = Supervisor(self._count, command, listener, self._folder)
            await self._supervisor.start()
            self._starts.append(loop.time() - began)
            await self._tell(_WATCH)
            up.set()
            try:
                yield up
            finally:
                for worker in self._supervisor.workers.values():
                    self._send(worker, signal.SIGCONT)
                await self._supervisor.stop()

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[PostgresLogs]:
        yield PostgresLogs(self._database.address)

    async def run(self, how: str = "") -> None:
        """Let them play for a moment, do one of `FAULTS`, or what the seed says, wait until all
        tables play again, judge."""
        if not self._deck:
            self._deck = self._rng.sample(list(FAULTS), len(FAULTS))
        how = how or self._deck.pop()
        await self.wait(self._rng.randint(0, PLAYED))
        await self._watched(how, FAULTS[how](self))
        self.outcome.happened[how] += 1
        await self.judge()

    async def finish(self) -> GroupOutcome:
        """See `UnderLoad`; and nobody wrote without a lease."""
        outcome = self.outcome
        await super().finish()
        outcome.two_owners = await self.foreign()
        if outcome.two_owners:
            outcome.faults.append(f"{outcome.two_owners} entries were written without the lease")
        return outcome

    async def foreign(self) -> int:
        """Entries that were written by another worker than the one that had the lease."""
        return int(await self._ask(_FOREIGN))

    def _done(self) -> dict[str, int]:
        """The number of commands acknowledged, by table."""
        return {
            table: sum(player.acknowledged for player in group)
            for table, group in self._players.items()
        }

    async def _watched(self, how: str, fault: Coroutine[None, None, None]) -> None:
        """Let something happen, wait until something is acknowledged at each table afterwards, and
        note for how long nothing was meanwhile."""
        loop, done = asyncio.get_running_loop(), self._done()
        last, gaps = dict.fromkeys(done, loop.time()), dict.fromkeys(done, 0.0)
        acting, over, looked_at = asyncio.create_task(fault), 0.0, set[str]()
        while not over or min(last.values()) <= over:
            await asyncio.sleep(PAUSE)
            now = loop.time()
            for table, count in self._done().items():
                gaps[table] = max(gaps[table], now - last[table])
                if gaps[table] > SOON and table not in looked_at:
                    looked_at.add(table)
                    await self._look_at(table, how)
                if count > done[table]:
                    done[table], last[table] = count, now
            if acting.done() and not over:
                over = now
            if over and now - over > PATIENCE:
                silent = sorted(table for table in last if last[table] <= over)
                self.outcome.faults.append(f"{silent} do not play on: {how}")
                break
        await acting
        self.outcome.late += sum(gap > SOON for gap in gaps.values())
        slowest = self.outcome.slowest
        slowest[how] = max(slowest.get(how, 0.0), *gaps.values())

    async def _look_at(self, table: str, how: str) -> None:
        """Note what there is to be seen of a table at which nothing happens."""
        # One that is stopped writes nothing now, and is not to be seen as it was another time.
        for file in self._folder.glob("tasks-*.txt"):
            file.unlink()
        for worker in self.supervisor.workers.values():
            self._send(worker, ASKED_BY)
        folder = SILENCES / f"{self._seed} {self.outcome.happened.total()} {how} {table}"
        folder.mkdir(parents=True, exist_ok=True)
        players = "".join(f"{player.told()}\n" for player in self._players[table])
        (folder / "players.txt").write_text(players, "utf-8")
        (folder / "database.txt").write_text(await self._activity(), "utf-8")
        await asyncio.sleep(NOTICED)
        for file in (Path(self._launch.log), *self._folder.glob("tasks-*.txt")):
            (folder / file.name).write_bytes(file.read_bytes())

    # --- what is done ----------------------------------------------------------------------------

    async def killed(self) -> None:
        """Kill a worker."""
        self._send(self._any(), signal.SIGKILL)

    async def stopped(self) -> None:
        """Tell a worker to stop."""
        self._send(self._any(), signal.SIGTERM)

    async def replaced(self) -> None:
        """Replace all workers, one after another."""
        await self.supervisor.replace()

    async def paused(self) -> None:
        """Stop a worker in the midst of its work until its tables are another one's."""
        worker, loop = self._any(), asyncio.get_running_loop()
        before, began = self._done(), loop.time()
        self._send(worker, signal.SIGSTOP)
        try:
            await self.come_again()
            while loop.time() < began + PATIENCE and any(
                count <= before[table] for table, count in self._done().items()
            ):
                await asyncio.sleep(PAUSE)
            left = began + LIFE + self._rng.uniform(0, LATER) - loop.time()
            await asyncio.sleep(max(0.0, left))
        finally:
            self._send(worker, signal.SIGCONT)

    async def hesitant(self) -> None:
        """Stop a worker for less than its leases last."""
        worker = self._any()
        self._send(worker, signal.SIGSTOP)
        try:
            await self.come_again()
            await asyncio.sleep(self._rng.uniform(0, BRIEFLY))
        finally:
            self._send(worker, signal.SIGCONT)

    async def one_link(self) -> None:
        """Have the database end one connection of the workers."""
        await self._end_links("ORDER BY random() LIMIT 1")

    async def all_links(self) -> None:
        """Have the database end all connections of the workers."""
        await self._end_links("")

    async def before_commit(self) -> None:
        """Cut all connections just before the database would get a COMMIT."""
        await self._pull("before")

    async def after_commit(self) -> None:
        """Cut all connections when the database has answered a COMMIT, and nobody knows it."""
        await self._pull("after")

    async def slow_disk(self) -> None:
        """Have every commit take longer, for a moment."""
        slow = (
            f"ALTER SYSTEM SET commit_delay = {self._rng.randint(20_000, SLOWEST)}",
            "ALTER SYSTEM SET commit_siblings = 0",
        )
        reload = "SELECT pg_reload_conf()"
        await self._tell(*slow, reload)
        try:
            await asyncio.sleep(self._rng.uniform(0, BRIEFLY))
        finally:
            await self._tell("ALTER SYSTEM RESET ALL", reload)

    async def killed_and_cut(self) -> None:
        """Kill a worker, and end the connections of the others."""
        await self.killed()
        await self.all_links()

    def _any(self) -> Worker:
        return self._rng.choice(list(self.supervisor.workers.values()))

    def _send(self, worker: Worker, number: signal.Signals) -> None:
        # One that has just ended is about to be replaced.
        if worker.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(worker.process.pid, number)

    async def come_again(self) -> None:
        """The pages of all players find their server silent."""
        await asyncio.sleep(NOTICED)
        for group in self._players.values():
            for player in group:
                player.hang_up()

    async def _end_links(self, which: str) -> None:
        await self._ask(
            "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity"
            f" WHERE application_name = 'gongzhu' {which}) AS ours"
        )

    async def _pull(self, moment: Moment) -> None:
        self._link.cut_at = moment
        until = asyncio.get_running_loop().time() + PATIENCE
        while self._link.plugged and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(PAUSE)
        await asyncio.sleep(self._rng.uniform(0, 1))
        self._link.plugged = True

    async def _activity(self) -> str:
        connection = await asyncpg.connect(self._database.address)
        try:
            rows = await connection.fetch(_ACTIVITY)
        finally:
            await connection.close()
        return "".join(" | ".join(map(str, row)) + "\n" for row in rows)

    async def _ask(self, query: str) -> int:
        connection = await asyncpg.connect(self._database.address)
        try:
            return int(await connection.fetchval(query))
        finally:
            await connection.close()

    async def _tell(self, *statements: str) -> None:
        connection = await asyncpg.connect(self._database.address)
        try:
            for statement in statements:
                await connection.execute(statement)
        finally:
            await connection.close()


FAULTS: dict[str, Callable[[WorkersUnderLoad], Coroutine[None, None, None]]] = {
    "killed": WorkersUnderLoad.killed,
    "stopped": WorkersUnderLoad.stopped,
    "replaced": WorkersUnderLoad.replaced,
    "paused past the lease": WorkersUnderLoad.paused,
    "paused for a moment": WorkersUnderLoad.hesitant,
    "one connection ended": WorkersUnderLoad.one_link,
    "all connections ended": WorkersUnderLoad.all_links,
    "before commit": WorkersUnderLoad.before_commit,
    "after commit": WorkersUnderLoad.after_commit,
    "slow disk": WorkersUnderLoad.slow_disk,
    "killed, the others cut off": WorkersUnderLoad.killed_and_cut,
}
