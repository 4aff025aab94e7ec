"""Readiness: whether everything that a player needs answers, and not only the loop."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

PATIENCE = 2.0
"""Seconds that each part is given."""
KEPT = 1.0
"""Seconds for which an answer holds, however many ask."""

Probe = Callable[[], Awaitable[object]]
"""Asks a part of the server for something small. Raises what goes wrong."""

log = structlog.get_logger()


class Readiness:
    """Asks every part, all at once, and at most once a second."""

    def __init__(self, probes: dict[str, Probe]) -> None:
        self._probes = probes
        self._asking: asyncio.Task[dict[str, bool]] | None = None
        self._known: tuple[float, dict[str, bool]] | None = None
        self._before: dict[str, bool] = {}

    async def ask(self) -> dict[str, bool]:
        """The parts by name; True: it answers."""
        loop = asyncio.get_running_loop()
        if self._known is not None and loop.time() - self._known[0] < KEPT:
            return self._known[1]
        if self._asking is None:
            self._asking = loop.create_task(self._ask())
        # Whoever asks may go; the others wait on.
        return await asyncio.shield(self._asking)

    async def _ask(self) -> dict[str, bool]:
        answers = await asyncio.gather(*map(self._answers, self._probes.values()))
        found = dict(zip(self._probes, answers, strict=True))
        self._known = (asyncio.get_running_loop().time(), found)
        self._asking = None
        for name, well in found.items():
            if well != self._before.get(name, True):
                tell = log.info if well else log.error
                tell("readiness", part=name, answers=well)
        self._before = found
        return found

    async def _answers(self, probe: Probe) -> bool:
        try:
            await asyncio.wait_for(probe(), PATIENCE)
        except Exception:  # whatever it is, this part is not ready
            return False
        return True
