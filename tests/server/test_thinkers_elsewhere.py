"""Bots that think on other machines: each question is answered once, by whoever is there."""

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from gongzhu.server.metrics import Metrics
from gongzhu.server.thinking import pool
from gongzhu.server.thinking.elsewhere import Thinkers
from gongzhu.server.thinking.jobs import Choice
from gongzhu.server.thinking.pool import ThinkerPool
from gongzhu.server.thinking.processes import COMMAND
from gongzhu.server.thinking.remote import kind_of_thinkers
from gongzhu.store.postgres_questions import QuestionSender, QuestionTaker
from tests.server.thinking import ANN, playing
from tests.support.fresh_python import environment
from tests.support.postgres import Postgres
from tests.support.stores import in_loop, opened

pytestmark = pytest.mark.rest

KIND = kind_of_thinkers(())
SERVE = "from gongzhu.server.thinker import serve; serve"
THINKS = (sys.executable, "-c", f"{SERVE}()")
HANGS = (sys.executable, "-c", f"import time; {SERVE}(lambda question: time.sleep(60))")
PATIENCE = 30.0


@pytest.fixture(autouse=True)
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes take their time to start on a busy machine; nobody is to answer instead."""
    monkeypatch.setattr(pool, "IN_LINE", PATIENCE)


@pytest.fixture
def address(database: Postgres) -> str:
    place = database.empty()

    async def serve() -> None:
        async with opened(place):
            pass

    asyncio.run(serve())
    return place


@asynccontextmanager
async def asking(address: str, here: int = 0) -> AsyncIterator[ThinkerPool]:
    """A server's pool, with so many processes of its own."""
    bots = ThinkerPool(here, PATIENCE, Metrics(), COMMAND)
    bots.start()
    await bots.join(QuestionSender(address, KIND))
    try:
        yield bots
    finally:
        await bots.stop()


async def machine(address: str, command: tuple[str, ...], processes: int = 1) -> Thinkers:
    """Another machine, with so many processes."""
    thinkers = Thinkers(QuestionTaker(address, KIND, processes), command, processes)
    await thinkers.start()
    return thinkers


def asked(bots: ThinkerPool, seed: str) -> asyncio.Future[Choice]:
    """The choice of a bot, when it is made."""
    answer: asyncio.Future[Choice] = asyncio.get_running_loop().create_future()
    bots.ask(playing(), "random", seed, answer.set_result, place="table/0", asker=ANN)
    return answer


def plain(choices: list[Choice]) -> list[str]:
    """The actions, none of which was chosen by chance or in a hurry."""
    assert not any(choice.failure or choice.hurried for choice in choices)
    return [repr(choice.action) for choice in choices]


async def taken(address: str, count: int) -> None:
    """Wait until machines have so many questions."""
    sender = QuestionSender(address, KIND)
    query = "SELECT count(*) FROM questions WHERE taker IS NOT NULL"
    async with asyncio.timeout(PATIENCE):
        while [tuple(row) for row in await sender._query(query)] != [(count,)]:
            await asyncio.sleep(0.02)
    await sender.close()


@in_loop
async def test_others_answer_what_is_answered_here(address: str) -> None:
    seeds = [f"seed {number}" for number in range(40)]
    async with asking(address, here=1) as bots:
        here = [await asked(bots, seed) for seed in seeds]
    machines = [await machine(address, THINKS, 2), await machine(address, THINKS)]
    async with asking(address) as bots:
        assert bots.processes == 3
        there = await asyncio.gather(*(asked(bots, seed) for seed in seeds))
    for one in machines:
        await one.stop()
    assert plain(there) == plain(here)
    assert len(set(plain(here))) > 1


@in_loop
async def test_what_a_machine_has_that_leaves_goes_to_another(address: str) -> None:
    leaves = await machine(address, HANGS)
    async with asking(address) as bots:
        answer = asked(bots, "seed")
        await taken(address, 1)
        stays = await machine(address, THINKS)
        await leaves.stop()
        plain([await asyncio.wait_for(answer, PATIENCE)])
        await stays.stop()


@in_loop
async def test_a_server_thinks_by_itself_where_nobody_else_does(address: str) -> None:
    leaves = await machine(address, HANGS, 2)
    async with asking(address, here=1) as bots:
        assert bots.processes == 3
        answers = [asked(bots, f"seed {number}") for number in range(9)]
        await taken(address, 2)
        await leaves.stop()
        plain(await asyncio.wait_for(asyncio.gather(*answers), PATIENCE))
        assert bots.processes == 1


@in_loop
async def test_a_server_that_loses_the_database_thinks_by_itself(
    database: Postgres, address: str
) -> None:
    hangs = await machine(address, HANGS, 2)
    async with asking(address, here=1) as bots:
        answers = [asked(bots, f"seed {number}") for number in range(9)]
        await taken(address, 2)
        database.stop("immediate")
        try:
            plain(await asyncio.wait_for(asyncio.gather(*answers), PATIENCE))
        finally:
            database.start()
    await hangs.stop()


@in_loop
async def test_only_the_same_version_is_asked(address: str) -> None:
    other = Thinkers(QuestionTaker(address, "0.0.1 []", 1), THINKS, 1)
    await other.start()
    async with asking(address, here=1) as bots:
        assert bots.processes == 1
        plain([await asked(bots, "seed")])
    await other.stop()


@pytest.mark.long
@in_loop
async def test_what_a_machine_has_that_dies_goes_to_another(address: str) -> None:
    program = str(Path(sys.executable).with_name("gongzhu"))
    dies = await asyncio.create_subprocess_exec(
        program, "think", "--database", address, "--processes", "1", env=environment()
    )
    async with asking(address) as bots:
        async with asyncio.timeout(PATIENCE):
            while not bots.processes:
                await asyncio.sleep(0.1)
        plain([await asyncio.wait_for(asked(bots, "seed"), PATIENCE)])
        dies.kill()
        await dies.wait()
        answer = asked(bots, "another seed")
        stays = await machine(address, THINKS)
        plain([await asyncio.wait_for(answer, PATIENCE)])
        await stays.stop()


def test_a_place_that_is_no_database_is_refused(tmp_path: Path) -> None:
    program = Path(sys.executable).with_name("gongzhu")
    done = subprocess.run(
        [program, "think", "--database", str(tmp_path), "--lang", "en"],
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    assert done.returncode != 0
    assert "postgresql://" in done.stderr
    assert done.stderr.count("\n") == 1
