"""`gongzhu score --game`: deals that add up to games and to a match."""

import json
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from gongzhu.cli.main import app
from tests.cli.score.lines import ALL, answers, error, line, modes


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
