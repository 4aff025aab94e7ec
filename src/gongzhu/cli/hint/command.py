"""`gongzhu hint`: the expected result of each choice in a position, and why the best is best."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    LangName,
    as_lang,
    fail,
    help_text,
    named_rules,
    system_language,
)
from gongzhu.cli.compiling import compile_for
from gongzhu.cli.verify import opened
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.cli.hint.positions import Position
    from gongzhu.cli.place import AskedPlace

LANG = system_language()
LONGEST = 600.0
"""Longest thinking time of a hint in seconds."""

RecordFile = Annotated[Path | None, typer.Argument(metavar="RECORD", help=help_text("hint.record"))]
DealNumber = Annotated[int, typer.Option("--deal", "-d", metavar="N", help=help_text("hint.deal"))]
Trick = Annotated[
    int | None, typer.Option("--trick", "-t", metavar="N", help=help_text("hint.trick"))
]
Ply = Annotated[int | None, typer.Option("--ply", "-p", metavar="N", help=help_text("hint.ply"))]
SeatNumber = Annotated[
    int | None, typer.Option("--seat", "-s", metavar="N", help=help_text("hint.seat"))
]
Against = Annotated[
    str | None, typer.Option("--against", "-a", metavar="CARDS", help=help_text("hint.against"))
]
Rules = Annotated[str | None, typer.Option("--rules", "-r", help=help_text("hint.rules"))]
Seconds = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help=help_text("hint.seconds"))
]
Json = Annotated[bool, typer.Option("--json", help=help_text("hint.json"))]


def hint(
    *,
    record: RecordFile = None,
    deal: DealNumber = 1,
    trick: Trick = None,
    ply: Ply = None,
    seat: SeatNumber = None,
    against: Against = None,
    rules: Rules = None,
    seconds: Seconds = None,
    as_json: Json = False,
    lang: LangName = LANG,
) -> None:
    """Give a hint for a position of a record, or for each request on standard input."""
    from gongzhu.bots.levels import SEARCHING_LEVELS
    from gongzhu.cli.hint.show import hint_json, hint_text
    from gongzhu.cli.place import AskedPlace, BadPlace, told_of

    language = as_lang(lang)
    if seconds is not None and not 0 < seconds <= LONGEST:
        fail(say("hints.cli.seconds", language, value=seconds, most=f"{LONGEST:g}"))
    if record is not None and rules is not None:
        fail(say("hints.cli.rules", language))
    show = hint_json if as_json else hint_text
    try:
        for position in _positions(record, AskedPlace(deal, trick, ply, seat), rules, language):
            compile_for(SEARCHING_LEVELS, language)
            asked = None if against is None else position.choice(against)
            sys.stdout.write(show(position, asked, seconds, language))
            sys.stdout.flush()
    except BadPlace as error:
        fail(told_of(error, record, language))


def _positions(
    record: Path | None,
    asked: "AskedPlace",
    rules: str | None,
    lang: Lang,
) -> "Iterator[Position]":
    from gongzhu.cli.hint.positions import position_in, requested

    if record is None:
        default = None if rules is None else named_rules(rules, lang).rules
        yield from requested(sys.stdin.buffer, default, lang)
        return
    with opened(record, lang) as stream:
        yield position_in(stream, asked)
