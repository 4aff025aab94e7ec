"""The way out of the server, for frames of text."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol


class Transport(Protocol):
    """Takes frames, and sends them in their order."""

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken yet, about."""
        ...

    def write(self, payload: bytes) -> None:
        """Send a frame of text; returns at once."""
        ...


class ClosedTransport:
    """Takes frames and forgets them."""

    waiting = 0

    def write(self, payload: bytes) -> None:
        """Do nothing."""


class QueueTransport:
    """Frames wait here until a task has handed them to the socket one by one, as ASGI wants it."""

    def __init__(self) -> None:
        self.waiting = 0
        self._frames: deque[bytes] = deque()
        self._something = asyncio.Event()
        self._closed = False

    def write(self, payload: bytes) -> None:
        """Send a frame of text; returns at once."""
        self._frames.append(payload)
        self.waiting += len(payload)
        self._something.set()

    def close(self) -> None:
        """Let `run` end when all is sent."""
        self._closed = True
        self._something.set()

    async def run(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        """Hand frames on as they come, until `close`."""
        while True:
            while self._frames:
                payload = self._frames.popleft()
                self.waiting -= len(payload)
                await send(payload)
            if self._closed:
                return
            self._something.clear()
            await self._something.wait()
