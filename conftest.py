"""Two tiers of tests. The quick ones start no process and open no connection, so that they need
nothing of the system; `make test` runs them, and pytest where nothing else is asked for. The rest
have the mark `rest`.

Whatever is quick is held to it: a test that starts something fails, unless it is one of the few
with the mark `smoke`, which try the command line as people start it.
"""

import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from tests.support.serving import LAZY, Server

Server.program = LAZY

ROOT = Path(__file__).parent
REST = ("proof", "tests/browser", "tests/e2e", "tests/packaging")
"""Folders of which nothing is quick."""
QUICK = tuple(
    f"tests/{folder}"
    for folder in (
        *("cards", "clubs", "dealing", "puzzles", "records", "rules", "scorebook", "stats"),
        *("table", "texts", "view", "web"),
    )
)
"""Folders of which everything is."""
FIXTURES = {"browser", "club", "database", "server"}
"""Fixtures that start a process of their own."""
MOST_SMOKE = 20
STARTS = {
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.posix_spawn",
    "os.system",
    "socket.bind",
    "socket.connect",
    "subprocess.Popen",
}
"""Audit events that Python raises before it starts a process or opens a connection."""

_quick: list[pytest.Item] = []
"""The quick test that is running."""
_start = BaseProcess.start


def _refuse(what: str) -> None:
    if _quick:
        pytest.fail(f"a quick test: {what}. Give it the mark `rest`, see CONTRIBUTING.md.")


def _audit(event: str, _arguments: tuple[object, ...]) -> None:
    if event in STARTS:
        _refuse(event)


def _start_process(self: BaseProcess) -> None:
    """Python tells no hook of the processes of `multiprocessing`."""
    _refuse("multiprocessing")
    _start(self)


sys.addaudithook(_audit)
BaseProcess.start = _start_process  # type: ignore[method-assign] # the only way to notice one


def _place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else ""


def _is_rest(item: pytest.Item) -> bool:
    return _place(item.path).startswith(REST) or not FIXTURES.isdisjoint(
        getattr(item, "fixturenames", ())
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read no folder of which nothing is wanted: every process reads all that is left."""
    left_out = {"not rest and not long": REST, "rest and not long": QUICK}
    folders = left_out.get(config.option.markexpr, ())
    return True if _place(collection_path) in folders else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the rest by folder and by fixture; those that take minutes are neither."""
    for item in items:
        if _is_rest(item) and item.get_closest_marker("long") is None:
            item.add_marker("rest")
        if item.get_closest_marker("rest") and _place(item.path).startswith(QUICK):
            raise pytest.UsageError(f"{item.nodeid} is not quick, as all others of its folder are")
    smoke = sum(item.get_closest_marker("smoke") is not None for item in items)
    if smoke > MOST_SMOKE:
        raise pytest.UsageError(f"{smoke} tests have the mark `smoke`, at most {MOST_SMOKE} may")


@contextmanager
def _held_to_it(item: pytest.Item) -> Iterator[None]:
    if not any(item.get_closest_marker(mark) for mark in ("rest", "long", "smoke")):
        _quick.append(item)
    try:
        yield
    finally:
        _quick.clear()


# Not the end of a test: with the last one goes what others have started for the whole session.
@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    """Hold the fixtures of a quick test to it."""
    with _held_to_it(item):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Hold a quick test to it."""
    with _held_to_it(item):
        return (yield)
