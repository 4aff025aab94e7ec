"""The speeds of the bots at the table, and the patience of the person."""

from typing import Literal, NamedTuple

Speed = Literal["instant", "fast", "normal", "slow"]


WITHOUT_A_WORD = 3.0
"""Seconds after which somebody is told why a bot or a hint takes so long: the first search of all
compiles what it runs on."""


class Pace(NamedTuple):
    """Seconds that things take at least."""

    card: float
    """Before a bot acts."""
    trick: float
    """For which a finished trick stays on the table."""


PACES: dict[Speed, Pace] = {
    "instant": Pace(0, 0),
    "fast": Pace(0.2, 0.7),
    "normal": Pace(0.55, 1.4),
    "slow": Pace(1.1, 2.8),
}
