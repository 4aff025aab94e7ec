"""An estimate of the remaining time of a run."""

import sys
import time

from gongzhu.texts import Lang, say

TOLD_AFTER = 5.0
"""Seconds after which the remaining time is estimated."""


class Estimate:
    """Prints once on standard error how long the rest of a run will take, if it takes long."""

    def __init__(self, deals: int, plays: int, lang: Lang) -> None:
        self._left = deals
        self._plays = plays
        self._lang = lang
        self._played = 0
        self._began = time.monotonic()
        self._told = False

    def add(self, *, known: bool) -> None:
        """Count a finished deal; `known` if it came from the ledger instead of being played."""
        self._left -= 1
        self._played += not known
        spent = time.monotonic() - self._began
        if self._told or not self._played or spent < TOLD_AFTER:
            return
        self._told = True
        seconds = self._left * spent / self._played
        if seconds < TOLD_AFTER:
            return
        values = {"deals": self._left, "plays": self._plays, "time": _clock(seconds)}
        sys.stderr.write(say("benchmark.estimate", self._lang, **values) + "\n")


def _clock(seconds: float) -> str:
    """Seconds as hours:minutes:seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
