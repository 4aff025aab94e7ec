"""How much stronger one level is than another, under every preset.

    python -m bench.bots.strength steady random --deals 300

Each deal is played twice, with the seats exchanged; what is printed is the advantage of a seat in
points a deal, and its standard error. Takes some minutes; `make bench` leaves it out.
"""

import argparse
from statistics import mean, stdev

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import entrant
from gongzhu.arena.match import play_match
from gongzhu.bots import LEVELS
from gongzhu.rules import PRESETS


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("level", choices=LEVELS)
    parser.add_argument("other", choices=LEVELS)
    parser.add_argument("--deals", type=int, default=300, help="for each preset, from 2")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--preset", choices=PRESETS, action="append", help="all unless given")
    asked = parser.parse_args()
    for name in asked.preset or PRESETS:
        rules = PRESETS[name].rules
        pairing = Pairing(entrant(asked.level), entrant(asked.other), rules, asked.seed, 2)
        found = [result.advantage for result in play_match(pairing, range(asked.deals))]
        error = stdev(found) / len(found) ** 0.5
        print(f"{name:24} {mean(found):8.1f} ± {error:.1f}", flush=True)


if __name__ == "__main__":
    main()
