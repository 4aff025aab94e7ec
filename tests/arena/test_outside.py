"""Bots that are other programs: played against, answered to, and reported when they fail."""

import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner, Result

from gongzhu.arena.answering import answer_lines
from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import Entrant, UnknownEntrant, entrant
from gongzhu.arena.match import play_match
from gongzhu.arena.outside import LONGEST_STDERR, MOST_LINES, OutsideBot, OutsideFault
from gongzhu.arena.request import request_of
from gongzhu.bots import make_bot
from gongzhu.cli.main import app
from gongzhu.rules import PRESETS
from tests.support.fresh_python import environment
from tests.support.positions import position
from tests.support.tables import preset

pytestmark = pytest.mark.rest

PROGRAM = Path(sys.executable).with_name("gongzhu")
EXAMPLE = Path(__file__).parents[2] / "examples" / "outside_bot.py"
HEARTS = PRESETS["hearts-denexa"].rules
HAND = "2C 3C 4C 5C 2D 3D 4D 5D 2H 3H 4H 2S 3S"


def outside(source: str) -> Entrant:
    """A bot that is this Python program."""
    return Entrant("outside", None, (sys.executable, "-c", source))


def run(*words: object, status: int = 0) -> Result:
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, ["arena", *map(str, words)])
    assert result.exit_code == status, result.output
    return result


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-pagat-partners", "hearts-choice"])
def test_a_level_of_ours_plays_outside_as_it_does_inside(name: str) -> None:
    steady = Entrant("outside", None, (str(PROGRAM), "bot", "steady", "--rules", name))
    match = Pairing(steady, entrant("steady"), PRESETS[name].rules, "outside", 2)
    assert [result.advantage for result in play_match(match, range(2))] == [0, 0]


@pytest.mark.parametrize("name", ["gongzhu-hwa", "gongzhu-pagat-5", "hearts-omnibus"])
def test_the_example_of_the_page_plays_every_game(name: str) -> None:
    example = Entrant("example", None, (sys.executable, str(EXAMPLE)))
    match = Pairing(example, entrant("random"), PRESETS[name].rules, "example", 2)
    assert len(list(play_match(match, range(2)))) == 2


@pytest.mark.parametrize("players", [3, 6, 8])
def test_the_example_of_the_page_passes_as_many_cards_as_its_table(players: int) -> None:
    rules = preset("hearts-denexa", players=players, pass_count=5 if players == 3 else 2)
    example = Entrant("example", None, (sys.executable, str(EXAMPLE)))
    match = Pairing(example, entrant("random"), rules, "example", 1)
    assert len(list(play_match(match, range(1)))) == 1


ANSWERS = "import json, sys\nfor line in sys.stdin: print(json.dumps({}), flush=True)"


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("", "dead"),
        ("import sys; sys.stdin.readline(); sys.exit(3)", "dead"),
        ("import os, time; input(); os.close(1); time.sleep(600)", "dead"),
        ("import sys\nfor line in sys.stdin: print('hello', flush=True)", "no_reply"),
        ('import sys\nfor line in sys.stdin: print(\'{"type": "play"}\', flush=True)', "no_reply"),
        (
            "import sys\nfor line in sys.stdin: print('{\"x\": ' + '[' * 9999, flush=True)",
            "no_reply",
        ),
        (ANSWERS.format("{'type': 'pass', 'cards': [], 'why': 'no reason'}"), "no_reply"),
        (ANSWERS.format("{'type': 'pass', 'cards': [], 'seat': 0}"), "no_reply"),
        (ANSWERS.format("{'action': ['QS', 'QH', 'QC']}"), "old_reply"),
        (ANSWERS.format("{'type': 'play', 'card': 'QS'}"), "illegal"),
        (ANSWERS.format("{'type': 'claim'}"), "illegal"),
        ("import sys\nfor line in sys.stdin: print('x' * 100000, flush=True)", "no_reply"),
        (ANSWERS.format("{'type': 'pass', 'cards': ['QS'] * 3}"), "illegal"),
    ],
)
def test_a_bot_that_fails_is_reported_with_what_it_was_asked(source: str, problem: str) -> None:
    match = Pairing(outside(source), entrant("steady"), HEARTS, "faults", 2)
    with pytest.raises(OutsideFault) as caught:
        list(play_match(match, range(1)))
    assert caught.value.problem == problem
    assert msgspec.json.decode(caught.value.asked)["type"] == "pass"


