"""Play random deals through the kernels and the engine side by side, and note the outcome.

    make differential DEALS=2000000

Half the deals are of Gong Zhu and half of Hearts; half of each over every preset in turn, half
over random rule files. Deals are numbered, and `DEALS=1 FROM=number` plays one of them again.
Writes one line per run to proof/results/differential.jsonl: date, machine, command, figures.
"""

import argparse
import os
import sys
from collections import Counter
from functools import lru_cache
from random import Random

from gongzhu.packed.rules import PackedRules, pack_rules
from gongzhu.rules import PRESETS, Family, RuleSet
from tests.packed.parity import Difference, Seen, run_deal, run_some
from tests.support.ledger import Ledger, progress
from tests.support.rulesets import FAMILIES, random_rules
from tests.support.workers import add_workers, asked_pool

BATCH = 1_000
DEALS_OF_A_RULE_FILE = 20


def main() -> int:
    """Run the campaign; the last line of standard output is `N deals, D differences`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--deals", type=int, default=15_000, help="in all")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first deal's number")
    add_workers(parser, os.cpu_count() or 1)
    asked = parser.parse_args()
    ledger = Ledger(
        "proof/results/differential.jsonl",
        f"make differential DEALS={asked.deals} FROM={asked.start}",
    )
    end = asked.start + asked.deals
    batches = [range(at, min(at + BATCH, end)) for at in range(asked.start, end, BATCH)]
    seen: Seen = Counter()
    differences: list[str] = []
    run_some()  # compiles what the processes below then have
    with asked_pool(asked) as pool, progress("deals", asked.deals) as advance:
        for rare, found in pool.map(run, batches):
            seen += rare
            differences += found
            advance(rare["deals"])
    for difference in differences:
        print(difference)
    deals = seen.pop("deals")
    ledger.note(deals=deals, differences=len(differences), seen=dict(sorted(seen.items())))
    print(f"{deals} deals, {len(differences)} differences")
    return 1 if differences else 0


def run(numbers: range) -> tuple[Seen, list[str]]:
    """Play a batch: what was seen in it, and its differences."""
    seen: Seen = Counter()
    found = []
    for number in numbers:
        name, rules, packed = rules_of(number)
        seen["deals"] += 1
        seen[rules.family] += 1
        try:
            run_deal(rules, packed, Random(f"deal {number}"), seen)
        except Difference as difference:
            found.append(f"deal {number}, {name}: {difference}")
    return seen, found


def rules_of(number: int) -> tuple[str, RuleSet, PackedRules]:
    """The rules of a deal, and their name."""
    place, family = divmod(number, len(FAMILIES))
    place, from_file = divmod(place, 2)
    if from_file:
        return random_rule_file(FAMILIES[family], place // DEALS_OF_A_RULE_FILE)
    names = [name for name, preset in PRESETS.items() if preset.rules.family == FAMILIES[family]]
    return preset_rules(names[place % len(names)])


@lru_cache
def preset_rules(name: str) -> tuple[str, RuleSet, PackedRules]:
    """A preset, packed."""
    return name, PRESETS[name].rules, pack_rules(PRESETS[name].rules)


@lru_cache
def random_rule_file(family: Family, seed: int) -> tuple[str, RuleSet, PackedRules]:
    """A rule set of the family with options by chance, packed."""
    rng = Random(f"rules {family} {seed}")
    while True:
        rules = random_rules(rng)
        if rules.family == family:
            return f"random rules {seed}", rules, pack_rules(rules)


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from proof.campaigns.differential import main

    sys.exit(main())
