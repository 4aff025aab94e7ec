"""Errors of a store, each with a message of one sentence in English and in Chinese."""

from gongzhu.texts import Lang, Sayable, said, say


class StoreError(Exception):
    """The store could not do what was requested, and has changed nothing. `problem` is a short
    code. The message is the text `store.fault.PROBLEM`, with its placeholders filled in from
    `details`."""

    def __init__(self, problem: str, **details: str | int | Sayable) -> None:
        self.problem = problem
        self.details = details
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """The message in the language `lang`, one sentence."""
        return say(f"store.fault.{self.problem}", lang, **said(self.details, lang))

    def again(self) -> "StoreError":
        """A copy of this error, to be raised for another write of the group that failed. Each
        waiting task needs an exception of its own."""
        return StoreError(self.problem, **self.details)


class ChangeRefused(StoreError):
    """A change was not carried out, since its conditions do not hold: what is stored has changed
    since it was read."""

    def __init__(self, player: str = "") -> None:
        """`player` is the id of the player whose data the change is about, or empty if there is
        none."""
        super().__init__("taken", player=player)


class TableMoved(StoreError):
    """A table cannot be used here, since another server has it, or may have taken it."""

    def __init__(self, table: str) -> None:
        """`table` is the name of the table."""
        super().__init__("moved", table=table)


class Conflict(StoreError):
    """Log entries were refused because they do not directly follow the last entry of their table:
    another writer was faster, or an earlier append failed."""

    def __init__(self, table: str, first: int, last: int) -> None:
        """`table` is the name of the table, `first` the number of the first refused entry, `last`
        that of the last stored entry."""
        self.table = table
        self.first = first
        self.last = last
        super().__init__("conflict", table=table, first=first, last=last)
