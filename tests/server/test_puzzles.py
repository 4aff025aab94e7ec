"""Puzzles that players try: counted once, for the account, on the server's own judgement."""

import asyncio
from typing import Any

import msgspec
import pytest

from gongzhu.puzzles.puzzle import shipped
from gongzhu.server.puzzles import PuzzleBooks, PuzzleTry
from gongzhu.store import PlayerRow, StoreError
from tests.support.memory_store import MemoryStore
from tests.support.page_client import Browser
from tests.support.serving import Server

ONE, TWO, THREE = shipped("hearts")[:3]
MINE = "/api/me/puzzles"


def tried(browser: Browser, *tries: tuple[str, Any]) -> Any:
    told = [{"id": id, "action": msgspec.to_builtins(action)} for id, action in tries]
    return browser.ask("POST", MINE, {"tries": told})


def wrong(puzzle: Any) -> Any:
    return puzzle.choices[1].actions[0]


def test_the_first_try_counts_and_is_kept_in_the_account(server: Server) -> None:
    ann = Browser(server.base).introduce("Ann")
    fresh = ann.ask("GET", MINE).json
    assert fresh["tried"] == {}
    assert fresh["ratings"]["hearts"]["rating"] == 1500
    first = tried(ann, (ONE.id, ONE.best), (TWO.id, wrong(TWO))).json
    assert first["tried"] == {ONE.id: True, TWO.id: False}
    assert (first["streak"], first["best"]) == (0, 1)
    assert first["ratings"]["hearts"]["deviation"] < 350
    assert first["ratings"]["gongzhu"]["rating"] == 1500
    # Told again, or tried again, it counts no more; what is not known here does not either.
    again = tried(ann, (ONE.id, ONE.best), (TWO.id, TWO.best), ("0123456789", ONE.best)).json
    assert again == first
    more = tried(ann, (THREE.id, THREE.best)).json
    assert more["streak"] == 1
    assert ann.ask("GET", MINE).json == more
    assert ann.ask("GET", "/api/me/export").json["puzzles"] == more


def test_only_a_player_has_a_book_and_it_is_bounded(server: Server) -> None:
    nobody = Browser(server.base)
    assert nobody.ask("GET", MINE).status == 401
    assert tried(nobody, (ONE.id, ONE.best)).status == 401
    ann = Browser(server.base).introduce("Ann")
    assert tried(ann, *[(ONE.id, ONE.best)] * 51).status == 422
    assert tried(ann, ("x" * 21, ONE.best)).status == 422
    assert (
        ann.ask("POST", MINE, {"tries": [{"id": ONE.id, "action": {"type": "claim"}}]}).status
        == 422
    )


def test_a_deleted_account_leaves_no_book(server: Server) -> None:
    ann = Browser(server.base).introduce("Ann")
    tried(ann, (ONE.id, ONE.best))
    assert ann.ask("POST", "/api/me/delete", {"name": "Ann"}).status == 200
    assert ann.ask("GET", MINE).status == 401


def test_what_two_servers_count_at_once_is_all_counted() -> None:
    async def act() -> None:
        store = MemoryStore()
        await store.put_player(PlayerRow("ann", "Ann", "guest", None, 1, 1))
        books = PuzzleBooks(store), PuzzleBooks(store)
        told = [
            (msgspec.convert({"id": one.id, "action": msgspec.to_builtins(one.best)}, PuzzleTry),)
            for one in (ONE, TWO)
        ]
        await asyncio.gather(*(book.add("ann", one) for book, one in zip(books, told, strict=True)))
        assert (await books[0].of("ann")).tried == {ONE.id: True, TWO.id: True}
        # Nobody's tries are not tried for ever.
        with pytest.raises(StoreError):
            await books[0].add("nobody", told[0])

    asyncio.run(act())
