"""The advantage of one level over another, under every preset or the rules of some files.

    python -m bench.bots.strength steady random --deals 300
    python -m bench.bots.strength strong steady --deals 120 --rules examples/*.toml

Each deal is played twice, with the seats exchanged; what is printed is the advantage of a seat (or
side) in points a deal, its standard error, and how many of these it is. Takes some minutes; `make
bench` leaves it out.
"""

import argparse
from pathlib import Path
from statistics import mean, stdev

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import entrant
from gongzhu.arena.match import play_match
from gongzhu.bots import LEVELS
from gongzhu.rules import PRESETS, load_rules


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("other", choices=LEVELS)
    parser.add_argument("--deals", type=int, default=300, help="under each, from 2")
    parser.add_argument("--seed", default="strength")
    parser.add_argument(
        "--rules", nargs="+", default=list(PRESETS), help="presets or rule files; else every preset"
    )
    asked = parser.parse_args()
    for name in asked.rules:
        rules = load_rules(name).rules
        pairing = Pairing(entrant(asked.level), entrant(asked.other), rules, asked.seed, 2)
        found = [result.advantage for result in play_match(pairing, range(asked.deals))]
        error = stdev(found) / len(found) ** 0.5
        advantage = mean(found)
        apart = advantage / error
        print(f"{Path(name).stem:24} {advantage:9.2f} ± {error:.2f} {apart:6.1f}", flush=True)


if __name__ == "__main__":
    main()
