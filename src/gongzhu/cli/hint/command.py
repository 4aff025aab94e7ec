"""`gongzhu hint`: the expected result of each choice in a position, and why the best is best."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from gongzhu.cli.common import LANG, LangName, argument, fail, named_rules, option
from gongzhu.cli.compiling import compile_for
from gongzhu.cli.verify import opened
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.cli.hint.positions import Position
    from gongzhu.cli.place import AskedPlace

LONGEST = 600.0
"""Longest thinking time of a hint in seconds."""

RecordFile = Annotated[Path | None, argument("cli.hint.record", "RECORD")]
Json = Annotated[bool, option("cli.hint.json", "--json")]


def hint(
    *,
    record: RecordFile = None,
    deal: Annotated[int, option("cli.hint.deal", "--deal", "-d")] = 1,
    trick: Annotated[int | None, option("cli.hint.trick", "--trick", "-t")] = None,
    ply: Annotated[int | None, option("cli.hint.ply", "--ply", "-p")] = None,
    seat: Annotated[int | None, option("cli.hint.seat", "--seat", "-s")] = None,
    against: Annotated[
        str | None, option("cli.hint.against", "--against", "-a", metavar="CARDS")
    ] = None,
    rules: Annotated[str | None, option("cli.hint.rules", "--rules", "-r")] = None,
    seconds: Annotated[float | None, option("cli.hint.seconds", metavar="S")] = None,
    as_json: Json = False,
    lang: LangName = LANG,
) -> None:
    """Give a hint for a position of a record, or for each request on standard input."""
    from gongzhu.bots.levels import SEARCHING_LEVELS
    from gongzhu.cli.hint.show import hint_json, hint_text
    from gongzhu.cli.place import AskedPlace, BadPlace, told_of

    if seconds is not None and not 0 < seconds <= LONGEST:
        fail(say("hints.cli.seconds", lang, value=seconds, most=f"{LONGEST:g}"))
    if record is not None and rules is not None:
        fail(say("hints.cli.rules", lang))
    show = hint_json if as_json else hint_text
    try:
        for position in _positions(record, AskedPlace(deal, trick, ply, seat), rules, lang):
            compile_for(SEARCHING_LEVELS, lang)
            asked = None if against is None else position.choice(against)
            sys.stdout.write(show(position, asked, seconds, lang))
            sys.stdout.flush()
    except BadPlace as error:
        fail(told_of(error, record, lang))


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
