"""Give every decoder input that has gone wrong, and see that it reads or refuses it.

    make fuzz INPUTS=1000000
    make fuzz-guided SECONDS=600

The first makes its input by chance, from numbered seeds; the second by what its input reaches in
the code, with atheris, for so many seconds with each decoder. Both write one line per run to
proof/results/fuzz.jsonl; the last line of standard output is `N inputs, F faults`.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random

from gongzhu.computing import Pool
from tests.support.fresh_python import environment
from tests.support.ledger import Ledger, progress
from tests.support.workers import add_workers, asked_pool

BATCH = 1_000
TOLD = 20


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=20_000, help="in all")
    parser.add_argument("--from", dest="start", type=int, default=0, help="the first seed")
    add_workers(parser, os.cpu_count() or 1)
    parser.add_argument("--guided", type=int, metavar="SECONDS", help="with atheris instead")
    parser.add_argument("--decoder", help="with atheris: the one that this process is for")
    asked = parser.parse_args()
    if asked.decoder:
        return guide(asked.decoder, asked.guided, asked.start)
    if asked.guided:
        ledger = Ledger(
            "proof/results/fuzz.jsonl",
            f"make fuzz-guided SECONDS={asked.guided} FROM={asked.start}",
        )
        counts, faults = guided(asked.guided, asked.start)
    else:
        ledger = Ledger(
            "proof/results/fuzz.jsonl", f"make fuzz INPUTS={asked.inputs} FROM={asked.start}"
        )
        counts, faults = by_chance(asked.inputs, asked.start, asked_pool(asked))
    for fault in faults[:TOLD]:
        print(fault)
    inputs = sum(counts.values())
    ledger.note(inputs=inputs, faults=len(faults), by_decoder=dict(sorted(counts.items())))
    print(f"{inputs} inputs, {len(faults)} faults")
    return 1 if faults else 0


# --- by chance ------------------------------------------------------------------------------------


def by_chance(inputs: int, start: int, workers: Pool) -> tuple[Counter[str], list[str]]:
    """So many inputs, shared between the decoders by what a decoder takes for one."""
    batches = [
        (seed, min(BATCH, inputs - at))
        for seed, at in enumerate(range(0, inputs, BATCH), start=start)
    ]
    counts: Counter[str] = Counter()
    faults: list[str] = []
    with workers as pool, progress("inputs", inputs) as advance:
        for seen, found in pool.map(run, batches):
            counts += seen
            faults += found
            advance(sum(seen.values()))
    return counts, faults


@lru_cache
def shares() -> list[float]:
    """How often each decoder's turn comes: one that takes long has fewer inputs, so that all are
    given about the same time."""
    from proof.hostile.fuzzing import DECODERS, fault_of

    found = []
    for decoder in DECODERS:
        examples = decoder.examples()
        # By the bytes of its examples, not by a clock: the same seed gives the same inputs.
        found.append(1 / (40 + sum(map(len, examples)) / len(examples)))
        assert not any(fault_of(decoder, example) for example in examples)
    return found


def run(batch: tuple[int, int]) -> tuple[Counter[str], list[str]]:
    """The inputs of one seed: how many each decoder had, and what went wrong."""
    from proof.hostile.fuzzing import DECODERS, fault_of, mangled

    seed, count = batch
    rng = Random(f"fuzz {seed}")
    counts: Counter[str] = Counter()
    faults = []
    for decoder in rng.choices(DECODERS, shares(), k=count):
        data = mangled(rng, decoder.examples())
        counts[decoder.name] += 1
        fault = fault_of(decoder, data)
        if fault:
            faults.append(f"seed {seed}: {fault}: {data[:300]!r}")
    return counts, faults


# --- guided ---------------------------------------------------------------------------------------


def guided(seconds: int, start: int) -> tuple[Counter[str], list[str]]:
    """Each decoder in a process of its own, since atheris ends the one that it runs in."""
    from proof.hostile.fuzzing import DECODERS

    counts: Counter[str] = Counter()
    faults = []
    for decoder in DECODERS:
        options = ["--guided", str(seconds), "--from", str(start), "--decoder", decoder.name]
        done = subprocess.run(
            [sys.executable, "-m", "proof.campaigns.fuzz", *options],
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        told = re.search(r"stat::number_of_executed_units:\s+(\d+)", done.stderr)
        counts[decoder.name] = int(told[1]) if told else 0
        print(f"{decoder.name}: {counts[decoder.name]} inputs", flush=True)
        if done.returncode or not told:
            faults.append(f"{decoder.name}: {done.stderr[-2000:]}")
    return counts, faults


def guide(name: str, seconds: int, seed: int) -> int:
    """Look for input that reaches new code of one decoder; an unexpected error ends it."""
    import atheris

    with atheris.instrument_imports(include=["gongzhu"]):
        from proof.hostile.fuzzing import DECODERS, fault_of
    decoder = next(decoder for decoder in DECODERS if decoder.name == name)

    def one(data: bytes) -> None:
        fault = fault_of(decoder, data)
        if fault:
            raise AssertionError(f"{fault}: {data!r}")

    with tempfile.TemporaryDirectory() as corpus:
        for place, example in enumerate(decoder.examples()):
            (Path(corpus) / str(place)).write_bytes(example)
        options = [f"-max_total_time={seconds}", f"-seed={seed + 1}", "-print_final_stats=1"]
        atheris.Setup([sys.argv[0], *options, "-max_len=20000", corpus], one)
        atheris.Fuzz()
    return 0


if __name__ == "__main__":
    # Workers of a cluster know its functions by this name.
    from proof.campaigns.fuzz import main

    sys.exit(main())
