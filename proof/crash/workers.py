"""Servers on one PostgreSQL under load, behind HAProxy, that are paused, killed, renewed and cut
off from it again and again, and judged by what their players were told and by who wrote what."""

import asyncio
import os
import re
import signal
import sys
from asyncio.subprocess import Process, create_subprocess_exec
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random

import asyncpg
from msgspec import field

from gongzhu.store.postgres_servers import IDLE_MS, SERVERS
from proof.crash.cuts import PostgresLogs
from proof.crash.fork_server import Launch
from proof.crash.outcomes import Outcome
from proof.crash.under_load import PATIENCE, UnderLoad
from tests.support.page_client import Browser
from tests.support.postgres import Postgres
from tests.support.postgres_proxy import Moment, PostgresProxy
from tests.support.proxies import PACKAGING, put_in_place
from tests.support.serving import PAUSE, free_port, healthy

NAMES = ("one", "two", "three", "four")
SETTLED = 2.0
"""Seconds until a proxy has found out that all servers are ready."""
PLAYED = 150
"""Commands that are acknowledged before something happens, at most."""
SOON = 12.0
"""Seconds in which all tables are to play on, on a machine that is not too busy."""
NOTICED = 0.5
"""Seconds after which a page whose server is silent comes again."""
SILENCES = Path("build/silences")
"""The folder of what all wait for, each time that nothing happens at a table for longer."""
BRIEFLY = 1.4
"""Seconds of a pause that costs no table, at most, and `NOTICED` before it."""
SLOWEST = 100_000
"""Microseconds of a commit on a slow disk, at most."""
LATER = 2.0
"""Seconds after the loss of its tables in which a paused server goes on, at most."""

# Each connection says by its name which process it is of: the one that writes an entry, and the one
# that took the number of the server whose the table is.
_WATCH = f"""
    DROP SCHEMA IF EXISTS proof CASCADE;
    CREATE SCHEMA proof;
    CREATE TABLE proof.numbers (number integer PRIMARY KEY, process text NOT NULL);
    INSERT INTO proof.numbers
    SELECT objid::integer, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
    WHERE locktype = 'advisory' AND classid = {SERVERS};
    CREATE FUNCTION proof.note_number() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO proof.numbers VALUES (NEW.number, current_setting('application_name'))
        ON CONFLICT DO NOTHING;
        RETURN NULL;
    END $$;
    CREATE TRIGGER note AFTER INSERT ON gongzhu.servers
    FOR EACH ROW EXECUTE FUNCTION proof.note_number();
    CREATE TABLE proof.written (number integer NOT NULL, process text NOT NULL);
    CREATE FUNCTION proof.note() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        INSERT INTO proof.written
        SELECT server, current_setting('application_name')
        FROM added JOIN gongzhu.tables ON name = table_name;
        RETURN NULL;
    END $$;
    CREATE TRIGGER note AFTER INSERT ON gongzhu.entries
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION proof.note();
"""
_FOREIGN = """
    SELECT count(*) FROM proof.written LEFT JOIN proof.numbers USING (number)
    WHERE numbers.process IS DISTINCT FROM written.process
"""
"""Entries that were written by another process than that of the table's server."""
_ACTIVITY = """
    SELECT pid, application_name, state, wait_event, pg_blocking_pids(pid),
        clock_timestamp() - state_change, regexp_replace(query, '\\s+', ' ', 'g')
    FROM pg_stat_activity WHERE backend_type = 'client backend' ORDER BY pid
"""
"""The work of each connection, and the ones that it waits for."""


class GroupOutcome(Outcome):
    """The outcome of a run."""

    two_owners: int = 0
    """Entries that were written by another process than the owner's."""
    late: int = 0
    """Times that nothing was acknowledged at a table for longer than `SOON`."""
    slowest: dict[str, float] = field(default_factory=dict)
    """Seconds of the longest such time, of any length, by what was done."""


