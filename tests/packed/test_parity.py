"""The kernels against the engine, ply by ply, and against themselves compiled otherwise."""

import json
from collections import Counter
from random import Random

import pytest
from llvmlite import binding

from gongzhu.packed.rules import pack_rules
from tests.packed.parity import Seen, random_sums, run_deal
from tests.support.fresh_python import run_code
from tests.support.rulesets import every_kind, tries

KINDS = every_kind(seed=4, count=60)
DEALS = tries(6)
SEEN_IN_ALL = (
    "all hearts in one pile",
    "all point cards in one hand",
    "exposed card bound",
    "game over",
    "instant win",
    "lone_doubler",
    "moon chosen",
    "pooled",
    "queen_of_diamonds",
    "sold face down",
)
OTHERWISE = {
    "without the JIT": {"NUMBA_DISABLE_JIT": "1"},
    "without bit deposit": {
        "NUMBA_CPU_FEATURES": binding.get_host_cpu_features().flatten().replace("+bmi2", "-bmi2")
    },
}


@pytest.mark.parametrize("name", KINDS)
def test_every_moment_of_random_deals(name: str) -> None:
    packed = pack_rules(KINDS[name])
    rng = Random(name)
    for _ in range(DEALS):
        run_deal(KINDS[name], packed, rng, Seen())


def test_rare_things_come_up_in_the_deals_that_are_compared() -> None:
    seen: Seen = Counter()
    rng = Random(5)
    for rules in KINDS.values():
        packed = pack_rules(rules)
        for _ in range(8):
            run_deal(rules, packed, rng, seen)
    assert [rare for rare in SEEN_IN_ALL if not seen[rare]] == []


@pytest.mark.rest
@pytest.mark.parametrize(
    "way",
    [
        "without the JIT",
        # Everything is compiled anew for it.
        pytest.param("without bit deposit", marks=pytest.mark.long),
    ],
)
def test_kernels_do_the_same_otherwise_compiled(way: str) -> None:
    code = (
        "import json; from tests.packed.parity import random_sums; print(json.dumps(random_sums()))"
    )
    assert json.loads(run_code(code, **OTHERWISE[way])) == random_sums()


@pytest.mark.rest
def test_the_engine_and_kernels_agree_without_the_jit() -> None:
    run_code("from tests.packed.parity import run_some; run_some()", NUMBA_DISABLE_JIT="1")
