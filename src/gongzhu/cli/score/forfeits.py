"""Forfeits as the scorekeeper enters them: the number of a usual one, or free text."""

from gongzhu.cli.score.words import small_number
from gongzhu.scorebook import check_forfeit
from gongzhu.texts import Lang, say, typed

_USUAL = ("oink", "table", "strip")
_NONE = ("none", "无", "不罚")


def usual_forfeits(lang: Lang) -> str:
    """The usual forfeits with their numbers."""
    return " · ".join(f"{place} {each}" for place, each in enumerate(_said(lang), start=1))


def read_forfeit(line: str, lang: Lang) -> str:
    """The forfeit that a line means; empty for none. Raises ScoreError."""
    text = " ".join(line.split())
    if typed(text).casefold() in _NONE:
        return ""
    place = small_number(text, len(_USUAL))
    return check_forfeit(text) if place is None else _said(lang)[place - 1]


def _said(lang: Lang) -> list[str]:
    return [say(f"score.ask.forfeits.{key}", lang) for key in _USUAL]
