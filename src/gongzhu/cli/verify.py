"""`gongzhu verify`: replays deal records, and reports each fault with its line."""

from typing import TYPE_CHECKING

import typer

from gongzhu.cli.common import LANG, LangName, escaped
from gongzhu.cli.files import RecordFile, opened
from gongzhu.texts import say

if TYPE_CHECKING:
    pass


def verify(file: RecordFile, lang: LangName = LANG) -> None:
    """Print one line for each fault in `file` and exit with status 1. If there is none, print one
    line that says so."""
    from gongzhu.records import Verifier, scan_file

    verifier = Verifier()
    sound = True
    with opened(file, lang) as stream:
        for fault in verifier.verify(scan_file(stream)):
            sound = False
            line = say("cli.file", lang, file=file, error=fault.text(lang))
            typer.echo(escaped(line))
    for preset, deals in sorted(verifier.changed.items()):
        told = say("cli.verify.changed", lang, file=file, deals=deals, preset=preset)
        typer.echo(escaped(told), err=True)
    if not sound:
        raise typer.Exit(1)
    key = "cli.verify.missing" if verifier.missing else "cli.verify.sound"
    counts = {"deals": verifier.deals, "games": verifier.games, "missing": verifier.missing}
    typer.echo(escaped(say(key, lang, file=file, **counts)))
