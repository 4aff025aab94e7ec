"""Make docs/protocol/fold-vectors.json anew: what the socket of a table sends over one deal, and
the table that comes of folding it.

    .venv/bin/python -m tests.docs.fold_vectors

The file has three tables, one where cards are exposed, one where they are passed, and one of a
tournament that bots finish, each as a seat and as a spectator see it. docs/protocol.md says how it
is used.
"""

import json
from pathlib import Path
from typing import Any

from gongzhu.cards import Seat
from gongzhu.server.live.audience import Updates, snapshot
from gongzhu.server.live.connection import encode
from gongzhu.server.live.messages import VERSION, You
from gongzhu.table import LogEntry, Table, evolve, view_table
from gongzhu.table.commands import PlayOut
from gongzhu.table.facts import DealScored, GameBegan, NumbersSettled
from tests.table.fixed import board_table
from tests.table.live import START, Live, settings_of

VECTORS = Path(__file__).parents[2] / "docs" / "protocol" / "fold-vectors.json"
TABLES = {"exposing": ("gongzhu-boulder", 29), "passing": ("hearts-denexa", 1)}
"""The preset and the seed of each table. In the first one cards are exposed face up and face down,
by seat 0 and by others."""
OBSERVERS = (Seat(0), None)
EVERY = 16
"""So many updates after one another the table is written down, and when the cards are dealt and at
the end."""


def played(preset: str, seed: int) -> Live:
    """A table of two people and two bots, up to the end of its first deal."""
    live = Live(settings_of(preset), seed=seed)
    live.begin("ann", "bo")
    live.play()
    return live


def played_out() -> Live:
    """A table of a tournament, which bots finish for two people."""
    live = board_table("ann", "bo", board=3)
    live.back("ann")
    live.play(most=20)
    live.server(PlayOut())
    live.play()
    return live


def json_of(payload: bytes) -> object:
    """A message as it goes over the wire."""
    message: object = json.loads(payload)
    return message


def observed(log: list[LogEntry], seat: Seat | None) -> dict[str, Any]:
    """The messages to one observer, from the moment before the game begins, and what it knows."""
    begins = next(
        at for at, entry in enumerate(log) if any(isinstance(f, GameBegan) for f in entry.facts)
    )
    table: Table | None = None
    for entry in log[:begins]:
        table = evolve(table, entry)
    assert table is not None
    you = You("Ann", seat, True, 1) if seat is not None else You("Eve", None, False, 1)
    first = json_of(snapshot(table, seat, you, START))
    updates: list[object] = []
    views: list[object] = []
    for entry in log[begins:]:
        table = evolve(table, entry)
        updates.append(json_of(Updates(table.seq, entry, table).text(seat)))
        kept = any(isinstance(fact, NumbersSettled | DealScored) for fact in entry.facts)
        if kept or len(updates) % EVERY == 0:
            views.append({"seq": table.seq, "table": json_of(encode(view_table(table, seat)))})
    return {"snapshot": first, "updates": updates, "views": views}


def vectors() -> str:
    """The text of the file, with a line for each message."""
    parts: list[str] = []
    tables = {name: played(preset, seed) for name, (preset, seed) in TABLES.items()}
    for name, live in {**tables, "played_out": played_out()}.items():
        log = live.log
        for seat in OBSERVERS:
            seen = observed(log, seat)
            head = f'"name": {_json(name)},\n"seat": {_json(seat)}'
            lists = ",\n".join(
                f'"{part}": [\n' + ",\n".join(map(_json, seen[part])) + "\n]"
                for part in ("updates", "views")
            )
            parts.append(f'{{\n{head},\n"snapshot": {_json(seen["snapshot"])},\n{lists}\n}}')
    whole = ",\n".join(parts)
    return f'{{"version": {VERSION}, "observers": [\n{whole}\n]}}\n'


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    VECTORS.write_text(vectors(), encoding="utf-8")
