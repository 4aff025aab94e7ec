"""The state of the server, for whoever watches over it."""

from typing import Literal

from msgspec import Struct


class Health(Struct, frozen=True):
    """GET /healthz: the server accepts players."""

    status: Literal["ok"]


class PartsReady(Struct, frozen=True):
    """GET /readyz: 200 if the store answers and the server does not stop, else 503."""

    status: Literal["ready", "not_ready"]
    parts: dict[str, bool]
    """By name; True: it answers."""
