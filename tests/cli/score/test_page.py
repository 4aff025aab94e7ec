"""The page on keeping score, in both languages: every session is run, every card text is read."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gongzhu.cards import parse_cards, show_cards
from gongzhu.cli.main import app
from gongzhu.cli.score.dialog import parse_command

DOCS = Path(__file__).parents[3] / "docs"
PAGES = {
    "en": (DOCS / "scorekeeping.md").read_text("utf-8"),
    "zh": (DOCS / "zh" / "scorekeeping.md").read_text("utf-8"),
}
SESSIONS = [
    pytest.param(lang, session, id=f"{lang}-{number}")
    for lang, page in PAGES.items()
    for number, session in enumerate(
        re.findall(r"^```text\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    )
]


def rows(lang: str, head: str) -> list[list[str]]:
    """The cells of the table that begins with this head."""
    table = PAGES[lang].partition(f"\n{head}\n")[2].partition("\n\n")[0]
    return [
        [cell.strip(" `") for cell in row.strip("|").split("|")] for row in table.split("\n")[1:]
    ]


def plain(output: str) -> str:
    """Output without the spaces at the ends of its lines."""
    return re.sub(" +$", "", output, flags=re.MULTILINE)


@pytest.mark.parametrize(("lang", "session"), SESSIONS)
def test_sessions_go_as_they_are_printed(
    lang: str, session: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
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
        output = plain(runner.invoke(app, [*words, "--lang", lang], input=typed).stdout)
        assert doctest.OutputChecker().check_output(expected, output, doctest.ELLIPSIS), output


@pytest.mark.parametrize(
    ("lang", "head"), [("en", "| You write | It reads |"), ("zh", "| 你写 | 它读成 |")]
)
def test_card_texts_are_read_as_they_are_said_to_be(lang: str, head: str) -> None:
    written = rows(lang, head)
    assert len(written) == 18
    for text, cards in written:
        assert show_cards(parse_cards(text)) == cards


@pytest.mark.parametrize(("lang", "head"), [("en", "| Command | | |"), ("zh", "| 命令 | | |")])
def test_commands_are_known_by_both_their_names(lang: str, head: str) -> None:
    commands = rows(lang, head)
    assert len(commands) == 11
    for name, other_name, _ in commands:
        command = parse_command(name)
        assert command == parse_command(other_name)
        assert command
