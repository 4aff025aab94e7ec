"""Readiness: whether all the parts of the server that players need respond, and not only its event
loop."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal

import structlog
from msgspec import Struct

PATIENCE = 2.0
"""Seconds within which each part must respond."""
KEPT = 1.0
"""Seconds for which a result is reused."""
Probe = Callable[[], Awaitable[object]]
"""A function that makes a small request to a part of the server, and raises an exception if that
fails."""
log = structlog.get_logger()


class Readiness:
    """Checks whether the parts of the server respond. All are checked at the same time, and at most
    once per KEPT seconds."""

    def __init__(self, probes: dict[str, Probe]) -> None:
        self._probes = probes
        self._asking: asyncio.Task[dict[str, bool]] | None = None
        self._known: tuple[float, dict[str, bool]] | None = None
        self._before: dict[str, bool] = {}

    async def ask(self) -> dict[str, bool]:
        """For each part of the server, by name, whether it responds. The result may be up to KEPT
        seconds old."""
        loop = asyncio.get_running_loop()
        if self._known is not None and loop.time() - self._known[0] < KEPT:
            return self._known[1]
        if self._asking is None:
            self._asking = loop.create_task(self._ask())
        # One caller may be cancelled; the others go on waiting.
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
        except Exception:  # any failure means that this part is not ready
            return False
        return True


class Health(Struct, frozen=True):
    """GET /healthz: the response of a server that is running and accepts players."""

    status: Literal["ok"]


class PartsReady(Struct, frozen=True):
    """GET /readyz: status 200 if all parts of the server respond and it is not stopping, otherwise
    503."""

    status: Literal["ready", "not_ready"]
    parts: dict[str, bool]
    """For each part of the server, by name, whether it responds."""
