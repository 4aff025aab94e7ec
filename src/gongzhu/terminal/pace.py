"""The speeds of the bots at the table."""

from typing import Literal, NamedTuple

Speed = Literal["instant", "fast", "normal", "slow"]


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
