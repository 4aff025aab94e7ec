"""The file of a scorebook: JSON with one line for each deal. Saving is atomic, so a crash cannot
damage the file, and never overwrites changes by another program."""

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryFile

import msgspec

from gongzhu.records.fault import shown
from gongzhu.rules import PRESETS, NamedRules, RuleError, option_values, rules_from_values
from gongzhu.scorebook.book import MOST_GAMES, Book, check_forfeit, check_names
from gongzhu.scorebook.entry import ScoreError
from gongzhu.scorebook.reading import entry_from_values, parse_json

PROGRAM = "gongzhu score"
FORMAT = 1
LARGEST_FILE = 16 * 1024 * 1024
"""Greatest size of a file in bytes. A book of ten thousand deals is smaller."""

_KEYS = ("program", "format", "rules", "names", "games", "deals")
_OPTIONAL_KEYS = ("forfeit",)
_RULES_KEYS = ("name", "base", "options")


def encode_book(book: Book) -> bytes:
    """The content of a book's file. Equal books give equal bytes.

    >>> book = Book(rules=load_rules("gongzhu-pagat"), names=("Ann", "Bo", "Cy", "Di"))
    >>> decode_book(encode_book(book)) == book
    True
    """
    rules = book.rules
    head: dict[str, object] = {
        "program": PROGRAM,
        "format": FORMAT,
        "rules": {"name": rules.name, "base": rules.base, "options": option_values(rules.rules)},
        "names": book.names,
        "games": book.games,
    }
    if book.forfeit:
        head["forfeit"] = book.forfeit
    lines = [f"  {_json(key)}: {_json(value)}," for key, value in head.items()]
    deals = ",\n".join(f"    {_json(msgspec.to_builtins(deal))}" for deal in book.deals)
    lines.append(f'  "deals": [\n{deals}\n  ]' if deals else '  "deals": []')
    return "\n".join(["{", *lines, "}", ""]).encode()


def decode_book(content: bytes) -> Book:
    """The book in a file's content. Raises ScoreError with what is wrong and where.

    >>> book = Book(rules=load_rules("gongzhu-pagat"), names=("Ann", "Bo", "Cy", "Di"))
    >>> decode_book(encode_book(book)).names
    ('Ann', 'Bo', 'Cy', 'Di')
    """
    if len(content) > LARGEST_FILE:
        raise ScoreError("no_book")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScoreError("not_utf8", position=error.start + 1) from error
    values = parse_json(text)
    if not isinstance(values, dict) or values.get("program") != PROGRAM:
        raise ScoreError("no_book")
    version = values.get("format")
    if type(version) is not int or version != FORMAT:
        raise ScoreError("other_format", value=shown(version), known=FORMAT)
    _check_keys(values, _KEYS, _OPTIONAL_KEYS)
    names = values["names"]
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ScoreError("not_names", value=shown(names))
    games = values["games"]
    if games is not None and not (type(games) is int and 0 < games <= MOST_GAMES):
        raise ScoreError("games", value=shown(games), most=MOST_GAMES)
    forfeit = values.get("forfeit", "")
    if not isinstance(forfeit, str):
        raise ScoreError("not_forfeit", value=shown(forfeit))
    deals = values["deals"]
    if not isinstance(deals, list):
        raise ScoreError("not_list", place="deals", value=shown(deals))
    rules = _read_rules(values["rules"])
    book = Book(
        rules=rules,
        names=check_names(tuple(names), rules.rules.players),
        games=games,
        forfeit=check_forfeit(forfeit),
    )
    for number, deal in enumerate(deals, start=1):
        try:
            book = book.add(entry_from_values(rules.rules, deal))
        except ScoreError as error:
            raise ScoreError("in_deal", number=number, told=error) from error
    return book


def _read_rules(values: object) -> NamedRules:
    if not isinstance(values, dict):
        raise ScoreError("not_rules", value=shown(values))
    _check_keys(values, _RULES_KEYS)
    name, base, options = (values[key] for key in _RULES_KEYS)
    named = isinstance(name, str) and name.isprintable()
    if not (named and isinstance(base, str) and base in PRESETS and isinstance(options, dict)):
        raise ScoreError("not_rules", value=shown(values))
    try:
        rules = rules_from_values(options)
    except RuleError as error:
        raise ScoreError("in_rules", told=error) from error
    preset = next((known for known, other in PRESETS.items() if other.rules == rules), None)
    return NamedRules(name, base, preset, rules)


def _check_keys(
    values: dict[str, object], keys: tuple[str, ...], optional: tuple[str, ...] = ()
) -> None:
    allowed = (*keys, *optional)
    for key in values:
        if key not in allowed:
            raise ScoreError("unknown_key", key=shown(key), allowed=", ".join(allowed))
    for key in keys:
        if key not in values:
            raise ScoreError("missing_key", key=key)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def write_whole(path: Path, chunks: Iterable[bytes]) -> None:
    """Write the chunks to a file, atomically and durably, replacing its content or creating it. A
    device or pipe just receives the chunks. Raises OSError, and any exception of `chunks`. The file
    is then unchanged."""
    if path.exists() and not path.is_file():
        with path.open("wb") as device:
            device.writelines(chunks)
        return
    # Not `resolve`, which before Python 3.13 raises no OSError for links in a circle.
    path = Path(os.path.realpath(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.writelines(chunks)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Make the file names in a folder durable, on systems where folders can be opened."""
    if sys.platform == "win32":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


class BookFile:
    """The file at `path` in which a book is saved. It remembers the content last read or written,
    to detect changes by other programs."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seen: bytes | None = None
        """The content of the file as this object last read or wrote it, or None if there was no
        file or it has not been read."""

    def check_place(self) -> None:
        """Raise OSError if no file could be created at the path. Changes nothing."""
        folder = next(path for path in self.path.absolute().parents if path.exists())
        # This file has no name, or disappears at once.
        TemporaryFile(dir=folder).close()

    def load(self) -> Book:
        """The book in the file. Raises ScoreError if the file is not a scorebook, and OSError if it
        cannot be read (FileNotFoundError if it does not exist)."""
        with self.path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        book = decode_book(content)
        self._seen = content
        return book

    def save(self, book: Book) -> None:
        """Write the book, creating the folder if necessary. Raises OSError if that fails, and
        ScoreError if another program has changed the file since it was last read or written. The
        file is then unchanged."""
        content = encode_book(book)
        there = self.path.read_bytes() if self.path.exists() else None
        if there is not None and there != self._seen:
            raise ScoreError("written_by_another", path=self.path)
        self.path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(self.path, [content])
        self._seen = content
