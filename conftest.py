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

ROOT = Path(__file__).parent
REST = ("proof", "tests/browser", "tests/e2e", "tests/packaging")
"""Folders of which nothing is quick."""
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


def _is_rest(item: pytest.Item) -> bool:
    folder = item.path.relative_to(ROOT).as_posix()
    return folder.startswith(REST) or not FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the rest by folder and by fixture; those that take minutes are neither."""
    for item in items:
        if _is_rest(item) and item.get_closest_marker("long") is None:
            item.add_marker("rest")
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
