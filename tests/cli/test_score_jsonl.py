"""`gongzhu score --jsonl` and `--game`: what programs send, and what they are answered."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from gongzhu.cli.main import app
from support.tables import cards

PROGRAM = Path(sys.executable).with_name("gongzhu")
ALL = "*H QS JD TC"
NOBODY: list[list[str]] = [[], [], [], []]


def codes(text: str) -> list[str]:
    return [card.code for card in cards(text)]


def line(*piles: str, **more: Any) -> str:
    """The line of a deal; piles are texts such as `QS *H`."""
    return json.dumps({"captures": [codes(pile) for pile in piles], **more})


def answers(
    rules: str, *lines: str, game: bool = False, status: int = 0, lang: str = "en"
) -> list[dict[str, Any]]:
    """What the lines are answered; the program must end with `status`."""
    words = ["score", "--rules", rules, "--jsonl", "--lang", lang, *(["--game"] if game else [])]
    result = CliRunner().invoke(app, words, input="\n".join(lines) + "\n")
    assert result.exit_code == status, result.output
    assert result.stderr == ""
    return [json.loads(answer) for answer in result.stdout.splitlines()]


def error(rules: str, text: str, game: bool = False) -> str:
    """What a bad line is told; the same in Chinese must be something else."""
    (told,) = answers(rules, text, game=game, status=1)
    (chinese,) = answers(rules, text, game=game, status=1, lang="zh")
    assert told.keys() == chinese.keys() == {"error"}
    assert told["error"] != chinese["error"]
    return str(told["error"])


def modes(text: str, mode: str = "open") -> dict[str, str]:
    return dict.fromkeys(text.split(), mode)


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
    ("gongzhu-wiki", "TC", "", 0),
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
    assert "only Hearts" in error("gongzhu-pagat", line("QS", moon_choice="others"))


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


BAD = [
    ("gongzhu-pagat", "{", "not JSON at line 1, character 2"),
    ("gongzhu-pagat", "[[]]", "[[]]: a deal is an object"),
    ("gongzhu-pagat", "7", "7: a deal is an object"),
    ("gongzhu-pagat", '{"captures": [[]]} {}', "not JSON at line 1, character 20"),
    (
        "gongzhu-pagat",
        '{"captures": [[]], "captures": [[]]}',
        'the key "captures" stands there twice',
    ),
    ("gongzhu-pagat", '{"captures": NaN}', "NaN is no number"),
    ("gongzhu-pagat", "[" * 60_000, "out of bounds"),
    ("gongzhu-pagat", "9" * 60_000, "out of bounds"),
    ("gongzhu-pagat", "9" * 70_000, "at most 65536 bytes"),
    (
        "gongzhu-pagat",
        '{"captured": [[]]}',
        '"captured": there is no such key; the keys are captures, exposed, tricks_after_qd, moon',
    ),
    ("gongzhu-pagat", "{}", "captures is missing"),
    ("gongzhu-pagat", '{"captures": {"0": []}}', 'captures is {"0": []}: it must be a list'),
    ("gongzhu-pagat", '{"captures": ["QS"]}', 'captures[0] is "QS": it must be a list'),
    ("gongzhu-pagat", '{"captures": []}', "0 piles; from 1 to 4"),
    ("gongzhu-pagat", '{"captures": [[],[],[],[],[]]}', "5 piles; from 1 to 4"),
    ("gongzhu-pagat", '{"captures": [["QS"],["JD","qs"]]}', 'captures[1][1]: "qs" is no card'),
    ("gongzhu-pagat", '{"captures": [["10C"]]}', '"10C" is no card'),
    ("gongzhu-pagat", '{"captures": [["Q♠"]]}', '"Q♠" is no card'),
    ("gongzhu-pagat", '{"captures": [["\\ud800"]]}', "is no card"),
    ("gongzhu-pagat", '{"captures": [["\\u001b[31m"]]}', "is no card"),
    ("gongzhu-pagat", '{"captures": [[7]]}', "captures[0][0]: 7 is no card"),
    ("gongzhu-pagat", '{"captures": [[null]]}', "captures[0][0]: null is no card"),
    (
        "gongzhu-pagat",
        '{"captures": [["QS","QS"]]}',
        "captures[0][1]: QS has been captured already",
    ),
    ("gongzhu-pagat", '{"captures": [["QS"],["QS"]]}', "see captures[0][0]"),
    ("gongzhu-pagat-5", '{"captures": [["2C"]]}', "captures[0][0]: 2C is not in the pack"),
    ("gongzhu-pagat", '{"captures": [[]], "exposed": ["QS"]}', 'exposed is ["QS"]'),
    ("gongzhu-pagat", '{"captures": [[]], "exposed": {"KS": "open"}}', "KS cannot be exposed"),
    ("gongzhu-pagat", '{"captures": [[]], "exposed": {"Q": "open"}}', 'exposed: "Q" is no card'),
    (
        "gongzhu-pagat",
        '{"captures": [[]], "exposed": {"QS": "up"}}',
        "QS is up; under these rules it may be open",
    ),
    (
        "gongzhu-pagat",
        '{"captures": [[]], "exposed": {"QS": true}}',
        "QS is true; under these rules it may be open",
    ),
    ("gongzhu-boulder", '{"captures": [[]], "exposed": {"QS": "open"}}', "it may be down, up"),
    ("gongzhu-hwa", '{"captures": [[]], "exposed": {"QS": "open"}}', "nothing is exposed"),
    ("hearts-denexa", '{"captures": [[]], "exposed": {"QS": "open"}}', "nothing is exposed"),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": 3}', "tricks_after_qd is 3"),
    (
        "gongzhu-wiki-diamonds",
        '{"captures": [[]], "tricks_after_qd": []}',
        "0 numbers; there must be one for each pile: 1",
    ),
    (
        "gongzhu-wiki-diamonds",
        '{"captures": [[]], "tricks_after_qd": [1, 0]}',
        "2 numbers; there must be one for each pile: 1",
    ),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": [13]}', "from 0 to 12"),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": [-1]}', "from 0 to 12"),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": [true]}', "[0] is true"),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": [3.0]}', "[0] is 3.0"),
    (
        "gongzhu-wiki-diamonds",
        '{"captures": [[],[]], "tricks_after_qd": [1,2]}',
        "not both 0 and 1",
    ),
    (
        "gongzhu-wiki-diamonds",
        '{"captures": [["QD"],[]], "tricks_after_qd": [0,2]}',
        "pile 1 has such tricks, but QD is in pile 0",
    ),
    ("gongzhu-wiki", '{"captures": [[]], "tricks_after_qd": [1]}', "no tricks count"),
    ("hearts-denexa", '{"captures": [[]], "tricks_after_qd": [1]}', "no tricks count"),
    (
        "hearts-choice",
        '{"captures": [[]], "moon_choice": "me"}',
        'moon_choice is "me"; it must be one of others, self',
    ),
    ("hearts-choice", '{"captures": [[]], "moon_choice": 1}', "moon_choice is 1"),
]


@pytest.mark.parametrize(("rules", "text", "expected"), BAD)
def test_bad_lines_say_what_is_wrong(rules: str, text: str, expected: str) -> None:
    told = error(rules, text)
    assert expected in told
    assert told.isprintable()
    assert len(told) < 300


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


def test_bytes_that_are_no_text() -> None:
    run = [str(PROGRAM), "score", "--rules", "gongzhu-pagat", "--jsonl", "--lang", "en"]
    result = subprocess.run(
        run, input=b'\xff\n{"captures": [["QS"]]}', capture_output=True, check=False
    )
    first, second = map(json.loads, result.stdout.splitlines())
    assert first == {"error": "not UTF-8 at byte 1"}
    assert second["scores"] == [-100]
    assert result.returncode == 1


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


def game(rules: str, *lines: str, status: int = 0) -> list[dict[str, Any]]:
    return answers(rules, *lines, game=True, status=status)


def test_an_answer_of_a_game_has_everything_from_the_first_deal_on() -> None:
    assert game("gongzhu-pagat", line("QS", "JD", "", "")) == [
        {
            "scores": [-100, 100, 0, 0],
            "instant_win": None,
            "totals": [-100, 100, 0, 0],
            "game_over": False,
            "winners": [],
            "losers": [],
            "strips": [0, 0, 0, 0],
            "round_points": [0, 0, 0, 0],
        }
    ]


def test_game_alone_reads_lines_too() -> None:
    words = ["score", "--rules", "gongzhu-pagat", "--game"]
    result = CliRunner().invoke(app, words, input=line("QS", "", "", ""))
    assert json.loads(result.stdout)["totals"] == [-100, 0, 0, 0]


def test_a_deal_of_a_game_has_every_pile() -> None:
    assert "3 piles; a deal of a game has 4" in error("gongzhu-pagat", line("", "", ""), game=True)
    assert "4 piles; a deal of a game has 5" in error("gongzhu-pagat-5", line(*[""] * 4), game=True)


def test_a_bad_line_changes_nothing_in_a_game() -> None:
    lines = [line("QS", "", "", ""), line("QS", "QS", "", ""), "{", line("QS", "", "", "")]
    found = game("gongzhu-pagat", *lines, status=1)
    assert [answer.get("totals") for answer in found] == [
        [-100, 0, 0, 0],
        None,
        None,
        [-200, 0, 0, 0],
    ]


PIG = line("QS TC", "", "", "", exposed=modes("QS TC"))
"""Minus 800 for the first seat, in the presets that know a doubler of four."""


def ends(answer: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(answer[key] for key in ("totals", "game_over", "winners", "losers"))


def test_minus_a_thousand_loses_and_the_next_line_begins_a_new_game() -> None:
    lines = [PIG, line("QS", "JD", "", ""), line("QS", "", "", "JD"), line("QS", "", "", "")]
    found = game("gongzhu-denexa", *lines)
    assert [ends(answer) for answer in found] == [
        ([-800, 0, 0, 0], False, [], []),
        ([-900, 100, 0, 0], False, [], []),
        ([-1000, 100, 0, 100], True, [1, 3], [0]),
        ([-100, 0, 0, 0], False, [], []),
    ]


def test_exactly_minus_a_thousand_turns_positive_in_hwa() -> None:
    lines = [line("", "QS", "", "JD")] * 10
    found = game("gongzhu-hwa", *lines)
    assert ends(found[8]) == ([0, -900, 0, 900], False, [], [])
    assert ends(found[9]) == ([0, 1000, 0, 1000], True, [1, 3], [])
    lower = game("gongzhu-hwa", *lines[:9], line("", "QS 2H", "", ""))
    assert ends(lower[9]) == ([0, -1002, 0, 900], True, [3], [1])
    assert lower[9]["strips"] == [0, 1, 0, 0]


def test_an_instant_win_makes_losers_of_all_others() -> None:
    (won,) = game("gongzhu-wiki", line("", "", ALL, ""))
    assert won["scores"] == [0, 0, 800, 0]
    assert won["instant_win"] == 2
    assert ends(won) == ([0, 0, 800, 0], True, [2], [0, 1, 3])
    below = game("gongzhu-wiki", PIG, line(ALL, "", "", ""))
    assert ends(below[1]) == ([0, 0, 0, 0], True, [0], [1, 2, 3])


def test_an_instant_win_is_a_partnerships(tmp_path: Path) -> None:
    for partners, piles, seat in (("separate", ["", "", "", ALL], 3), ("pooled", ["", ALL], 1)):
        rules = tmp_path / f"{partners}.toml"
        rules.write_text(f'preset = "gongzhu-wiki"\npartners = "{partners}"\n', "utf-8")
        (won,) = game(str(rules), line(*piles))
        assert won["instant_win"] == seat
        assert ends(won) == ([0, 800], True, [1, 3], [0, 2])


def test_round_points_in_summary() -> None:
    high = line(f"{ALL}", "", "", "")
    found = game("gongzhu-summary", high, high, PIG, PIG, line("QS", "", "", ""))
    assert ends(found[0]) == ([800, 0, 0, 0], False, [], [])
    assert ends(found[1]) == ([1600, 0, 0, 0], True, [0], [])
    assert found[1]["round_points"] == [2, 1, 1, 1]
    assert ends(found[3]) == ([-1600, 0, 0, 0], True, [1, 2, 3], [0])
    assert found[3]["round_points"] == [2, 2, 2, 2]
    assert found[4]["round_points"] == [2, 2, 2, 2]
    exactly = game("gongzhu-summary", PIG, line("QS", "", "", ""), line("QS", "", "", ""))
    assert ends(exactly[2]) == ([-1000, 0, 0, 0], False, [], [])


def loses(seat: int) -> list[str]:
    """Two lines that take a seat from nothing below -1000."""
    piles = [""] * 4
    piles[seat] = "QS TC"
    return [line(*piles, exposed=modes("QS TC"))] * 2


BOTH = [line("QS", "AH KH QH JH TH 9H 8H 7H 6H 5H", "", "", exposed=modes("QS"))] * 5
"""Five lines that take two seats from nothing to -1000."""


def test_strips_go_from_loser_to_loser() -> None:
    found = game("gongzhu-pagat", *loses(0), *loses(0), *loses(2), *BOTH, *loses(1))
    over = [answer for answer in found if answer["game_over"]]
    assert [(answer["losers"], answer["strips"]) for answer in over] == [
        ([0], [1, 0, 0, 0]),
        ([0], [2, 0, 0, 0]),
        ([2], [0, 0, 2, 0]),
        ([0, 1], [1, 1, 2, 0]),
        ([1], [0, 5, 0, 0]),
    ]
    assert found[2]["strips"] == [1, 0, 0, 0]
    assert ends(over[3]) == ([-1000, -1000, 0, 0], True, [2, 3], [0, 1])


def test_a_ceiling_loses_too() -> None:
    high = line("*H TC QS", "JD", "", "", exposed=modes("AH"))
    found = game("gongzhu-wiki-ceiling", high, line("JD", "", "QS", ""))
    assert ends(found[0]) == ([1000, 100, 0, 0], False, [], [])
    assert ends(found[1]) == ([1100, 100, -100, 0], True, [1], [0])
    assert found[1]["strips"] == [0, 0, 0, 0]


def test_five_players() -> None:
    lines = [line("", "", "", "", "QS TC", exposed=modes("QS TC"))] * 2
    found = game("gongzhu-pagat-5", *lines)
    assert ends(found[1]) == ([0, 0, 0, 0, -1600], True, [0, 1, 2, 3], [4])


def test_partners_have_one_total() -> None:
    first = line("QS", "JD", "TC", "")
    found = game("gongzhu-pagat-partners", first, *loses(2))
    assert found[0]["scores"] == [-100, 100, 50, 0]
    assert ends(found[0]) == ([-50, 100], False, [], [])
    assert ends(found[2]) == ([-1650, 100], True, [1, 3], [0, 2])
    assert found[2]["strips"] == [1, 0]


def test_pooled_partners_in_a_game(tmp_path: Path) -> None:
    rules = tmp_path / "pooled.toml"
    rules.write_text('preset = "gongzhu-pagat-partners"\npartners = "pooled"\n', "utf-8")
    found = game(str(rules), *[line("JD", "QS TC", exposed=modes("QS TC"))] * 2)
    assert found[0]["scores"] == [100, -800]
    assert ends(found[1]) == ([200, -1600], True, [0, 2], [1, 3])
    assert found[1]["strips"] == [0, 1]


def test_hearts_ends_past_a_hundred_or_at_it() -> None:
    lines = [line("QS 2H 3H 4H 5H 6H 7H 8H", "", "", "9H")] * 5
    assert ends(game("hearts-gilfoy", *lines)[4]) == ([100, 0, 0, 5], True, [1, 2], [0, 3])
    found = game("hearts-denexa", *lines, line("2H", "3H", "", ""))
    assert ends(found[4]) == ([100, 0, 0, 5], False, [], [])
    assert ends(found[5]) == ([101, 1, 0, 5], True, [2], [0, 1, 3])
    assert found[5]["strips"] == found[5]["round_points"] == [0, 0, 0, 0]


def test_a_moon_that_nobody_chooses_for_spares_the_shooter_a_lost_game() -> None:
    most = line("QS 2H 3H 4H 5H 6H 7H", "8H 9H TH JH QH KH AH", "", "")
    moon = ["", "*H QS", "", ""]
    lines = [most] * 4
    others = game("hearts-choice", *lines, line(*moon, moon_choice="others"))[4]
    assert ends(others) == ([102, 28, 26, 26], True, [2, 3], [0, 1])
    for last in (line(*moon), line(*moon, moon_choice=None), line(*moon, moon_choice="self")):
        spared = game("hearts-choice", *lines, last)[4]
        assert ends(spared) == ([76, 2, 0, 0], False, [], [])
    early = game("hearts-choice", line(*moon))[0]
    assert early["totals"] == [26, 0, 26, 26]


def test_tricks_after_the_queen_of_diamonds_in_a_game() -> None:
    lines = [line("", "QD", "QS", "", tricks_after_qd=[0, 4, 0, 0])] * 2
    assert game("gongzhu-wiki-diamonds", *lines)[1]["totals"] == [0, 80, -200, 0]


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
