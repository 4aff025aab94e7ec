"""Sign-ins under way: each must be finished within a few minutes, once, by the browser that began
it."""

from collections.abc import Callable
from typing import Any

from cachetools import TTLCache

LASTS = 5 * 60 * 1000
"""Milliseconds within which a sign-in must be finished; finding one's phone takes a while."""
MOST = 20_000
"""The most sign-ins that are remembered; when there is one more, the oldest is forgotten."""


def pending(clock: Callable[[], int]) -> "TTLCache[bytes, Any, int]":
    """An empty cache of sign-ins under way, by a key that identifies the browser; `clock` gives
    milliseconds. A new sign-in replaces the browser's previous one, and `pop` finishes it."""
    return TTLCache(MOST, LASTS, clock)
