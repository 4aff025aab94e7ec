"""Trials of mutants: tests are collected once, and each mutant lives in a forked process.

A mistake inside a function is put into the functions that are there already. A mistake that is
made while a module is imported needs a process that has not imported it yet.
"""

import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import pickle
import signal
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import CodeType, FunctionType, ModuleType
from typing import Any

import coverage
import pytest
from hypothesis import HealthCheck, Phase, settings

from proof.mutation.mutants import Function, Mutant

ARGUMENTS = ("-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "--capture=no")
SILENT = {"TERM": "dumb", "COLUMNS": "80"}
PATIENCE = 1.0
"""Seconds of CPU time that a test has in any case, besides ten times what it took before."""
NOT_PUT = ""
"""No test killed the mutant, as it could not be put in place of a function that is there: it does
without a variable from outside, or with one more."""


@dataclass(frozen=True)
class Reach:
    """What one test took, and where it went."""

    seconds: float
    lines: dict[str, frozenset[int]]
    """For each file its lines."""


@dataclass
class Map:
    """What is known of the tests when none of the mistakes has been made."""

    tests: dict[str, Reach] = field(default_factory=dict)
    early: dict[str, frozenset[int]] = field(default_factory=dict)
    """The lines that ran while tests were collected."""


class Stop(Exception):
    """The tests do not even pass without a mistake; says which."""


class _Trier:
    """Runs tests in forked children, inside of pytest."""

    def __init__(self, work: Callable[["_Trier"], None]) -> None:
        self.items: dict[str, pytest.Item] = {}
        self._work = work
        self._failing = False

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """In place of pytest's own loop."""
        if session.testsfailed:
            return True  # they could not all be collected
        self.items = {item.nodeid: item for item in session.items}
        gc.collect()
        gc.freeze()
        self._work(self)
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo[None]) -> None:
        """A test has failed: nobody needs to know how."""
        if call.excinfo and not call.excinfo.errisinstance(pytest.skip.Exception):
            os._exit(1)

    def run(self, names: Sequence[str]) -> None:
        """Run tests in this process, which ends at the first that fails."""
        for name, after in zip(names, [*names[1:], None], strict=True):
            item = self.items[name]
            then = self.items[after] if after else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=then)


def forked(child: Callable[[int], None]) -> tuple[bytes, int]:
    """Let a forked process run `child`, which may write; gives what it wrote, and its status."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            child(writing)
            os._exit(0)
        except BaseException:
            os._exit(1)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        said = pipe.read()
    return said, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def silence() -> None:
    """What a mutant prints goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def be_brief() -> None:
    """Properties are tried on fewer examples, the same ones for every mutant, and not shrunk."""
    settings.register_profile(
        "mutants",
        parent=settings.get_profile("gongzhu"),
        derandomize=True,
        database=None,
        max_examples=25,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    settings.load_profile("mutants")


def limit(seconds: float) -> None:
    """End this process if it needs much more than that for its next test."""
    cpu = PATIENCE + 10 * seconds
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, cpu)
    signal.setitimer(signal.ITIMER_REAL, 30 + 20 * cpu)


def map_tests(arguments: Sequence[str], include: str, known: Map) -> Map:
    """Run every test by itself, without a mistake, and see which lines it reaches.

    Tests that are `known` are not run again. Raises Stop if one fails.
    """
    watch = _watch(include)
    found = Map()
    failing = []

    def learn(trier: _Trier) -> None:
        watch.stop()
        data = watch.get_data()
        found.early = {name: frozenset(data.lines(name) or ()) for name in data.measured_files()}
        for name in trier.items:
            if name in known.tests:
                found.tests[name] = known.tests[name]
                continue

            def child(writing: int, name: str = name) -> None:
                silence()
                be_brief()
                fresh = _watch(include)
                began = time.process_time()
                fresh.start()
                trier.run([name])
                fresh.stop()
                seconds = time.process_time() - began
                data = fresh.get_data()
                lines = {at: frozenset(data.lines(at) or ()) for at in data.measured_files()}
                os.write(writing, pickle.dumps(Reach(seconds, lines)))

            said, status = forked(child)
            if status:
                failing.append(name)
            else:
                found.tests[name] = pickle.loads(said)

    watch.start()
    _pytest(arguments, _Trier(learn))
    if not found.tests:
        failing.append("tests cannot be collected")
    if failing:
        raise Stop(", ".join(failing))
    return found


