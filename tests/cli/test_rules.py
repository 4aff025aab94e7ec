"""`gongzhu rules`: what it lists, explains, checks and writes."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gongzhu.cli.main import app
from gongzhu.rules import PRESETS, example_rules, load_rules, option_values, parse_rules
from gongzhu.texts import LANGUAGES, Lang, say, width_of


def rules(*words: str, columns: int = 80, status: int = 0) -> Result:
    """Run `gongzhu rules` with these words; it must end with `status`."""
    result = CliRunner(env={"COLUMNS": str(columns)}).invoke(app, ["rules", *words])
    assert result.exit_code == status, result.output
    return result


def written(folder: Path, *lines: str) -> str:
    """The path of a rule file with these lines."""
    path = folder / "ours.toml"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_list_for_programs() -> None:
    listed = json.loads(rules("list", "--json").stdout)
    assert [entry["name"] for entry in listed] == list(PRESETS)
    five = next(entry for entry in listed if entry["name"] == "gongzhu-pagat-5")
    assert five["family"] == "gongzhu"
    assert five["players"] == 5
    assert listed[-1]["family"] == "hearts"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_list_for_people(lang: str) -> None:
    lines = rules("list", "--lang", lang).stdout.split("\n")
    for name in PRESETS:
        title = say(f"rules.preset.{name}.title", "zh" if lang == "zh" else "en")
        assert any(line.split()[:1] == [name] and line.endswith(title) for line in lines)
    assert all(width_of(line) <= 80 for line in lines)


def test_list_of_examples_for_programs() -> None:
    listed = json.loads(rules("list", "--examples", "--json").stdout)
    assert [entry["name"] for entry in listed] == [each.name for each in example_rules()]
    eight = next(entry for entry in listed if entry["name"] == "plain-hearts-for-eight")
    assert eight["preset"] == "hearts-denexa"
    assert eight["players"] == 8
    assert "pickpocketcards.com" in eight["source"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_list_of_examples_for_people(lang: Lang) -> None:
    text = rules("list", "--examples", "--lang", lang).stdout
    lines = text.split("\n")
    for example in example_rules():
        line = next(line for line in lines if line.split()[:1] == [example.name])
        assert line.endswith(say(f"examples.{example.name}", lang))
    # A source may be wrapped.
    assert "Ben Lynn, “Chase the Pig”, 2007" in " ".join(text.split())
    assert all(width_of(line) <= 80 for line in lines)


@pytest.mark.parametrize("name", PRESETS)
def test_show_for_programs_is_every_option_with_its_value(name: str) -> None:
    shown = json.loads(rules("show", name, "--json").stdout)
    assert shown == json.loads(json.dumps(option_values(PRESETS[name].rules)))
    assert shown["family"] == name.partition("-")[0]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("columns", [60, 80, 200])
def test_show_fits_the_terminal(lang: str, columns: int) -> None:
    for name in PRESETS:
        for line in rules("show", name, "--lang", lang, columns=columns).stdout.split("\n"):
            assert width_of(line) <= min(columns, 80), line


def test_show_explains_in_sections() -> None:
    text = rules("show", "gongzhu-summary", "--lang", "en").stdout
    assert text.startswith("Gong Zhu · round points · clockwise  (gongzhu-summary)\n")
    for line in (
        "\nFirst lead\n  - The holder of the opening card leads it to the first trick.\n",
        "  - The opening card is 2♣.\n",
        "\nEnd of the game\n  - Scores are added up from deal to deal",
        "  - The game ends when a total falls below −1000.\n",
    ):
        assert line in text
    assert "  * " not in text


def test_show_in_chinese() -> None:
    text = rules("show", "gongzhu-hwa", "--lang", "zh").stdout
    assert "\n亮牌\n  - 不亮牌。\n" in text


def test_show_marks_what_house_rules_change(tmp_path: Path) -> None:
    path = written(
        tmp_path, 'preset = "gongzhu-pagat"', 'name = "我们的打法"', "lower_limit = -1500"
    )
    text = rules("show", path, "--lang", "zh").stdout
    assert text.startswith("我们的打法\n自定规则，以 gongzhu-pagat（拱猪 · 贴猪条 · 逆时针）为底。")
    assert "\n  * 有人总分低于 −1500，这一局就结束。\n" in text
    assert text.count("  * ") == 1


def test_show_refuses_what_is_neither_preset_nor_file() -> None:
    result = rules("show", "gongzhu-pagatt", "--lang", "en", status=2)
    assert result.stdout == ""
    assert result.stderr.endswith(
        '"gongzhu-pagatt": no such preset and no such file; did you mean gongzhu-pagat?\n'
    )


def test_check_says_what_a_file_changes(tmp_path: Path) -> None:
    path = written(tmp_path, 'preset = "gongzhu-pagat"', 'sale = "none"', "lower_limit = -1000")
    assert rules("check", path, "--lang", "en").stdout == (
        f"{path}: valid. It is based on gongzhu-pagat and changes this:\n"
        '\n  sale = "none"  (was "open")\n    No cards are exposed.\n'
    )


def test_check_says_the_present_name_of_an_older_option(tmp_path: Path) -> None:
    path = written(tmp_path, 'preset = "hearts-denexa"', "limit = 50")
    assert rules("check", path, "--lang", "en").stdout == (
        f"{path}: limit = 50: is now written upper_limit = 50\n"
        f"{path}: valid. It is based on hearts-denexa and changes this:\n"
        "\n  upper_limit = 50  (was 100)\n    The game ends when a total rises above 50.\n"
    )


def test_check_shows_only_the_point_cards_that_change(tmp_path: Path) -> None:
    path = written(tmp_path, 'preset = "gongzhu-pagat"', "pig = -200")
    assert rules("check", path, "--lang", "en").stdout == (
        f"{path}: valid. It is based on gongzhu-pagat and changes this:\n"
        "\n  points = { QS = -200 }  (was { QS = -100 })\n    Captured cards count: Q♠ −200.\n"
    )


def test_check_says_when_a_file_changes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, 'preset = "gongzhu-hwa"')
    result = rules("check", path, "--lang", "en")
    assert result.stdout == f"{path}: valid, the same rules as gongzhu-hwa.\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_check_tells_every_fault(tmp_path: Path, lang: str) -> None:
    path = written(tmp_path, 'preset = "gongzhu-pagat"', "players = 9", 'aim = "up"')
    lines = rules("check", path, "--lang", lang, status=1).stdout.split("\n")
    colon = "：" if lang == "zh" else ": "
    assert [line.partition(" = ")[0] for line in lines[:-1]] == [
        f"{path}{colon}players",
        f"{path}{colon}aim",
    ]


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00"], ids=["missing", "binary"])
def test_check_tells_apart_a_file_that_cannot_be_read(
    tmp_path: Path, content: bytes | None
) -> None:
    path = tmp_path / "ours.toml"
    if content is not None:
        path.write_bytes(content)
    result = rules("check", str(path), status=2)
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_template_writes_a_rule_file_that_check_takes(tmp_path: Path, lang: str) -> None:
    text = rules("template", "gongzhu-boulder", "--lang", lang).stdout
    assert parse_rules(text) == load_rules("gongzhu-boulder")
    path = written(tmp_path, text)
    assert "gongzhu-boulder" in rules("check", path, "--lang", lang).stdout


def test_template_cuts_nothing_short(tmp_path: Path) -> None:
    removed = [f"{rank}{suit}" for suit in "CDS" for rank in "23456789"][:20]
    given = f'preset = "gongzhu-pagat"\nremoved = {removed}\n'.replace("'", '"')
    text = rules("template", written(tmp_path, given)).stdout
    assert parse_rules(text).rules == parse_rules(given).rules
    assert "…" not in rules("check", written(tmp_path, given)).stdout


def test_an_unknown_language_is_refused() -> None:
    result = rules("list", "--lang", "fr", status=2)
    assert "fr" in result.stderr
