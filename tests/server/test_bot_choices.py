"""Bots in processes of their own: whatever they do, a legal action comes in time."""

import asyncio
import sys
import threading
import time
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from gongzhu.bots import Level, make_bot, read_level
from gongzhu.bots.levels import MAX_SECONDS, SEARCHING_LEVELS
from gongzhu.bots.reasons import Hint
from gongzhu.cards import Card
from gongzhu.rules import PRESETS, Action, Pass, Play
from gongzhu.server.games import review_jobs as reviewing
from gongzhu.server.games.review_jobs import review_deal
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.work import bots, choosing, pool
from gongzhu.server.work import choosing as kernels
from gongzhu.server.work.bots import BotChoice
from gongzhu.server.work.choosing import choose, hint, redraw
from gongzhu.server.work.job import LENGTH, Job, JobRequest, NotReady, frame, read_request
from gongzhu.server.work.pool import COMMAND
from gongzhu.table.facts import Failure
from gongzhu.texts import Lang
from gongzhu.view import View
from tests.server.bots import ANN, asking, choices, playing
from tests.support.recorded import some_records
from tests.support.scripted_bots import ScriptedWorkers
from tests.support.virtual_time import VirtualLoop, run

pytestmark = pytest.mark.rest

RULES = PRESETS["gongzhu-pagat"].rules

HANGS = "import time; time.sleep(3600)"
CRASHES = "import os; os._exit(1)"
FAILS = "raise ValueError('held QS')"
CHEATS = "from gongzhu.rules import Claim; return Claim()"
BABBLES = "import sys; sys.stdout.buffer.write(b'x' * 100); sys.stdout.buffer.flush()"


def worker(tmp_path: Path, body: str, levels: str = "level == 'bad'") -> tuple[str, ...]:
    """The command of a worker whose bots of these levels do this before they choose."""
    source = (
        "from functools import wraps\n"
        "from gongzhu.server.work.choosing import choose\n"
        "from gongzhu.server.work.process import Server\n"
        "right = choose.function\n"
        "@wraps(right)\n"
        "def other(level, seed, view, exact, *, cap=0.0):\n"
        f"    if {levels}:\n"
        f"        {body}\n"
        "    return right(level, seed, view, exact, cap=cap)\n"
        "choose.function = other\n"
        "Server().serve()\n"
    )
    path = tmp_path / "worker.py"
    path.write_text(source)
    return sys.executable, str(path)


def test_a_bot_chooses_the_same_from_the_same_seed() -> None:
    first = asyncio.run(choices(COMMAND, ["random"] * 5, 20))
    second = asyncio.run(choices(COMMAND, ["random"] * 5, 20))
    assert [action for _, action, _ in first] == [action for _, action, _ in second]
    assert len({repr(action) for _, action, _ in first}) > 1
    assert Random("seed 0").random() == Random("seed 0").random()


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (HANGS, "late"),
        (CRASHES, "dead"),
        (FAILS, "failed"),
        (CHEATS, "illegal"),
        (BABBLES, "dead"),
    ],
)
def test_steady_chooses_for_a_bot_that_does_wrong(tmp_path: Path, body: str, why: str) -> None:
    with capture_logs() as logs:
        patience = 0.5 if why == "late" else 20
        answers = asyncio.run(choices(worker(tmp_path, body), ["bad"], patience))
    ((_, action, _),) = answers
    assert action == make_bot("steady").choose(playing(), Random("seed 0"), 0)
    (line,) = [line for line in logs if line["event"] == "bot_replaced"]
    assert line["why"] == why
    assert line["place"] == "table/0"
    assert "QS" not in repr(line)


def test_others_choose_again_after_a_bot_hung(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "GRACE", 0.0)

    async def both() -> list[BotChoice]:
        async with asking(worker(tmp_path, HANGS), 0.5) as asked:
            # The second one is asked when the first has been answered in its place, and it is
            # answered by the process that was started again, or in its place too.
            return [
                await asked.choose(playing(), level, "seed", place="table/0", asker=ANN)
                for level in ("bad", "steady")
            ]

    assert len(asyncio.run(both())) == 2


def test_a_hundred_questions_at_once_are_all_answered() -> None:
    answers = asyncio.run(choices(COMMAND, ["steady"] * 100, 20))
    assert len(answers) == 100


