"""All kinds of writes, and a pure function that turns a group of writes into rows of any database.

The rules of the store are here and not in SQL: which appends are accepted, which are refused, and
which rows a group leads to. A database is asked once what it knows about the tables that the group
names, and is then given the rows.
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
    """Append entries to one table, numbered from `first`."""

    table: str
    first: int
    bodies: tuple[bytes, ...]
    checkpoint: bytes | None
    brief: bytes | None
    along: tuple[GameRow | Deals | Setting | FinishDay, ...]
    server: int = 0
    """The server number when this was asked for; negative if the server had none, 0 for a single
    server."""


class Archive(Struct, frozen=True):
    """Archive a table."""

    table: str


class KeepGame(Struct, frozen=True):
    """Replace a finished game, found by its id, and its deals."""

    game: GameRow
    deals: bytes
    """The new deals, compressed as a setting keeps them."""
    pack: bytes | None
    """The pack of the game with the new deals; None if the game is not packed."""


class Summary(Struct, frozen=True):
    """Store the result of a game for one of its players."""

    player_id: str
    game: str
    summary: bytes


class Pack(Struct, frozen=True):
    """Move entries of a table from rows into a pack."""

    table: str
    first: int
    last: int
    game: str | None
    """Id of the game whose deals go into the pack as well; None if there is none."""
    body: bytes
    digest: bytes
    """Digest of the rows that the pack was made of; the write is refused if they have changed."""
    whole: bool = False
    """True if the archived table is packed to its end with this pack."""


class Purge(Struct, frozen=True):
    """Delete an archived table with its games and its log."""

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
    """The key of the setting that holds the deals of a game until they are packed."""
    return f"game:{game}"


def key_of_review(game: str) -> str:
    """The key of the setting that holds the review of a game, as far as it is finished."""
    return f"review:{game}"


class Known(Struct):
    """What the database knows about a table before a group of writes."""

    last: int = 0
    archived: bool = False
    server: int = 0
    """Number of the server that may write the table; 0 for none, and always 0 in a folder."""


Row = tuple[str, int, bytes]
"""An entry as a row: name of the table, number of the entry and its body."""


class Written(Struct):
    """How many entries a group of writes appends to one table, and for which server."""

    server: int
    before: int
    """The number of the table's last entry before the group; 0 for a new table."""
    after: int
    """The number of the table's last entry after the group."""


class Plan(Struct):
    """A group of writes, turned into the rows that the database must write."""

    refused: dict[int, StoreError] = {}
    """The errors of refused writes, by the place of the write in the group."""
    entries: list[Row] = []
    tables: dict[str, bytes] = {}
    """New briefs by table; new tables have one in any case."""
    written: dict[str, Written] = {}
    """What is appended, by table."""
    checkpoints: dict[str, tuple[int, bytes]] = {}
    """By table: the number of the last entry before the checkpoint, and the checkpoint."""
    archived: list[str] = []
    settings: dict[str, bytes] = {}
    players: list[tuple[int, PlayerRow]] = []
    """Players to write, with their places in the group; the database may refuse them."""
    accounts: list[tuple[int, AccountWrite | SignInWrite | DayWrite | SwapSetting]] = []
    """Changes of accounts and settings, with their places in the group. They are carried out one
    after the other, and the database may refuse them."""
    moderation: list[tuple[int, ModerationWrite]] = []
    """Changes of moderation, with their places in the group, carried out after those of accounts;
    the database may refuse them."""
    games: dict[str, GameRow] = {}
    summaries: dict[tuple[str, str], bytes] = {}
    """Results of games by player and game, written after the games; ignored if the player has no
    such game."""
    packs: list[tuple[int, Pack]] = []
    """Packs with their places in the group; the database refuses them if their rows have changed.
    """
    repacked: dict[str, bytes] = {}
    """Packs with replaced deals, by id of the game."""
    purged: list[str] = []
    """Names of the archived tables to delete."""
    rewritten: list[Rewrite] = []

    @property
    def is_hot(self) -> bool:
        """True if the plan has only entries, briefs and checkpoints, as in most groups."""
        return not any(
            (
                *(self.archived, self.settings, self.players, self.games, self.accounts),
                *(self.moderation, self.summaries, self.packs, self.repacked, self.purged),
                self.rewritten,
            )
        )


def tables_of(writes: Sequence[Write]) -> set[str]:
    """The names of the tables that `plan` must know about."""
    return {write.table for write in writes if isinstance(write, Append | Archive)}


def plan(writes: Sequence[Write], known: Mapping[str, Known]) -> Plan:
    """Turn a group of writes, taken one after the other, into a plan. `known` holds those tables of
    `tables_of` that exist, and is not changed."""
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
    """True if appends that were sent before, all in one statement, have been carried out. A table
    then ends with their last entry, and no other server could have written that."""
    return any(
        known.get(write.table) == Known(write.first + len(write.bodies) - 1, server=write.server)
        for write in writes
        if isinstance(write, Append) and write.bodies
    )


def digest_of(bodies: Sequence[bytes], deals: bytes) -> bytes:
    """A SHA-256 digest of the rows that a pack is made of: entries, and the compressed deals."""
    digest = sha256()
    for body in (*bodies, deals):
        digest.update(b"%d:" % len(body))
        digest.update(body)
    return digest.digest()


def check_rows(pack: Pack, bodies: Sequence[bytes], deals: bytes) -> StoreError | None:
    """The error with which a pack is refused if it was not made of these rows; else None."""
    if digest_of(bodies, deals) == pack.digest:
        return None
    return StoreError("pack", table=pack.table, first=pack.first, last=pack.last)


def _append(done: Plan, tables: dict[str, Known], write: Append, place: int) -> StoreError | None:
    name = write.table
    table = tables.get(name)
    last = 0 if table is None else table.last
    if table is not None and table.archived:
        return StoreError("archived", table=name)
    # A server that had the table before must not go on, even if its entries would follow.
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
"""Largest length of a text in characters, and of a hash in bytes: they must fit into the indexes of
every database."""

LARGEST = 2**63 - 1


def check_texts(*texts: str, longest: int = LONGEST) -> None:
    """Raise StoreError for a text that a database cannot store, before it spoils the whole group of
    writes."""
    for text in texts:
        if len(text) > longest or "\0" in text or not _is_utf8(text):
            raise StoreError("text", value=ascii(text[:LONGEST]), most=longest)


def check_hashes(*hashes: bytes | None, longest: int = LONGEST) -> None:
    """Raise StoreError for a hash that is empty or longer than `longest` bytes; None is allowed."""
    for value in hashes:
        if value is not None and not 0 < len(value) <= longest:
            raise StoreError("hash", most=longest)


def check_numbers(*numbers: int) -> None:
    """Raise StoreError for a number that does not fit into 64 bits."""
    for number in numbers:
        if not -LARGEST <= number <= LARGEST:
            raise StoreError("number", value=number)


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