def _fault_of(source: str) -> OutsideFault:
    """The fault of a program that fails at its first answer, with its standard error kept."""
    bot = OutsideBot((sys.executable, "-c", source), 30, keep_stderr=True)
    try:
        with pytest.raises(OutsideFault) as caught:
            bot.choose(position(HEARTS, HAND), Random(0), budget=0)
    finally:
        bot.close()
    return caught.value


def test_the_end_of_what_it_complains_of_goes_with_its_fault() -> None:
    source = """
import sys
for number in range(50000):
    print("warning", number, file=sys.stderr)
for line in sys.stdin:
    raise ValueError("\\x1b[2J拱猪")
"""
    fault = _fault_of(source)
    assert fault.problem == "dead"
    assert fault.stderr[-1] == "ValueError: \x1b[2J拱猪"
    assert "warning 49999" in fault.stderr
    assert len(fault.stderr) == MOST_LINES
    assert pickle.loads(pickle.dumps(fault)).stderr == fault.stderr


def test_of_a_line_without_end_the_end_is_kept() -> None:
    source = "import sys; sys.stderr.write('x' * 1000000 + 'last'); input(); print('hello')"
    fault = _fault_of(source)
    assert fault.problem == "no_reply"
    (line,) = fault.stderr
    assert line.endswith("xlast")
    assert len(line) == LONGEST_STDERR


def test_a_bot_that_closes_its_standard_error_is_asked_as_ever() -> None:
    source = "import os, time; os.close(2); input(); time.sleep(600)"
    bot = OutsideBot((sys.executable, "-c", source), 1, starting=1, keep_stderr=True)
    began = time.process_time()
    try:
        with pytest.raises(OutsideFault) as caught:
            bot.choose(position(HEARTS, HAND), Random(0), budget=0)
    finally:
        bot.close(wait=0)
    assert (caught.value.problem, caught.value.stderr) == ("late", ())
    assert time.process_time() - began < 1.0, "nobody waits for it in a loop"


def test_a_late_bot_is_reported() -> None:
    command = (sys.executable, "-c", "import sys; sys.stdin.read()")
    bot = OutsideBot(command, patience=0.05, starting=0)
    view = position(HEARTS, HAND)
    try:
        with pytest.raises(OutsideFault, match=r"0\.05 seconds"):
            bot.choose(view, Random(0), budget=0)
    finally:
        bot.close()


def test_a_fault_is_told_in_chinese_too() -> None:
    with pytest.raises(OutsideFault) as caught:
        OutsideBot(("/nowhere/bot",), 1.0)
    assert caught.value.text("zh") == "/nowhere/bot 启动不了：没有这个文件或文件夹"
    fault = _fault_of(ANSWERS.format("{'type': 'play', 'card': 'QS'}"))
    assert fault.problem == "illegal"
    told = pickle.loads(pickle.dumps(fault)).text("zh")
    assert '违反规则：{"type": "play", "card": "QS"}：你手里没有 Q♠。当时的请求：' in told


def test_no_bot_outlives_a_process_that_is_killed() -> None:
    """Not even one that reads no more: its standard error is open until it has ended."""
    source = f"""
import os, sys
from gongzhu.arena.outside import OutsideBot
bot = OutsideBot((sys.executable, "-c", "import time; time.sleep(600)"), 1)
os.kill(os.getpid(), {signal.SIGKILL})
"""
    command = [sys.executable, "-c", source]
    ended = subprocess.run(command, stderr=subprocess.PIPE, timeout=120, check=False)
    assert ended.returncode == -signal.SIGKILL


