"""`gongzhu stats`: figures of players, from files of records."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import LangName, as_lang, help_text, system_language

LANG = system_language()

RecordFiles = Annotated[list[Path], typer.Argument(metavar="FILE", help=help_text("stats.files"))]
PlayerName = Annotated[
    str | None, typer.Option("--player", "-p", metavar="NAME", help=help_text("stats.player"))
]
AsJson = Annotated[bool, typer.Option("--json", help=help_text("stats.json"))]


def stats(
    files: RecordFiles, player: PlayerName = None, json: AsJson = False, lang: LangName = LANG
) -> None:
    """Print the figures of all players side by side, or all figures of one player."""
    import msgspec

    from gongzhu.cli.stats.reading import read_reports
    from gongzhu.cli.stats.show import show_everybody, show_player

    language = as_lang(lang)
    reports = read_reports(files, player, language)
    if json:
        sys.stdout.write(msgspec.json.encode(reports).decode() + "\n")
    elif player is not None:
        show_player(reports[player], language)
    else:
        show_everybody(reports, language)
