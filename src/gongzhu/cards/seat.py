"""Seats of a table, numbered from 0 to players - 1 in playing order."""

from functools import cache
from typing import NewType

Seat = NewType("Seat", int)


@cache
def seats(players: int) -> tuple[Seat, ...]:
    """All seats of a table with this number of players, in playing order: 0, 1, …."""
    return tuple(Seat(number) for number in range(players))


def next_seat(seat: Seat, players: int, steps: int = 1) -> Seat:
    """The seat that is `steps` places further in playing order, modulo `players`. Negative steps go
    back.

    >>> next_seat(Seat(3), players=4)
    0
    >>> next_seat(Seat(0), players=5, steps=-1)
    4
    """
    return Seat((seat + steps) % players)
