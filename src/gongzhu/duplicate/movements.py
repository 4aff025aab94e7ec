"""Who sits where in each round, for 2 to 16 tables.

There are m = 4 × tables − 1 rotations. In the first one everybody sits as in a *starter*; in the
one turned by t, place p sits where place p − t does in the starter, modulo m, and the last place
always at the first table. So two entrants meet in all rotations together as often as their
difference modulo m occurs among the pairs at the starter's tables: in the stored starters three
times, once across and twice beside each other, as a rule once on either side.

The sum of all differences to the left is 0, but not at the table of the last place: at least one
pair of differences must have somebody twice on one side. `tests/duplicate/test_movements.py` has
the exact figures.

A shorter movement takes the first of the rotations in a stored order, in which at every moment all
have met as equally often as was found; a longer one begins again with the other way round the
tables. Starters and orders were found by search.
"""

from functools import cache
from importlib.resources import files

from msgspec import Struct, json

from gongzhu.duplicate.state import SEATS

Seating = tuple[tuple[int, ...], ...]
"""For each table, the entrants' places by seat."""


class _Stored(Struct):
    starter: tuple[int, ...]
    """Places by table and seat; the last place in the last seat of the first table."""
    order: tuple[int, ...]
    """The rotations in the order in which they are played."""


@cache
def _stored() -> dict[int, _Stored]:
    """What was found for each number of tables."""
    data = files("gongzhu.duplicate").joinpath("starters.json").read_bytes()
    return json.decode(data, type=dict[int, _Stored])


def movement(tables: int, rounds: int) -> tuple[Seating, ...]:
    """The seating of each of so many rounds for so many tables, 2 to 16."""
    return tuple(_seating(tables, number) for number in range(rounds))


def _seating(tables: int, number: int) -> Seating:
    """The seating of a round, from 0."""
    stored, last = _stored()[tables], SEATS * tables - 1
    again, turn = divmod(number, last)
    shift = stored.order[turn]
    places = [place if place == last else (place + shift) % last for place in stored.starter]
    quads = [places[SEATS * table : SEATS * (table + 1)] for table in range(tables)]
    if again % 2:
        quads = [[one, *reversed(others)] for one, *others in quads]
    # Who sits beside whom stays the same, but the last place has every seat in its turn.
    first = number % SEATS
    quads[0] = quads[0][first:] + quads[0][:first]
    return tuple(map(tuple, quads))
