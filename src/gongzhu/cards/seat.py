"""Seats: 0 to players-1, in playing order."""

from functools import cache
from typing import NewType

Seat = NewType("Seat", int)


@cache
def seats(players: int) -> tuple[Seat, ...]:
    """All the seats of a table, in playing order."""
    return tuple(Seat(number) for number in range(players))


def next_seat(seat: Seat, players: int, steps: int = 1) -> Seat:
    """The seat whose turn comes `steps` turns later; negative steps go back.

    >>> next_seat(Seat(3), players=4)
    0
    >>> next_seat(Seat(0), players=5, steps=-1)
    4
    """
    return Seat((seat + steps) % players)