def test_a_bot_that_cannot_be_guarded_does_not_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[subprocess.Popen[bytes]] = []

    class Noted(subprocess.Popen[bytes]):
        def __init__(self, *arguments: Any, **settings: Any) -> None:
            super().__init__(*arguments, **settings)
            begun.append(self)

    monkeypatch.setattr("gongzhu.arena.outside.GUARD", ("/nowhere/sh",))
    monkeypatch.setattr("gongzhu.arena.outside.subprocess.Popen", Noted)
    with pytest.raises(OutsideFault, match="cannot be started"):
        OutsideBot(("sleep", "60"), 1.0)
    assert [program.returncode for program in begun] == [-signal.SIGKILL]


def test_ctrl_c_leaves_the_bot_alone_and_tells_what_there_is(tmp_path: Path) -> None:
    ledger = tmp_path / "match.jsonl"
    words = ["arena", f"cmd:{sys.executable} {EXAMPLE}", "random", "--rules", "hearts-denexa"]
    running = subprocess.Popen(
        [PROGRAM, *words, "--deals", "100000", "--ledger", ledger],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(GONGZHU_LANG="en"),
        process_group=0,
    )
    while running.poll() is None and (not ledger.exists() or ledger.read_bytes().count(b"\n") < 4):
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
    told, errors = running.communicate(timeout=120)
    assert running.returncode == 130, errors
    assert "points a deal for the first" in told


FIRST_ANSWER = """import json, sys
hand = json.loads(input())["hand"]
print(json.dumps({"type": "pass", "cards": hand[:3]}), flush=True)
sys.stdin.readlines()"""


def test_a_bot_may_have_a_time_limit_of_its_own() -> None:
    assert entrant("cmd:bot", patience=3).budget == 3
    assert entrant("cmd@500ms:bot --fast", patience=3).budget == 0.5
    assert entrant("cmd@500ms:bot --fast").command == ("bot", "--fast")
    assert entrant("cmd@86400s:bot").budget == 86400
    for name in ("cmd@:bot", "cmd@2:bot", "cmd@0s:bot", "cmd@2s", "cmd@86401s:bot"):
        with pytest.raises(UnknownEntrant, match=name):
            entrant(name)
    for seconds in ("inf", "nan", "1e300", "86401"):
        refused = run("steady", "steady", "-r", "hearts-denexa", "--patience", seconds, status=2)
        assert "must be a number from 0.001 to 86400" in refused.stderr
    source = FIRST_ANSWER.replace("\n", ";")
    sleeper = f"cmd@50ms:{sys.executable} -c '{source}'"
    late = run(sleeper, "steady", "--rules", "hearts-denexa", status=1)
    assert "0.05 seconds" in late.stderr
    late = run(
        sleeper.replace("@50ms", ""),
        *["steady", "--rules", "hearts-denexa"],
        *["--patience", "0.06"],
        status=1,
    )
    assert "0.06 seconds" in late.stderr


LISTENER = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    with open(sys.argv[1], "a") as heard:
        heard.write(line)
    if "legal" in asked:
        if asked["type"] == "pass":
            action = {"type": "pass", "cards": asked["legal"][:3]}
        else:
            action = {"type": "play", "card": asked["legal"][0]}
        print(json.dumps(action), flush=True)
