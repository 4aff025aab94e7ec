"""How long it takes to solve the last tricks of a deal, every side playing for itself.

The positions are from deals between steady bots, so many tricks before the end; times are
processor time.
"""

import statistics
import time
from random import Random

import numpy as np

from gongzhu.bots import make_bot
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed, deal_hands
from gongzhu.packed.layout import MOST_PLAYERS, State
from gongzhu.packed.packing import pack_deal
from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.packed.solving import new_memory, solve_each
from gongzhu.rules import PRESETS, Game, Phase, RuleSet, apply, hand_size
from gongzhu.view import view_of

MEASURED = ("gongzhu-pagat", "gongzhu-pagat-partners", "hearts-denexa")
TRICKS = (4, 5, 6)
DEALS = 40


def positions(rules: RuleSet, packed: PackedRules, seed: str) -> list[State]:
    """The state of a deal when each of `TRICKS` are left."""
    bot, rng = make_bot("steady"), Random(seed)
    deal, _ = Game.new(rules).deal(deal_hands(rules, seed))
    found: list[State] = []
    while len(found) < len(TRICKS):
        seat = next(
            Seat(seat) for seat in range(rules.players) if view_of(deal, Seat(seat)).must_act()
        )
        deal, _ = apply(deal, bot.choose(view_of(deal, seat), rng, 1.0))
        left = hand_size(rules) - len(deal.public.tricks)
        if deal.public.phase is not Phase.PLAYING:
            continue
        if not deal.public.trick and left == TRICKS[-1 - len(found)]:
            found.append(pack_deal(packed, deal))
    return found[::-1]


def main() -> None:
    memory, outcome = new_memory(18), np.zeros(MOST_PLAYERS, np.int64)
    print(f"{'rules':<24}{'tricks':>8}{'median ms':>12}{'p90 ms':>10}{'worst':>10}{'M/s':>8}")
    for name in MEASURED:
        rules = PRESETS[name].rules
        packed = pack_rules(rules)
        deals = [positions(rules, packed, child_seed(name, n)) for n in range(DEALS)]
        solve_each(packed, deals[0][0], memory, outcome)
        for place, tricks in enumerate(TRICKS):
            times, visited = [], 0
            for states in deals:
                started = time.thread_time()
                visited += solve_each(packed, states[place], memory, outcome)
                times.append((time.thread_time() - started) * 1000)
            middle, worst = statistics.median(times), max(times)
            tenth = statistics.quantiles(times, n=10)[-1]
            speed = visited / sum(times) / 1000
            print(f"{name:<24}{tricks:>8}{middle:>12.2f}{tenth:>10.2f}{worst:>10.1f}{speed:>8.1f}")


if __name__ == "__main__":
    main()
