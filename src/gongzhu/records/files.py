"""Reads files of records in either form, one record at a time."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import BinaryIO, Literal

from gongzhu.records.fault import RecordError, RecordFault
from gongzhu.records.file_entry import LONGEST_LINE, FileEntry
from gongzhu.records.jsonl import scan_jsonl
from gongzhu.records.text_reader import scan_text
from gongzhu.texts import typed

Form = Literal["jsonl", "text"]

LINES_BEFORE_FORM = 1000
"""How many lines are read to find out which form a file has; blank lines and comments do not show
it."""

_OBJECT = re.compile(rb'\s*\{\s*"\w*"\s*:')
_TAG = re.compile(r"\s*\[\s*[A-Za-z]")
_SHOWN = 1000
"""How many bytes of a line are examined to find out whether it begins with a tag."""


def scan_file(file: BinaryIO, most_tokens: int | None = None) -> Iterator[FileEntry]:
    """Each record of a file, or why it cannot be read, in whichever form the file is. In the text
    form, reading stops after `most_tokens` tags, words and comments.

    >>> with open("examples/friday.gzn", "rb") as file:
    ...     entries = list(scan_file(file))
    >>> entries[0].line
    1
    """
    form, lines = begun(file)
    if form:
        yield from scan_form(form, lines, most_tokens)
    elif any(line.strip() for line in islice(lines, LINES_BEFORE_FORM)):
        yield FileEntry(1, RecordError(RecordFault("neither_form").at(1)))


def begun(file: BinaryIO) -> tuple[Form | None, Iterator[bytes]]:
    """The form of a file (None if its first lines do not show it), and all its lines."""
    lines = _lines(file)
    first: list[bytes] = []
    form = None
    for line in lines:
        first.append(line)
        form = form_of(line)
        if form or len(first) == LINES_BEFORE_FORM:
            break
    return form, chain(first, lines)


def scan_form(
    form: Form, lines: Iterable[bytes], most_tokens: int | None = None
) -> Iterator[FileEntry]:
    """The records in lines of this form; see `scan_file`."""
    return scan_text(lines, most_tokens) if form == "text" else scan_jsonl(lines)


def form_of(line: bytes) -> Form | None:
    """The form to which a line like this belongs; None if it could be either."""
    text = line.removeprefix(b"\xef\xbb\xbf")
    if _OBJECT.match(text):
        return "jsonl"
    begins = typed(text.lstrip()[:_SHOWN].decode("utf-8", "replace"))
    return "text" if _TAG.match(begins) else None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; a line that is too long is cut, but remains recognisable as too long."""
    while line := file.readline(LONGEST_LINE + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)
