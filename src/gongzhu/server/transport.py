"""The interface through which the server sends text frames to a client."""

from typing import Protocol


class Transport(Protocol):
    """Sends text frames to a client, in order."""

    @property
    def waiting(self) -> int:
        """About how many bytes are still waiting to be sent."""
        ...

    def write(self, payload: bytes) -> None:
        """Send a frame of text; returns at once."""
        ...


class ClosedTransport:
    """A transport that discards all frames, for a connection that is closed."""

    waiting = 0

    def write(self, payload: bytes) -> None:
        """Discard the frame."""
