"""Bots in processes of their own: whatever they do, a legal action comes in time."""

import asyncio
import sys
from io import BytesIO
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from gongzhu.bots import Level, make_bot, read_level
from gongzhu.bots.levels import MAX_SECONDS, SEARCHING_LEVELS
from gongzhu.cards import Card
from gongzhu.rules import PRESETS, Action, Play
from gongzhu.server import thinker as thinker_process
from gongzhu.server.metrics import Metrics
from gongzhu.server.thinking import pool, processes, quick
from gongzhu.server.thinking.durations import TableQuestion, shortened
from gongzhu.server.thinking.fair_queue import PATIENCE, Turn
from gongzhu.server.thinking.jobs import Choice
from gongzhu.server.thinking.pool import ThinkerPool
from gongzhu.server.thinking.processes import COMMAND
from gongzhu.server.thinking.wire import (
    NOT_READY,
    ActionQuestion,
    HintQuestion,
    Question,
    RedrawQuestion,
    ReviewQuestion,
    pack,
    read_question,
)
from gongzhu.table.facts import Failure
from gongzhu.texts import Lang
from gongzhu.view import View
from tests.server.thinking import ANN, choices, playing
from tests.support.recorded import some_records
from tests.support.scripted_bots import Thinkers
from tests.support.stores import in_loop
from tests.support.virtual_time import VirtualLoop, run

RULES = PRESETS["gongzhu-pagat"].rules

HANGS = "import time; time.sleep(3600)"
CRASHES = "import os; os._exit(1)"
FAILS = "raise ValueError('held QS')"
CHEATS = "from gongzhu.rules import Claim; return Claim()"
BABBLES = "import sys; sys.stdout.buffer.write(b'x' * 100); sys.stdout.buffer.flush()"


def thinker(tmp_path: Path, body: str) -> tuple[str, ...]:
    """The command of a thinker whose bots of level `bad` do this, and all others think."""
    source = (
        "from gongzhu.server.thinker import choose, serve\n"
        "def other(question):\n"
        "    if question.level == 'bad':\n"
        f"        {body}\n"
        "    return choose(question)\n"
        "serve(other)\n"
    )
    path = tmp_path / "thinker.py"
    path.write_text(source)
    return sys.executable, str(path)


@pytest.mark.rest
def test_a_bot_chooses_the_same_from_the_same_seed() -> None:
    first = asyncio.run(choices(COMMAND, ["random"] * 5, 20))
    second = asyncio.run(choices(COMMAND, ["random"] * 5, 20))
    assert [action for _, action, _ in first] == [action for _, action, _ in second]
    assert len({repr(action) for _, action, _ in first}) > 1
    assert Random("seed 0").random() == Random("seed 0").random()


@pytest.mark.rest
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
        answers = asyncio.run(choices(thinker(tmp_path, body), ["bad"], patience))
    ((_, action, _),) = answers
    assert action == make_bot("steady").choose(playing(), Random("seed 0"), 0)
    (line,) = [line for line in logs if line["event"] == "bot_replaced"]
    assert line["why"] == why
    assert line["place"] == "table/0"
    assert "QS" not in repr(line)


@pytest.mark.rest
def test_others_think_again_after_a_bot_hung(tmp_path: Path) -> None:
    async def both() -> list[str]:
        thinking = ThinkerPool(1, 0.5, Metrics(), thinker(tmp_path, HANGS))
        thinking.start()
        heard: list[str] = []
        view = playing()
        try:
            for level in ("bad", "steady"):
                done = asyncio.Event()

                def tell(choice: Choice, level: str = level, done: asyncio.Event = done) -> None:
                    heard.append(level)
                    done.set()

                # The second one is asked when the first has been answered in its place, and it
                # is answered by the process that was started anew, or in its place too.
                thinking.ask(view, level, "seed", tell, place="table/0", asker=ANN)
                await done.wait()
        finally:
            await thinking.stop()
        return heard

    assert asyncio.run(both()) == ["bad", "steady"]


@pytest.mark.rest
def test_a_hundred_questions_at_once_are_all_answered() -> None:
    answers = asyncio.run(choices(COMMAND, ["steady"] * 100, 20))
    assert len(answers) == 100


