"""`gongzhu play`: one person plays against bots in the terminal, a match or given hands."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import LANG, LangName, fail, option
from gongzhu.texts import say

MOST_GAMES = 1000
"""Most games that can be agreed on for a match."""


def play(
    context: typer.Context,
    *,
    rules: Annotated[str | None, option("cli.rules_option", "--rules", "-r")] = None,
    level: Annotated[str | None, option("cli.play.level", "--level", "--bots", "-l")] = None,
    seed: Annotated[str | None, option("cli.play.seed")] = None,
    lang: LangName = LANG,
    name: Annotated[str | None, option("cli.play.name")] = None,
    games: Annotated[int | None, option("cli.play.games", min=1, max=MOST_GAMES)] = None,
    record: Annotated[Path | None, option("cli.play.record", dir_okay=False)] = None,
    deals: Annotated[Path | None, option("cli.play.deals", metavar="FILE")] = None,
    resume: Annotated[bool | None, option("cli.play.resume", "--resume/--new")] = None,
    save: Annotated[Path | None, option("cli.play.save", dir_okay=False)] = None,
    speed: Annotated[str, option("cli.play.speed")] = "normal",
    four_colour: Annotated[bool, option("cli.play.deck", "--four-colour/--two-colour")] = True,
    ascii_only: Annotated[bool, option("cli.play.ascii", "--ascii")] = False,
) -> None:
    """Play at a table in this terminal."""
    tongue = lang
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
