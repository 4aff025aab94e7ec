"""Workers on one port are one server: each table is played at one of them, and goes on at another
when that one is gone."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from gongzhu.cards import Seat
from gongzhu.server.admin.commands import CloseTable, SayToAll
from gongzhu.server.admin.socket import ask
from gongzhu.server.messages import Done, HostSays, Request
from gongzhu.table.commands import Sit
from tests.support.page_client import Browser
from tests.support.postgres import Postgres
from tests.support.serving import Server
from tests.support.several_servers import come_again, entries, said, until

STARTED = "worker_started"


@pytest.fixture
def group(database: Postgres, tmp_path: Path) -> Iterator[Server]:
    """Two workers on one port."""
    options = ("--database", database.empty(), "--workers", "2", "--log-format", "json")
    with Server(tmp_path / "group", *options) as server:
        # The first one accepts players while the second starts.
        until(lambda: len(workers_of(server)) == 2)
        yield server


def workers_of(server: Server) -> dict[int, int]:
    """The processes of the workers that were started last, by number."""
    return {line["number"]: line["pid"] for line in said(server) if line["event"] == STARTED}


def connections_of(browser: Browser) -> dict[int, int]:
    """The number of connections to each worker that tells it."""
    figures = browser.ask("GET", "/metrics").body.decode()
    found = re.findall(r'^gongzhu_connections\{worker="(\d)"\} (\d+)', figures, re.MULTILINE)
    return {int(number): int(count) for number, count in found}


def test_workers_on_one_port_are_one_server(group: Server) -> None:
    ann = Browser(group.base).introduce("Ann")
    tables = [ann.open_table(name=f"Table {number}") for number in range(4)]
    # Each connection comes to any of them.
    pages = [ann.page(table) for table in tables for _ in range(3)]
    for page in pages:
        page.sync()
    for number, page in enumerate(pages):
        assert isinstance(page.do(Request(f"sit-{number}", Sit(Seat(number % 4)))), Done)

    invitation = ann.ask("GET", f"/api/tables/{tables[0]}/invitation").json
    assert "number" in invitation, invitation
    body = {"number": invitation["number"]}
    until(lambda: ann.ask("POST", "/api/numbers", body).status == 200)
    assert ann.ask("POST", "/api/numbers", body).json["table"] == tables[0]

    def counted() -> bool:
        told = connections_of(ann)
        return len(told) == 2 and sum(told.values()) == len(pages)

    # On a busy machine one of them may not answer the other in time.
    until(counted)

    # One of them takes the host's commands, for all.
    ask(group.data, SayToAll("Good evening"))
    for page in pages:
        page.until(lambda page: any(isinstance(heard, HostSays) for heard in page.heard))
    for table in tables:
        assert not ask(group.data, CloseTable(table)).failed
    for page in pages:
        page.until_goodbye()
        page.close()

    pids = workers_of(group)
    assert sorted(pids) == [1, 2]
    assert {line["worker"] for line in said(group) if line["event"] == "serving"} == {1, 2}
    assert group.end() == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids.values())
    assert not list(group.data.glob("*.sock"))


@pytest.mark.long
def test_workers_end_with_their_parent(group: Server) -> None:
    pids = workers_of(group)
    group.end(signal.SIGKILL)
    until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in pids.values()))


@pytest.mark.long
def test_workers_are_killed_and_replaced_and_all_tables_go_on(
    group: Server, database: Postgres
) -> None:
    ann = Browser(group.base).introduce("Ann")
    pages = [ann.page(ann.open_table(name=f"Table {number}")) for number in range(6)]
    for page in pages:
        page.sync()
    moves = 0

    def play(over: Callable[[], bool]) -> float:
        """Have moves made until something is so; the longest time that one had to wait."""
        nonlocal moves
        longest = 0.0
        while not over():
            for page in pages:
                moves += 1
                move, began = Request(f"move-{moves}", Sit(Seat(moves % 4))), time.monotonic()
                while True:
                    try:
                        assert isinstance(page.do(move), Done)
                        break
                    except ConnectionClosed:
                        come_again(page)
                longest = max(longest, time.monotonic() - began)
                # A session may send five messages a second.
                time.sleep(0.25)
        return longest

    old = workers_of(group)
    os.kill(old[1], signal.SIGKILL)
    assert play(lambda: workers_of(group)[1] != old[1]) < 5
    os.kill(group.pid, signal.SIGHUP)
    replaced = play(lambda: any(line["event"] == "workers_replaced" for line in said(group)))
    assert replaced < 2, replaced
    assert not set(workers_of(group).values()) & set(old.values())
    for page in pages:
        log = [entry.get("id") for entry in entries(database, page.table)]
        done = [id for id in log if id is not None and id.startswith("move-")]
        assert len(done) == len(set(done))
        page.close()