@pytest.mark.rest
def test_a_thinker_ends_with_its_server(tmp_path: Path) -> None:
    async def orphan() -> int | None:
        process = await asyncio.create_subprocess_exec(
            *thinker(tmp_path, HANGS),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert process.stdin is not None
        from gongzhu.server.thinking.wire import ActionQuestion, pack

        process.stdin.write(pack(ActionQuestion(1, "bad", "seed", playing())))
        await process.stdin.drain()
        process.stdin.close()
        code = await asyncio.wait_for(process.wait(), 20)
        # The transport of the pipe is closed by the loop's next round.
        await asyncio.sleep(0)
        return code

    assert asyncio.run(orphan()) == 0


def test_until_all_is_compiled_another_bot_plays_for_one_that_looks_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever plays on a server that has just been installed does not wait for compilers."""
    monkeypatch.setattr(thinker_process, "WAIT", 0.01)
    view = playing()

    def chosen(level: str) -> Action:
        return thinker_process.choose(ActionQuestion(1, level, "seed", view))

    assert not thinker_process._cold.is_set(), "only a real server warms its thinkers up"
    monkeypatch.setattr(thinker_process, "_bot", Named)
    assert chosen("strong") == Play(Card("2S"))
    thinker_process._cold.set()
    try:
        with pytest.raises(thinker_process.NotReady):
            chosen("strong@10ms")
        assert chosen("random") == Play(Card("2S"))
        thinker_process._warm.set()
        assert chosen("strong") == Play(Card("2S"))
    finally:
        thinker_process._cold.clear()
        thinker_process._warm.clear()


def test_until_all_is_compiled_reviews_and_redrawn_hands_are_put_off(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The compilers take a minute, which is longer than a part of a review may."""
    monkeypatch.setattr(thinker_process, "HINT_WAIT", 0.01)
    redraw = RedrawQuestion(1, "seed", playing())
    review = ReviewQuestion(2, "", some_records("hearts-denexa")[0], 20)
    thinker_process._cold.set()
    thinker_process._warm.set()
    try:
        with pytest.raises(thinker_process.NotReady):
            thinker_process._redrawn(redraw)
        with pytest.raises(thinker_process.NotReady):
            thinker_process._review(review)
    finally:
        thinker_process._cold.clear()
        thinker_process._warm.clear()


class Named:
    """A bot of a level that the process was asked for."""

    def __init__(self, level: str) -> None:
        assert level in ("strong", "random")

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        return Play(Card("2S"))


@pytest.mark.rest
@pytest.mark.parametrize(("levels", "patience"), [(["steady@20s"], 0.1), (["steady"] * 8, 2.0)])
def test_a_bot_that_takes_its_time_is_not_replaced(
    tmp_path: Path, levels: list[str], patience: float
) -> None:
    """One with a time of its own has that too; and to wait for others is nobody's fault."""
    path = tmp_path / "slow.py"
    path.write_text(
        "import time\n"
        "from gongzhu.server.thinker import choose, serve\n"
        "def slowly(question):\n"
        "    time.sleep(0.4)\n"
        "    return choose(question)\n"
        "serve(slowly)\n"
    )
    with capture_logs() as logs:
        answers = asyncio.run(choices((sys.executable, str(path)), levels, patience))
    assert len(answers) == len(levels)
    assert not [line for line in logs if line["event"] == "bot_replaced"]


@pytest.mark.rest
@pytest.mark.parametrize(
    ("level", "hurried"), [("strong", True), ("master@1s", True), ("novice", False)]
)
@pytest.mark.parametrize("place", ["asked", "in line"])
def test_for_lack_of_processor_a_quick_bot_plays_and_never_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str, hurried: bool, place: str
) -> None:
    path = tmp_path / "busy.py"
    path.write_text("import time; time.sleep(3600)")
    limit = 0.05
    if place == "in line":
        monkeypatch.setattr(pool, "IN_LINE", 0.05)
        limit = 3600.0
    view, heard = playing(), []
    metrics = Metrics()

    async def both() -> None:
        thinking = ThinkerPool(1, limit, metrics, (sys.executable, str(path)))
        thinking.start()
        try:
            questions = 2 if place == "in line" else 1
            done = asyncio.Event()

            def tell(choice: Choice) -> None:
                heard.append(choice)
                if len(heard) == 1:
                    done.set()

            for _ in range(questions):
                thinking.ask(view, level, "seed", tell, place="table/0", asker=ANN)
            await done.wait()
        finally:
            await thinking.stop()

    with capture_logs() as logs:
        asyncio.run(both())
    own = make_bot("novice" if level == "novice" else "steady")
    assert heard[-1] == Choice(own.choose(view, Random("seed"), 0), None, hurried)
    assert not [line for line in logs if line["event"] == "bot_replaced"]
    # Where the process has not even started yet, so was the one before it.
    hurries = sum(choice.hurried for choice in heard)
    assert (figure(metrics, "gongzhu_bots_replaced_total", why="busy") or 0) == hurries
    name = read_level(level).name
    by = "steady" if hurried else name
    assert figure(metrics, "gongzhu_bot_answers_total", asked=name, by=by) == len(heard)


