"""Make the files of this version that all later versions must read: run once for a release, and
never again for the same number.

    .venv/bin/python -m tests.kept.make 1.0

Beside them, `expected.json` has what reading them must come to.
"""

import asyncio
import gzip
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from gongzhu.cards import Card
from gongzhu.puzzles.puzzle import shipped, written
from gongzhu.records import read_jsonl, write_text
from gongzhu.rules import PRESETS, Family, load_rules, option_values
from gongzhu.rules.examples import example_rules
from gongzhu.scorebook import Book, DealEntry, encode_book
from gongzhu.store import open_store
from gongzhu.store.sqlite_file import DATABASE
from gongzhu.table import write_entry
from tests.kept.reading import KEPT, reading
from tests.store.packed_games import played
from tests.store.test_packs import fill

RECORDED = (
    *("gongzhu-pagat", "gongzhu-pagat-partners", "hearts-denexa"),
    *("partner-hearts", "three-pairs"),
)
PROGRAM = Path(sys.executable).with_name("gongzhu")
FAMILIES: tuple[Family, ...] = ("gongzhu", "hearts")


def main() -> None:
    folder = KEPT / sys.argv[1]
    if folder.exists():
        sys.exit(f"{folder} is there: files of a release are never made anew")
    folder.mkdir()
    with TemporaryDirectory() as place:
        lines = records(Path(place))
        (folder / "records.jsonl").write_bytes(lines)
        (folder / "records.txt").write_text(
            "".join(write_text(read_jsonl(lines.decode()))), "utf-8"
        )
        asyncio.run(make_store(place))
        database = (Path(place) / DATABASE).read_bytes()
        (folder / "store.gz").write_bytes(gzip.compress(database, mtime=0))
    rules = {preset.name: option_values(preset.rules) for preset in PRESETS.values()}
    rules |= {one.name: option_values(one.named.rules) for one in example_rules()}
    (folder / "rules.json").write_bytes(msgspec.json.format(msgspec.json.encode(rules), indent=1))
    (folder / "book.json").write_bytes(encode_book(book()))
    puzzles = [written(puzzle) for family in FAMILIES for puzzle in shipped(family)[:3]]
    (folder / "puzzles.jsonl").write_bytes(b"".join(line.rstrip() + b"\n" for line in puzzles))
    entries = (write_entry(entry) for entry, _, _ in played("gongzhu-pagat", "kept"))
    (folder / "table.jsonl.gz").write_bytes(gzip.compress(b"\n".join(entries), mtime=0))
    (folder / "expected.json").write_text(json.dumps(reading(folder), indent=1) + "\n", "utf-8")


def records(place: Path) -> bytes:
    """Deals of random players under some rules, as JSON lines."""
    lines = b""
    for rules in RECORDED:
        file = place / f"{rules}.jsonl"
        options = f"--rules {rules} --deals 2 --seed kept --bots random --out".split()
        subprocess.run([PROGRAM, "simulate", *options, file], check=True, capture_output=True)
        lines += file.read_bytes()
    return lines


def book() -> Book:
    """A scorebook with two deals."""
    rules = load_rules("gongzhu-pagat")
    deals = (
        DealEntry(((Card("QS"), Card("TC")), (Card("JD"),), (), ()), {Card("QS"): "open"}),
        DealEntry(((), (), tuple(card for card in Card if card.suit.name == "HEARTS"), ())),
    )
    return Book(
        rules=rules, names=("Ann", "Bo", "小敏", "Dev"), games=3, forfeit="tea", deals=deals
    )


async def make_store(place: str) -> None:
    """A server's data with a table that is played at, one that was closed, and a finished game."""
    store = await open_store(place)
    await fill(store)
    await store.pack(10)
    await store.close()


if __name__ == "__main__":
    main()
