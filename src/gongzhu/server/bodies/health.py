"""Bodies of the HTTP API for monitoring: whether the server is alive and ready."""

from typing import Literal

from msgspec import Struct


class Health(Struct, frozen=True):
    """GET /healthz: the answer of a server that is running and accepts players."""

    status: Literal["ok"]


class PartsReady(Struct, frozen=True):
    """GET /readyz: 200 if all parts of the server answer and it is not stopping, otherwise 503."""

    status: Literal["ready", "not_ready"]
    parts: dict[str, bool]
    """Whether each part answers, by the part's name."""