def _watch(include: str) -> coverage.Coverage:
    watch = coverage.Coverage(data_file=None, include=[include], config_file=False)
    watch.set_option("run:disable_warnings", ["no-data-collected"])
    return watch


def try_in_functions(
    arguments: Sequence[str],
    mutants: Iterable[tuple[Mutant, CodeType]],
    choose: Callable[[Mutant], list[str]],
    seconds: Callable[[str], float],
    told: Callable[[Mutant, str | None], None],
) -> None:
    """Try mutants whose mistake is inside a function, each against the tests chosen for it."""

    def work(trier: _Trier) -> None:
        functions = _functions()
        for mutant, code in mutants:
            names = choose(mutant)

            def child(
                writing: int,
                mutant: Mutant = mutant,
                code: CodeType = code,
                names: Sequence[str] = names,
            ) -> None:
                silence()
                _put(functions, mutant, code)
                _run_each(trier, names, seconds, writing)

            told(mutant, _killer(names, *forked(child)))

    _pytest(arguments, _Trier(work))


def try_at_import(
    arguments: Sequence[str],
    mutant: Mutant,
    code: CodeType,
    choose: Callable[[Iterable[str]], list[str]],
    seconds: Callable[[str], float],
) -> str | None:
    """Try a mutant whose mistake is made while its module is imported; gives its killer."""

    def child(writing: int) -> None:
        silence()
        sys.meta_path.insert(0, _Mistaken(f"gongzhu.{mutant.module}", code))

        def work(trier: _Trier) -> None:
            names = choose(trier.items)
            os.write(writing, b"".join(name.encode() + b"\n" for name in names) + b"\n")
            _run_each(trier, names, seconds, writing)
            os._exit(0)

        limit(20)
        _pytest(arguments, _Trier(work))
        os._exit(1)  # the tests could not even be collected

    said, status = forked(child)
    listed, _, numbers = said.partition(b"\n\n")
    if status and not numbers:
        return "(import)"
    return _killer(listed.decode().split("\n"), numbers, status)


def _run_each(
    trier: _Trier, names: Sequence[str], seconds: Callable[[str], float], writing: int
) -> None:
    be_brief()
    for at, name in enumerate(names):
        os.write(writing, at.to_bytes(4, "big"))
        limit(seconds(name))
        trier.run([name])


def _killer(names: Sequence[str], said: bytes, status: int) -> str | None:
    """The last test that was begun, if the process did not come to its end; `NOT_PUT` if none."""
    if status and not said:
        return NOT_PUT
    return names[int.from_bytes(said[-4:], "big")] if status else None


def _pytest(arguments: Sequence[str], trier: _Trier) -> None:
    os.environ |= SILENT
    pytest.main([*ARGUMENTS, *arguments], plugins=[trier])


def _functions() -> dict[tuple[str, Function], list[FunctionType]]:
    """All functions that are there, by file and name."""
    found: dict[tuple[str, Function], list[FunctionType]] = {}
    gc.unfreeze()
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType):
            code = thing.__code__
            key = (code.co_filename, (code.co_qualname, code.co_firstlineno))
            found.setdefault(key, []).append(thing)
    gc.freeze()
    return found


def _put(
    functions: dict[tuple[str, Function], list[FunctionType]], mutant: Mutant, module: CodeType
) -> None:
    """Give every copy of a function the code with the mistake in it."""
    assert mutant.function
    code = _inner(module, mutant.function)
    for function in functions[module.co_filename, mutant.function]:
        function.__code__ = code


def _inner(code: CodeType, function: Function) -> CodeType:
    for const in code.co_consts:
        if isinstance(const, CodeType):
            if (const.co_qualname, const.co_firstlineno) == function:
                return const
            if function[0].startswith(const.co_qualname + "."):
                with suppress(KeyError):
                    return _inner(const, function)
    raise KeyError(function)


class _Mistaken(importlib.abc.MetaPathFinder):
    """Finds one module with a mistake in it."""

    def __init__(self, name: str, code: CodeType) -> None:
        self._name = name
        self._code = code

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The module that has the mistake; None for every other."""
        if name != self._name:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        assert spec is not None
        assert isinstance(spec.loader, importlib.machinery.SourceFileLoader)
        loader: Any = spec.loader
        loader.get_code = lambda fullname: self._code
        return spec
