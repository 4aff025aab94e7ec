"""Movements: everybody sits once a round, and how equally often all meet, in exact figures."""

from collections import Counter
from itertools import combinations, permutations

import pytest

from gongzhu.duplicate.movements import Seating, movement

TABLES = range(2, 17)
LONGEST = 63
UNEVEN = {3: 5, 7: 13, 8: 12, 9: 13, 10: 14, 11: 16, 12: 13, 13: 17, 14: 13, 15: 14, 16: 22}
"""Numbers of tables for which somewhere in a full movement two have met three times and two others
not at all, and the first round after which that is so. For all others no two have ever met more
than two times more often than two others: one time either way."""


def left(seatings: tuple[Seating, ...]) -> Counter[tuple[int, int]]:
    """How often each has had each other to the left."""
    return _counted(seatings, 1)


def across(seatings: tuple[Seating, ...]) -> Counter[tuple[int, int]]:
    """How often each has had each other across the table."""
    return _counted(seatings, 2)


def _counted(seatings: tuple[Seating, ...], step: int) -> Counter[tuple[int, int]]:
    return Counter(
        (place, places[(seat + step) % 4])
        for seating in seatings
        for places in seating
        for seat, place in enumerate(places)
    )


def spreads(tables: int) -> list[int]:
    """After each round of a full movement, how many times more often than the others those have met
    who have met most often."""
    met = dict.fromkeys(combinations(range(4 * tables), 2), 0)
    found = []
    for seating in movement(tables, 4 * tables - 1):
        for places in seating:
            for pair in combinations(sorted(places), 2):
                met[pair] += 1
        found.append(max(met.values()) - min(met.values()))
    return found


@pytest.mark.parametrize("tables", TABLES)
def test_everybody_sits_once_in_every_round(tables: int) -> None:
    seatings = movement(tables, LONGEST)
    assert len(seatings) == LONGEST
    for seating in seatings:
        assert [len(places) for places in seating] == [4] * tables
        assert sorted(place for places in seating for place in places) == [*range(4 * tables)]
    assert movement(tables, 5) == seatings[:5]


@pytest.mark.parametrize("tables", TABLES)
def test_in_a_full_movement_all_meet_three_times(tables: int) -> None:
    full = movement(tables, 4 * tables - 1)
    beside, opposite = left(full), across(full)
    for one, other in permutations(range(4 * tables), 2):
        assert beside[one, other] + beside[other, one] + opposite[one, other] == 3
        # Once on each side as a rule, and at most once more or less.
        assert beside[one, other] in (0, 1, 2)
        assert opposite[one, other] in (0, 1, 2)


@pytest.mark.parametrize("tables", TABLES)
def test_a_shorter_movement_is_balanced(tables: int) -> None:
    found = spreads(tables)
    uneven = [rounds for rounds, spread in enumerate(found, start=1) if spread > 2]
    assert max(found) <= 3
    assert (uneven[0] if uneven else None) == UNEVEN.get(tables)


def test_sixteen_players_meet_once_each_in_five_rounds() -> None:
    assert spreads(4)[4] == 0
    assert max(spreads(4)) == 1


@pytest.mark.parametrize("tables", range(2, 9))
def test_after_two_full_movements_nobody_was_oftener_on_one_side(tables: int) -> None:
    twice = left(movement(tables, 2 * (4 * tables - 1)))
    for one, other in permutations(range(4 * tables), 2):
        assert twice[one, other] == twice[other, one]


@pytest.mark.parametrize("tables", TABLES)
def test_everybody_has_every_seat(tables: int) -> None:
    seats = Counter(
        (place, seat)
        for seating in movement(tables, 4 * tables - 1)
        for places in seating
        for seat, place in enumerate(places)
    )
    assert set(seats) == {(place, seat) for place in range(4 * tables) for seat in range(4)}
