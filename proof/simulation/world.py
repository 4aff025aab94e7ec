"""A whole world from a plan: disk, servers, wires, programs, faults, and the judgement of it."""

import asyncio
import gc
import warnings
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from unittest.mock import patch

from msgspec import Struct, field

from gongzhu.store import Store
from gongzhu.table import Table
from proof.secrecy.taint import told_to_the_log
from proof.server_log import watched_log
from proof.simulation.bot_process import SimulatedWorker
from proof.simulation.client import Client
from proof.simulation.database import Database
from proof.simulation.database_store import DatabaseStore, connected
from proof.simulation.disk import Disk
from proof.simulation.disk_store import DiskStore
from proof.simulation.faults import Faults
from proof.simulation.guests import arrive
from proof.simulation.loop import PROCESS, Process, SimulatedLoop, Stuck
from proof.simulation.machine import Machine
from proof.simulation.network import Network
from proof.simulation.oracles import DiskLog, TableJudge
from proof.simulation.plan import Fault, Plan

LONGEST = 48 * 3600.0
MOST = 60_000
"""Calls for each table; hardly any world takes a tenth of them."""
REST = 20.0
"""Seconds after the last game's end, before all is judged."""
EXPECTED = (
    "not_saved",
    "not_stored",
    "not_archived",
    "not_loaded",
    "not_kept_up",
    "not_swept",
    "bot_replaced",
    "worker_killed",
    "security",
    "tables_given_up",
    "tables_lost",
    "not_relisted",
    "not_heard",
    "not_shared",
)
"""Events of the log when things fail around the server."""


class Outcome(Struct):
    """What came of a world."""

    plan: Plan
    digest: str = ""
    faults: list[str] = field(default_factory=list)
    """What must not be."""
    met: Counter[str] = field(default_factory=Counter)
    """The faults that came about, by kind."""
    acknowledged: int = 0
    entries: int = 0
    games: int = 0
    steps: int = 0
    frames: int = 0
    commits: int = 0
    questions: int = 0
    seconds: float = 0.0
    """Of virtual time."""
    starts: int = 0
    """Of servers."""


def run(plan: Plan) -> Outcome:
    """Let a world happen, and judge it."""
    try:
        return World(plan).run()
    except Exception as error:  # then the fault is the world's own, and is told with its seed
        return Outcome(plan, faults=[f"the world broke: {error!r}"])


