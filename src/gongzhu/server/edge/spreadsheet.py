"""CSV files that spreadsheets open correctly."""

import csv
import io
from collections.abc import Iterable


def write_csv(rows: Iterable[Iterable[object]]) -> bytes:
    """The rows as a CSV file. It begins with a byte order mark, so that spreadsheets recognise
    UTF-8, and an apostrophe is put before every text that a spreadsheet would take for a
    formula."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(map(_cell, row) for row in rows)
    return text.getvalue().encode("utf-8-sig")


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@\t\r" and value else value
