"""Stores that older versions of the program wrote, and all that can be observed of a store."""

import gzip
import json
from contextlib import closing
from pathlib import Path
from typing import Any

from msgspec import Struct, convert, to_builtins
from starlette.requests import HTTPConnection

from gongzhu.cards import Seat
from gongzhu.dealing import check_deals
from gongzhu.records import Verifier
from gongzhu.server.games import read_deals, read_kept
from gongzhu.server.hashes import Hashes
from gongzhu.server.identity import COOKIE, Identity
from gongzhu.server.journal import table_of
from gongzhu.server.listing import read_listing
from gongzhu.store import Store
from gongzhu.store.sqlite_file import DATABASE, connect
from gongzhu.table import Table, evolve, read_entry, view_table

OLDER = Path(__file__).parent / "older"
MOST = 100
"""Games of one player that are looked at."""


class Device(Struct, frozen=True):
    """Something that signs a player in."""

    label: str
    cookie: str | None = None
    token: str | None = None
    """Of a bot's account."""


class Expected(Struct, frozen=True):
    """The notes that are kept beside an older store."""

    devices: tuple[Device, ...]
    codes: dict[str, str]
    """Recovery codes, by the names of their players."""
    observed: dict[str, Any]
    """The result of `observe` when the store was written."""


def expected(name: str) -> Expected:
    """The observations of an older store by the program that wrote it."""
    return convert(json.loads(unpacked(f"{name}.json")), Expected)


def unpacked(name: str) -> bytes:
    """A file of the folder `older`."""
    return gzip.decompress((OLDER / f"{name}.gz").read_bytes())


async def observe(store: Store, devices: tuple[Device, ...]) -> dict[str, Any]:
    """All that a server would find in a store, as plain data."""
    identity = Identity(store, lambda: 0, bytes, Hashes())
    signed_in = {device.label: await _signed_in(identity, device) for device in devices}
    players = {player["id"]: player for player in signed_in.values() if player is not None}
    games = {id: await store.games_of(id, MOST) for id in players}
    ids = {game.id for played in games.values() for game in played}
    found = {
        "signed in": {
            label: None if player is None else player["id"] for label, player in signed_in.items()
        },
        "players": players,
        "games of": {id: [game.id for game in played] for id, played in games.items()},
        "games": {id: await _game(store, id) for id in sorted(ids)},
        "tables": await _tables(store, archived=False),
        "archived": await _tables(store, archived=True),
    }
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def as_far_as_known(found: Any, then: Any) -> Any:
    """What is found now, without the fields that are newer than what was observed then."""
    if isinstance(found, dict) and isinstance(then, dict):
        return {key: as_far_as_known(found[key], then[key]) for key in found if key in then}
    if isinstance(found, list) and isinstance(then, list) and len(found) == len(then):
        return [as_far_as_known(*pair) for pair in zip(found, then, strict=True)]
    return found


async def _signed_in(identity: Identity, device: Device) -> dict[str, Any] | None:
    """The player that a device is, by its cookie or its header."""
    name, value = b"cookie", f"{COOKIE}={device.cookie}"
    if device.token is not None:
        name, value = b"authorization", f"Bearer {device.token}"
    headers = [(name, value.encode("latin-1"))]
    scope = {"type": "http", "query_string": b"", "headers": headers}
    session = await identity.who(HTTPConnection(scope))
    if session is None:
        return None
    player = session.player
    return {
        "id": player.id,
        "name": player.name,
        "kind": player.kind,
        "recovery": player.recovery_hash is not None,
        "created": player.created_ms,
        "seen": player.seen_ms,
    }


async def _game(store: Store, id: str) -> dict[str, Any]:
    """A finished game, whose records and whose evidence are found true."""
    row, kept = await store.game(id), await store.deals(id)
    assert row is not None
    assert kept is not None
    brief, deals = read_kept(row), read_deals(kept)
    verifier = Verifier()
    assert [fault for deal in deals for fault in verifier.check(deal.record)] == []
    assert check_deals([deal.evidence for deal in deals]) == ()
    return {
        "row": {**to_builtins(row), "brief": to_builtins(brief)},
        "deals": to_builtins(deals),
    }


async def _tables(store: Store, *, archived: bool) -> dict[str, Any]:
    return {
        brief.name: {
            "last": brief.last,
            "listing": to_builtins(read_listing(brief.brief)),
            **_known_of(await read_whole(store, brief.name)),
        }
        for brief in await store.tables(archived=archived)
    }


async def read_whole(store: Store, name: str) -> Table:
    """A table as its log makes it, and as a server that starts makes it where it is open."""
    table = None
    for body in await store.read(name):
        table = evolve(table, read_entry(body))
    assert table is not None
    for tail in await store.tails(name, name):
        assert await table_of(tail, store) == table
    return table


def _known_of(table: Table) -> dict[str, Any]:
    """A table as a spectator and as each seat may know it."""
    seats = [None, *map(Seat, range(len(table.players)))]
    return {
        "seq": table.seq,
        "players": table.players,
        "host": table.host,
        "views": [to_builtins(view_table(table, seat)) for seat in seats],
    }


def version_in(folder: Path) -> int:
    """The version of the schema in a folder that nobody serves."""
    with closing(connect(folder / DATABASE, "rw")) as file:
        ((version,),) = file.execute("PRAGMA user_version")
    return int(version)
