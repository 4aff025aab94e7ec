"""The writes that there are, and the rows that a group of them comes to in any database.

The rules of the store stand here, as a pure function, and not in SQL: which appends fit, which are
refused, what is left to write of a group. A database is asked once for what it knows of the tables
that are named, and is then given the rows.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from gongzhu.store.accounts import AccountWrite
from gongzhu.store.faults import Conflict, StoreError
from gongzhu.store.store import GameRow, PlayerRow, Setting


class Append(Struct, frozen=True):
    """Entries of one table, numbered from `first`."""

    table: str
    first: int
    bodies: tuple[bytes, ...]
    checkpoint: bytes | None
    brief: bytes | None
    along: tuple[GameRow | Setting, ...]


class Archive(Struct, frozen=True):
    """The end of a table."""

    table: str


class KeepGame(Struct, frozen=True):
    """A finished game in place of the one with its id, and what is kept of its deals."""

    game: GameRow
    deals: Setting


class Summary(Struct, frozen=True):
    """The outcome of a game for one of its players."""

    player_id: str
    game: str
    summary: bytes


Write = Append | Archive | Setting | PlayerRow | KeepGame | Summary | AccountWrite


class Known(Struct):
    """A table before a group of writes."""

    last: int = 0
    archived: bool = False


Row = tuple[str, int, bytes]
"""A table, a number and bytes."""


class Plan(Struct):
    """A group of writes, sorted into rows."""

    refused: dict[int, StoreError] = {}
    """By place in the group."""
    entries: list[Row] = []
    tables: dict[str, bytes] = {}
    """New tables and new briefs."""
    checkpoints: dict[str, tuple[int, bytes]] = {}
    archived: list[str] = []
    settings: dict[str, bytes] = {}
    players: list[tuple[int, PlayerRow]] = []
    """With their places in the group; only the database knows if they fit."""
    accounts: list[tuple[int, AccountWrite]] = []
    """Likewise, and carried out one after the other."""
    games: dict[str, GameRow] = {}
    summaries: dict[tuple[str, str], bytes] = {}
    """By player and game; written after the games, and only where there is such a game."""


def tables_of(writes: Sequence[Write]) -> set[str]:
    """The tables that `plan` must know."""
    return {write.table for write in writes if isinstance(write, Append | Archive)}


def plan(writes: Sequence[Write], known: Mapping[str, Known]) -> Plan:
    """Sort a group of writes, taking one after the other; `known` are the tables of `tables_of`
    that exist, and is left as it is."""
    done = Plan()
    tables = {name: Known(table.last, table.archived) for name, table in known.items()}
    for place, write in enumerate(writes):
        match write:
            case Append():
                error = _append(done, tables, write)
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
            case KeepGame(game, deals):
                done.games[game.id] = game
                done.settings[deals.key] = deals.value
            case Summary(player_id, game, summary):
                done.summaries[player_id, game] = summary
            case _:
                done.accounts.append((place, write))
    return done


def _append(done: Plan, tables: dict[str, Known], write: Append) -> StoreError | None:
    name = write.table
    table = tables.get(name)
    last = 0 if table is None else table.last
    if table is not None and table.archived:
        return StoreError("archived", table=name)
    if write.first != last + 1:
        return Conflict(name, write.first, last)
    if table is None:
        table = tables[name] = Known()
        done.tables[name] = b""
    for body in write.bodies:
        table.last += 1
        done.entries.append((name, table.last, body))
    if write.brief is not None:
        done.tables[name] = write.brief
    if write.checkpoint is not None:
        done.checkpoints[name] = (table.last, write.checkpoint)
    for item in write.along:
        if isinstance(item, GameRow):
            done.games[item.id] = item
        else:
            done.settings[item.key] = item.value
    return None


LONGEST = 200
"""Characters of a text, bytes of a hash: what fits into the indexes of every database."""

LARGEST = 2**63 - 1


def check_texts(*texts: str) -> None:
    """Raise StoreError for what no database holds, before it spoils the group it would be in."""
    for text in texts:
        if len(text) > LONGEST or "\0" in text or not _is_utf8(text):
            raise StoreError("text", value=ascii(text[:LONGEST]), most=LONGEST)


def check_hashes(*hashes: bytes | None) -> None:
    """Raise StoreError for what is no hash."""
    for value in hashes:
        if value is not None and not 0 < len(value) <= LONGEST:
            raise StoreError("hash", most=LONGEST)


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
