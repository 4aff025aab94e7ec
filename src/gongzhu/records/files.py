"""Files of records, in either form, read record by record."""

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
"""Lines that may pass before one shows which form a file has: broken lines, or a comment."""

_OBJECT = re.compile(rb'\s*\{\s*"\w*"\s*:')
_TAG = re.compile(r"\s*\[\s*[A-Za-z]")
_SHOWN = 1000
"""Bytes of a line that show whether a tag begins it."""


def scan_file(file: BinaryIO, most_tokens: int | None = None) -> Iterator[FileEntry]:
    """Each record of a file, or why it cannot be read, whichever form the file has. Of the text
    form no more is read than `most_tokens` tags, words and comments.

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
    """The form of a file, None where its first lines show neither, and all of its lines."""
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
    """The records of lines that have this form; see `scan_file`."""
    return scan_text(lines, most_tokens) if form == "text" else scan_jsonl(lines)


def form_of(line: bytes) -> Form | None:
    """The form whose records have lines like this one; None where it shows neither."""
    text = line.removeprefix(b"\xef\xbb\xbf")
    if _OBJECT.match(text):
        return "jsonl"
    begins = typed(text.lstrip()[:_SHOWN].decode("utf-8", "replace"))
    return "text" if _TAG.match(begins) else None


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file; of one that is too long only the beginning, enough to see that."""
    while line := file.readline(LONGEST_LINE + 2):
        yield line
        while line and not line.endswith(b"\n"):
            line = file.readline(LONGEST_LINE)
