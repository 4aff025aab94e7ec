"""Whole worlds, in which everything fails that can: what must hold, holds."""

import pytest

from proof.simulation.plan import plan_of, read_plan, write_plan
from proof.simulation.world import run
from tests.support.fresh_python import run_code

SEEDS = range(12)
SEVERAL = [seed for seed in range(60) if plan_of(seed).servers > 1][:8]
"""Worlds with several servers on one database."""


@pytest.mark.parametrize("seed", SEEDS)
def test_what_must_hold_holds_whatever_fails(seed: int) -> None:
    assert run(plan_of(seed)).faults == []


@pytest.mark.parametrize("seed", SEVERAL)
def test_it_holds_whatever_fails_among_several_servers(seed: int) -> None:
    assert run(plan_of(seed)).faults == []


def test_nothing_is_wrong_where_nothing_fails() -> None:
    outcome = run(plan_of(3, faults=False))
    assert outcome.faults == []
    assert outcome.games == 1
    assert not outcome.met


def test_a_plan_is_the_same_when_it_was_written_down() -> None:
    plan = plan_of(7)
    assert read_plan(write_plan(plan)) == plan


def test_the_same_seed_is_the_same_history_whatever_python_hashes_with() -> None:
    seeds = [0, 1, SEVERAL[0]]
    here = [run(plan_of(seed)).digest for seed in seeds]
    code = (
        "from proof.simulation.plan import plan_of; from proof.simulation.world import run; "
        f"print(*(run(plan_of(seed)).digest for seed in {seeds}))"
    )
    assert run_code(code, PYTHONHASHSEED="77").split() == here


def test_another_seed_is_another_history() -> None:
    assert run(plan_of(1)).digest != run(plan_of(2)).digest
