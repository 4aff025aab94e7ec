"""The option `--deals N` or `--deals FILE`: a number of deals from the seed, or the deals of a
file."""

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
"""Largest number of deals that can be asked for."""


def asked_deals(asked: str, lang: Lang) -> int | Path:
    """The number of deals to play, or the file with the deals. Exits with an error message if it is
    neither."""
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
    """The hands in a file. Exits with an error message if it cannot be read or the rules cannot
    deal them."""
    from gongzhu.records import RecordError, given_hands

    with opened(path, lang) as stream:
        try:
            return given_hands(stream, rules)
        except RecordError as error:
            fail(say("cli.file", lang, file=path, error=error.text(lang)))