class Served:
    """One of the servers, started again whenever it ends."""

    def __init__(self, name: str, place: str, log: Path, module: str) -> None:
        self.name = name
        self.port = free_port()
        self.process: Process | None = None
        self._command = (sys.executable, "-m", module, str(self.port), place, name)
        self._log = log
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start it, and wait until it accepts players."""
        self._task = asyncio.create_task(self._run())
        await self.up()

    async def up(self) -> None:
        """Wait until it accepts players."""
        until = asyncio.get_running_loop().time() + PATIENCE
        while not await asyncio.to_thread(healthy, f"http://127.0.0.1:{self.port}"):
            assert asyncio.get_running_loop().time() < until, self._log.read_text("utf-8")[-2000:]
            await asyncio.sleep(PAUSE)

    async def is_ready(self) -> bool:
        """True if a proxy may send players there."""
        asked = Browser(f"http://127.0.0.1:{self.port}").ask
        return (await asyncio.to_thread(asked, "GET", "/readyz")).status == 200

    async def stop(self) -> None:
        """End it for good."""
        if self._task is not None:
            self._task.cancel()
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, unless it has just ended."""
        if self.process is not None and self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.process.pid, number)

    async def _run(self) -> None:
        with self._log.open("ab") as log:
            while True:
                self.process = await create_subprocess_exec(*self._command, stdout=log, stderr=log)
                await self.process.wait()


def proxy_for(servers: Sequence[Served], port: int) -> str:
    """The HAProxy of the package before these servers, at a port and without TLS."""
    shipped = (PACKAGING / "haproxy" / "haproxy.cfg").read_text("utf-8")
    kept = [
        line
        for line in shipped.splitlines(keepends=True)
        if not re.search(r"ssl|^  (use-)?server ", line)
    ]
    lines = [f"  use-server {one.name} if {{ url_param(server) {one.name} }}\n" for one in servers]
    lines += [f"  server {one.name} 127.0.0.1:{one.port}\n" for one in servers]
    return put_in_place("".join(kept), ("bind :80\n", f"bind 127.0.0.1:{port}\n")) + "".join(lines)


