"""The kinds of files that this program writes, recognised by their first bytes.

If a file is given to the wrong command, the error message says what it is and which command reads
it.
"""

import re
from pathlib import Path
from typing import Literal

from gongzhu.texts import Lang, say

FileKind = Literal["records", "evidence", "scorebook", "save", "ledger", "backup", "rules"]

LOOKED_AT = 4096
"""Number of bytes read from a file to recognise its kind."""

_SIGNS: tuple[tuple[FileKind, re.Pattern[bytes]], ...] = (
    ("backup", re.compile(rb"SQLite format 3\0")),
    ("scorebook", re.compile(rb'\{\s*"program"\s*:\s*"gongzhu score"')),
    ("save", re.compile(rb'\{\s*"program"\s*:\s*"gongzhu play"')),
    ("evidence", re.compile(rb'\{\s*"protocol"\s*:\s*"GZH')),
    # The version of the program stands beside the players.
    ("ledger", re.compile(rb'\{\s*"(a|bots|exploit)"\s*:[^\n]*"gongzhu"\s*:')),
    ("records", re.compile(rb'\{\s*"format"\s*:\s*\d|\[\s*(Format|Event|Date|Origin|Rules)\s+"')),
    ("rules", re.compile(rb"(\s*#[^\n]*\n)*\s*(preset|name|family)\s*=")),
)


def file_kind(start: bytes) -> FileKind | None:
    """The kind of a file that starts with these bytes; None if they match no kind."""
    text = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    return next((kind for kind, sign in _SIGNS if sign.match(text)), None)


def other_kind(path: Path, wanted: FileKind, lang: Lang) -> str | None:
    """A line that says what the file is and which command reads it, if it is of another kind than
    `wanted`.

    None if it cannot be read or recognised, so that reading it gives the error; also None for a
    pipe, which can be read only once.
    """
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            found = file_kind(file.read(LOOKED_AT))
    except OSError:
        return None
    if found is None or found == wanted:
        return None
    what, use = say(f"cli.kind.{found}", lang), say(f"cli.kind.use.{found}", lang)
    return say("cli.kind.other", lang, file=path, what=what, use=use)