def failed(level: str, error: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[Choice], Metrics]:
    """The choices of a bot whose process fails, and the figures of it."""
    thinkers, heard, metrics = Thinkers(), list[Choice](), Metrics()
    monkeypatch.setattr(processes, "Worker", thinkers.worker)

    async def work(loop: VirtualLoop) -> None:
        thinking = ThinkerPool(1, 1.5, metrics)
        thinking.start()
        thinking.ask(playing(), level, "seed", heard.append, place="table/0", asker=ANN)
        (worker,) = thinkers.workers
        worker.answer(None, error, None, failure="failed")
        await loop.quiet()
        await thinking.stop()

    run(work)
    return heard, metrics


@pytest.mark.parametrize(
    ("level", "error", "failure"),
    [("master", "ValueError", None), ("Duck", "ValueError", "failed"), ("strong", NOT_READY, None)],
)
def test_steady_chooses_for_a_bot_that_cannot(
    level: str, error: str, failure: Failure | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That a program fails is told at the table; a level of ours was hurried there, but where it
    is only still being compiled."""
    heard, metrics = failed(level, error, monkeypatch)
    action = make_bot("steady").choose(playing(), Random("seed"), 0)
    assert heard == [Choice(action, failure, level == "master")]
    why = "not_ready" if error == NOT_READY else "failed"
    assert figure(metrics, "gongzhu_bots_replaced_total", why=why) == 1
    asked = "outside" if level == "Duck" else level
    assert figure(metrics, "gongzhu_bot_answers_total", asked=asked, by="steady") == 1


def test_figures_tell_where_even_steady_made_no_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(quick._QUICK, "steady", None)
    heard, metrics = failed("master", "ValueError", monkeypatch)
    assert [choice.action for choice in heard] == [playing().legal_actions()[0]]
    by = quick.FIRST_LEGAL
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


@given(st.sampled_from(sorted(SEARCHING_LEVELS)), st.just(0.0) | TIMES, TIMES, TIMES)
@example("master", 0.0, 0.0461184, 0.15)
def test_whatever_time_the_server_hands_over_is_what_the_bot_has(
    name: str, own: float, allowed: float, wanted: float
) -> None:
    """Through the shortening, the wire and the process that thinks."""
    bot, hints = Timed(), Timed()
    turn = Turn(1, ANN, wanted, allowed)

    def find_hint(view: View, lang: Lang, *, seconds: float | None, **_: object) -> None:
        hints.seconds.append(seconds or 0.0)

    def handed(question: TableQuestion) -> Question:
        found = read_question(BytesIO(pack(shortened(question, turn))))
        assert found is not None, "it was written"
        return found

    view = playing()
    asked = handed(ActionQuestion(1, Level(name, own).text, "seed", view))
    hint = handed(HintQuestion(1, "seed", "en", (), None, view))
    assert isinstance(asked, ActionQuestion)
    assert isinstance(hint, HintQuestion)
    with (
        patch.object(thinker_process, "_bot", lambda level: bot),
        patch.object(thinker_process, "find_hint", find_hint),
    ):
        thinker_process.choose(asked)
        thinker_process._hint(hint)
    short = allowed < wanted
    assert bot.seconds == [allowed if short else own]
    assert hints.seconds == [allowed if short else 0.0]


@in_loop
async def test_under_load_a_question_has_less_time(monkeypatch: pytest.MonkeyPatch) -> None:
    thinkers = Thinkers()
    monkeypatch.setattr(processes, "Worker", thinkers.worker)
    thinking = ThinkerPool(1, 1.5, Metrics())
    heard: list[Choice] = []
    view = playing()
    for _ in range(20):
        thinking.ask(view, "master@2s", "seed", heard.append, place="table/0", asker=ANN)
    thinking.start()
    (worker,) = thinkers.workers
    levels = []
    while worker.question is not None:
        assert isinstance(worker.question, ActionQuestion)
        levels.append(worker.question.seconds or 2.0)
        worker.answer(make_bot("steady").choose(view, Random(0), 0), "", None)
    assert len(levels) == len(heard) == 20
    assert levels[0] == pytest.approx(2.0 * PATIENCE / 40)
    # Nothing takes any time here: the last one has as much as it wants.
    assert levels == sorted(levels)
    assert levels[-1] == 2.0
    await thinking.stop()
