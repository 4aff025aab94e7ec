"""Let a dishonest dealer try everything against the page's checker of fair deals.

    make dealers DEPTH=8
    make dealers MUTANTS=1
    make dealers CHECKER=57ca54d DEPTH=6

The dealer's acts are listed in docs/fair-deals.md; every sequence of them up to DEPTH is tried.
With MUTANTS, each mistake of web/dealers/mutants.ts is put into the checker, and has to be found.
With CHECKER, the dealer plays with the checker of that commit, from before there was a search.
Writes one line per run to proof/results/dealers.jsonl: date, machine, command, figures.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.support.ledger import ROOT, Ledger, progress

NODE = str(ROOT / "scripts/node.sh")
RULES = str(ROOT / "tests/dealing/vectors/gzh1.json")
BIASES = ("denied", "chosen", "dropped")
"""Deals that were called fair and were not: without the browser's number; with something in them
that was chosen when it was known; after another deal that was not accounted for, or not played."""
KINDS = (*BIASES, "accused", "forgotten", "careless")
"""Besides: fair deals of an honest dealer that were not called so; breaches that were forgotten;
numbers shown to a lock without the commitment."""
SHOWN = 3
"""Sequences that are printed of each kind."""


def main() -> int:
    """Run the campaign; the last line of standard output is `S sequences, B biased and called
    fair`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--depth", type=int, default=4, help="acts of the dealer, 4 to 10")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first beginning")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--mutants", action="store_true")
    parser.add_argument("--checker", metavar="COMMIT", help="play with the checker of a commit")
    asked = parser.parse_args()
    if asked.mutants:
        return try_mutants(asked.depth, asked.jobs)
    ledger = Ledger(
        "proof/results/dealers.jsonl",
        f"make dealers DEPTH={asked.depth} FROM={asked.start}"
        + (f" CHECKER={asked.checker}" if asked.checker else ""),
    )
    program = built("--former", asked.checker) if asked.checker else built()
    parts = range(asked.jobs)
    with progress("beginnings", 1) as advance, ThreadPoolExecutor(asked.jobs) as pool:
        searches = [
            pool.submit(search, program, asked.depth, asked.start, part, asked.jobs)
            for part in parts
        ]
        found = [one.result() for one in searches]
        advance(1)
    sequences = sum(one["sequences"] for one in found)
    biased = sum(one["biased"] for one in found)
    ways = {kind: [way for one in found for way in one[kind]] for kind in KINDS}
    for kind, those in ways.items():
        for way in sorted(those, key=weight)[:SHOWN]:
            print(f"{kind}: {' '.join(way)}")
    ledger.note(
        depth=asked.depth,
        sequences=sequences,
        situations=sum(one["situations"] for one in found),
        biased=biased,
        **{kind: len(those) for kind, those in ways.items()},
    )
    print(", ".join(f"{len(ways[kind])} {kind}" for kind in KINDS[len(BIASES) :]))
    print(f"{sequences} sequences, {biased} biased and called fair")
    return 1 if any(ways.values()) else 0


def try_mutants(depth: int, jobs: int) -> int:
    """Put each mistake into the checker; 0 where the search finds all of them."""
    ledger = Ledger("proof/results/dealers.jsonl", f"make dealers DEPTH={depth} MUTANTS=1")
    names: list[str] = json.loads(node("web/scripts/dealers.mjs", "--mutants"))
    with progress("mutants", len(names)) as advance, ThreadPoolExecutor(jobs) as pool:

        def caught(number: int) -> bool:
            program = built(str(number))
            # Most show early, and a search of a few acts is soon done.
            found = any(fails(search(program, at, 0, 0, 1, "first")) for at in range(4, depth + 1))
            advance(1)
            return found

        results = list(pool.map(caught, range(len(names))))
    missed = [name for name, found in zip(names, results, strict=True) if not found]
    for name in missed:
        print(f"not noticed: {name}")
    ledger.note(depth=depth, mutants=len(names), missed=missed)
    print(f"{len(names)} mistakes, {len(missed)} not noticed")
    return 1 if missed else 0


def weight(way: list[str]) -> tuple[int, int]:
    """Short sequences come first, and those of few deals."""
    return len(way), sum(act.startswith("call") for act in way)


def fails(found: dict[str, Any]) -> bool:
    """True if a search has found something."""
    return any(found[kind] for kind in KINDS)


def built(*mutant: str) -> str:
    """The path of the search, built with the shipped checker or with a mutant of it."""
    return node("web/scripts/dealers.mjs", *mutant).strip()


def search(
    program: str, depth: int, start: int, part: int, parts: int, *words: str
) -> dict[str, Any]:
    """The figures of one process; `part` of `parts` is its share of the beginnings."""
    numbers = (*map(str, (depth, start, part, parts)), *words)
    # Most of what a step makes is thrown away at once: room for it saves a quarter of the time.
    lines = node("--max-semi-space-size=128", program, RULES, *numbers).splitlines()
    figures: dict[str, Any] = json.loads(lines[-1])
    return figures


def node(*words: str) -> str:
    """The standard output of a program that Node runs."""
    command = [NODE, "node", *words]
    done = subprocess.run(command, cwd=Path(ROOT), check=True, stdout=subprocess.PIPE, text=True)
    return done.stdout


if __name__ == "__main__":
    sys.exit(main())
