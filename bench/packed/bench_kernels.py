"""Random deals dealt and played in a second on one core, by the kernels and by C.

Beside them run the same loops in C (`loops.c`, compiled here with gcc), both with the processor's
bit deposit and without, and OpenSpiel's Hearts if `--open-spiel` names a Python that has it:

    make .venv/.dev
    .venv/bin/python -m bench.packed.bench_kernels --open-spiel .venv/bin/python

All take turns, and each is judged by the processor time of its best turn, so that what else the
machine does falls out of the ratios as far as it can.
"""

import argparse
import ctypes
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from llvmlite import binding

from bench.packed.random_playouts import new_deck, run_random_deals
from gongzhu.packed.boards import SHEEP_BOARD
from gongzhu.packed.layout import Ints, new_rng, new_state
from gongzhu.packed.rules import LEAD_IT, SELF, SHOOTER, PackedRules, pack_rules
from gongzhu.rules import PRESETS

LOOPS = Path(__file__).with_name("loops.c")
MEASURED = ("gongzhu-pagat", "gongzhu-pagat-5", "gongzhu-wiki-diamonds", "hearts-denexa")
DEALS = 5_000
TURNS = 150
SEED = 1
HEART_PLANES = 6
"""Number of planes of the hearts' values that the loops in C read."""

SPIEL = """
import pyspiel, random, time
game = pyspiel.load_game("hearts(pass_cards=false)")
state = game.new_initial_state()
while state.is_chance_node():
    state.apply_action(random.choice(state.legal_actions()))
best = 0
for _ in range(40):
    rollouts = pyspiel.RandomRolloutEvaluator(250, 1)
    bot = pyspiel.MCTSBot(game, rollouts, 2.0, 4, 10, False, 1, False)
    started = time.thread_time()
    bot.step(state)
    best = max(best, 1000 / (time.thread_time() - started))
print(best)
"""
"""Rollouts in C++, all from one deal: a search of four nodes, which costs next to nothing."""

Contestant = Callable[[Ints], object]
"""Plays deals and adds the points to the sums."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--open-spiel", metavar="PYTHON", help="a Python with open_spiel")
    parser.add_argument("--steps", action="store_true", help="measure without bit deposit only")
    asked = parser.parse_args()
    if asked.steps:
        print(json.dumps(measured("-DSTEPS")))
        return
    features = binding.get_host_cpu_features().flatten().replace("+bmi2", "-bmi2")
    without = subprocess.run(
        [sys.executable, "-m", "bench.packed.bench_kernels", "--steps"],
        env=os.environ | {"NUMBA_CPU_FEATURES": features},
        stdout=subprocess.PIPE,
        check=True,
    )
    print(f"{'deals/s, million':<24}{'rules':<24}{'kernels':>8}{'C':>8}{'ratio':>8}")
    best = show("with bit deposit", measured())
    show("without", json.loads(without.stdout))
    if asked.open_spiel:
        done = subprocess.run(
            [asked.open_spiel, "-c", SPIEL], stdout=subprocess.PIPE, text=True, check=True
        )
        spiel = float(done.stdout.splitlines()[-1])
        print(
            f"OpenSpiel's hearts: {spiel / 1e6:.3f}; kernels are {best / spiel:.1f} times as fast"
        )


def show(way: str, speeds: dict[str, list[float]]) -> float:
    """Print the speeds; that of the last rules."""
    kernels = 0.0
    for name, (kernels, loops) in speeds.items():
        ratio = kernels / loops
        print(f"{way:<24}{name:<24}{kernels / 1e6:>8.3f}{loops / 1e6:>8.3f}{ratio:>8.2f}")
    return kernels


def measured(*flags: str) -> dict[str, list[float]]:
    """Deals in a second by the kernels and by C, for each of the rules."""
    loops = compiled(LOOPS, *flags)
    speeds = {}
    for name in MEASURED:
        packed = pack_rules(PRESETS[name].rules)
        speeds[name] = race(packed, kernels_on(packed), loops_on(packed, loops), DEALS, TURNS)
    return speeds


def compiled(source: Path, *flags: str) -> ctypes.CDLL:
    """A file of C, compiled for this processor; sums of floats stay as they are written."""
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "loops.so"
        command = ["gcc", "-O3", "-march=native", "-ffp-contract=off", "-shared", "-fPIC", *flags]
        subprocess.run([*command, source, "-o", library], check=True)
        return ctypes.CDLL(str(library))


def race(
    packed: PackedRules, kernels: Contestant, loops: Contestant, deals: int, turns: int
) -> list[float]:
    """Deals in a second by the kernels and by C; both must come to the same points."""
    sums = [np.zeros(packed.piles, np.int64) for _ in range(2)]
    best = [0.0, 0.0]
    for turn in range(turns + 1):
        for place, contestant in enumerate((kernels, loops)):
            started = time.thread_time()
            contestant(sums[place])
            if turn:  # the first turn is for compiling
                best[place] = max(best[place], deals / (time.thread_time() - started))
    assert sums[0].tolist() == sums[1].tolist()
    return best


def kernels_on(packed: PackedRules) -> Contestant:
    """The kernels, ready to play."""
    state, deck, chance = new_state(), new_deck(packed), new_rng(SEED)
    return lambda sums: run_random_deals(packed, state, deck, chance, DEALS, sums)


def loops_on(packed: PackedRules, loops: ctypes.CDLL) -> Contestant:
    """The loops in C, ready to play."""
    deck, chance, options = new_deck(packed), new_rng(SEED), options_of(packed)

    def play(sums: Ints) -> None:
        arrays = [ctypes.c_void_p(array.ctypes.data) for array in (options, deck, chance)]
        loops.run(*arrays, ctypes.c_int64(DEALS), ctypes.c_void_p(sums.ctypes.data))

    return play


def options_of(packed: PackedRules) -> Ints:
    """The rules as the loops in C read them."""
    return np.array(
        [
            packed.aim_low,
            packed.players,
            packed.hand_size,
            packed.pack,
            packed.lead_card,
            packed.first_lead == LEAD_IT,
            packed.kept_from_first_trick,
            packed.kept_from_lead,
            packed.breaks_hearts,
            packed.points,
            packed.unit,
            *packed.planes[:HEART_PLANES],
            packed.pig_with_all_hearts - SHOOTER,
            packed.lone_doubler,
            packed.all_point_cards,
            packed.queen_of_diamonds,
            packed.aim_low and packed.sheep and SHEEP_BOARD,
            packed.all_point_cards == SELF,
            packed.partners,
        ],
        np.int64,
    )


if __name__ == "__main__":
    main()