def test_a_worker_ends_with_its_server(tmp_path: Path) -> None:
    async def orphan() -> int | None:
        process = await asyncio.create_subprocess_exec(
            *worker(tmp_path, HANGS),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        body = choose.pack("bad", "seed", playing(), False)
        process.stdin.write(frame(JobRequest(1, choose.name, body)))
        await process.stdin.drain()
        process.stdin.close()
        code = await asyncio.wait_for(process.wait(), 20)
        # The transport of the pipe is closed by the loop's next round.
        await asyncio.sleep(0)
        return code

    assert asyncio.run(orphan()) == 0


@pytest.fixture
def cold(monkeypatch: pytest.MonkeyPatch) -> None:
    """A process whose kernels are being compiled."""
    for name in ("_cold", "BOTS", "REVIEWS"):
        monkeypatch.setattr(kernels, name, threading.Event())
    for module, names in ((choosing, ("BOTS", "REVIEWS")), (reviewing, ("REVIEWS",))):
        for name in names:
            monkeypatch.setattr(module, name, getattr(kernels, name))
    kernels._cold.set()
    monkeypatch.setattr(choosing, "WAIT", 0.01)
    monkeypatch.setattr(choosing, "HINT_WAIT", 0.01)


@pytest.mark.usefixtures("cold")
def test_until_all_is_compiled_no_bot_that_looks_ahead_chooses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever plays on a server that has just been installed does not wait for compilers."""
    monkeypatch.setattr(choosing, "_bot", Named)
    view = playing()
    with pytest.raises(NotReady):
        choose("strong@10ms", "seed", view, False)
    assert choose("random", "seed", view, False) == Play(Card("2S"))
    with pytest.raises(NotReady):
        choose("random", "seed", view, True)
    kernels.BOTS.set()
    assert choose("strong", "seed", view, False) == Play(Card("2S"))


@pytest.mark.usefixtures("cold")
def test_until_all_is_compiled_reviews_and_redrawn_hands_are_put_off() -> None:
    """The compilers take a minute, which is longer than a part of a review may."""
    kernels.BOTS.set()
    with pytest.raises(NotReady):
        redraw(playing(), "seed")
    record = msgspec.msgpack.encode(some_records("hearts-denexa")[0])
    with pytest.raises(NotReady):
        review_deal(record)


class Named:
    """A bot of a level that the process was asked for."""

    def __init__(self, level: str) -> None:
        assert level in ("strong", "random")

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        return Play(Card("2S"))


@pytest.mark.parametrize(("levels", "patience"), [(["strong@2s"], 0.1), (["steady"] * 8, 2.0)])
def test_a_bot_that_takes_its_time_is_not_replaced(
    tmp_path: Path, levels: list[str], patience: float
) -> None:
    """One with a time of its own has that too; and to wait for others is nobody's fault."""
    command = worker(tmp_path, "import time; time.sleep(0.4)", "True")
    with capture_logs() as logs:
        answers = asyncio.run(choices(command, levels, patience))
    assert len(answers) == len(levels)
    assert not [line for line in logs if line["event"] == "bot_replaced"]


@pytest.mark.parametrize("level", ["strong", "master@1s", "novice"])
@pytest.mark.parametrize("place", ["asked", "in line"])
def test_for_lack_of_processor_steady_plays_and_never_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str, place: str
) -> None:
    path = tmp_path / "busy.py"
    path.write_text("import time; time.sleep(3600)")
    monkeypatch.setattr(bots, "USUAL", {})
    limit = 0.05
    if place == "in line":
        monkeypatch.setattr(bots, "IN_LINE", 0.05)
        limit = 3600.0
    view, metrics = playing(), Metrics()

    async def last() -> BotChoice:
        async with asking((sys.executable, str(path)), limit, metrics) as asked:
            count = 2 if place == "in line" else 1
            tasks = [
                asyncio.create_task(asked.choose(view, level, "seed", place="table/0", asker=ANN))
                for _ in range(count)
            ]
            done, left = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in left:
                task.cancel()
            await asyncio.gather(*left, return_exceptions=True)
            return done.pop().result()

    with capture_logs() as logs:
        choice = asyncio.run(last())
    assert choice.action == make_bot("steady").choose(view, Random("seed"), 0)
    assert (choice.failure, choice.hurried) == (None, True)
    assert not [line for line in logs if line["event"] == "bot_replaced"]
    assert (figure(metrics, "gongzhu_bots_replaced_total", why="busy") or 0) >= 1
    name = read_level(level).name
    assert figure(metrics, "gongzhu_bot_answers_total", asked=name, by="steady")


