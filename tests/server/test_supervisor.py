"""The parent of workers keeps them alive, and replaces them one by one."""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gongzhu.server import supervisor
from gongzhu.server.supervisor import READY, VARIABLE, Supervisor, WorkersFailed
from tests.support.stores import in_loop

pytestmark = pytest.mark.rest

PATIENCE = 20.0
PROGRAM = f"""
import os, signal, socket, sys
number, count, listener, parent = map(int, os.environ["{VARIABLE}"].split())
folder = sys.argv[1]
if os.path.exists(folder + "/broken") and number == int(open(folder + "/broken").read()):
    sys.exit(3)
open(f"{{folder}}/worker-{{number}}-{{os.getpid()}}.sock", "w").close()
assert socket.socket(fileno=listener).getsockname()[1]
socket.socket(fileno=parent).send({READY!r})
signal.pause()
"""
"""A worker that serves nobody."""


@asynccontextmanager
async def supervised(
    folder: Path, count: int = 2, program: Path = Path(sys.executable)
) -> AsyncIterator[Supervisor]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [str(program), "-S", "-c", PROGRAM, str(folder)]
        group = Supervisor(count, command, listener, folder)
        try:
            yield group
        finally:
            await group.stop()


def pids(group: Supervisor) -> list[int]:
    return [worker.process.pid for _, worker in sorted(group.workers.items())]


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not so():
            await asyncio.sleep(0.01)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@in_loop
async def test_a_worker_that_was_killed_is_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.01)
    async with supervised(tmp_path) as group:
        await group.start()
        one, two = pids(group)
        # It cannot start at first.
        (tmp_path / "broken").write_text("1")
        os.kill(one, signal.SIGKILL)
        await until(lambda: not list(tmp_path.glob(f"worker-1-{one}.sock")))
        (tmp_path / "broken").unlink()
        await until(lambda: pids(group)[0] != one)
        assert pids(group)[1] == two
    assert not any(map(lives, [*pids(group), one]))


@in_loop
async def test_workers_are_replaced_one_after_another(tmp_path: Path) -> None:
    async with supervised(tmp_path) as group:
        await group.start()
        before = pids(group)
        await group.replace()
        after = pids(group)
        assert not set(before) & set(after)
        assert not any(map(lives, before))
        # A program that does not start replaces nothing.
        (tmp_path / "broken").write_text("2")
        await group.replace()
        assert pids(group)[0] != after[0]
        assert pids(group)[1] == after[1]
        assert lives(after[1])


@in_loop
async def test_a_program_that_is_not_there_for_a_moment_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.01)
    program, away = tmp_path / "program", tmp_path / "away"
    program.symlink_to(sys.executable)
    async with supervised(tmp_path, program=program) as group:
        await group.start()
        one, two = pids(group)
        program.rename(away)
        await group.replace()
        assert pids(group) == [one, two]
        os.kill(one, signal.SIGKILL)
        await until(lambda: not list(tmp_path.glob(f"worker-1-{one}.sock")))
        await asyncio.sleep(0.1)
        away.rename(program)
        await until(lambda: pids(group)[0] != one)


@in_loop
async def test_workers_that_cannot_start_all_end(tmp_path: Path) -> None:
    (tmp_path / "broken").write_text("2")
    async with supervised(tmp_path, 3) as group:
        with pytest.raises(WorkersFailed):
            await group.start()
        assert not any(map(lives, pids(group)))
