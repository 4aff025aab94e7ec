"""The speeds at which bots act."""

from typing import Literal, NamedTuple

Speed = Literal["instant", "fast", "normal", "slow"]


WITHOUT_A_WORD = 3.0
"""Seconds after which the person is shown why a bot or a hint takes so long: the very first search
has to compile its kernels."""


class Pace(NamedTuple):
    """The shortest times that things take on the screen, in seconds."""

    card: float
    """Seconds before a bot acts."""
    trick: float
    """Seconds for which a finished trick stays on the table."""


PACES: dict[Speed, Pace] = {
    "instant": Pace(0, 0),
    "fast": Pace(0.2, 0.7),
    "normal": Pace(0.55, 1.4),
    "slow": Pace(1.1, 2.8),
}
