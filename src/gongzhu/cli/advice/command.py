"""`gongzhu advice`: the lines of the strategy pages, each with a position to try."""

import sys
from difflib import get_close_matches
from typing import Annotated

import typer

from gongzhu.cli.common import LangName, as_lang, fail, help_text, system_language
from gongzhu.texts import Lang, say

LANG = system_language()

Line = Annotated[
    str | None, typer.Argument(metavar="LINE", help=help_text("advice.line"), show_default=False)
]
Answer = Annotated[bool, typer.Option("--answer", "-a", help=help_text("advice.answer"))]


def advice(line: Line = None, *, answer: Answer = False, lang: LangName = LANG) -> None:
    """List the advice, or show the position of one line of advice, or its answer too."""
    from gongzhu.bots.steady.examples import examples
    from gongzhu.cli.advice.show import list_lines, position_lines, question, solution_lines

    language = as_lang(lang)
    if line is None:
        for text in list_lines(language):
            typer.echo(text)
        return
    if line not in examples():
        fail(_unknown(line, list(examples()), language))
    example = examples()[line][0]
    typer.secho(f"{say(f'strategy.title.{line}', language)}  ({line})\n", bold=True)
    for text in (*position_lines(example, language), "", question(example, language)):
        typer.echo(text)
    if not answer and sys.stdin.isatty() and sys.stdout.isatty():
        typer.secho(say("strategy.wait", language), dim=True)
        sys.stdin.readline()
    typer.echo()
    for text in solution_lines(line, language):
        typer.echo(text)


def _unknown(line: str, lines: list[str], lang: Lang) -> str:
    close = get_close_matches(line, lines, 1)
    if close:
        return say("strategy.misspelt", lang, value=line, close=close[0])
    return say("strategy.unknown", lang, value=line)
