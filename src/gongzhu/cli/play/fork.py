"""The deal of a record that `gongzhu play --from` plays on: from a file to a table."""

from pathlib import Path

from gongzhu.bots import bot_of
from gongzhu.cards import Seat
from gongzhu.cli.common import fail
from gongzhu.cli.long_work import told_if_slow
from gongzhu.cli.place import AskedPlace, BadPlace, Place, place_in, told_of
from gongzhu.cli.verify import opened
from gongzhu.records import DealRecord
from gongzhu.review.fork import Hidden
from gongzhu.rules import PRESETS
from gongzhu.terminal.fork_table import ForkTable
from gongzhu.terminal.seated_table import MatchSetup
from gongzhu.texts import Lang, presentable, say, width_of

LONGEST_NAME = 12
"""Cells of a name, so that it fits before a seat."""


def fork_from(
    file: Path,
    asked: AskedPlace,
    hidden: Hidden,
    *,
    level: str,
    seed: str,
    name: str | None,
    lang: Lang,
) -> ForkTable:
    """The table on which a deal of the file is played on, against bots of a level; or one clear
    line and the end of the program."""
    with opened(file, lang) as stream:
        try:
            place = place_in(stream, asked)
        except BadPlace as error:
            fail(told_of(error, file, lang))
    record = place.record
    preset = record.preset if _is_preset(record) else None
    setup = MatchSetup(
        rules_name=say(f"rules.family.{record.rules.family}", lang),
        preset=preset,
        rules=record.rules,
        seed=seed,
        level=level,
        names=_names(place, name or say("table.you", lang), lang),
    )
    with told_if_slow(say("bots.compiling", lang)):
        return ForkTable(
            setup, bot_of(level), record, ply=place.ply, seat=place.seat, hidden=hidden
        )


def _is_preset(record: DealRecord) -> bool:
    preset = PRESETS.get(record.preset or "")
    return preset is not None and preset.rules == record.rules


def _names(place: Place, person: str, lang: Lang) -> tuple[str, ...]:
    """The names of the record as the table shows them, with the person's own."""
    return tuple(
        person if seat == place.seat else _fitting(name) or _nameless(Seat(seat), lang)
        for seat, name in enumerate(place.record.players)
    )


def _nameless(seat: Seat, lang: Lang) -> str:
    return say("hints.who.nobody", lang, seat=seat)


def _fitting(name: str) -> str:
    shown = presentable(name)
    if width_of(shown) <= LONGEST_NAME:
        return shown
    while width_of(shown) >= LONGEST_NAME:
        shown = shown[:-1].rstrip()
    return f"{shown}…"
