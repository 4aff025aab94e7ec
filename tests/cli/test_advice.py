"""`gongzhu advice`: the list, and one line with its position."""

import pytest
from typer.testing import CliRunner

from gongzhu.bots.steady.examples import examples
from gongzhu.cards import Card
from gongzhu.cli.main import app
from gongzhu.texts import LANGUAGES, Lang, say, width_of


def advice(*words: str, status: int = 0) -> str:
    """What `gongzhu advice` prints with these words; it must end with `status`."""
    result = CliRunner().invoke(app, ["advice", *words])
    assert result.exit_code == status, result.output
    return result.output


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_names_every_line(lang: Lang) -> None:
    lines = advice("--lang", lang).split("\n")
    for line in examples():
        title = say(f"strategy.title.{line}", lang)
        assert any(row.split()[:1] == [line] and row.endswith(title) for row in lines)
    assert all(width_of(row) <= 80 for row in lines)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("line", examples())
def test_a_line_comes_with_its_position_and_the_answer(line: str, lang: Lang) -> None:
    told = advice(line, "--lang", lang)
    example = examples()[line][0]
    assert say(f"strategy.title.{line}", lang) in told
    assert told.count("┌──┐") == len(example.hand.split())
    for code in f"{example.trick} {example.answer}".split():
        assert str(Card(code)) in told
    assert all(width_of(row) <= 80 for row in told.split("\n"))


def test_seats_are_named_by_where_they_sit() -> None:
    """Play is clockwise in Hearts, and anticlockwise under this preset of Gong Zhu."""
    assert "Left 6♠ · Across 5♠ · Right A♠" in advice("queen_under", "--lang", "en")
    assert "Right 4♦ · Across J♦ · Left 7♦" in advice("take_sheep", "--lang", "en")


def test_a_name_that_is_no_line() -> None:
    assert "did you mean queen_under?" in advice("queen_undr", "--lang", "en", status=2)
    assert "lists them all" in advice("zzz", "--lang", "en", status=2)
