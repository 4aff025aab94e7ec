"""The strength of the learned policy against random play, and the deals that it plays in a second.

Deals are duplicate: each deal is played with every seating of two
seats against two, passing and exposing included, and the deal is the unit of the standard error.

    python -m bench.bots.bench_policy [--against FILE]

`--against` names other tables to meet instead, from `training.train_policy --to FILE`.
"""

import argparse
import time
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from bench.bots.guided import run_guided
from bench.packed.random_playouts import deal_randomly, new_deck
from gongzhu.bots.policy import (
    Policy,
    policy_of,
    sample_card,
    sample_exposures,
    sample_pass,
)
from gongzhu.bots.policy.tables import TABLES, family_of
from gongzhu.packed.beginning import begin, pass_cards, steps_of
from gongzhu.packed.jit import advance, bounded, kernel, splitmix64
from gongzhu.packed.layout import (
    EXPOSED,
    HANDS,
    MODES,
    NOBODY,
    SIZE,
    TRICKS,
    Ints,
    RngState,
    new_rng,
)
from gongzhu.packed.rules import ALONE, NO_SALE, PIG_CAPTOR, PackedRules, pack_rules
from gongzhu.packed.scoring import score
from gongzhu.packed.tricks import play_card, seat_to_play
from gongzhu.rules import PRESETS, RuleSet
from gongzhu.rules.options import MOST_PLAYERS

DEALS = 6000
TURNS = 10
SEED = 99

Floats = NDArray[np.float64]


def measured_rules() -> dict[str, RuleSet]:
    """The presets that are measured, and two of them without exposing."""
    names = ("hearts-denexa", "gongzhu-pagat", "gongzhu-pagat-partners")
    rules = {name: PRESETS[name].rules for name in names}
    closed = {f"{name}, nothing exposed": replace(rules[name], sale="none") for name in names[1:]}
    return rules | closed


@kernel
def contest(
    rules: PackedRules,
    one: Policy,
    two: Policy,
    steps: int,
    deck: Ints,
    chance: RngState,
    seatings: Ints,
    advantages: Floats,
) -> None:
    """For each deal, the points of a seat of `one` less those of `two`; of a side with partners.

    A seating has a bit for each seat of `one`.
    """
    state = np.zeros(SIZE, np.int64)
    dealt = np.zeros(MOST_PLAYERS, np.int64)
    points = np.zeros(MOST_PLAYERS, np.int64)
    passed = np.zeros(MOST_PLAYERS, np.int64)
    for deal in range(len(advantages)):
        deal_randomly(rules, state, deck, chance)
        for seat in range(rules.players):
            dealt[seat] = state[HANDS + seat]
        chance[0] = advance(chance[0])
        drawn, _ = bounded(splitmix64(chance[0]), 2 * rules.players)
        captor = drawn if rules.later_lead == PIG_CAPTOR and drawn < rules.players else NOBODY
        for place in range(len(seatings)):
            seating = seatings[place]
            for seat in range(rules.players):
                policy = one if seating >> seat & 1 else two
                state[HANDS + seat] = dealt[seat]
                passed[seat] = sample_pass(rules, policy, dealt[seat], steps, chance)
            if steps:
                pass_cards(rules, state, steps, passed)
            begin(rules, state, captor)
            if rules.sale != NO_SALE:
                for seat in range(rules.players):
                    policy = one if seating >> seat & 1 else two
                    board, modes = sample_exposures(rules, policy, state[HANDS + seat], chance)
                    state[EXPOSED] |= board
                    state[MODES] |= modes
            while state[TRICKS] < rules.hand_size:
                policy = one if seating >> seat_to_play(rules, state) & 1 else two
                play_card(rules, state, sample_card(rules, policy, state, chance))
            score(rules, state, points)
            for seat in range(rules.players):
                own = points[seat % rules.piles]
                advantages[deal] += own if seating >> seat & 1 else -own
        each = 2 if rules.partners == ALONE or rules.piles == 2 else 1
        advantages[deal] /= each * len(seatings)


def speed(rules: RuleSet, policy: Policy) -> float:
    """The deals that the policy plays in a second of processor time, dealing included."""
    packed = pack_rules(rules)
    deck, chance = new_deck(packed), new_rng(SEED)
    best = 0.0
    for turn_number in range(TURNS + 1):
        started = time.thread_time()
        run_guided(packed, policy, deck, chance, DEALS, np.zeros(MOST_PLAYERS, np.int64))
        if turn_number:  # the first turn is for compiling
            best = max(best, DEALS / (time.thread_time() - started))
    return best


def measure(rules: RuleSet, one: Policy, two: Policy, deals: int) -> tuple[float, float]:
    """The advantage of `one` in points a deal, and its standard error."""
    packed = pack_rules(rules)
    sides = [(0, 2), (1, 3)] if packed.partners != ALONE else list(combinations(range(4), 2))
    seatings = np.array([1 << a | 1 << b for a, b in sides], np.int64)
    meet = partial(contest, packed, one, two)
    deck, chance = new_deck(packed), new_rng(SEED)
    meet(0, deck, chance, seatings, np.zeros(1))  # which compiles it
    ways = packed.pass_cycle_length
    found = [np.zeros(deals // ways) for _ in range(ways)]
    for way, advantages in enumerate(found):
        meet(steps_of(packed, way), deck, chance, seatings, advantages)
    every = np.concatenate(found) * (-1 if packed.aim_low else 1)
    return float(every.mean()), float(every.std() / len(every) ** 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", type=Path, help="other tables; chance unless given")
    parser.add_argument("--deals", type=int, default=DEALS)
    asked = parser.parse_args()
    print(f"{'rules':42}{'better by':>10}{'±':>8}{'deals/s, million':>20}")
    for name, rules in measured_rules().items():
        learned = policy_of(rules)
        other = Policy(*(np.ones_like(table) for table in learned))
        if asked.against:
            with np.load(asked.against) as file:
                tables = [file[f"{family_of(rules)}-{table}"] for table in TABLES]
            other = Policy(*(np.exp(table.astype(np.float64)) for table in tables))
        better, error = measure(rules, learned, other, asked.deals)
        deals = speed(rules, learned) / 1e6
        print(f"{name:42}{better:10.2f}{error:8.2f}{deals:20.3f}", flush=True)


if __name__ == "__main__":
    main()
