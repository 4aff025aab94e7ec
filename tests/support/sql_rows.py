"""The rows of clubs and tournaments in memory, in a database of SQLite's: their changes and
questions are the real statements."""

import sqlite3
from collections.abc import Mapping, Sequence
from typing import Any

from gongzhu.store import ChangeRefused, PlayerRow, StoreError
from gongzhu.store.schema import SQLITE
from gongzhu.store.writes import Change

_PLAYERS = "CREATE TABLE players (id text PRIMARY KEY, name text NOT NULL, kind text NOT NULL)"


class SqlRows:
    """Everything that came with step 2 of the schema."""

    def __init__(self) -> None:
        self._connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False
        )
        for statement in (_PLAYERS, *SQLITE[1]):
            self._connection.execute(statement)

    def __deepcopy__(self, memo: object) -> "SqlRows":
        copied = SqlRows.__new__(SqlRows)
        copied._connection = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False
        )
        self._connection.backup(copied._connection)
        return copied

    def know(self, players: Mapping[str, PlayerRow]) -> None:
        """Take over the players, whom changes may want to exist."""
        self._connection.execute("DELETE FROM players")
        rows = [(one.id, one.name, one.kind) for one in players.values()]
        self._connection.executemany("INSERT INTO players VALUES (?, ?, ?)", rows)

    def take(self, change: Change) -> StoreError | None:
        """Carry out a change, or say how it is refused."""
        needed, others = change.statements()
        values = dict(change.values())
        if needed and not self._connection.execute(needed, values).rowcount:
            return ChangeRefused()
        for statement in others:
            self._connection.execute(statement, values)
        return None

    def fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        """What a query finds."""
        named = {str(place): value for place, value in enumerate(values, start=1)}
        return self._connection.execute(query, named).fetchall()
