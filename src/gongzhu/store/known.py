"""Tables as a writer left them, so that no database is asked about them with every group."""

from collections.abc import Collection, Mapping

from gongzhu.store.writes import Known, Plan

MOST = 20_000
"""Tables that are remembered; where there are more, all are asked about anew."""


class KnownTables:
    """The tables that one writer wrote to lately."""

    def __init__(self) -> None:
        self._tables: dict[str, Known] = {}

    def of(self, names: Collection[str]) -> dict[str, Known]:
        """Those of them that are remembered."""
        return {name: self._tables[name] for name in names if name in self._tables}

    def add(self, tables: Mapping[str, Known]) -> None:
        """Remember what a database said."""
        self._tables.update(tables)

    def follow(self, done: Plan) -> None:
        """Remember what a group came to that is in the database."""
        for name, number, _ in done.entries:
            self._tables[name] = Known(number)
        self.forget((*done.archived, *done.purged))
        if len(self._tables) > MOST:
            self.forget_all()

    def forget(self, names: Collection[str]) -> None:
        """Ask about these anew."""
        for name in names:
            self._tables.pop(name, None)

    def forget_all(self) -> None:
        """Ask about every table anew: nobody knows what became of a group."""
        self._tables.clear()
