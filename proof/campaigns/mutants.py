"""Make small mistakes in the core, one at a time, and see whether its own tests notice.

    make mutants PACKAGE=rules
    make mutants PACKAGE=rules MODULE=legal

Each mutant is tried against the tests of its package that reach its lines, until one fails.
Survivors are listed with file, line and change. build/mutants remembers which test killed which
mutant, to try it first next time; a verdict is never remembered. A mutant is given up after some
seconds of tests: quick ones that reach little come first, the many cases of one test with others.
Writes one line per package to proof/results/mutants.jsonl: date, machine, command, figures.
"""

import argparse
import hashlib
import json
import os
import pickle
import resource
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from types import CodeType

from proof.mutation.mutants import Mutant, mutants_of
from proof.mutation.trials import (
    NOT_PUT,
    Map,
    Stop,
    forked,
    map_tests,
    silence,
    try_at_import,
    try_in_functions,
)
from tests.support.ledger import Ledger, progress

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "gongzhu"
MEMORY = ROOT / "build" / "mutants"
SOON, ENOUGH = 3.0, 20.0
"""Seconds of tests after which a mutant is left for later, and after which it counts as a survivor,
whatever the rest would say."""
PACKAGES = ("rules", "dealing", "view", "records", "table")


def main() -> int:
    """Run the campaign; the last line of standard output is `N mutants, K killed, S survived`."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--package", choices=PACKAGES, help="all of them if left out")
    parser.add_argument("--module", help="only this one of the package")
    asked = parser.parse_args()
    tried = survived = 0
    for package in [asked.package] if asked.package else PACKAGES:
        campaign = Campaign(package, asked.module)
        try:
            campaign.run()
        except Stop as failing:
            print(f"without any mistake this test fails: {failing}")
            return 1
        tried += len(campaign.verdicts)
        survived += len(campaign.survivors)
    print(f"{tried} mutants, {tried - survived} killed, {survived} survived")
    return 0


class Campaign:
    """The mutants of one package."""

    def __init__(self, package: str, module: str | None) -> None:
        self.verdicts: dict[str, str | None] = {}
        self.survivors: list[Mutant] = []
        self._package = package
        self._module = module
        self._tests = str(ROOT / "tests" / package)
        self._memory = MEMORY / f"{package}.json"
        self._killers: dict[str, str] = {}
        self._recent: dict[str, str] = {}
        self._map = Map()
        self._patience = SOON

    def run(self) -> None:
        """Try them all, list those that survive, and note the figures."""
        words = f"make mutants PACKAGE={self._package}"
        ledger = Ledger("proof/results/mutants.jsonl", words)
        if self._memory.exists():
            self._killers = json.loads(self._memory.read_text(encoding="utf-8"))
        self._map = mapped(self._package, self._tests)
        mutants = list(self._mutants())
        began = _cpu()
        with progress(f"mutants of {self._package}", len(mutants)) as advance:
            self._try_all(mutants, advance)
        self._patience = ENOUGH
        left, self.survivors = self.survivors, []
        with progress(f"those left of {self._package}", len(left)) as advance:
            self._try_all(left, advance)
        for mutant in self.survivors:
            file = Path(self._file(mutant)).relative_to(ROOT)
            print(f"survived: {file}:{mutant.line}: {mutant.before} -> {mutant.after}")
        tried, survived = len(self.verdicts), len(self.survivors)
        self._remember()
        if self._module is None:
            ledger.note(
                package=self._package,
                mutants=tried,
                killed=tried - survived,
                survived=survived,
                score=round(100 * (tried - survived) / max(tried, 1), 1),
                cpu_seconds=round(_cpu() - began),
            )

    def _try_all(self, mutants: list[Mutant], advance: Callable[[int], None]) -> None:
        """Those inside functions first, then what needs a process of its own."""
        named = {mutant.key: mutant for mutant in mutants}
        anew = [mutant for mutant in mutants if not mutant.function]
        for key, killer in self._try_late([mutant for mutant in mutants if mutant.function]):
            if killer == NOT_PUT or (killer is None and self._early(named[key])):
                anew.append(named[key])
            else:
                self._told(named[key], killer)
                advance(1)
        for mutant, code in _changed(anew):
            self._told(mutant, self._try_early(mutant, code))
            advance(1)

    def _mutants(self) -> Iterator[Mutant]:
        for path in sorted((SOURCE / self._package).glob("*.py")):
            if self._module in (None, path.stem):
                yield from mutants_of(path, f"{self._package}.{path.stem}")

    def _file(self, mutant: Mutant) -> str:
        return str(SOURCE / self._package / f"{mutant.module.partition('.')[2]}.py")

    def _early(self, mutant: Mutant) -> bool:
        """Whether the line runs while tests are collected."""
        return not self._map.early.get(self._file(mutant), frozenset()).isdisjoint(mutant.lines)

    def _told(self, mutant: Mutant, killer: str | None) -> None:
        self.verdicts[mutant.key] = killer
        if len(self.verdicts) % 100 == 0:
            self._remember()
        if killer is None:
            self.survivors.append(mutant)
        else:
            self._learn(mutant.key, killer)

    def _remember(self) -> None:
        self._memory.write_text(json.dumps(self._killers, indent=0), encoding="utf-8")

    def _learn(self, key: str, killer: str) -> None:
        self._killers[key] = killer
        self._recent[_place(key)] = killer

    def _try_late(self, mutants: list[Mutant]) -> Iterator[tuple[str, str | None]]:
        """Those inside functions, in one process that has collected the tests."""
        reading, writing = os.pipe()
        if os.fork() == 0:
            os.close(reading)
            silence()

            def told(mutant: Mutant, killer: str | None) -> None:
                if killer:
                    self._learn(mutant.key, killer)
                os.write(writing, json.dumps([mutant.key, killer]).encode() + b"\n")

            try_in_functions([self._tests], _changed(mutants), self._reaching, self._seconds, told)
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8") as pipe:
            for line in pipe:
                key, killer = json.loads(line)
                yield key, killer
        os.wait()

    def _try_early(self, mutant: Mutant, code: CodeType) -> str | None:
        """One that needs tests collected anew: first those of the likeliest file."""

        def choose(names: Iterable[str]) -> list[str]:
            return self._ordered(mutant.key, names)

        likely = self._ordered(mutant.key, self._map.tests)[0].partition("::")[0]
        for where in (str(ROOT / likely), self._tests):
            killer = try_at_import([where], mutant, code, choose, self._seconds)
            if killer is not None:
                return killer
        return None

    def _reaching(self, mutant: Mutant) -> list[str]:
        """The tests that reach the lines of a mutant, the likeliest and then the fastest first."""
        file, lines = self._file(mutant), mutant.lines
        return self._ordered(
            mutant.key,
            (
                name
                for name, reach in self._map.tests.items()
                if not reach.lines.get(file, frozenset()).isdisjoint(lines)
            ),
        )

    def _ordered(self, key: str, names: Iterable[str]) -> list[str]:
        """The likeliest tests first; of the others, each has the same share for its cases, and
        those that reach little go first, for they were written for it."""
        likely = (self._killers.get(key), self._recent.get(_place(key)))
        taken: dict[str, float] = defaultdict(float)
        turns = {}
        for name in sorted(names, key=self._seconds):
            test = name.partition("[")[0]
            taken[test] += self._seconds(name) * self._breadth(name)
            turns[name] = (name not in likely, taken[test])
        ordered = sorted(turns, key=turns.__getitem__)
        quickest = min(map(self._seconds, turns), default=0.0)  # what it takes to watch a test
        spent = accumulate(self._seconds(name) - quickest for name in ordered)
        within = [
            name for name, so_far in zip(ordered, spent, strict=True) if so_far <= self._patience
        ]
        return within or ordered[:1]

    def _breadth(self, name: str) -> int:
        return sum(map(len, self._map.tests[name].lines.values()))

    def _seconds(self, name: str) -> float:
        return self._map.tests[name].seconds


def mapped(package: str, tests: str) -> Map:
    """The map of a package's tests: made anew for those files that have changed since."""
    MEMORY.mkdir(parents=True, exist_ok=True)
    kept = MEMORY / f"{package}.map"
    source = b"".join(path.read_bytes() for path in sorted((SOURCE / package).glob("*.py")))
    hashes = {
        path.relative_to(ROOT).as_posix(): hashlib.sha256(source + path.read_bytes()).hexdigest()
        for path in Path(tests).rglob("test_*.py")
    }
    then: dict[str, str]
    known: Map
    then, known = pickle.loads(kept.read_bytes()) if kept.exists() else ({}, Map())
    if then == hashes:
        return known
    same = {file for file, digest in hashes.items() if then.get(file) == digest}
    usable = {name: reach for name, reach in known.tests.items() if name.partition("::")[0] in same}
    said, status = forked(lambda writing: _write_map(writing, package, tests, Map(usable)))
    if status:
        raise Stop(said.decode())
    whole: Map = pickle.loads(said)
    kept.write_bytes(pickle.dumps((hashes, whole)))
    return whole


def _write_map(writing: int, package: str, tests: str, usable: Map) -> None:
    silence()
    with os.fdopen(writing, "wb") as pipe:
        try:
            pipe.write(pickle.dumps(map_tests([tests], f"{SOURCE / package}/*", usable)))
        except Stop as failing:
            pipe.write(str(failing).encode())
            pipe.flush()
            os._exit(1)


def _changed(mutants: Iterable[Mutant]) -> Iterator[tuple[Mutant, CodeType]]:
    """The mutants that can be compiled, with their code."""
    for mutant in mutants:
        try:
            yield mutant, mutant.code()
        except SyntaxError:
            continue


def _place(key: str) -> str:
    """The module and the function of a mutant, from its key."""
    return key.partition(": ")[0]


def _cpu() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in spent)


if __name__ == "__main__":
    sys.exit(main())
