"""Many deals keep to the laws of chance; those of shuffles that are known to be wrong do not."""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from gongzhu.cards import PACK
from gongzhu.dealing import child_seed
from gongzhu.dealing.shuffle import shuffled
from tests.dealing.deal_laws import CARDS, Rows, Tally, broken, chi_squared_above

DEALS = 60_000
Seeds = NDArray[np.uint64]


def test_fair_deals_keep_every_law() -> None:
    assert not _broken(_fair_deals())


def test_gzh1_keeps_every_law() -> None:
    seeds = (child_seed("laws", number) for number in range(5_000))
    deals = np.array([shuffled(range(CARDS), seed) for seed in seeds], np.uint8)
    assert not _broken(deals)


def test_cards_are_dealt_as_they_are_numbered() -> None:
    """The laws look at a shuffle of numbers; deals shuffle the pack in the same way."""
    order = shuffled(range(CARDS), "any")
    assert shuffled(PACK, "any") == tuple(PACK[number] for number in order)


def test_swapping_with_any_place_is_found() -> None:
    assert "card by place" in _broken(_deals(_naive, _seeds(DEALS)))


def test_remainders_of_a_byte_are_found() -> None:
    assert "card by place" in _broken(_deals(_modulo, _seeds(DEALS)))


def test_never_leaving_a_card_in_place_is_found() -> None:
    assert "card by place" in _broken(_deals(_off_by_one, _seeds(DEALS)))


@pytest.mark.parametrize("different", [2**32, 24 * 3_600_000], ids=["32 bits", "ms of a day"])
def test_too_few_seeds_are_found(different: int) -> None:
    """Of 4.3 thousand million deals some come twice among 400,000; of 86 million, hundreds."""
    seeds = np.random.default_rng(3).integers(0, different, 400_000, np.uint64)
    assert _broken(_deals(_fair, seeds)) == ["deals that come twice"]


def test_deals_that_remember_the_last_are_found() -> None:
    fair = _fair_deals().copy()
    fair[1::50] = fair[::50]
    assert "cards that stay with a seat" in _broken(fair)


def test_a_riffle_too_few_is_found() -> None:
    """Some neighbours of the sorted pack stay together."""
    fair = _fair_deals().copy()
    fair[::40] = np.roll(np.arange(CARDS, dtype=np.uint8), 7)
    assert "cards still side by side" in _broken(fair)


def test_the_chi_squared_law_has_its_known_values() -> None:
    assert chi_squared_above(3.841459, 1) == pytest.approx(0.05, rel=1e-6)
    assert chi_squared_above(18.307038, 10) == pytest.approx(0.05, rel=1e-6)
    assert chi_squared_above(1_374.1, 1_274) == pytest.approx(0.0258, abs=2e-4)


def _broken(deals: Rows) -> list[str]:
    tally = Tally()
    for at in range(0, len(deals), 10_000):
        tally.add(deals[at : at + 10_000])
    return [law.name for law in broken(tally.laws())]


def _seeds(count: int) -> Seeds:
    return np.random.default_rng(7).integers(0, 2**64, count, np.uint64)


def _deals(choose: Callable[[Seeds, int], NDArray[np.int64]], seeds: Seeds) -> Rows:
    """A deal for each seed: from the last place down, each place swaps with the one chosen."""
    rows = np.tile(np.arange(CARDS, dtype=np.uint8), (len(seeds), 1))
    each = np.arange(len(seeds))
    for last in range(CARDS - 1, 0, -1):
        numbers = _mixed(seeds + np.uint64(last * 0x9E3779B97F4A7C15 % 2**64))
        chosen = choose(numbers, last)
        rows[each, last], rows[each, chosen] = rows[each, chosen], rows[each, last].copy()
    return rows


@cache
def _fair_deals() -> Rows:
    return _deals(_fair, _seeds(DEALS))


def _mixed(numbers: Seeds) -> Seeds:
    for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):
        numbers = (numbers ^ (numbers >> np.uint64(shift))) * np.uint64(factor)
    return numbers ^ (numbers >> np.uint64(31))


def _fair(numbers: Seeds, last: int) -> NDArray[np.int64]:
    return (numbers >> np.uint64(16)).astype(np.int64) % (last + 1)


def _naive(numbers: Seeds, last: int) -> NDArray[np.int64]:
    return (numbers >> np.uint64(16)).astype(np.int64) % CARDS


def _modulo(numbers: Seeds, last: int) -> NDArray[np.int64]:
    return (numbers >> np.uint64(56)).astype(np.int64) % (last + 1)


def _off_by_one(numbers: Seeds, last: int) -> NDArray[np.int64]:
    return (numbers >> np.uint64(16)).astype(np.int64) % last
