"""The option `--deals N` or `--deals FILE`: so many deals from the seed, or those of a file."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from gongzhu.cli.common import fail, fail_at
from gongzhu.cli.verify import opened
from gongzhu.texts import Lang, say, typed

if TYPE_CHECKING:
    from gongzhu.rules import RuleSet
    from gongzhu.rules.events import Hands

MOST = 10**9
"""Deals that can be asked for."""


def asked_deals(asked: str, lang: Lang) -> int | Path:
    """How many deals to play, or the file that has them; or one clear line and the end of the
    program."""
    number = typed(asked).strip()
    if not number:
        fail(say("cli.deals.unfit", lang, value="''", most=MOST))
    if not re.fullmatch("[+-]?[0-9]+", number):
        path = Path(asked)
        try:
            there = path.exists()
        except OSError as error:
            fail_at(asked, error, lang)
        return path if there else fail(say("cli.deals.neither", lang, value=asked))
    if len(number) > len(str(MOST)) or not 1 <= int(number) <= MOST:
        fail(say("cli.deals.unfit", lang, value=asked, most=MOST))
    return int(number)


def hands_of(path: Path, rules: "RuleSet", lang: Lang) -> "tuple[Hands, ...]":
    """The hands of a file, which these rules can deal; or one clear line and the end of the
    program."""
    from gongzhu.records import RecordError, given_hands

    with opened(path, lang) as stream:
        try:
            return given_hands(stream, rules)
        except RecordError as error:
            fail(say("cli.file", lang, file=path, error=error.text(lang)))
