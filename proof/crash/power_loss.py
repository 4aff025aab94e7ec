"""Power that fails: what may be left on a disk, and whether the store finds all it promised there.

A disk keeps what was written before a sync that ended. Of what came after, each write may be there
or not, in part or whole, no matter in which order they were made.
"""

import asyncio
import sqlite3
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from random import Random

from msgspec import Struct

from gongzhu.store import GameRow, Store
from gongzhu.store.accounts import AddDevice
from gongzhu.store.sqlite_file import DATABASE
from gongzhu.store.sqlite_writer import SqliteWriter
from proof.crash.disk_recording import Recording, Step

SECTOR = 512
"""What a disk writes in one piece, in bytes."""
TABLES = 12
DEVICES = 3
"""Each table adds devices to a player of its name, who keeps so many."""


class Image(Struct, frozen=True):
    """What is on the disk after the power failed, and what had been promised by then."""

    files: dict[str, bytes]
    promised: dict[str, int]
    step: int
    pending: int
    """How many writes no sync had made safe."""


async def write_for_a_while(store: Store, recording: Recording, acknowledgements: int) -> None:
    """Tables grow entry by entry, with all else that a store holds, until so much is promised."""
    left = iter(range(acknowledgements))

    async def grow(table: str) -> None:
        for number in count(1):
            body = f"{table} {number}".encode()
            whole = body * 40 if number % 5 == 0 else None
            game = f"{table} game {number}"
            row = GameRow(game, table, number, 1, number, number, body, (table, "other"))
            along = [row] if number % 11 == 0 else []
            await store.append(table, number, [body], snapshot=whole, summary=body, along=along)
            recording.tell(table, number)
            if along:
                recording.tell(game, number)
            if number % 7 == 0:
                await store.put_setting(table, body)
                recording.tell(f"setting {table}", number)
            if number % 6 == 0:
                await store.change(AddDevice(table, body, DEVICES))
                recording.tell(f"device {table}", number)
            if next(left, None) is None:
                return

    async with asyncio.TaskGroup() as tasks:
        for place in range(TABLES):
            tasks.create_task(grow(f"t{place}"))


def images(steps: list[Step], number: int, rng: Random, of_each: int = 4) -> Iterator[Image]:
    """So many images, from moments drawn at random; of each moment a few that differ in what
    outlived it."""
    moments = sorted(rng.randrange(len(steps) + 1) for _ in range(-(-number // of_each)))
    disk = _Disk()
    at = 0
    for moment in moments:
        for step in steps[at:moment]:
            disk.take(step)
        at = moment
        for _ in range(of_each):
            yield disk.after_power_loss(moment, rng)


class _Disk:
    def __init__(self) -> None:
        self._safe: dict[str, bytearray] = {}
        self._pending: dict[str, list[Step]] = {}
        self._promised: dict[str, int] = {}

    def take(self, step: Step) -> None:
        if step.kind == "told":
            what, number = step.told
            self._promised[what] = max(number, self._promised.get(what, 0))
        elif step.kind == "sync":
            for pending in self._pending.pop(step.file, []):
                _apply(self._safe, pending)
        else:
            self._pending.setdefault(step.file, []).append(step)

    def after_power_loss(self, moment: int, rng: Random) -> Image:
        files = {name: bytearray(data) for name, data in self._safe.items()}
        # Moments when nearly all or nearly nothing got through matter as much as the rest.
        kept, torn = rng.choice([(0.0, 0.0), (0.5, 0.2), (0.5, 0.5), (0.9, 0.5), (1.0, 0.1)])
        for pending in self._pending.values():
            for step in pending:
                if rng.random() < kept:
                    if step.kind == "write" and rng.random() < torn:
                        for part in _sectors(step, rng):
                            _apply(files, part)
                    else:
                        _apply(files, step)
        lost = sum(len(pending) for pending in self._pending.values())
        found = {name: bytes(data) for name, data in files.items()}
        return Image(found, dict(self._promised), moment, lost)


def _sectors(step: Step, rng: Random) -> Iterator[Step]:
    """The parts of a write that reach the disk."""
    start = step.offset
    end = step.offset + len(step.data)
    while start < end:
        stop = min(end, start - start % SECTOR + SECTOR)
        if rng.random() < 0.5:
            part = step.data[start - step.offset : stop - step.offset]
            yield Step("write", step.file, start, part)
        start = stop


def _apply(files: dict[str, bytearray], step: Step) -> None:
    if step.kind == "delete":
        files.pop(step.file, None)
        return
    data = files.setdefault(step.file, bytearray())
    if step.kind == "truncate":
        del data[step.offset :]
        return
    if len(data) < step.offset:
        data.extend(bytes(step.offset - len(data)))
    data[step.offset : step.offset + len(step.data)] = step.data


def check(image: Image, folder: Path) -> list[str]:
    """What the store lacks of what was promised, opened on an image in this empty folder."""
    for name, data in image.files.items():
        (folder / name).write_bytes(data)
    writer = SqliteWriter(folder / DATABASE)
    try:
        return list(_lacks(writer.connection, image.promised))
    finally:
        writer.close()


def _lacks(connection: sqlite3.Connection, promised: Mapping[str, int]) -> Iterator[str]:
    ((health,),) = connection.execute("PRAGMA integrity_check")
    if health != "ok":
        yield f"the database is damaged: {health}"
        return
    last: dict[str, int] = {}
    for table, rows, highest, wrong in connection.execute(
        """SELECT table_name, count(*), max(number),
            sum(cast(body AS text) <> table_name || ' ' || number) FROM entries GROUP BY 1"""
    ):
        last[table] = highest
        if rows != highest or wrong:
            yield f"{table} has {rows} entries up to {highest}, {wrong} of them wrong"
    found = {
        **last,
        **{
            f"setting {key}": int(bytes(value).split()[1])
            for key, value in connection.execute("SELECT key, value FROM settings")
        },
        **{
            f"device {player}": int(bytes(token).split()[1])
            for player, token in connection.execute(
                "SELECT player_id, token_hash FROM devices ORDER BY player_id, number"
            )
        },
        **dict(connection.execute("SELECT id, number FROM games")),
    }
    for what, number in promised.items():
        if found.get(what, 0) < number:
            yield f"{what}: {number} was promised, {found.get(what, 0)} is there"
    for table, number, body in connection.execute("SELECT * FROM snapshots"):
        if number > last.get(table, 0) or bytes(body) != f"{table} {number}".encode() * 40:
            yield f"the snapshot of {table} at {number} is not that of its entries"
    for table, summary in connection.execute("SELECT name, summary FROM tables"):
        if bytes(summary) != f"{table} {last.get(table, 0)}".encode():
            yield f"{table} is listed as {summary!r}, its last entry is {last.get(table, 0)}"
    for player, held in connection.execute("SELECT player_id, count(*) FROM devices GROUP BY 1"):
        if held > DEVICES:
            yield f"{player} has {held} devices"
    ((parted,),) = connection.execute(
        "SELECT count(*) FROM games WHERE (SELECT count(*) FROM played WHERE game_id = id) <> 2"
    )
    if parted:
        yield f"{parted} games without their players"
