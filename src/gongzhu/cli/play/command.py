"""`gongzhu play`: one person plays against bots in the terminal, a match or given hands."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import LangName, as_lang, fail, help_text, system_language
from gongzhu.texts import say

LANG = system_language()
MOST_GAMES = 1000
"""Most games that can be agreed on for a match."""


def play(
    context: typer.Context,
    *,
    rules: Annotated[
        str | None, typer.Option("--rules", "-r", help=help_text("rules_option"))
    ] = None,
    level: Annotated[
        str | None, typer.Option("--level", "--bots", "-l", help=help_text("play.level"))
    ] = None,
    seed: Annotated[str | None, typer.Option(help=help_text("play.seed"))] = None,
    lang: LangName = LANG,
    name: Annotated[str | None, typer.Option(help=help_text("play.name"))] = None,
    games: Annotated[
        int | None, typer.Option(min=1, max=MOST_GAMES, help=help_text("play.games"))
    ] = None,
    record: Annotated[
        Path | None, typer.Option(dir_okay=False, help=help_text("play.record"))
    ] = None,
    deals: Annotated[
        Path | None, typer.Option("--deals", metavar="FILE", help=help_text("play.deals"))
    ] = None,
    resume: Annotated[
        bool | None, typer.Option("--resume/--new", help=help_text("play.resume"))
    ] = None,
    save: Annotated[Path | None, typer.Option(dir_okay=False, help=help_text("play.save"))] = None,
    speed: Annotated[str, typer.Option(help=help_text("play.speed"))] = "normal",
    four_colour: Annotated[
        bool, typer.Option("--four-colour/--two-colour", help=help_text("play.deck"))
    ] = True,
    ascii_only: Annotated[bool, typer.Option("--ascii", help=help_text("play.ascii"))] = False,
) -> None:
    """Play at a table in this terminal."""
    tongue = as_lang(lang)
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        fail(say("cli.play.no_terminal", tongue))
    # Textual takes most of a second to load.
    from gongzhu.cli.play.launch import Asked, launch

    source = context.get_parameter_source("lang")
    launch(
        Asked(
            rules=rules,
            level=level,
            seed=seed,
            lang=tongue,
            lang_given=source is not None and source.name == "COMMANDLINE",
            name=name,
            games=games,
            record=record,
            deals=deals,
            resume=resume,
            save=save,
            speed=speed,
            deck="four-colour" if four_colour else "two-colour",
            ascii=ascii_only,
        )
    )