def failed(
    level: str, error: str | None, monkeypatch: pytest.MonkeyPatch
) -> tuple[BotChoice, Metrics]:
    """The choice of a bot whose process fails, and the figures of it; `error` None: its kernels
    are being compiled."""
    workers, metrics = ScriptedWorkers(), Metrics()
    monkeypatch.setattr(pool, "Worker", workers.worker)

    async def work(loop: VirtualLoop) -> BotChoice:
        async with asking(COMMAND, 1.5, metrics) as asked:
            task = asyncio.create_task(
                asked.choose(playing(), level, "seed", place="table/0", asker=ANN)
            )
            await loop.quiet()
            (worker,) = workers.workers
            if error is None:
                worker.not_ready()
            else:
                worker.fail(error)
            return await until_done(loop, task)

    return run(work), metrics


async def until_done(loop: VirtualLoop, task: asyncio.Task[BotChoice]) -> BotChoice:
    """What a task comes to that waits for the thread of `steady`."""
    while not task.done():
        time.sleep(0)
        await loop.advance(0)
    return task.result()


@pytest.mark.parametrize(
    ("level", "error", "failure"),
    [("master", "ValueError", None), ("Duck", "ValueError", "failed"), ("strong", None, None)],
)
def test_steady_chooses_for_a_bot_that_cannot(
    level: str, error: str | None, failure: Failure | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a program fails is told at the table; a level of ours was hurried there, but where it
    is only still being compiled."""
    choice, metrics = failed(level, error, monkeypatch)
    action = make_bot("steady").choose(playing(), Random("seed"), 0)
    assert (choice.action, choice.failure) == (action, failure)
    assert choice.hurried == (level == "master")
    why = "not_ready" if error is None else "failed"
    assert figure(metrics, "gongzhu_bots_replaced_total", why=why) == 1
    asked = "outside" if level == "Duck" else level
    assert figure(metrics, "gongzhu_bot_answers_total", asked=asked, by="steady") == 1


class Cheating:
    """A bot that passes where it must play."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        return Pass(())


@pytest.mark.parametrize("bot", [None, Cheating()])
def test_figures_tell_where_even_steady_made_no_choice(
    bot: Cheating | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "make_bot", lambda level: bot)
    choice, metrics = failed("master", "ValueError", monkeypatch)
    assert choice.action == playing().legal_actions()[0]
    by = bots.FIRST_LEGAL
    assert figure(metrics, "gongzhu_bot_answers_total", asked="master", by=by) == 1


def figure(metrics: Metrics, name: str, **labels: str) -> float | None:
    """A figure of the server."""
    return metrics.registry.get_sample_value(name, labels)


class Timed:
    """A bot that remembers how long it might think."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        self.seconds.append(budget)
        return Play(Card("2S"))


TIMES = st.floats(0, MAX_SECONDS, exclude_min=True)


@given(st.sampled_from(sorted(SEARCHING_LEVELS)), st.just(0.0) | TIMES, st.just(0.0) | TIMES)
@example("master", 0.0, 0.0461184)
def test_whatever_time_the_server_hands_over_is_what_the_bot_has(
    name: str, own: float, cap: float
) -> None:
    """Through the wire and the worker."""
    bot, hints = Timed(), Timed()

    def find_hint(view: View, lang: Lang, *, seconds: float | None, **_: object) -> Hint:
        hints.seconds.append(seconds or 0.0)
        return Hint("points", "", (), (), (), (), 0)

    def do(job: Job[..., Any], body: bytes) -> None:
        request = read_request(frame(JobRequest(1, job.name, body, cap))[LENGTH:])
        with pytest.raises(StopIteration):
            next(job.run(request.body, request.cap))

    with (
        patch.object(choosing, "_bot", lambda level: bot),
        patch.object(choosing, "find_hint", find_hint),
    ):
        do(choose, choose.pack(Level(name, own).text, "seed", playing(), False))
        do(hint, hint.pack(playing(), "en", "seed", (), None))
    assert bot.seconds == [cap or own]
    assert hints.seconds == [cap]
