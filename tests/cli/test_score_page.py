"""The page on keeping score: every session on it is run, every card text on it is read."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gongzhu.cards import parse_cards, show_cards
from gongzhu.cli.main import app
from gongzhu.cli.score_words import parse_command

PAGE = (Path(__file__).parents[2] / "docs" / "scorekeeping.md").read_text("utf-8")
SESSIONS = re.findall(r"^```text\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def rows(head: str) -> list[list[str]]:
    """The cells of the table that begins with this head."""
    table = PAGE.partition(f"\n{head}\n")[2].partition("\n\n")[0]
    return [
        [cell.strip(" `") for cell in row.strip("|").split("|")] for row in table.split("\n")[1:]
    ]


def plain(output: str) -> str:
    """Output without the spaces at the ends of its lines."""
    return re.sub(" +$", "", output, flags=re.MULTILINE)


@pytest.mark.parametrize("session", SESSIONS, ids=range(len(SESSIONS)))
def test_sessions_go_as_they_are_printed(
    session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner(env={"COLUMNS": "80", "XDG_DATA_HOME": str(tmp_path), "GONGZHU_LANG": "en"})
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        program, *words = shlex.split(command)
        if program == "cat":
            Path(words[0]).write_text(expected, "utf-8")
            continue
        assert program == "gongzhu"
        typed = "\n".join(re.findall("›(?: (.*))?$", expected, re.MULTILINE))
        if "<" in words:
            typed = Path(words.pop()).read_text("utf-8")
            words.remove("<")
        output = plain(runner.invoke(app, [*words, "--lang", "en"], input=typed).stdout)
        assert doctest.OutputChecker().check_output(expected, output, doctest.ELLIPSIS), output


def test_card_texts_are_read_as_they_are_said_to_be() -> None:
    written = rows("| You write | It reads |")
    assert len(written) == 17
    for text, cards in written:
        assert show_cards(parse_cards(text)) == cards


def test_commands_are_known_by_both_their_names() -> None:
    commands = rows("| Command | | |")
    assert len(commands) == 10
    for english, chinese, _ in commands:
        command = parse_command(english)
        assert command == parse_command(chinese)
        assert command