class World:
    """Everything, from the first guest to the verdict."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        # As much of a loop as the server asks for.
        self.loop = SimulatedLoop()  # type: ignore[abstract]
        self.faults = Faults(self.loop, plan.faults)
        self.network = Network(self.loop, self.faults, plan.seed)
        self.disk: Disk | Database
        if plan.servers == 1:
            self.disk = disk = Disk(self.loop, self.faults, plan.seed)
            self.machines = [self._machine(lambda: DiskStore.open(disk), plan.seed)]
        else:
            self.disk = database = Database(self.loop, self.faults, plan.seed)
            self.machines = [
                self._machine(
                    partial(DatabaseStore.open_at, database, str(number)), f"{plan.seed} {number}"
                )
                for number in range(plan.servers)
            ]
        self.clients: list[Client] = []
        self.judges: dict[str, TableJudge] = {}
        self.failures: list[str] = []
        self.faults.step = self._step
        self.faults.torn = self._tear
        self.network.sent = self._sent
        self._resting = False
        self._settled: dict[str, int] = {}
        """The last entry of each table when everybody was content."""
        self._coming: list[asyncio.Task[None]] = []

    def _machine(self, open_store: Callable[[], Awaitable[Store]], seed: str) -> Machine:
        loop, faults, network = self.loop, self.faults, self.network
        machine = Machine(loop, faults, network, seed, storage=self.disk, open_store=open_store)
        machine.died = self._judge
        return machine

    def run(self) -> Outcome:
        """Let it happen, and judge it."""
        worker = partial(SimulatedWorker, (self.loop, self.faults))
        log = watched_log(EXPECTED, self._logged, told_to_the_log)
        with ExitStack() as stack:
            stack.enter_context(patch("gongzhu.server.work.pool.Worker", worker))
            stack.enter_context(log)
            if isinstance(self.disk, Database):
                stack.enter_context(connected(self.disk))
            self.loop.call_soon(self._begin, context=self.faults.context)
            try:
                self.loop.run(LONGEST, MOST * len(self.plan.tables))
            except Stuck as stuck:
                self.failures.append(f"{stuck}: {self._waiting()}")
            self._judge(self._shown())
            for name, judge in self.judges.items():
                judge.judge_rest(self.disk, self._at(name))
            for machine in self.machines:
                machine.end()
        return self._outcome()

    def _begin(self) -> None:
        for machine in self.machines:
            machine.start()
        for number, table in enumerate(self.plan.tables):
            coming = arrive(self.network, table, f"{self.plan.seed} {number}", self._opened)
            self._coming.append(self.loop.create_task(coming))
        self.loop.call_later(1.0, self._look)

    def _opened(self, table: str, clients: list[Client]) -> None:
        self.judges[table] = TableJudge(table)
        self.clients += clients

    # --- faults --------------------------------------------------------------------------------

    def _step(self, fault: Fault) -> None:
        process = PROCESS.get() or self.machines[0].process
        machine = self._machine_of(process)
        if process is None or machine is None:  # another fault at this step has killed it
            return
        match fault.kind:
            case "crash":
                machine.crash(process, 0.5, fault.amount)
            case "stop":
                machine.stop()
            case "pause":
                process.asleep = True
                self.loop.call_later(
                    fault.amount, self.loop.wake, process, context=self.faults.context
                )
            case "link":
                if isinstance(self.disk, Database):
                    self.disk.cut_off(process, fault.amount)
            case _:
                machine.jump(fault.amount)

    def _machine_of(self, process: Process | None) -> Machine | None:
        return next((one for one in self.machines if one.process is process), None)

    def _tear(self, process: Process, chance: float) -> None:
        """A process dies over what it writes."""
        machine = self._machine_of(process)
        if machine is not None:
            machine.crash(process, chance)

    def _sent(self, table: str, seq: int, what: str) -> None:
        """The server tells somebody of an entry: is it on disk?"""
        if seq > len(self.disk.rows.logs.get(table, ())):
            self.failures.append(f"{table}: {what} of entry {seq} before it is on disk")
            self.loop.stopped = True

    def _logged(self, event: str) -> None:
        """The server's log says something."""
        process = PROCESS.get()
        if process is None or process.alive:
            self.failures.append(f"the server logs {event}")

    # --- the end ---------------------------------------------------------------------------------

    def _look(self) -> None:
        """Has every table ended its game? Then nothing fails any more, but that the server is
        started anew once; and when everybody is content, everything must be right."""
        if self._resting:
            if self._is_quiet():
                self._caught_up()
                self.loop.stopped = True
                return
        elif len(self.judges) == len(self.plan.tables):
            self._judge(self._shown())
            ended = [len(judge.ended) for judge in self.judges.values()]
            wanted = [table.games for table in self.plan.tables]
            self._resting = sum(ended) >= sum(wanted) and min(ended) > 0
            if self._resting:
                self.faults.cease()
                self.disk.heal()
                for machine in self.machines:
                    machine.restart()
        again = REST if self._resting and not self._settled else 1.0
        self.loop.call_later(again, self._look)

    def _is_quiet(self) -> bool:
        """Whether everybody is content, and was at the last look too, and nothing was written in
        between: then nothing is on its way to anybody."""
        up = all(machine.up for machine in self.machines)
        content = up and all(client.content for client in self.clients)
        logs = self.disk.rows.logs if content else {}
        before, self._settled = self._settled, {table: len(log) for table, log in logs.items()}
        return content and self._settled == before

    def _caught_up(self) -> None:
        """Everybody knows all that there is to know, and the server too."""
        for client in self.clients:
            last = len(self.disk.rows.logs[client.table])
            if not client.over and client.seq != last:
                self.failures.append(f"{client.person.name} is at {client.seq}, the log at {last}")

    def _judge(self, shown: Iterable[Table]) -> None:
        """`shown` are the tables as the server has them."""
        log = DiskLog(self.disk.rows)
        for name, judge in self.judges.items():
            judge.judge(log, self._at(name))
            judge.judge_games(self.disk.rows)
        for table in shown:
            name, seq = table.state.table, table.seq
            if name in self.judges and self.judges[name].tables[seq - 1 : seq] != [table]:
                self.failures.append(f"{name}: the server has another table at {seq}")

    def _shown(self) -> list[Table]:
        """The tables as the servers have them."""
        return [table for machine in self.machines for table in machine.shown()]

    def _at(self, table: str) -> list[Client]:
        return [client for client in self.clients if client.table == table]

    def _waiting(self) -> str:
        """Where everybody is."""
        stages = [
            judge.truth.state.stage for judge in self.judges.values() if judge.truth is not None
        ]
        return f"{len(self.judges)} of {len(self.plan.tables)} tables, {', '.join(stages)}"

    def _outcome(self) -> Outcome:
        faults = self.failures + [f"{one.what}: {one.error}" for one in self.loop.failures]
        faults += [f"two owners: {conflict}" for conflict in self.disk.conflicts]
        faults += [failure for machine in self.machines for failure in machine.failures]
        for judge in self.judges.values():
            faults += judge.faults
        for task in self._coming:
            if task.done() and (error := task.exception()) is not None:
                faults.append(f"nobody could come: {error!r}")
        return Outcome(
            plan=self.plan,
            digest=self.faults.digest,
            faults=faults,
            met=Counter(fault.kind for fault in self.faults.met),
            acknowledged=sum(judge.judged for judge in self.judges.values()),
            entries=sum(len(judge.entries) for judge in self.judges.values()),
            games=sum(len(judge.ended) for judge in self.judges.values()),
            steps=self.loop.steps,
            frames=self.faults.frames,
            commits=self.faults.commits,
            questions=self.faults.questions,
            seconds=self.loop.time(),
            starts=sum(machine.starts for machine in self.machines),
        )


@contextmanager
def clearing_away() -> Iterator[None]:
    """Play worlds, and let go in the end of what killed processes were about to do.

    Python closes what they leave, and what is closed cleans up after itself: none of that must land
    in a loop that lives.
    """
    nowhere = asyncio.new_event_loop()
    asyncio.set_event_loop(nowhere)
    gc.disable()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "coroutine .* was never awaited", RuntimeWarning)
        try:
            yield
        finally:
            gc.collect()
            asyncio.set_event_loop(None)
            nowhere.close()
            del nowhere
            gc.collect()
            gc.enable()
