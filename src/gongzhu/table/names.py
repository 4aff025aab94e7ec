"""Cleaning of names and of lines that people write at a table."""

import unicodedata
from collections.abc import Collection
from typing import Literal

from gongzhu.cards import Seat
from gongzhu.table.refusals import CommandRefused
from gongzhu.texts import say
from gongzhu.texts.presentable import LONGEST_NAME, MARKS_IN_A_ROW, hidden

LONGEST_TABLE_NAME = 40
LONGEST_TEXT = 200


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """The name as it is shown: in Unicode form NFC, with single spaces inside and none around it.

    Raises CommandRefused for a name that is empty or has more than `longest` characters, and for
    one with invisible characters or with marks that would spill over the text around it.
    """
    return _clean(text, longest, "name")


def clean_text(text: str) -> str:
    """A line that a player has written, cleaned as `clean_name` cleans names. Raises CommandRefused
    for the same reasons."""
    return _clean(text, LONGEST_TEXT, "text")


def _clean(text: str, longest: int, what: Literal["name", "text"]) -> str:
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise CommandRefused(f"{what}_empty")
    if len(name) > longest:
        raise CommandRefused(f"{what}_long", most=longest)
    marks = 0
    for character in name:
        if hidden(character):
            raise CommandRefused(f"{what}_hidden")
        marks = marks + 1 if unicodedata.category(character) in ("Mn", "Me") else 0
        if marks > MARKS_IN_A_ROW:
            raise CommandRefused(f"{what}_marks")
    if unicodedata.category(name[0]) in ("Mn", "Me", "Mc"):
        raise CommandRefused(f"{what}_marks")
    return name


def table_name(name: str) -> str:
    """A table's name as it is shown; it may be empty. Raises CommandRefused like `clean_name`."""
    return clean_name(name, LONGEST_TABLE_NAME) if name.strip() else ""


def distinct_name(name: str, taken: Collection[str]) -> str:
    """The name, followed by a number if it is already taken (ignoring case)."""
    others = {other.casefold() for other in taken}
    unused, number = name, 1
    while unused.casefold() in others:
        number += 1
        ending = f" {number}"
        unused = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return unused


def bot_name(seat: Seat) -> str:
    """The name of a built-in bot in that seat."""
    return say("seating.bots").split()[seat]
