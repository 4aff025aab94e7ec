"""Evenings at a real table: `gongzhu score` with all that is typed."""

import re
from pathlib import Path

from typer.testing import CliRunner

from gongzhu.cli.main import app

PIG = ("pig 10c", "pig 10♣", "rest")
"""A deal that costs the first player 800 and gives the second 300."""


def setup(rules: str) -> tuple[str, ...]:
    """The answers to the questions before the first deal of four players."""
    return (rules, "Ann Bo Cy Di", "", "")


SETUP = setup("gongzhu-pagat")


def evening(
    folder: Path, *lines: str, words: tuple[str, ...] = (), lang: str = "en", status: int = 0
) -> str:
    """What the program shows when these lines are typed, and nothing after them.

    `folder` is where the system keeps data; `words` are more words of the command line.
    """
    environment = {"XDG_DATA_HOME": str(folder), "COLUMNS": "80"}
    arguments = ["score", "--lang", lang, *words]
    result = CliRunner(env=environment).invoke(app, arguments, input="\n".join([*lines, ""]))
    assert result.exit_code == status, result.output
    return result.output


def kept(folder: Path) -> Path:
    """The one book in the usual folder."""
    (path,) = (folder / "gongzhu" / "scores").iterdir()
    return path


def shown(output: str, *expected: str) -> None:
    """Each of these stands in the output, one after another; long lines may be broken anywhere,
    as how long they are depends on where the test's files lie."""
    rest = output
    for text in expected:
        found = re.search(re.escape(text).replace(r"\ ", r"\s"), rest)
        assert found, f"{text!r} is missing in:\n{output}"
        rest = rest[found.end() :]
