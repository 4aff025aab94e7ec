"""The way out of the server, for frames of text."""

from typing import Protocol


class Transport(Protocol):
    """Sends frames in their order."""

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken yet, about."""
        ...

    def write(self, payload: bytes) -> None:
        """Send a frame of text; returns at once."""
        ...


class ClosedTransport:
    """Forgets the frames that it is given."""

    waiting = 0

    def write(self, payload: bytes) -> None:
        """Do nothing."""
