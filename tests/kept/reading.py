"""The sums to which reading the kept files of a release must come, whichever version reads them."""

import asyncio
import gzip
import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from gongzhu.dealing.fair import rules_hash
from gongzhu.puzzles.puzzle import read_puzzle
from gongzhu.records import RecordError, Verifier, scan_file
from gongzhu.rules import RuleValue, option_values, rules_from_values
from gongzhu.scorebook import decode_book
from gongzhu.store import open_store
from gongzhu.store.sqlite_file import DATABASE
from gongzhu.table import evolve, read_entry

KEPT = Path(__file__).parent


def reading(folder: Path) -> dict[str, Any]:
    """Read all files of a release, and add up what is in them."""
    return {
        "records.jsonl": _records(folder / "records.jsonl"),
        "records.txt": _records(folder / "records.txt"),
        "rules.json": _rules(folder / "rules.json"),
        "book.json": _book(folder / "book.json"),
        "puzzles.jsonl": [
            [puzzle.id, puzzle.theme, puzzle.rating]
            for puzzle in map(read_puzzle, (folder / "puzzles.jsonl").read_bytes().splitlines())
        ],
        "table.jsonl.gz": _table(folder / "table.jsonl.gz"),
        "store.gz": asyncio.run(_store(folder / "store.gz")),
    }


def _records(file: Path) -> list[Any]:
    verifier, told = Verifier(), []
    with file.open("rb") as lines:
        for entry in scan_file(lines):
            assert not isinstance(entry.found, RecordError), entry
            assert not verifier.check(entry.found), entry
            told.append([list(entry.found.scores), list(entry.found.totals)])
    return told


def _rules(file: Path) -> dict[str, str]:
    """The hash of each rule set's values as this version fills them up. An option that is new
    since then is left out: it must not change what was agreed."""
    kept = msgspec.json.decode(file.read_bytes(), type=dict[str, dict[str, RuleValue]])
    found = {}
    for name, values in kept.items():
        filled = option_values(rules_from_values(values))
        found[name] = rules_hash({option: filled[option] for option in values})
    return found


def _book(file: Path) -> list[Any]:
    book = decode_book(file.read_bytes())
    return [list(book.names), [list(deal.score.points) for deal in book.counted()]]


def _table(file: Path) -> list[Any]:
    table = None
    for line in gzip.decompress(file.read_bytes()).split(b"\n"):
        table = evolve(table, read_entry(line))
    assert table is not None
    return [table.seq, list(table.state.totals), len(table.finished)]


async def _store(file: Path) -> dict[str, Any]:
    with TemporaryDirectory() as place:
        (Path(place) / DATABASE).write_bytes(gzip.decompress(file.read_bytes()))
        store = await open_store(place)
        try:
            found: dict[str, Any] = {}
            for archived in (False, True):
                for table in await store.tables(archived=archived):
                    entries = await store.read(table.name)
                    digest = hashlib.sha256(b"".join(entries)).hexdigest()
                    found[table.name] = [len(entries), digest]
            for game in await store.games_of("ann", 9):
                deals = await store.deals(game.id)
                found[game.id] = [game.table, hashlib.sha256(deals or b"").hexdigest()]
            return found
        finally:
            await store.close()
