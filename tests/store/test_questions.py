"""Questions for thinkers elsewhere, without a database."""

import asyncpg
import pytest

from gongzhu.store import StoreError, postgres_questions
from gongzhu.store.postgres_questions import QuestionSender
from tests.support.stores import in_loop


class Deaf:
    """A connection that is lost before it hears anything."""

    def __init__(self) -> None:
        self.open = True

    async def add_listener(self, *_: object) -> None:
        raise asyncpg.InterfaceError("connection is closed")

    def terminate(self) -> None:
        self.open = False


@in_loop
async def test_a_connection_that_hears_nothing_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Deaf] = []

    async def connect(*_: object, **__: object) -> Deaf:
        made.append(Deaf())
        return made[-1]

    monkeypatch.setattr(postgres_questions, "connect", connect)
    sender = QuestionSender("postgresql://localhost/cards", "kind")
    for _ in range(2):
        with pytest.raises(StoreError):
            await sender.ask(b"question", 1.0)
    assert [connection.open for connection in made] == [False, False]