"""


def test_only_who_asks_for_it_hears_of_beginnings_and_ends(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    command = (sys.executable, "-c", LISTENER, str(heard))

    def told(events: bool) -> list[dict[str, Any]]:
        heard.unlink(missing_ok=True)
        listener = Entrant("listener", None, command, 10, events)
        list(play_match(Pairing(listener, entrant("random"), HEARTS, "events", 2), range(1)))
        lines = [msgspec.json.decode(line) for line in heard.read_bytes().splitlines()]
        return [line for line in lines if line["type"] in ("start", "end")]

    assert told(False) == []
    lines = told(True)
    assert [line["type"] for line in lines] == ["start", "end"] * 2
    assert [line["seats"] for line in lines[::2]] == [[0, 2], [1, 3]]
    assert lines[0]["rules"]["family"] == lines[0]["game"] == "hearts"
    assert sum(lines[1]["scores"]) in (26, 78)


def test_fields_that_nobody_knows_are_passed_over() -> None:
    asked = msgspec.to_builtins(request_of(position(HEARTS, HAND))) | {"tempo": "allegro"}
    (answer,) = answer_lines([msgspec.json.encode(asked)], make_bot("steady"), HEARTS)
    assert msgspec.json.decode(answer) == {"type": "play", "card": "2C"}


def test_the_command_line_names_the_bot_and_the_fault() -> None:
    missing = run("cmd:/no/such/bot", "steady", "--rules", "hearts-denexa", status=1)
    assert "/no/such/bot cannot be started" in missing.stderr
    command = f"cmd:{sys.executable} -c pass"
    dead = run(command, "steady", "--rules", "hearts-denexa", "--jobs", 2, status=1)
    assert "ended in the middle" in dead.stderr
    assert '"type":"pass"' in dead.stderr


def test_answers_line_by_line_and_alike() -> None:
    view = position(HEARTS, HAND)
    asked = msgspec.json.encode(request_of(view))
    lines = [b'{"type": "start"}', asked, b"", b"{}", b"nonsense", asked, b'{"type": "end"}']
    answers = [
        msgspec.json.decode(line) for line in answer_lines(lines, make_bot("random"), HEARTS)
    ]
    assert len(answers) == 4
    assert answers[0] == answers[3]
    assert answers[0] == {"type": "play", "card": "2C"}
    assert "type" in answers[1]["error"]
    assert "error" in answers[2]


def test_a_position_that_cannot_be_is_refused_and_the_next_answered() -> None:
    request = request_of(position(HEARTS, HAND))
    good = msgspec.to_builtins(request)
    bad = [
        {**good, "hand": []},
        {**good, "seat": 9},
        {**good, "history": [[]]},
        {**good, "exposures": [{}]},
        {**good, "rules": {"family": "bridge"}},
        {**good, "rules": {**good["rules"], "tempo": "allegro"}},
        {**good, "game": "gongzhu"},
        {**good, "captured": [["QS"], [], [], []]},
        {**good, "totals": [0, 0]},
        {**good, "face_down": [0]},
        {**good, "type": "pass"},
        {**good, "leader": None},
        {**good, "leader": 2, "trick": [[1, "AH"]]},
        {**good, "trick": [[3, "AH"], [1, "KH"]]},
        {**good, "passed": ["AC", "KC", "QC"]},
        {**good, "received": ["AC", "KC", "QC"]},
    ]
    lines = [msgspec.json.encode(one) for case in bad for one in (case, good)]
    answers = [
        msgspec.json.decode(line) for line in answer_lines(lines, make_bot("steady"), HEARTS)
    ]
    assert len(answers) == 2 * len(bad)
    assert all(answer["type"] == "play" for answer in answers[1::2])
    assert all("error" in answer for answer in answers[::2])
    assert "tempo" in answers[10]["error"]
    assert 'game = "gongzhu": must be "hearts"' in answers[12]["error"]


def test_the_command_answers_on_standard_output() -> None:
    view = position(HEARTS, HAND)
    result = subprocess.run(
        [PROGRAM, "bot", "steady", "--rules", "hearts-denexa"],
        input=msgspec.json.encode(request_of(view)) + b"\n",
        capture_output=True,
        check=True,
    )
    assert msgspec.json.decode(result.stdout) == {"type": "play", "card": "2C"}
