"""Deals dealt and rolled out by the policy in a second on one core, by the kernels and by C.

Beside them run the same loops in C (`guided.c`, compiled here with gcc), with the same tables and
the same random numbers, and come to the same points.

    .venv/bin/python -m bench.packed.bench_guided

They take turns, and each is judged by the processor time of its best turn.
"""

import ctypes
from pathlib import Path

import numpy as np

from bench.bots.guided import run_guided
from bench.packed.bench_kernels import SEED, Contestant, compiled, options_of, race, show
from bench.packed.random_playouts import new_deck
from gongzhu.bots.policy import Policy, policy_of
from gongzhu.packed.layout import Ints, new_rng
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import PRESETS

MEASURED = ("gongzhu-pagat", "gongzhu-pagat-5", "gongzhu-pagat-partners", "hearts-denexa")
DEALS = 2_000
TURNS = 40


def main() -> None:
    loops = compiled(Path(__file__).with_name("guided.c"))
    print(f"{'guided deals/s, million':<24}{'rules':<24}{'kernels':>8}{'C':>8}{'ratio':>8}")
    for name in MEASURED:
        packed, policy = pack_rules(PRESETS[name].rules), policy_of(PRESETS[name].rules)
        kernels = kernels_on(packed, policy)
        speeds = race(packed, kernels, loops_on(packed, policy, loops), DEALS, TURNS)
        show("by the policy", {name: speeds})


def kernels_on(packed: PackedRules, policy: Policy) -> Contestant:
    """The kernels, ready to play."""
    deck, chance = new_deck(packed), new_rng(SEED)
    return lambda sums: run_guided(packed, policy, deck, chance, DEALS, sums)


def loops_on(packed: PackedRules, policy: Policy, loops: ctypes.CDLL) -> Contestant:
    """The loops in C, ready to play."""
    deck, chance, options = new_deck(packed), new_rng(SEED), options_of(packed)
    tables = np.ascontiguousarray(policy.playing)

    def play(sums: Ints) -> None:
        arrays = (options, tables, deck, chance)
        places = [ctypes.c_void_p(array.ctypes.data) for array in arrays]
        loops.run_guided(*places, ctypes.c_int64(DEALS), ctypes.c_void_p(sums.ctypes.data))

    return play


if __name__ == "__main__":
    main()
