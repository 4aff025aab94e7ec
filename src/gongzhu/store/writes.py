"""The writes that there are, and the rows that a group of them comes to in any database.

The rules of the store stand here, as a pure function, and not in SQL: which appends fit, which are
refused, what is left to write of a group. A database is asked once for what it knows of the tables
that are named, and is then given the rows.
"""

import zlib
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.store.accounts import AccountWrite, Rewrite
from gongzhu.store.days import DayWrite, FinishDay
from gongzhu.store.faults import Conflict, StoreError
from gongzhu.store.games import Deals, GameRow
from gongzhu.store.moderation import (
    Audit,
    Ban,
    Block,
    ModerationWrite,
    Report,
    Unban,
    Unblock,
)
from gongzhu.store.players import PlayerRow
from gongzhu.store.settings import Setting, SwapSetting
from gongzhu.store.sign_in import SignInWrite


class Append(Struct, frozen=True):
    """Entries of one table, numbered from `first`."""

    table: str
    first: int
    bodies: tuple[bytes, ...]
    checkpoint: bytes | None
    brief: bytes | None
    along: tuple[GameRow | Deals | Setting | FinishDay, ...]
    server: int = 0
    """The number of the server when it asked for this; negative: it had none, 0: it is alone."""


class Archive(Struct, frozen=True):
    """The end of a table."""

    table: str


class KeepGame(Struct, frozen=True):
    """A finished game in place of the one with its id, and what is kept of its deals."""

    game: GameRow
    deals: bytes
    """Compressed."""
    pack: bytes | None
    """The pack that they are in, with these deals instead of those before."""


class Summary(Struct, frozen=True):
    """The outcome of a game for one of its players."""

    player_id: str
    game: str
    summary: bytes


class Pack(Struct, frozen=True):
    """Entries of a table that are to stand in a pack from now on, and no longer in rows."""

    table: str
    first: int
    last: int
    game: str | None
    """The game whose deals go into the pack as well."""
    body: bytes
    digest: bytes
    """Of the rows that the pack was made of; nothing is done where they are others by now."""
    whole: bool = False
    """True if an archived table is packed to its end with it."""


class Purge(Struct, frozen=True):
    """The end of an archived table that is old enough."""

    table: str


Write = (
    Append
    | Archive
    | Setting
    | PlayerRow
    | KeepGame
    | Summary
    | Pack
    | Purge
    | Rewrite
    | AccountWrite
    | SwapSetting
    | SignInWrite
    | DayWrite
    | ModerationWrite
)


def key_of_deals(game: str) -> str:
    """The setting that has the deals of a game until they are packed."""
    return f"game:{game}"


def key_of_review(game: str) -> str:
    """The setting that has the review of a game, as far as it has come."""
    return f"review:{game}"


class Known(Struct):
    """A table before a group of writes."""

    last: int = 0
    archived: bool = False
    server: int = 0
    """The number of the server that may write it; 0: none, or the only one that there may be."""


Row = tuple[str, int, bytes]
"""A table, a number and bytes."""


class Written(Struct):
    """What a group of writes appends to one table."""

    server: int
    before: int
    """The number of its last entry before the group; 0 for a new table."""
    after: int
    """And after it."""


class Plan(Struct):
    """A group of writes, sorted into rows."""

    refused: dict[int, StoreError] = {}
    """By place in the group."""
    entries: list[Row] = []
    tables: dict[str, bytes] = {}
    """New tables and new briefs."""
    written: dict[str, Written] = {}
    """By table that is appended to."""
    checkpoints: dict[str, tuple[int, bytes]] = {}
    archived: list[str] = []
    settings: dict[str, bytes] = {}
    players: list[tuple[int, PlayerRow]] = []
    """With their places in the group; only the database knows if they fit."""
    accounts: list[tuple[int, AccountWrite | SignInWrite | DayWrite | SwapSetting]] = []
    """Likewise, and carried out one after the other."""
    moderation: list[tuple[int, ModerationWrite]] = []
    """Likewise."""
    games: dict[str, GameRow] = {}
    summaries: dict[tuple[str, str], bytes] = {}
    """By player and game; written after the games, and only where there is such a game."""
    packs: list[tuple[int, Pack]] = []
    """With their places in the group; only the database has the rows that they must fit."""
    repacked: dict[str, bytes] = {}
    """By game."""
    purged: list[str] = []
    """Archived tables."""
    rewritten: list[Rewrite] = []

    @property
    def is_hot(self) -> bool:
        """True if there is nothing but entries, briefs and checkpoints in it, as in most groups."""
        return not any(
            (
                *(self.archived, self.settings, self.players, self.games, self.accounts),
                *(self.moderation, self.summaries, self.packs, self.repacked, self.purged),
                self.rewritten,
            )
        )


