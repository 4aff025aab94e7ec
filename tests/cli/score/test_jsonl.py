"""`gongzhu score --jsonl`: deals that are scored one by one, as programs send them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gongzhu.cli.main import app
from tests.cli.score.lines import ALL, answers, error, line, modes

PROGRAM = Path(sys.executable).with_name("gongzhu")

# Preset, pile, what is exposed, points: the settled rules' worked figures.
FIGURES = [
    ("gongzhu-denexa", "QS KH QH 8H", "", -180),
    ("gongzhu-denexa", "QS KH QH 8H TC", "", -360),
    ("gongzhu-denexa", "QS KH QH 8H", "AH", -260),
    ("gongzhu-denexa", "*H", "", 200),
    ("gongzhu-denexa", "*H QS", "", 300),
    ("gongzhu-denexa", ALL, "", 800),
    ("gongzhu-denexa", "TC", "", 50),
    ("gongzhu-pagat", "TC 3H", "", 0),
    ("gongzhu-pagat", "TC", "TC", 100),
    ("gongzhu-pagat", "QS TC", "QS TC", -800),
    ("gongzhu-pagat", "*H", "AH", 400),
    ("gongzhu-pagat", "*H QS", "QS", 400),
    ("gongzhu-pagat", "*H JD", "", 300),
    ("gongzhu-summary", "*H QS", "", 100),
    ("gongzhu-summary", ALL, "", 800),
    ("gongzhu-summary", "TC QS JD", "TC", 100),
    ("gongzhu-summary", "TC", "TC", 100),
    ("gongzhu-wiki", "QS TC AH", "QS TC AH", -1200),
    ("gongzhu-wiki", "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH", "AH", -300),
    ("gongzhu-wiki", "4H 5H 9H JH KH JD TC", "AH JD", 80),
    ("gongzhu-wiki", "*H TC", "", 400),
    ("gongzhu-wiki", "*H TC", "TC", 800),
    ("gongzhu-wiki", "*H TC", "AH", 800),
    ("gongzhu-wiki", "*H TC", "AH TC", 1600),
    ("gongzhu-wiki", "*H QS", "", 300),
    ("gongzhu-wiki", "*H QS", "QS", 400),
    ("gongzhu-wiki", "*H QS", "AH", 500),
    ("gongzhu-wiki", "*H QS", "AH QS", 600),
    ("gongzhu-wiki", "*H TC QS", "AH TC QS", 2400),
    ("gongzhu-wiki", "*H TC JD", "AH TC JD", 2400),
    ("gongzhu-wiki", "5H 6H 7H 8H 9H TH JH QH KH AH QS TC", "AH QS TC", -2400),
    ("gongzhu-wiki", "*H", "", 200),
    ("gongzhu-wiki", "*H", "AH", 400),
    ("gongzhu-wiki", "TC", "", 50),
    ("gongzhu-wiki", "TC", "TC", 100),
    ("gongzhu-hwa", "*H QS JD", "", 200),
    ("gongzhu-hwa", ALL, "", 1000),
]


@pytest.mark.parametrize("rules", sorted({name for name, *_ in FIGURES}))
def test_worked_figures(rules: str) -> None:
    figures = [figure for figure in FIGURES if figure[0] == rules]
    lines = [line(pile, exposed=modes(exposed)) for _, pile, exposed, _ in figures]
    expected = [{"scores": [points], "instant_win": None} for *_, points in figures]
    assert answers(rules, *lines) == expected


@pytest.mark.parametrize("exposed", ["", "QS", "AH QS JD TC"])
def test_all_sixteen_win_at_once_in_wiki(exposed: str) -> None:
    (answer,) = answers("gongzhu-wiki", line("", "", ALL, "", exposed=modes(exposed)))
    assert answer["instant_win"] == 2


def test_worked_figures_of_several_piles() -> None:
    assert answers("gongzhu-hwa", line("QS", "*H")) == [{"scores": [100, 200], "instant_win": None}]
    assert answers("gongzhu-boulder", line("QS JD", exposed={"QS": "up"}))[0]["scores"] == [-300]
    assert answers("gongzhu-boulder", line("QS JD", exposed={"QS": "down"}))[0]["scores"] == [-100]
    assert answers("hearts-denexa", line("*H QS", "", "", ""))[0]["scores"] == [0, 26, 26, 26]
    answer = answers("gongzhu-wiki-diamonds", line("QS TC", "AH", tricks_after_qd=[3, 0]))[0]
    assert answer["scores"] == [-170, -50]


def test_piles_may_be_fewer_and_cards_that_count_nothing_may_be_there() -> None:
    assert answers("gongzhu-pagat", line("QS 2C 3C AS")) == answers("gongzhu-pagat", line("QS"))
    assert answers("gongzhu-pagat", line("QS", "", "JD"))[0]["scores"] == [-100, 0, 100]
    assert answers("gongzhu-pagat-5", line("QS", "", "JD", "", "TC"))[0]["scores"][4] == 50


def test_pooled_partners_have_two_piles(tmp_path: Path) -> None:
    rules = tmp_path / "pooled.toml"
    rules.write_text('preset = "gongzhu-pagat-partners"\npartners = "pooled"\n', "utf-8")
    lines = [line("QS", "TC JD"), line("TC QS", "JD")]
    assert [answer["scores"] for answer in answers(str(rules), *lines)] == [
        [-100, 200],
        [-200, 100],
    ]
    assert "3 piles; from 1 to 2" in error(str(rules), line("", "", ""))


def test_moon_choice() -> None:
    moon = ["", "*H QS", "", ""]
    for rules in ("hearts-gilfoy", "hearts-choice"):
        for choice, scores in (("others", [26, 0, 26, 26]), ("self", [0, -26, 0, 0])):
            assert answers(rules, line(*moon, moon_choice=choice))[0]["scores"] == scores
        assert answers(rules, line(*moon))[0]["scores"] == [26, 0, 26, 26]
        assert answers(rules, line(*moon, moon_choice=None))[0]["scores"] == [26, 0, 26, 26]
    assert answers("hearts-denexa", line(*moon, moon_choice="others"))[0]["scores"][1] == 0
    told = error("hearts-denexa", line(*moon, moon_choice="self"))
    assert told == "moon_choice is self, but under these rules a moon counts for others"
    assert answers("hearts-denexa", line("QS", moon_choice="self"))[0]["scores"] == [13]
    assert "no choice" in error("gongzhu-pagat", line("QS", moon_choice="others"))


def test_a_moon_that_always_counts_for_the_shooter(tmp_path: Path) -> None:
    rules = tmp_path / "self.toml"
    rules.write_text('preset = "hearts-denexa"\nmoon = "self"\n', "utf-8")
    assert answers(str(rules), line("*H QS", ""))[0]["scores"] == [-26, 0]
    assert "moon counts for self" in error(str(rules), line("*H QS", "", moon_choice="others"))


def test_omnibus() -> None:
    lines = [line("QS 2H JD"), line("*H QS", "JD"), line("*H QS JD", "")]
    scores = [answer["scores"] for answer in answers("hearts-omnibus", *lines)]
    assert scores == [[4], [26, -10], [0, 26]]


def test_blank_lines_are_skipped_and_bad_ones_answered_in_their_place() -> None:
    lines = [line("QS"), "", "   ", "{", line("JD"), '{"captures": [["XX"]]}', line("TC")]
    found = answers("gongzhu-pagat", *lines, status=1)
    assert [answer.get("scores") for answer in found] == [[-100], None, [100], None, [50]]
    assert [set(answer) for answer in found if "error" in answer] == [{"error"}] * 2


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("gongzhu-wiki-diamonds", '{"captures": [["QD"],[]], "tricks_after_qd": [12,0]}'),
        ("gongzhu-pagat", '{"captures": [[],[]], "tricks_after_qd": [0,0]}'),
        ("hearts-denexa", '{"captures": [[],[]], "tricks_after_qd": [0,0], "exposed": {}}'),
        ("gongzhu-hwa", '{"captures": [[]], "exposed": {}}'),
        ("gongzhu-pagat", '{"captures": [[]], "exposed": null, "tricks_after_qd": null}'),
        ("hearts-denexa", '{"captures": [[]], "moon_choice": "self"}'),
        ("gongzhu-pagat", '\t {"captures": [[]]}\r'),
        ("gongzhu-pagat", '\ufeff{"captures": [[]]}'),
    ],
)
def test_lines_that_are_good(rules: str, text: str) -> None:
    assert set(answers(rules, text)[0]) == {"scores", "instant_win"}


@pytest.mark.smoke
def test_bytes_that_are_no_text() -> None:
    run = [str(PROGRAM), "score", "--rules", "gongzhu-pagat", "--jsonl", "--lang", "en"]
    result = subprocess.run(
        run, input=b'\xff\n{"captures": [["QS"]]}', capture_output=True, check=False
    )
    first, second = map(json.loads, result.stdout.splitlines())
    assert first == {"error": "not UTF-8 at byte 1"}
    assert second["scores"] == [-100]
    assert result.returncode == 1


@pytest.mark.smoke
def test_each_answer_comes_at_once() -> None:
    run = [str(PROGRAM), "score", "--rules", "gongzhu-pagat", "--game"]
    with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdin
        assert program.stdout
        for total in (-100, -200, -300):
            program.stdin.write(line("QS", "", "", "").encode() + b"\n")
            program.stdin.flush()
            assert json.loads(program.stdout.readline())["totals"] == [total, 0, 0, 0]
        program.stdin.close()
        assert program.wait() == 0


def test_rules_are_wanted_and_must_be_known() -> None:
    runner = CliRunner()
    without = runner.invoke(app, ["score", "--jsonl", "--lang", "en"])
    assert without.exit_code == 2
    assert "--rules" in without.stderr
    unknown = runner.invoke(app, ["score", "--jsonl", "--rules", "gongzhu-none", "--lang", "en"])
    assert unknown.exit_code == 2
    assert "gongzhu-none" in unknown.stderr
    file = runner.invoke(
        app, ["score", "--jsonl", "--rules", "gongzhu-wiki", "--file", "x.json", "--lang", "en"]
    )
    assert file.exit_code == 2
    assert "--file" in file.stderr
    assert without.stdout == unknown.stdout == file.stdout == ""
