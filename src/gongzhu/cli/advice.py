"""`gongzhu advice`: lists the pieces of advice on the strategy pages, and shows one of them with an
example position."""

import sys
from difflib import get_close_matches
from typing import Annotated

import typer

from gongzhu.cli.common import LANG, LangName, argument, fail, option
from gongzhu.texts import say


def advice(
    line: Annotated[str | None, argument("cli.advice.line", "LINE", show_default=False)] = None,
    *,
    answer: Annotated[bool, option("cli.advice.answer", "--answer", "-a")] = False,
    lang: LangName = LANG,
) -> None:
    """List all pieces of advice if `line` is None. Otherwise print the example position of the
    piece of advice named `line`, such as `pass_pig`, and then its solution. On a terminal the
    solution waits for Enter, unless `answer` is true. Exits with status 2 for an unknown name."""
    from gongzhu.bots.steady.examples import examples
    from gongzhu.cli.position_text import list_lines, position_lines, question, solution_lines

    if line is None:
        typer.echo("\n".join(list_lines(lang)))
        return
    if line not in examples():
        close = get_close_matches(line, examples(), 1)
        key = "misspelt" if close else "unknown"
        fail(say(f"strategy.{key}", lang, value=line, close=" ".join(close)))
    example = examples()[line][0]
    typer.secho(f"{say(f'strategy.title.{line}', lang)}  ({line})\n", bold=True)
    typer.echo("\n".join((*position_lines(example, lang), "", question(example, lang))))
    if not answer and sys.stdin.isatty() and sys.stdout.isatty():
        typer.secho(say("strategy.wait", lang), dim=True)
        sys.stdin.readline()
    typer.echo("\n".join(("", *solution_lines(line, lang))))
