"""A server that stops while somebody waits for an answer."""

import asyncio
import os
import signal
import socket
import time
from asyncio import Future
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import msgspec
import pytest

from gongzhu.cards import Seat
from gongzhu.server.edge.problems import Problem
from gongzhu.server.live.messages import Done, Request
from gongzhu.store import PlayerRow
from gongzhu.table.commands import SeatBot, Sit
from tests.support.asgi import Answer
from tests.support.in_process import Observer, in_process
from tests.support.page_client import Browser, Page
from tests.support.postgres import Postgres
from tests.support.postgres_proxy import new_database
from tests.support.serving import Server
from tests.support.virtual_time import VirtualLoop, run


def test_a_request_that_is_given_up_is_answered() -> None:
    """The store takes longer than uvicorn waits, which then cancels the request."""

    async def work(loop: VirtualLoop) -> Answer:
        async with in_process(loop, "stopping") as server:

            async def never(player: PlayerRow) -> None:
                await Future[None]()

            # One method of a real store is to wait for ever.
            server.store.put_player = never  # type: ignore[method-assign]
            asked = server.request(Observer("ann"), "POST", "/api/me", {"name": "ann"})
            task = loop.create_task(asked)
            await loop.quiet()
            await server.app.state.parts.tables.goodbye()
            task.cancel()
            return await task

    answer = run(work)
    assert answer.status == 503
    assert msgspec.json.decode(answer.body, type=Problem).code == "stopping"


@pytest.mark.rest
def test_a_hangup_ends_a_server_in_order(tmp_path: Path) -> None:
    server = Server(tmp_path / "data")
    with _hangups(signal.SIG_DFL):
        server.start()
    browser = Browser(server.base).introduce("Ann")
    with browser.page(browser.open_table()) as page:
        page.sync()
        assert server.end(signal.SIGHUP) == 0
        assert page.until_goodbye().again
    assert not (server.data / "admin.sock").exists()


@pytest.mark.rest
def test_a_hangup_ends_no_server_that_is_to_outlive_its_terminal(tmp_path: Path) -> None:
    """As `nohup` starts it."""
    server = Server(tmp_path / "data")
    with _hangups(signal.SIG_IGN):
        server.start()
    os.kill(server.pid, signal.SIGHUP)
    Browser(server.base).introduce("Ann")
    assert server.end() == 0


@pytest.mark.rest
def test_a_server_does_not_wait_for_those_who_say_nothing(tmp_path: Path) -> None:
    with Server(tmp_path / "data") as server, ExitStack() as held:
        browser = Browser(server.base).introduce("Ann")
        page = held.enter_context(browser.page(browser.open_table()))
        page.sync()
        for number in range(400):
            here = (f"127.0.0.{10 + number // 50}", 0)
            plain = socket.create_connection(("127.0.0.1", server.port), 10, here)
            held.enter_context(plain)
            plain.sendall(b"GET / HT"[: number % 9])
        began = time.monotonic()
        assert server.end() == 0
        assert time.monotonic() - began < 15
        goodbye = page.until_goodbye()
        assert (goodbye.code, goodbye.again) == ("restarting", True)


@contextmanager
def _hangups(handler: signal.Handlers) -> Iterator[None]:
    """What SIGHUP does to programs that are started meanwhile."""
    before = signal.signal(signal.SIGHUP, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGHUP, before)


def test_a_server_does_not_wait_for_a_database_that_stays_away(
    database: Postgres, tmp_path: Path
) -> None:
    """The fate of its last entry is not known then, and nobody is told that it is done."""

    async def cut_off() -> tuple[int, Page]:
        async with new_database(database) as (link, _):
            server = Server(tmp_path / "data", "--database", link.address)
            await asyncio.to_thread(server.start)
            page = await asyncio.to_thread(seated, server)
            link.cut_at = "before"
            page.send(Request("lost", SeatBot(Seat(1), "novice")))
            while not link.cuts:
                await asyncio.sleep(0.01)
            return await asyncio.to_thread(server.end), page

    def seated(server: Server) -> Page:
        ann = Browser(server.base).introduce("Ann")
        page = ann.page(ann.open_table())
        page.sync()
        assert isinstance(page.do(Request("sit", Sit(Seat(0)))), Done)
        return page

    status, page = asyncio.run(cut_off())
    assert status == 0
    assert page.until_goodbye().again
    assert not [told for told in page.heard if isinstance(told, Done) and told.id == "lost"]
    page.close()
