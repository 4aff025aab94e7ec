"""The movements of tournaments: for 2 to 16 tables, the seat of each entrant in each round.

Entrants are numbered by their place, from 0. There are m = 4 × tables − 1 rotations of a stored
*starter*, which is the seating of the first rotation. In the rotation by t, place (p + t) mod m has
the seat of place p in the starter. The last place, m, always sits at the first table. Hence in all
rotations together, two entrants meet as often as their difference modulo m occurs among the pairs
at the starter's tables. In the stored starters, every difference occurs three times: once for
opposite seats and twice for neighbouring seats, usually once on either side.

A perfect balance of sides is impossible: the differences to the left add up to 0 at every table
except that of the last place, so that at least one pair of differences has an entrant twice on the
same side. `tests/duplicate/test_movements.py` has the exact figures.

A tournament with fewer rounds uses the first rotations in a stored order, chosen so that after each
round all pairs have met as equally often as a search could find. A longer one repeats the order
with reversed seats at each table. Starters and orders were found by search.
"""

from functools import cache
from importlib.resources import files

from msgspec import Struct, json

from gongzhu.duplicate.state import SEATS

Seating = tuple[tuple[int, ...], ...]
"""For each table, the places (numbers of entrants, from 0) by seat."""


class _Stored(Struct):
    starter: tuple[int, ...]
    """Places by table and seat, four for each table. The last place is in the last seat of the
    first table."""
    order: tuple[int, ...]
    """The rotations t in the order in which they are played."""


@cache
def _stored() -> dict[int, _Stored]:
    """The stored starter and order, by number of tables."""
    data = files("gongzhu.duplicate").joinpath("starters.json").read_bytes()
    return json.decode(data, type=dict[int, _Stored])


def movement(tables: int, rounds: int) -> tuple[Seating, ...]:
    """The seating of each of the first `rounds` rounds at this number of tables, 2 to 16."""
    return tuple(_seating(tables, number) for number in range(rounds))


def _seating(tables: int, number: int) -> Seating:
    """The seating of round `number`, from 0."""
    stored, last = _stored()[tables], SEATS * tables - 1
    again, turn = divmod(number, last)
    shift = stored.order[turn]
    places = [place if place == last else (place + shift) % last for place in stored.starter]
    quads = [places[SEATS * table : SEATS * (table + 1)] for table in range(tables)]
    if again % 2:
        quads = [[one, *reversed(others)] for one, *others in quads]
    # Turning the first table keeps its neighbours, and moves the last place through every seat.
    first = number % SEATS
    quads[0] = quads[0][first:] + quads[0][:first]
    return tuple(map(tuple, quads))
