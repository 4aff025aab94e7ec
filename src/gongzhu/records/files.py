"""Reads files of records in the text or JSONL format, one record at a time, and files of hands to
deal.

Hands are read from a file of records, or from a file with one line per deal: either the hands in
seat order, separated by `|` or semicolons, or all cards in a row, seat after seat. Blank lines and
lines that begin with `#` are ignored.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import BinaryIO, Literal

from gongzhu.cards import CardTextError, parse_cards
from gongzhu.records.fault import RecordError, RecordFault
from gongzhu.records.jsonl import scan_jsonl
from gongzhu.records.lexer import text_lines
from gongzhu.records.model import LONGEST_LINE, FileEntry
from gongzhu.records.replay import wrong_hands
from gongzhu.records.shape import CONTROL
from gongzhu.records.text_reader import scan_text
from gongzhu.rules import RuleSet, hand_size
from gongzhu.rules.events import Hands
from gongzhu.texts import plain, typed

FileFormat = Literal["jsonl", "text"]

LINES_BEFORE_FORMAT = 1000
"""Number of lines that are read to recognise the format of a file. Blank lines and comments do not
show it."""

_OBJECT = re.compile(rb'\s*\{\s*"\w*"\s*:')
_TAG = re.compile(r"\s*\[\s*[A-Za-z]")
_SHOWN = 1000
"""Number of bytes at the beginning of a line that are searched for a tag."""


def scan_file(file: BinaryIO, most_tokens: int | None = None) -> Iterator[FileEntry]:
    """Yields an entry for each record in a file of either format: the record, or the error that
    says why it cannot be read. In the text format, reading stops after `most_tokens` tags, words
    and comments, and the last entry is an error that says so.

    >>> with open("examples/friday.gzn", "rb") as file:
    ...     entries = list(scan_file(file))
    >>> entries[0].line
    1
    """
    file_format, lines = begun(file)
    if file_format:
        yield from scan_format(file_format, lines, most_tokens)
    elif any(line.strip() for line in islice(lines, LINES_BEFORE_FORMAT)):
        yield FileEntry(1, RecordError(RecordFault("neither_form").at(1)))


def begun(file: BinaryIO) -> tuple[FileFormat | None, Iterator[bytes]]:
    """The format of a file (None if its first LINES_BEFORE_FORMAT lines do not show it), and an
    iterator over all its lines, including those already read."""
    lines = _lines(file)
    first: list[bytes] = []
    file_format = None
    for line in lines:
        first.append(line)
        file_format = format_of(line)
        if file_format or len(first) == LINES_BEFORE_FORMAT:
            break
    return file_format, chain(first, lines)


def scan_format(
    file_format: FileFormat, lines: Iterable[bytes], most_tokens: int | None = None
) -> Iterator[FileEntry]:
    """Yields the entries in these lines, read in the given format, like `scan_file`."""
    return scan_text(lines, most_tokens) if file_format == "text" else scan_jsonl(lines)


def format_of(line: bytes) -> FileFormat | None:
    """The file format that this line shows, or None if it could belong to either."""
    text = line.removeprefix(b"\xef\xbb\xbf")
    if _OBJECT.match(text):
        return "jsonl"
    begins = typed(text.lstrip()[:_SHOWN].decode("utf-8", "replace"))
    return "text" if _TAG.match(begins) else None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """Yields the lines of a file. A line longer than LONGEST_LINE is cut, but to a length at which
    it is still recognised as too long."""
    while line := file.readline(LONGEST_LINE + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)


MOST_DEALS = 100_000
"""Greatest number of deals in a file of hands, which are all held in memory."""

_APART = re.compile("[|;]")


def given_hands(file: BinaryIO, rules: RuleSet) -> tuple[Hands, ...]:
    """The hands of each deal in a file, by seat and each sorted. Everything else in the file is
    ignored.

    Raises RecordError, with the line, for the first deal that cannot be read or dealt under these
    rules, for more than MOST_DEALS deals, and for a file without deals.

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
    """Yields the hands of each deal in a file, with the line (from 1) on which the deal begins.
    Raises RecordError."""
    file_format, lines = begun(file)
    if file_format is None:
        yield from _bare(lines, rules)
        return
    for entry in scan_format(file_format, lines):
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
                hands.append(parse_cards(hand, rules.doubler))
            except CardTextError as error:
                index = error.position
                if error.problem != "too_long":
                    index = places[begin + index - 1] + 1
                raise CardTextError(error.problem, error.piece, index, error.counted) from error
            begin += len(hand) + 1
        return tuple(hands)
    cards = parse_cards(line, rules.doubler)
    size = hand_size(rules)
    return tuple(cards[size * seat : size * (seat + 1)] for seat in range(rules.players))
