"""`gongzhu stats`: figures of players, from files of records."""

import sys
from pathlib import Path
from typing import Annotated

from gongzhu.cli.common import LANG, LangName, argument, option


def stats(
    files: Annotated[list[Path], argument("cli.stats.files", "FILE")],
    player: Annotated[
        str | None, option("cli.stats.player", "--player", "-p", metavar="NAME")
    ] = None,
    json: Annotated[bool, option("cli.stats.json", "--json")] = False,
    lang: LangName = LANG,
) -> None:
    """Print the figures of all players side by side, or all figures of one player."""
    import msgspec

    from gongzhu.cli.stats.reading import read_reports
    from gongzhu.cli.stats.show import show_everybody, show_player

    reports = read_reports(files, player, lang)
    if json:
        sys.stdout.write(msgspec.json.encode(reports).decode() + "\n")
    elif player is not None:
        show_player(reports[player], lang)
    else:
        show_everybody(reports, lang)
