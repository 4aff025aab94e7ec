"""Errors of a store, each with a message of one sentence in English and in Chinese."""

from gongzhu.texts import Lang, Sayable, said, say


class StoreError(Exception):
    """The store could not do what was asked, and has changed nothing. The message is the text
    `store.fault.PROBLEM`, filled in from `details`."""

    def __init__(self, problem: str, **details: str | int | Sayable) -> None:
        self.problem = problem
        self.details = details
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """The message, in one sentence."""
        return say(f"store.fault.{self.problem}", lang, **said(self.details, lang))

    def again(self) -> "StoreError":
        """A copy of this exception, to be raised for another write that failed together with this
        one."""
        return StoreError(self.problem, **self.details)


class ChangeRefused(StoreError):
    """A change was refused, since it does not fit what is stored by now."""

    def __init__(self, player: str = "") -> None:
        super().__init__("taken", player=player)


class TableMoved(StoreError):
    """Another server has the table, or may have taken it."""

    def __init__(self, table: str) -> None:
        super().__init__("moved", table=table)


class Conflict(StoreError):
    """Entries were refused because they do not follow the last one of their table: another writer
    was faster, or an earlier append failed."""

    def __init__(self, table: str, first: int, last: int) -> None:
        self.table = table
        self.first = first
        self.last = last
        super().__init__("conflict", table=table, first=first, last=last)
