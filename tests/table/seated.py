"""A table at which people sit down, one after another, and what it refuses."""

from typing import Any

import pytest

from gongzhu.table import CommandRefused
from gongzhu.table.state import SeatState
from tests.table.live import PEOPLE, Live, settings_of

FOUR = PEOPLE[:4]


def fresh(preset: str = "gongzhu-denexa") -> Live:
    """A table that Ann has opened and nobody sits at."""
    return Live(settings_of(preset))


def refused(live: Live, *asked: Any) -> str:
    """The code with which a command is refused, and nothing happens."""
    before = live.table
    with pytest.raises(CommandRefused) as caught:
        live.carry_out(asked)
    assert live.table is before
    return caught.value.code


def seat(live: Live, number: int) -> SeatState:
    return live.table.state.seats[number]


def names(live: Live) -> list[str]:
    return [sitting.name for sitting in live.table.state.seats]
