"""Times to solve the last tricks of a deal by max^n, by alpha-beta, and by exhaustive search.

The positions are from deals between bots of the level `strong`, so many tricks before the end;
times are processor time. The transposition table is emptied before each.
"""

import argparse
import statistics
import time
from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from bench.endgame import new_workspace, solve_max_n, solve_paranoid
from gongzhu.bots import make_bot
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.packed.jit import code_of, kernel, routine
from gongzhu.packed.layout import SIZE, TRICKS, Ints, State
from gongzhu.packed.packing import pack_deal
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.packed.scoring import score, side_of
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules import PRESETS, Game, Phase, RuleSet, apply, hand_size
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.view import view_of

MEASURED = (
    "gongzhu-pagat",
    "gongzhu-pagat-partners",
    "gongzhu-boulder",
    "gongzhu-wiki-diamonds",
    "gongzhu-pagat-5",
    "hearts-denexa",
    "hearts-omnibus",
)
LASTS = (4, 5, 6)
TRIED = 4
"""The number of tricks for exhaustive search, which is so slow that a few deals must do."""
FEW = 10
PATIENCE = 1 << 40

Solve = Callable[[State, int], int]


def positions(rules: RuleSet, packed: PackedRules, seed: str) -> list[State]:
    """The state of a deal when each of `LASTS` tricks are left."""
    bot, rng = make_bot("strong"), Random(seed)
    deal, _ = Game.new(rules).deal(deal_hands(rules, seed))
    found: list[State] = []
    while len(found) < len(LASTS):
        seat = next(
            Seat(seat) for seat in range(rules.players) if view_of(deal, Seat(seat)).must_act()
        )
        deal, _ = apply(deal, seat, bot.choose(view_of(deal, seat), rng, 0))
        left = hand_size(rules) - len(deal.public.tricks)
        if deal.public.phase is not Phase.PLAYING:
            continue
        if not deal.public.trick and left == LASTS[-1 - len(found)]:
            found.append(pack_deal(packed, deal))
    return found[::-1]


@routine
def try_everything(rules: PackedRules, states: State, ply: int, side: int, points: Ints) -> int:
    """The value of the state in a row for a side against all others, by trying every card."""
    state = states[ply]
    if state[TRICKS] == rules.hand_size:
        score(rules, state, points)
        return _value(rules, points, side)
    own = side_of(rules, seat_to_play(rules, state)) == side
    cards = legal_cards(rules, state)
    best = -PATIENCE if own else PATIENCE
    while cards:
        for word in range(SIZE):
            states[ply + 1, word] = state[word]
        play_card(rules, states[ply + 1], code_of(cards))
        came = try_everything(rules, states, ply + 1, side, points)
        best = max(best, came) if own else min(best, came)
        cards &= cards - 1
    return best


@kernel
def _value(rules: PackedRules, points: Ints, side: int) -> int:
    value = 0
    for pile in range(rules.piles):
        value += points[pile] * (rules.sides - 1 if side_of(rules, pile) == side else -1)
    return -value if rules.aim_low else value


def timed(solve: Solve, states: Sequence[State], forget: Callable[[], None]) -> list[float]:
    """The milliseconds that each state takes, for each seat in turn."""
    times = []
    for place, state in enumerate(states):
        forget()
        started = time.thread_time()
        solve(state, place)
        times.append((time.thread_time() - started) * 1000)
    return times


def measure(name: str, deals: int) -> None:
    """Print the figures of a preset."""
    rules = PRESETS[name].rules
    packed = pack_rules(rules)
    memory, outcome = new_workspace(18), np.zeros(MOST_PLAYERS, np.int64)
    states, points = np.zeros((64, SIZE), np.int64), np.zeros(MOST_PLAYERS, np.int64)

    def each(state: State, _place: int) -> int:
        return solve_max_n(packed, state, memory, outcome)

    def two(state: State, place: int) -> int:
        return solve_paranoid(packed, state, memory, place % packed.players, PATIENCE).value

    def everything(state: State, place: int) -> int:
        states[0] = state
        side = side_of(packed, place % packed.players)
        return try_everything(packed, states, 0, side, points)

    found = [positions(rules, packed, child_seed(name, n)) for n in range(deals)]
    solvers = (
        ("each for itself", each),
        ("one against all", two),
        ("trying everything", everything),
    )
    tried = 0.0
    for label, solve in reversed(solvers):
        solve(found[0][0], 0)
        for place, tricks in enumerate(LASTS):
            if solve is everything and tricks > TRIED:
                continue
            chosen = [own[place] for own in (found[:FEW] if solve is everything else found)]
            times = timed(solve, chosen, lambda: memory.keys.fill(0))
            line = f"{name:<24}{label:<19}{tricks:>6}{statistics.median(times):>12.3f}"
            line += f"{statistics.quantiles(times, n=10)[-1]:>10.2f}{max(times):>10.1f}"
            if tricks == TRIED:
                tried = tried or sum(times)
                line += f"{tried / sum(times[:FEW]):>10.0f}"
            print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--rules", nargs="*", default=MEASURED)
    options = parser.parse_args()
    print(
        f"{'rules':<24}{'solved':<19}{'tricks':>6}{'median ms':>12}{'p90 ms':>10}{'worst':>10}"
        f"{'times':>10}"
    )
    for name in options.rules:
        measure(name, options.deals)


if __name__ == "__main__":
    main()
