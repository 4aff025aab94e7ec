"""`gongzhu hint`: prints the expected result of each choice in a position, and says why the best
one is best."""

import sys
from pathlib import Path
from typing import Annotated

from gongzhu.cli.common import LANG, LangName, argument, fail, fail_at, option
from gongzhu.cli.files import named_rules, opened
from gongzhu.cli.long_work import compile_for
from gongzhu.texts import say

LONGEST = 600.0
"""Greatest thinking time of a hint in seconds."""


def hint(
    *,
    record: Annotated[Path | None, argument("cli.hint.record", "RECORD")] = None,
    deal: Annotated[int, option("cli.hint.deal", "--deal", "-d")] = 1,
    trick: Annotated[int | None, option("cli.hint.trick", "--trick", "-t")] = None,
    ply: Annotated[int | None, option("cli.hint.ply", "--ply", "-p")] = None,
    seat: Annotated[int | None, option("cli.hint.seat", "--seat", "-s")] = None,
    against: Annotated[
        str | None, option("cli.hint.against", "--against", "-a", metavar="CARDS")
    ] = None,
    rules: Annotated[str | None, option("cli.hint.rules", "--rules", "-r")] = None,
    seconds: Annotated[float | None, option("cli.hint.seconds", metavar="S")] = None,
    as_json: Annotated[bool, option("cli.hint.json", "--json")] = False,
    lang: LangName = LANG,
) -> None:
    """Print a hint for one position of a file of records, or, if `record` is None, for each request
    of the outside-bot protocol on standard input. `seconds` is the thinking time. Exits with status
    2 if there is no such position."""
    from gongzhu.bots.levels import SEARCHING_LEVELS
    from gongzhu.cli.positions import (
        BadPlace,
        hint_json,
        hint_text,
        position_in,
        requested,
    )

    if seconds is not None and not 0 < seconds <= LONGEST:
        fail(say("hints.cli.seconds", lang, value=seconds, most=f"{LONGEST:g}"))
    if record is not None and rules is not None:
        fail(say("hints.cli.rules", lang))
    show = hint_json if as_json else hint_text
    try:
        if record is None:
            default = None if rules is None else named_rules(rules, lang).rules
            positions = requested(sys.stdin.buffer, default, lang)
        else:
            with opened(record, lang) as stream:
                positions = iter([position_in(stream, deal, trick, ply, seat)])
        for position in positions:
            compile_for(SEARCHING_LEVELS, lang)
            asked = None if against is None else position.choice(against)
            sys.stdout.write(show(position, asked, seconds, lang))
            sys.stdout.flush()
    except BadPlace as error:
        if record is not None and error.problem in ("record", "empty"):
            fail_at(record, error, lang)
        fail(error.text(lang))
