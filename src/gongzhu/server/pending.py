"""Sign-ins that were begun, and are finished once and soon, by the browser that began them."""

from collections.abc import Callable
from typing import Any

from cachetools import TTLCache

LASTS = 5 * 60 * 1000
"""Milliseconds in which a sign-in has to be finished: somebody has to find a phone."""
MOST = 20_000
"""Sign-ins that are remembered; with one more, the oldest is forgotten."""


def pending(clock: Callable[[], int]) -> "TTLCache[bytes, Any, int]":
    """An empty cache of them, by a key of the browser; `clock` gives milliseconds. A sign-in takes
    the place of the one before it, and `pop` finishes it."""
    return TTLCache(MOST, LASTS, clock)
