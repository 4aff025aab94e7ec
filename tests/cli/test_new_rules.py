"""`gongzhu rules new`: five questions, and the rule file that the answers make."""

from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from gongzhu.cli.main import app
from gongzhu.rules import PRESETS, load_rules, rules_from_preset
from gongzhu.texts import LANGUAGES, width_of


def asked(file: Path, *answers: str, lang: str = "en", status: int = 0) -> Result:
    """Run `gongzhu rules new` with these answers; it must end with `status`."""
    words = ["rules", "new", str(file), "--lang", lang]
    result = CliRunner(env={"COLUMNS": "80"}).invoke(app, words, input="\n".join(answers) + "\n")
    assert result.exit_code == status, result.output
    return result


def test_a_file_says_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    result = asked(file, "", "6", "3", "8 deals", "1", "Our pigs")
    assert file.read_text("utf-8") == (
        'preset = "gongzhu-pagat"\nname = "Our pigs"\n\n# Players\nplayers = 6\n# Partners\n'
        'partners = "pooled"\n# Exposing\nsale = "none"\n# Lower limit\nlower_limit = "none"\n'
        "# Number of deals\ndeals = 8\n"
    )
    assert "deals = 8" in result.output
    assert load_rules(str(file)).name == "Our pigs"


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_can_end_by_a_number_of_deals(tmp_path: Path, name: str) -> None:
    file = tmp_path / "ours.toml"
    # Five are not asked about partners.
    partners = [""] * (PRESETS[name].rules.players % 2 == 0)
    asked(file, name, "", *partners, "8 deals", "", "Eight deals")
    rules = load_rules(str(file)).rules
    assert (rules.deals, rules.lower_limit, rules.upper_limit) == (8, "none", "none")


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_preset_stays_what_it_is_if_nothing_is_answered(
    tmp_path: Path, name: str, lang: str
) -> None:
    file = tmp_path / "ours.toml"
    result = asked(file, name, *[""] * 5, lang=lang)
    assert file.read_text("utf-8") == f'preset = "{name}"\nname = "ours"\n'
    lines = [
        line for line in result.output.split("\n") if " ›" not in line and str(file) not in line
    ]
    assert all(width_of(line) <= 80 for line in lines)


def test_answers_in_chinese(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    asked(file, "１４", "５", "50 分、4副", "1", "周五", lang="zh")
    named = load_rules(str(file))
    changes = {"players": 5, "upper_limit": 50, "deals": 4, "all_point_cards": "others"}
    assert named.rules == rules_from_preset("hearts-gilfoy", changes)[1]
    assert (named.name, named.base) == ("周五", "hearts-gilfoy")


def test_an_odd_number_has_no_partners_and_a_game_may_have_two_limits(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    asked(file, "gongzhu-pagat-partners", "5", "", "", "")
    assert load_rules(str(file)).preset == "gongzhu-pagat-5"
    file.unlink()
    asked(file, "2", "", "", "500", "1", "")
    rules = load_rules(str(file)).rules
    assert (rules.lower_limit, rules.upper_limit, rules.cancelled_doubler) == (-500, 500, "nothing")


def test_an_example_may_be_the_start(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    asked(file, "black-maria", "", "", "", "")
    assert load_rules(str(file)).rules == load_rules("black-maria").rules
    file.unlink()
    asked(file, "black-maria", "4", "", "", "", "")
    assert load_rules(str(file)).rules.players == 4


def test_wrong_answers_are_told_and_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    starts, players, ends = (
        ("99", "gongzhu-pagatt", ""),
        ("9", "many", "4"),
        ("soon", "0", "1 2", ""),
    )
    output = asked(file, *starts, *players, "4", "", *ends, "x", "2", "n" * 81, "").output
    for told in (
        "Enter a number from 1 to 15.",
        "did you mean gongzhu-pagat?",
        "players = 9: must be a whole number from 3 to 8",
        'players = "many": must be a whole number from 3 to 8',
        "Enter a number from 1 to 3.",
        "Enter a number of points such as 500, a number of deals such as 8 deals, or both.",
        "lower_limit = 0: must be below zero",
        "must be 1 to 80 printable characters",
    ):
        assert told in output


def test_a_file_is_not_written_over_and_not_half_written(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    asked(file, "", "6", status=1)
    assert not file.exists()
    file.write_text("mine", "utf-8")
    assert "already exists" in asked(file, status=2).stderr
    assert file.read_text("utf-8") == "mine"
    missing = tmp_path / "none" / "ours.toml"
    assert "No such file" in asked(missing, *[""] * 6, status=2).stderr


def test_whatever_is_answered_makes_a_file_that_is_read_back(tmp_path: Path) -> None:
    rng = Random(5)
    for number in range(40):
        file = tmp_path / f"{number}.toml"
        players = rng.choice(["", *"345678"])
        end = rng.choice(["", "1", "500", "8 deals", "3 deals, 100"])
        answers = [rng.choice(list(PRESETS)), players, *rng.choices(["", "1", "2", "3"], k=3)]
        named = PRESETS[answers[0]].rules
        even = (int(players) if players else named.players) % 2 == 0
        partners = answers[2:3] if even else []
        asked(file, *answers[:2], *partners, end, answers[3], "")
        load_rules(str(file))
