"""Reads hands to deal again, from a file of records or from a file with one line of hands per deal.

Such a line has the hands in seat order, separated by `|` or `;`, or all cards in a row, seat by
seat. Blank lines and lines that begin with `#` are ignored.
"""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from gongzhu.cards import CardTextError, parse_cards
from gongzhu.records.fault import RecordError, RecordFault
from gongzhu.records.file_entry import LONGEST_LINE
from gongzhu.records.files import begun, scan_form
from gongzhu.records.lexer import text_lines
from gongzhu.records.replay import wrong_hands
from gongzhu.records.shape import CONTROL
from gongzhu.rules import RuleSet, hand_size
from gongzhu.rules.events import Hands
from gongzhu.texts import plain, typed

MOST_DEALS = 100_000
"""Greatest number of deals in a file of hands; all of them are held in memory."""

_APART = re.compile("[|;]")


def given_hands(file: BinaryIO, rules: RuleSet) -> tuple[Hands, ...]:
    """The hands of each deal of a file, in order; all other contents of its records are ignored.

    Raises RecordError, with the line, for the first deal that cannot be read or that these rules
    cannot deal, for more than MOST_DEALS deals, and for a file without any.

    >>> with open("examples/friday.gzn", "rb") as file:
    ...     deals = given_hands(file, load_rules("gongzhu-pagat").rules)
    >>> len(deals), len(deals[0])
    (1, 4)
    """
    found: list[Hands] = []
    for line, hands in _hands(file, rules):
        fault = wrong_hands(rules, hands)
        if not fault and len(found) == MOST_DEALS:
            fault = RecordFault("many_deals", details={"most": MOST_DEALS})
        if fault:
            raise RecordError(fault.at(line))
        found.append(tuple(tuple(sorted(hand)) for hand in hands))
    if not found:
        raise RecordError(RecordFault("no_deals"))
    return tuple(found)


def _hands(file: BinaryIO, rules: RuleSet) -> Iterator[tuple[int, Hands]]:
    """The hands of each deal, with the number of its line."""
    form, lines = begun(file)
    if form is None:
        yield from _bare(lines, rules)
        return
    for entry in scan_form(form, lines):
        if isinstance(entry.found, RecordError):
            raise entry.found
        yield entry.line, entry.found.hands


def _bare(lines: Iterable[bytes], rules: RuleSet) -> Iterator[tuple[int, Hands]]:
    for number, line in enumerate(text_lines(lines), start=1):
        if len(line) > LONGEST_LINE:
            raise RecordError(RecordFault("too_long", details={"most": LONGEST_LINE}).at(number))
        if spoilt := CONTROL.search(line.replace("\t", " ")):
            raise RecordError(RecordFault("characters").at(number, spoilt.start() + 1))
        text = typed(line).strip()
        if not text or text.startswith("#"):
            continue
        try:
            yield number, _bare_hands(line, rules)
        except CardTextError as error:
            raise RecordError(RecordFault("card", details={"error": error}).at(number)) from error


def _bare_hands(line: str, rules: RuleSet) -> Hands:
    shown, places = plain(line)
    text = shown.strip()
    if _APART.search(text):
        begin = shown.index(text) + len(text) - len(text.lstrip("|;"))
        hands = []
        for hand in _APART.split(text.strip("|;")):
            try:
                hands.append(parse_cards(hand))
            except CardTextError as error:
                place = error.position
                if error.problem != "too_long":
                    place = places[begin + place - 1] + 1
                raise CardTextError(error.problem, error.piece, place, error.counted) from error
            begin += len(hand) + 1
        return tuple(hands)
    cards = parse_cards(line)
    size = hand_size(rules)
    return tuple(cards[size * seat : size * (seat + 1)] for seat in range(rules.players))
