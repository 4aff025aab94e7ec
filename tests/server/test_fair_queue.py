"""Shares of the thinking: nobody starves, nobody has more than a share, and budgets hold."""

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from gongzhu.server.thinking.fair_queue import (
    FLOOR,
    PATIENCE,
    RECENT,
    REMEMBERED,
    SLICE,
    Asker,
    Budget,
    Budgets,
    FairQueue,
)

PLENTY = Budgets(Budget(1e9, 1.0), Budget(1e9, 1.0))
ANN, EVE = Asker("ann", "10.0.0.1"), Asker("eve", "10.0.0.2")


class House:
    """A queue with processes that think for as long as they may, and a time that passes."""

    def __init__(self, processes: int = 1, budgets: Budgets = PLENTY) -> None:
        self.queue = FairQueue(processes, budgets)
        self.now = 0.0
        self.used: dict[Asker, float] = {}
        self.order: list[tuple[Asker, float]] = []
        self._number = 0

    def put(self, asker: Asker, wanted: float, times: int = 1) -> None:
        for _ in range(times):
            self._number += 1
            self.queue.put(asker, self._number, wanted, self.now)

    def think(self, part: float = 1.0) -> Asker | None:
        """Give one turn, of which this part is used; whose it was."""
        turn = self.queue.take(self.now)
        if turn is None:
            return None
        assert 0 < turn.seconds <= turn.wanted
        seconds = part * turn.seconds
        self.now += seconds
        self.queue.done(turn, seconds, self.now)
        self.used[turn.asker] = self.used.get(turn.asker, 0.0) + seconds
        self.order.append((turn.asker, seconds))
        return turn.asker


def test_who_asks_for_little_waits_for_one_slice_of_who_asks_for_much() -> None:
    house = House()
    house.put(EVE, 2.0, 75)
    for _ in range(20):
        house.put(EVE, 2.0)
        house.think()
        house.put(ANN, 0.01)
        began = house.now
        house.put(EVE, 2.0)
        while house.think() != ANN:
            pass
        assert house.now - began <= FLOOR + 0.01 + 1e-9
    assert house.used[EVE] > house.used[ANN]


def test_who_is_alone_has_the_time_that_was_asked_for() -> None:
    house = House()
    house.put(ANN, 2.0)
    house.think()
    assert house.order == [(ANN, 2.0)]
    house.put(ANN, 2.0, 3)
    house.think()
    assert house.order[-1][1] == 2.0 * PATIENCE / 6.0, "in proportion, where that is too much"


def test_where_others_think_too_nobody_holds_a_process_for_long() -> None:
    house = House()
    house.put(ANN, 0.01)
    house.think()
    house.put(EVE, 2.0)
    house.think()
    assert house.order[-1] == (EVE, SLICE)
    house.now += RECENT + 1
    house.put(EVE, 2.0)
    house.think()
    assert house.order[-1] == (EVE, 2.0)


askers = st.builds(Asker, st.sampled_from("abc"), st.sampled_from("xyz"))
events = st.lists(st.tuples(askers, st.floats(0.001, 2.0), st.integers(0, 3)), max_size=80)


@given(events, st.integers(1, 3), st.floats(0.1, 1.5))
def test_whatever_comes_in_comes_out_once_and_in_the_order_of_its_account(
    events: list[tuple[Asker, float, int]], processes: int, part: float
) -> None:
    queue, now, out = FairQueue(processes, Budgets()), 0.0, []
    for number, (asker, wanted, turns) in enumerate(events):
        queue.put(asker, number, wanted, now)
        for _ in range(turns):
            if (turn := queue.take(now)) is not None:
                assert min(FLOOR, turn.wanted) <= turn.seconds <= turn.wanted
                now += part * turn.seconds
                queue.done(turn, part * turn.seconds, now)
                out.append(turn)
    while (turn := queue.take(now)) is not None:
        queue.done(turn, turn.seconds, now)
        out.append(turn)
    assert sorted(turn.number for turn in out) == list(range(len(events)))
    assert len(queue) == 0
    for asker in {turn.asker for turn in out}:
        numbers = [turn.number for turn in out if turn.asker == asker]
        assert numbers == sorted(numbers)


