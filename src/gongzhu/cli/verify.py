"""`gongzhu verify`: replays records, and reports what is wrong in each and where."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, BinaryIO

import typer

from gongzhu.cli.common import (
    LANG,
    LangName,
    argument,
    cannot_write,
    escaped,
    fail_at,
    refuse_other_kind,
)
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.records import Once


RecordFile = Annotated[Path, argument("cli.verify.file", "FILE")]

LONG_FILE = 4_000_000
"""Size in bytes from which verifying takes about a second or more, so that a progress bar is
shown."""


def verify(file: RecordFile, lang: LangName = LANG) -> None:
    """Print a line for each fault, or one line if there is none."""
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


@contextmanager
def opened(path: Path, lang: Lang) -> Iterator[BinaryIO]:
    """Open a file of records, with a progress bar on a terminal if it is long. Exits with an error
    message if it cannot be read."""
    refuse_other_kind(path, "records", lang)
    try:
        with path.open("rb") as file:
            size = path.stat().st_size
            if size < LONG_FILE or not sys.stderr.isatty():
                yield file
                return
            from rich.console import Console
            from rich.markup import escape
            from rich.progress import Progress

            # Faults go to standard output. They pass through the bar's console only if both are the
            # same terminal, where they would otherwise be mixed up.
            bar = Progress(
                console=Console(stderr=True),
                transient=True,
                redirect_stdout=sys.stdout.isatty(),
                redirect_stderr=False,
            )
            with bar:
                yield bar.wrap_file(file, total=size, description=escape(path.name))
    except OSError as error:
        if cannot_write(error):
            raise
        fail_at(path, error, lang)


def tell_again(once: "Once", lang: Lang) -> None:
    """Print on standard error how many deals were repeats, if any were."""
    if once.again:
        typer.echo(say("stats.again", lang, deals=once.again), err=True)
