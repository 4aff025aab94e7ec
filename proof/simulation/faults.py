"""Which faults are due when, and the record of all that happened."""

import hashlib
from collections.abc import Callable, Iterable
from contextvars import Context, copy_context
from struct import Struct

from proof.simulation.loop import PROCESS, Process, SimulatedLoop
from proof.simulation.plan import BOTS, COMMITS, FRAMES, SHARED, Fault, Kind

_TIME = Struct(">d").pack


class Faults:
    """Counts what happens, and gives out the faults that are due with it."""

    def __init__(self, loop: SimulatedLoop, faults: Iterable[Fault]) -> None:
        self.met: list[Fault] = []
        """The faults that have come about."""
        self.frames = self.commits = self.questions = 0
        self.step: Callable[[Fault], None] = lambda fault: None
        """Brings about a fault at a step of a process."""
        self.torn: Callable[[Process, float], None] = lambda process, chance: None
        """Kills a process over what it writes."""
        self._loop = loop
        self._hash = hashlib.blake2b(digest_size=16)
        self._due: dict[tuple[Kind, ...], dict[int, list[Fault]]] = {
            kinds: {} for kinds in (FRAMES, SHARED, COMMITS, BOTS)
        }
        for fault in faults:
            kinds = next(kinds for kinds in self._due if fault.kind in kinds)
            self._due[kinds].setdefault(fault.at, []).append(fault)
        self.context: Context = copy_context()
        """For calls that belong to no process."""
        self.context.run(PROCESS.set, None)
        loop.ring = self._ring
        self._set_alarm()

    # --- what is due ---------------------------------------------------------------------------

    def frame(self) -> list[Fault]:
        """One more frame is on a wire."""
        self.frames += 1
        return self._met(self._due[FRAMES].pop(self.frames, []))

    def commit(self) -> list[Fault]:
        """One more group is written."""
        self.commits += 1
        return self._met(self._due[COMMITS].pop(self.commits, []))

    def question(self) -> list[Fault]:
        """One more question is asked of a bot."""
        self.questions += 1
        return self._met(self._due[BOTS].pop(self.questions, []))

    def cease(self) -> None:
        """From here on nothing fails."""
        for due in self._due.values():
            due.clear()
        self._set_alarm()

    def _ring(self) -> None:
        for fault in self._met(self._due[SHARED].pop(self._loop.steps, [])):
            self.step(fault)
        self._set_alarm()

    def _set_alarm(self) -> None:
        self._loop.alarm = min(self._due[SHARED], default=0)

    def _met(self, due: list[Fault]) -> list[Fault]:
        for fault in due:
            self.met.append(fault)
            self.trace("fault", fault.kind, fault.at)
        return due

    # --- the record ----------------------------------------------------------------------------

    def trace(self, what: str, *details: str | int | float | bytes) -> None:
        """Something happened."""
        self._hash.update(b"%s %s\n" % (_TIME(self._loop.time()), what.encode()))
        for detail in details:
            self._hash.update(detail if isinstance(detail, bytes) else repr(detail).encode())

    @property
    def digest(self) -> str:
        """The same for the same history, whatever the machine."""
        return self._hash.hexdigest()