@given(
    st.lists(
        st.tuples(askers, st.floats(0.001, 2.0)), min_size=2, max_size=9, unique_by=lambda x: x[0]
    ),
    st.floats(0.2, 1.0),
)
def test_those_who_keep_asking_have_the_same_by_address_and_then_by_account(
    asking: list[tuple[Asker, float]], part: float
) -> None:
    house = House()
    wants = dict(asking)
    for asker, wanted in asking:
        house.put(asker, wanted, 3)
    for _ in range(300):
        whose = house.think(part)
        assert whose is not None
        house.put(whose, wants[whose])
    # Two that always wait are never further apart than one turn of each.
    longest = 2 * max(SLICE, FLOOR) + 1e-6
    addresses = dict.fromkeys((asker.address for asker in wants), 0.0)
    for asker, used in house.used.items():
        addresses[asker.address] += used
    assert max(addresses.values()) - min(addresses.values()) <= longest
    for address in addresses:
        shares = [house.used.get(asker, 0.0) for asker in wants if asker.address == address]
        assert max(shares) - min(shares) <= longest


def test_a_block_of_ipv6_has_the_share_of_one_address() -> None:
    house = House()
    house.put(ANN, 1.0, 200)
    for number in range(200):
        house.put(Asker(f"eve {number}", f"2001:db8:1:{number:x}::/64"), 1.0)
    for _ in range(100):
        house.think()
    assert 48 <= sum(asker == ANN for asker, _ in house.order) <= 52


def test_who_was_away_has_saved_up_nothing() -> None:
    house = House()
    house.put(ANN, 0.01)
    house.think()
    house.put(EVE, 1.0, 400)
    for _ in range(200):
        house.think()
    house.put(ANN, 1.0, 400)
    house.order.clear()
    for _ in range(100):
        house.think()
    mine = sum(asker == ANN for asker, _ in house.order)
    assert 48 <= mine <= 52


def test_a_budget_that_is_spent_leaves_the_floor_and_what_comes_back() -> None:
    house = House(processes=4, budgets=Budgets(Budget(10.0, 0.5), Budget(1e9, 1.0)))
    for _ in range(200):
        house.put(EVE, 1.0)
        house.think()
    # At once, and then half a second each second.
    assert house.used[EVE] <= 10 + 0.5 * house.now + 1.0
    assert house.used[EVE] >= 0.45 * house.now
    spent = house.order[-1][1]
    assert FLOOR <= spent < 1.0
    house.now += 60
    house.put(EVE, 1.0)
    house.think()
    assert house.order[-1][1] == 1.0


def test_many_accounts_of_an_address_have_its_budget_together() -> None:
    house = House(budgets=Budgets(Budget(10.0, 1.0), Budget(20.0, 1.0)))
    rng = Random(0)
    for turn in range(3000):
        house.put(Asker(f"eve {rng.randrange(50)}", "10.0.0.2"), 1.0)
        house.think()
        house.now += 0.001 * (turn % 7)
    floor = 3000 * FLOOR
    assert sum(house.used.values()) <= 20 + house.now + floor


def test_what_is_not_waited_for_any_longer_is_not_thought_about() -> None:
    queue = FairQueue(1, PLENTY)
    queue.put(ANN, 1, 1.0, 0.0)
    queue.put(ANN, 2, 1.0, 0.0)
    queue.remove(ANN, 1)
    queue.remove(ANN, 1)
    queue.remove(EVE, 7)
    turn = queue.take(0.0)
    assert turn is not None
    assert turn.number == 2
    queue.remove(ANN, 2)
    queue.done(turn, 1.0, 1.0)
    assert queue.take(1.0) is None


def test_those_who_asked_long_ago_are_forgotten() -> None:
    house = House(budgets=Budgets(Budget(10.0, 1.0), Budget(10.0, 1.0)))
    for number in range(20 * REMEMBERED):
        house.put(Asker(f"guest {number}", f"10.0.{number % 50}.1"), 0.01)
        house.think()
        house.now += 0.1
    assert house.queue.remembered <= 2 * REMEMBERED
