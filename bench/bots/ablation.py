"""Ablation of the search: a search with a part against the same search without it.

    python -m bench.bots.ablation --rules gongzhu-pagat --deals 1000

Both make the same number of rollouts, 500 for a card as `strong` does, except where that number
is the part; deals are played twice, with the seats exchanged. Each step adds one line to
bench/results/ablation.jsonl: date, machine, command, how many points a deal a seat of the first
does better, and the processor time of each for a choice.
"""

import argparse
import sys
from statistics import fmean, stdev

from msgspec.structs import replace

from bench.bots.duel import Timed
from bench.bots.players.ablated_search import AblatedSearch, SearchParts
from bench.bots.players.rollout_tree import RolloutTree
from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import Entrant
from gongzhu.bots.search.config import MASTER, STRONG
from gongzhu.cli.long_work import progress
from gongzhu.rules import load_rules
from tests.support.ledger import Ledger

UNIFORM = replace(STRONG, oversampling=1, tempering=0.0)
BARE = SearchParts(config=UNIFORM, learned=False, searches_before_play=False)
GUIDED = replace(BARE, learned=True)
POSTERIOR = replace(GUIDED, config=STRONG)
WHOLE = replace(POSTERIOR, searches_before_play=True)
MUCH = 10_000
STEPS: dict[str, tuple[SearchParts, SearchParts | None]] = {
    "policy": (GUIDED, BARE),
    "posterior": (POSTERIOR, GUIDED),
    "before-play": (WHOLE, POSTERIOR),
    "endings-3": (replace(WHOLE, endings=3), WHOLE),
    "endings-5": (replace(WHOLE, endings=5), WHOLE),
    "rollouts": (replace(WHOLE, config=MASTER), WHOLE),
    "tree": (replace(BARE, config=replace(UNIFORM, rollouts=MUCH)), None),
}
"""The search with a part and the one without: rollouts by the policy instead of at random; deals
sampled from the posterior instead of uniformly; passes and exposures searched instead of chosen as
`steady` does; the last tricks solved; 16,000 rollouts instead of 500. None: a tree search with as
many rollouts, 500 in each of 20 deals."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("steps", nargs="*", metavar="STEP", help=f"out of {', '.join(STEPS)}")
    parser.add_argument("--rules", default="gongzhu-pagat", help="a preset, or a rule file")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="ablation")
    asked = parser.parse_args()
    if unknown := [step for step in asked.steps if step not in STEPS]:
        parser.error(f"no step is called {', '.join(unknown)}: there are {', '.join(STEPS)}")
    command = f"python -m bench.bots.ablation {' '.join(sys.argv[1:])}"
    for step in asked.steps or STEPS:
        ledger = Ledger("bench/results/ablation.jsonl", command)
        with_it, without = STEPS[step]
        players = (
            Timed(AblatedSearch(with_it)),
            Timed(AblatedSearch(without) if without else RolloutTree()),
        )
        entrants = Entrant("with", None), Entrant("without", None)
        pairing = Pairing(*entrants, load_rules(asked.rules).rules, asked.seed, seatings=2)
        found: list[float] = []
        with progress(asked.deals) as advance:
            for number in range(asked.deals):
                found.append(pairing.play(number, players).advantage)
                advance()
        mean, sem = fmean(found), stdev(found) / len(found) ** 0.5
        each = [1000 * fmean(player.times) for player in players]
        print(f"{asked.rules} {step}: {mean:+.2f} ± {sem:.2f}, {len(found)} deals", flush=True)
        ledger.note(
            step=step,
            rules=asked.rules,
            deals=len(found),
            mean=round(mean, 3),
            sem=round(sem, 3),
            cpu_ms={"with": round(each[0], 2), "without": round(each[1], 2)},
        )


if __name__ == "__main__":
    main()