def tables_of(writes: Sequence[Write]) -> set[str]:
    """The tables that `plan` must know."""
    return {write.table for write in writes if isinstance(write, Append | Archive)}


def plan(writes: Sequence[Write], known: Mapping[str, Known]) -> Plan:
    """Sort a group of writes, taking one after the other; `known` are the tables of `tables_of`
    that exist, and is left as it is."""
    done = Plan()
    tables = {name: replace(table) for name, table in known.items()}
    for place, write in enumerate(writes):
        match write:
            case Append():
                error = _append(done, tables, write, place)
                if error is not None:
                    done.refused[place] = error
            case Archive(name):
                table = tables.get(name)
                if table is not None and not table.archived:
                    table.archived = True
                    done.archived.append(name)
            case Setting(key, value):
                done.settings[key] = value
            case PlayerRow():
                done.players.append((place, write))
            case KeepGame(game, deals, pack):
                done.games[game.id] = game
                if pack is None:
                    done.settings[key_of_deals(game.id)] = deals
                else:
                    done.repacked[game.id] = pack
            case Summary(player_id, game, summary):
                done.summaries[player_id, game] = summary
            case Pack():
                done.packs.append((place, write))
            case Purge(name):
                done.purged.append(name)
            case Rewrite():
                done.rewritten.append(write)
            case Block() | Unblock() | Report() | Ban() | Unban() | Audit():
                done.moderation.append((place, write))
            case _:
                done.accounts.append((place, write))
    return done


def are_written(writes: Sequence[Write], known: Mapping[str, Known]) -> bool:
    """True if appends that were sent before, all in one statement, have been carried out: nobody
    but their server could have brought a table to where they end."""
    return any(
        known.get(write.table) == Known(write.first + len(write.bodies) - 1, server=write.server)
        for write in writes
        if isinstance(write, Append) and write.bodies
    )


def digest_of(bodies: Sequence[bytes], deals: bytes) -> bytes:
    """A digest of the rows that a pack is made of: entries, and the deals as they are kept."""
    digest = sha256()
    for body in (*bodies, deals):
        digest.update(b"%d:" % len(body))
        digest.update(body)
    return digest.digest()


def check_rows(pack: Pack, bodies: Sequence[bytes], deals: bytes) -> StoreError | None:
    """The refusal of a pack that was not made of these rows."""
    if digest_of(bodies, deals) == pack.digest:
        return None
    return StoreError("pack", table=pack.table, first=pack.first, last=pack.last)


def _append(done: Plan, tables: dict[str, Known], write: Append, place: int) -> StoreError | None:
    name = write.table
    table = tables.get(name)
    last = 0 if table is None else table.last
    if table is not None and table.archived:
        return StoreError("archived", table=name)
    # Whoever had the table before must not go on, even where its entries would follow.
    if write.server < 0 or (table is not None and table.server != write.server):
        return StoreError("moved", table=name)
    if write.first != last + 1:
        return Conflict(name, write.first, last)
    if table is None:
        table = tables[name] = Known(server=write.server)
        done.tables[name] = b""
    written = done.written.setdefault(name, Written(write.server, table.last, table.last))
    written.after += len(write.bodies)
    for body in write.bodies:
        table.last += 1
        done.entries.append((name, table.last, body))
    if write.brief is not None:
        done.tables[name] = write.brief
    if write.checkpoint is not None:
        done.checkpoints[name] = (table.last, write.checkpoint)
    for item in write.along:
        match item:
            case GameRow():
                done.games[item.id] = item
            case Deals():
                done.settings[key_of_deals(item.game)] = zlib.compress(item.body)
            case Setting():
                done.settings[item.key] = item.value
            case FinishDay():
                done.accounts.append((place, item))
            case _:
                assert_never(item)
    return None


LONGEST = 200
"""Characters of a text, bytes of a hash: what fits into the indexes of every database."""

LARGEST = 2**63 - 1


def check_texts(*texts: str, longest: int = LONGEST) -> None:
    """Raise StoreError for what no database holds, before it spoils the group it would be in."""
    for text in texts:
        if len(text) > longest or "\0" in text or not _is_utf8(text):
            raise StoreError("text", value=ascii(text[:LONGEST]), most=longest)


def check_hashes(*hashes: bytes | None, longest: int = LONGEST) -> None:
    """Raise StoreError for what is no hash."""
    for value in hashes:
        if value is not None and not 0 < len(value) <= longest:
            raise StoreError("hash", most=longest)


def check_numbers(*numbers: int) -> None:
    """Raise StoreError for what does not fit into 64 bits."""
    for number in numbers:
        if not -LARGEST <= number <= LARGEST:
            raise StoreError("number", value=number)


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
