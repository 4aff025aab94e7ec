"""Whole tournaments with drops, leavers and kills: see `evening.py`."""

import pytest

from tests.duplicate.evening import Evening, check


@pytest.mark.parametrize("seed", range(8))
def test_every_table_ends_and_every_score_counts_once(seed: int) -> None:
    evening = Evening(seed)
    evening.play()
    check(evening)


@pytest.mark.rest
def test_many_evenings() -> None:
    kills = 0
    for seed in range(100, 140):
        evening = Evening(seed)
        evening.play()
        check(evening)
        kills += evening.kills
    assert kills > 40
