"""Checks and normalises names, and lines of text that people write at a table."""

import unicodedata
from collections.abc import Collection
from typing import Literal

from gongzhu.cards import Seat
from gongzhu.table.refusals import CommandRefused
from gongzhu.texts import say
from gongzhu.texts.presentable import LONGEST_NAME, MARKS_IN_A_ROW, hidden

LONGEST_TABLE_NAME = 40
"""Greatest length of a table's name in characters."""
LONGEST_TEXT = 200
"""Greatest length in characters of a text that a player writes at the table."""


def clean_name(text: str, longest: int = LONGEST_NAME) -> str:
    """The name to be stored: in Unicode form NFC, with single spaces inside and none around it.

    Raises CommandRefused for a name that is empty, has more than `longest` characters, contains
    invisible characters, or has so many combining marks that they would cover other lines.
    """
    return _clean(text, longest, "name")


def clean_text(text: str) -> str:
    """A line of text written by a player, normalised like a name, of at most LONGEST_TEXT
    characters. Raises CommandRefused for the same reasons as `clean_name`."""
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
    """The name of a table to be stored: like a player's name in Unicode form NFC with single
    spaces, or empty if `name` is blank. Raises CommandRefused for a name with more than
    LONGEST_TABLE_NAME characters, invisible characters or too many combining marks."""
    return clean_name(name, LONGEST_TABLE_NAME) if name.strip() else ""


def distinct_name(name: str, taken: Collection[str]) -> str:
    """The name, or if it is among `taken` (ignoring case), the name with the lowest number from 2
    that makes it unique, such as `Ann 2`."""
    others = {other.casefold() for other in taken}
    unused, number = name, 1
    while unused.casefold() in others:
        number += 1
        ending = f" {number}"
        unused = name[: LONGEST_NAME - len(ending)].rstrip() + ending
    return unused


def bot_name(seat: Seat) -> str:
    """The name of the built-in bot in this seat."""
    return say("seating.bots").split()[seat]