class ServersUnderLoad(UnderLoad):
    """Tables that play at several servers."""

    outcome: GroupOutcome

    def __init__(
        self,
        database: Postgres,
        link: PostgresProxy,
        folder: Path,
        seed: str,
        *,
        tables: int,
        servers: int = 0,
        module: str = "tests.support.unlimited_server",
    ) -> None:
        """`link` leads to the database; `folder` is for logs; there are two to four servers unless
        it is said how many; `module` is their program."""
        super().__init__(Launch(0, link.address, str(folder / "log"), module), seed, tables)
        self.outcome = GroupOutcome()
        self._database = database
        self._link = link
        self._folder = folder
        self._rng = Random(seed)
        names = NAMES[: servers or self._rng.randint(2, 4)]
        self._servers = [
            Served(name, link.address, folder / f"{name}.log", module) for name in names
        ]
        self._deck: list[str] = []
        self._starts: list[float] = []

    @property
    def starts(self) -> list[float]:
        """See `UnderLoad`."""
        return self._starts

    @asynccontextmanager
    async def _serving(self) -> AsyncIterator[asyncio.Event]:
        loop, up = asyncio.get_running_loop(), asyncio.Event()
        began = loop.time()
        file = self._folder / "haproxy.cfg"
        file.write_text(proxy_for(self._servers, self._launch.port), "utf-8")
        proxy: Process | None = None
        try:
            await asyncio.gather(*(one.start() for one in self._servers))
            with (self._folder / "proxy.log").open("ab") as log:
                proxy = await create_subprocess_exec(
                    "haproxy", "-f", str(file), stdout=log, stderr=log
                )
            while not all(await asyncio.gather(*(one.is_ready() for one in self._servers))):
                await asyncio.sleep(PAUSE)
            await asyncio.sleep(SETTLED)
            self._starts.append(loop.time() - began)
            await self._tell(_WATCH)
            up.set()
            yield up
        finally:
            for one in self._servers:
                one.send(signal.SIGCONT)
            await asyncio.gather(*(one.stop() for one in self._servers))
            if proxy is not None:
                proxy.kill()
                await proxy.wait()

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
        """Let the games end and check all, and that no server wrote to a table of another."""
        outcome = self.outcome
        await super().finish()
        outcome.two_owners = await self.foreign()
        if outcome.two_owners:
            outcome.faults.append(f"{outcome.two_owners} entries were written by another server")
        return outcome

    async def foreign(self) -> int:
        """Entries that were written by another server than the one that had the table."""
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
        folder = SILENCES / f"{self._seed} {self.outcome.happened.total()} {how} {table}"
        folder.mkdir(parents=True, exist_ok=True)
        players = "".join(f"{player.told()}\n" for player in self._players[table])
        (folder / "players.txt").write_text(players, "utf-8")
        (folder / "database.txt").write_text(await self._activity(), "utf-8")
        for file in self._folder.glob("*.log"):
            (folder / file.name).write_bytes(file.read_bytes())

    # --- what is done ----------------------------------------------------------------------------

    async def killed(self) -> None:
        """Kill a server."""
        self._any().send(signal.SIGKILL)

    async def stopped(self) -> None:
        """Tell a server to stop; it is started again."""
        self._any().send(signal.SIGTERM)

    async def renewed(self) -> None:
        """Renew all servers, one after another."""
        for one in self._servers:
            before = one.process
            one.send(signal.SIGTERM)
            while one.process is before:
                await asyncio.sleep(PAUSE)
            await one.up()

    async def paused(self) -> None:
        """Stop a server in the midst of its work until its tables are another one's."""
        server, loop = self._any(), asyncio.get_running_loop()
        before, began = self._done(), loop.time()
        server.send(signal.SIGSTOP)
        try:
            await self.come_again()
            while loop.time() < began + PATIENCE and any(
                count <= before[table] for table, count in self._done().items()
            ):
                await asyncio.sleep(PAUSE)
            left = began + IDLE_MS / 1000 + self._rng.uniform(0, LATER) - loop.time()
            await asyncio.sleep(max(0.0, left))
        finally:
            server.send(signal.SIGCONT)

    async def hesitant(self) -> None:
        """Stop a server for less than costs it its tables."""
        server = self._any()
        server.send(signal.SIGSTOP)
        try:
            await self.come_again()
            await asyncio.sleep(self._rng.uniform(0, BRIEFLY))
        finally:
            server.send(signal.SIGCONT)

    async def one_link(self) -> None:
        """Have the database end one connection of the servers."""
        await self._end_links("ORDER BY random() LIMIT 1")

    async def all_links(self) -> None:
        """Have the database end all connections of the servers."""
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
        """Kill a server, and end the connections of the others."""
        await self.killed()
        await self.all_links()

    def _any(self) -> Served:
        return self._rng.choice(self._servers)

    async def come_again(self) -> None:
        """The pages of all players find their server silent."""
        await asyncio.sleep(NOTICED)
        for group in self._players.values():
            for player in group:
                player.hang_up()

    async def _end_links(self, which: str) -> None:
        await self._ask(
            "SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity"
            f" WHERE application_name LIKE 'gongzhu%' {which}) AS ours"
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


FAULTS: dict[str, Callable[[ServersUnderLoad], Coroutine[None, None, None]]] = {
    "killed": ServersUnderLoad.killed,
    "stopped": ServersUnderLoad.stopped,
    "renewed": ServersUnderLoad.renewed,
    "paused past the timeout": ServersUnderLoad.paused,
    "paused for a moment": ServersUnderLoad.hesitant,
    "one connection ended": ServersUnderLoad.one_link,
    "all connections ended": ServersUnderLoad.all_links,
    "before commit": ServersUnderLoad.before_commit,
    "after commit": ServersUnderLoad.after_commit,
    "slow disk": ServersUnderLoad.slow_disk,
    "killed, the others cut off": ServersUnderLoad.killed_and_cut,
}
