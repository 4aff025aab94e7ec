"""Tables for spreadsheets."""

import csv
import io
from collections.abc import Iterable


def write_csv(rows: Iterable[Iterable[object]]) -> bytes:
    """These rows as CSV. It begins with a byte order mark so that spreadsheets recognise UTF-8, and
    no text in it is taken for a formula."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(map(_cell, row) for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
