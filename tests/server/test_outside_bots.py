"""Programs of the operator at tables: levels by another name, and reported when they fail."""

import asyncio
import sys
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from gongzhu.server.config.outside_bots import OutsideLevel, as_option, outside_level
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.live.requests import InvalidRequest, known_level
from gongzhu.server.lobby.rules import rules_form
from gongzhu.server.monitoring import throttle
from gongzhu.server.work.bots import report
from gongzhu.server.work.pool import COMMAND
from tests.server.bots import choices, playing

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"
DUCK = OutsideLevel("Duck", (sys.executable, str(EXAMPLE)))


def test_a_name_and_a_command_line() -> None:
    written = outside_level("My bot=sh 'a file.py' --x=1")
    assert written == OutsideLevel("My bot", ("sh", "a file.py", "--x=1"))


@pytest.mark.parametrize(
    "written",
    [
        "",
        "x",
        "x=",
        "x=''",
        "=sh",
        "steady=sh",
        "x@1s=sh",
        "x='sh",
        f"{'x' * 21}=sh",
        "x=/no/program",
    ],
)
def test_what_names_no_program(written: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        outside_level(written)


def test_players_are_offered_it_as_a_level() -> None:
    config = ServerConfig(outside=(DUCK,))
    form = rules_form("en", config)
    assert form.levels["Duck"] == "Duck"
    assert form.levels_about["Duck"]
    assert "Duck" not in form.looking_ahead
    assert known_level("Duck", config) == "Duck"
    with pytest.raises(InvalidRequest):
        known_level("Duck", ServerConfig())


@pytest.mark.rest
def test_it_answers_for_its_seat() -> None:
    command = (*COMMAND, as_option([DUCK]))
    with capture_logs() as logs:
        answers = asyncio.run(choices(command, ["Duck", "steady", "Duck"], 60))
    assert logs == []
    view = playing()
    assert all(view.why_illegal(action) is None for _, action, _ in answers)
    first, _, second = (action for _, action, _ in answers)
    assert first == second


@pytest.mark.rest
def test_one_that_closes_its_output_and_goes_on_is_dead_and_its_worker_lives() -> None:
    source = "import os, time; input(); os.close(1); time.sleep(600)"
    closer = OutsideLevel("closer", (sys.executable, "-c", source))
    command = (*COMMAND, as_option([closer, DUCK]))
    with capture_logs() as logs:
        asyncio.run(choices(command, ["closer", "Duck", "closer"], 20))
    assert [(log["event"], log["level"], log["why"]) for log in logs] == [
        ("bot_replaced", "closer", "dead")
    ] * 2
    assert all(log["detail"].endswith(": dead") for log in logs)


@pytest.mark.rest
def test_its_faults_are_in_the_log_and_the_game_goes_on() -> None:
    dead = OutsideLevel("dead", (sys.executable, "-c", "pass"))
    liar = OutsideLevel(
        "liar", (sys.executable, "-c", 'input(); print(\'{"type": "play", "card": "2C"}\')')
    )
    command = (*COMMAND, as_option([dead, liar]))
    with capture_logs() as logs:
        answers = asyncio.run(choices(command, ["dead", "liar", "dead", "steady"], 60))
    assert len(answers) == 4
    replaced = [(log["level"], log["detail"].rpartition(": ")[2]) for log in logs]
    assert replaced == [("dead", "dead"), ("liar", "illegal"), ("dead", "dead")]


@pytest.mark.rest
def test_what_it_wrote_last_is_in_the_log() -> None:
    broken = OutsideLevel("broken", (sys.executable, "-c", "input(); import no_such_module"))
    command = (*COMMAND, as_option([broken]))
    with capture_logs() as logs:
        asyncio.run(choices(command, ["broken"], 60))
    (line,) = logs
    assert (line["level"], line["why"]) == ("broken", "dead")
    assert line["stderr"][-1] == "ModuleNotFoundError: No module named 'no_such_module'"


def test_one_that_fails_at_each_move_does_not_fill_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(throttle, "WINDOW", 0.05)

    async def fail() -> None:
        failures = throttle.Throttle(report)
        for number in range(10_000):
            failures.note(("dead", "broken"), place=f"table/{number % 4}", stderr=(str(number),))
        while sum(line["times"] for line in logs) < 10_000:
            await asyncio.sleep(0.01)
        failures.note(("late", "steady@1s"), place="table/1")
        failures.close()

    with capture_logs() as logs:
        asyncio.run(fail())
    assert [(line["level"], line["times"], line.get("stderr")) for line in logs] == [
        ("broken", 1, ("0",)),
        ("broken", 9_999, ("9999",)),
        ("steady@1s", 1, None),
    ]
