"""A server that lives again and again, from outside: begun, waited for, killed."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from proof.crash.fork_server import Launch, encode_launch
from tests.support.fresh_python import environment

PATIENCE = 120.0
"""Seconds for a start, and for an end."""


class ServerProcess:
    """The lives of one server. Each begins when the one before has ended."""

    def __init__(self, forker: asyncio.subprocess.Process) -> None:
        self.up = asyncio.Event()
        """Set while players are accepted."""
        self.starts: list[float] = []
        """Seconds that each start took that was waited for."""
        self._forker = forker
        self._began: asyncio.Future[int] | None = None
        self._ended: asyncio.Future[int] | None = None
        self._log = Path()
        self._since = 0.0

    async def begin(self, launch: Launch) -> None:
        """Start it, and do not wait until it is ready."""
        loop = asyncio.get_running_loop()
        self._began, self._ended = loop.create_future(), loop.create_future()
        self._log = Path(launch.log)
        self._since = loop.time()
        assert self._forker.stdin is not None
        self._forker.stdin.write(encode_launch(launch) + b"\n")
        await asyncio.wait_for(self._began, PATIENCE)

    async def ready(self) -> bool:
        """Wait until it accepts players; whether it lived to see that. Raises RuntimeError when it
        gave up by itself."""
        assert self._ended is not None
        up = asyncio.ensure_future(self.up.wait())
        either: set[asyncio.Future[Any]] = {up, self._ended}
        await asyncio.wait(either, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
        if up.done():
            self.starts.append(asyncio.get_running_loop().time() - self._since)
            return True
        up.cancel()
        if self._ended.done() and self._ended.result() == -signal.SIGKILL:
            return False
        raise RuntimeError(f"the server does not start:\n{self.words()}")

    async def end(self, within: float = PATIENCE) -> int | None:
        """Wait for its end; its exit status, or None when it still lives after so many seconds."""
        assert self._ended is not None
        done, _ = await asyncio.wait({self._ended}, timeout=within)
        return self._ended.result() if done else None

    async def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it has not ended."""
        if self._began is not None:
            with suppress(ProcessLookupError):
                os.kill(await self._began, number)

    async def kill(self) -> None:
        """End it by SIGKILL, if it has not ended."""
        if self._ended is not None and not self._ended.done():
            await self.send(signal.SIGKILL)
            assert await self.end() is not None

    def words(self) -> str:
        """The last that it wrote."""
        return self._log.read_text("utf-8", errors="replace")[-2000:]

    async def listen(self) -> None:
        """Take what the forker reports, until it ends."""
        assert self._forker.stdout is not None
        async for line in self._forker.stdout:
            word, _, number = line.decode().partition(" ")
            assert self._began is not None
            assert self._ended is not None
            match word.strip():
                case "began":
                    self._began.set_result(int(number))
                case "ready":
                    self.up.set()
                case "ended":
                    self.up.clear()
                    self._ended.set_result(int(number))


@asynccontextmanager
async def server_process() -> AsyncIterator[ServerProcess]:
    """A server that may live; in the end it is killed."""
    forker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "proof.crash.fork_server"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env=environment(),
    )
    server = ServerProcess(forker)
    listening = asyncio.create_task(server.listen())
    try:
        yield server
    finally:
        await server.kill()
        assert forker.stdin is not None
        forker.stdin.close()
        await asyncio.gather(forker.wait(), listening)
