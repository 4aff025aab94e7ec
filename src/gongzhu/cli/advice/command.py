"""`gongzhu advice`: the lines of the strategy pages, each with a position to try."""

import sys
from difflib import get_close_matches
from typing import Annotated

import typer

from gongzhu.cli.common import LANG, LangName, argument, fail, option
from gongzhu.texts import Lang, say


def advice(
    line: Annotated[str | None, argument("cli.advice.line", "LINE", show_default=False)] = None,
    *,
    answer: Annotated[bool, option("cli.advice.answer", "--answer", "-a")] = False,
    lang: LangName = LANG,
) -> None:
    """List the advice, or show the position of one line of advice, or its answer too."""
    from gongzhu.bots.steady.examples import examples
    from gongzhu.cli.advice.show import list_lines, position_lines, question, solution_lines

    if line is None:
        for text in list_lines(lang):
            typer.echo(text)
        return
    if line not in examples():
        fail(_unknown(line, list(examples()), lang))
    example = examples()[line][0]
    typer.secho(f"{say(f'strategy.title.{line}', lang)}  ({line})\n", bold=True)
    for text in (*position_lines(example, lang), "", question(example, lang)):
        typer.echo(text)
    if not answer and sys.stdin.isatty() and sys.stdout.isatty():
        typer.secho(say("strategy.wait", lang), dim=True)
        sys.stdin.readline()
    typer.echo()
    for text in solution_lines(line, lang):
        typer.echo(text)


def _unknown(line: str, lines: list[str], lang: Lang) -> str:
    close = get_close_matches(line, lines, 1)
    if close:
        return say("strategy.misspelt", lang, value=line, close=close[0])
    return say("strategy.unknown", lang, value=line)
