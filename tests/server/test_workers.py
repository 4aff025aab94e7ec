"""Two servers on one database: each table is played at one of them, and goes on at the other when
that one is gone."""

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gongzhu.cards import Seat
from gongzhu.server.admin.commands import CloseTable, SayToAll
from gongzhu.server.admin.socket import ask
from gongzhu.server.messages import Done, HostSays, Request
from gongzhu.table.commands import SeatBot, Sit
from tests.support.page_client import Browser, Page
from tests.support.postgres import OWNER, Postgres, postgres
from tests.support.serving import Server, free_port, healthy

PATIENCE = 20.0
STARTED = "worker_started"
ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs" / "hosting.md"
COMPOSE = ROOT / "packaging" / "compose"
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {sites}
}}
"""
SITE = """
    server {
        listen 127.0.0.1:8080;
        location / {
            proxy_pass http://gongzhu;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
        }
    }
"""


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        running.empty()
        yield running


@pytest.fixture
def servers(database: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    options = ("--database", database.empty(), "--thinkers", "1", "--log-format", "json")
    one, two = (Server(tmp_path / name, *options) for name in ("one", "two"))
    # One after the other would take twice as long.
    one.launch()
    two.launch()
    try:
        one.wait()
        two.wait()
        yield one, two
    finally:
        for server in (one, two):
            server.end()


@pytest.fixture
def group(database: Postgres, tmp_path: Path) -> Iterator[Server]:
    """Two workers on one port."""
    options = ("--database", database.empty(), "--workers", "2", "--log-format", "json")
    with Server(tmp_path / "group", *options) as server:
        # The first one accepts players while the second starts.
        until(lambda: len(workers_of(server)) == 2)
        yield server


def said(server: Server) -> list[dict[str, Any]]:
    """The lines of a server's log."""
    lines = server.log.read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def workers_of(server: Server) -> dict[int, int]:
    """The processes of the workers that were started last, by number."""
    return {line["number"]: line["pid"] for line in said(server) if line["event"] == STARTED}


def until(so: Callable[[], bool]) -> None:
    """Look again and again until something is so."""
    late = time.monotonic() + PATIENCE
    while not so():
        assert time.monotonic() < late
        time.sleep(0.05)


def entries(database: Postgres, table: str) -> list[str]:
    """The log of a table."""
    query = (
        "SELECT encode(body, 'escape') FROM gongzhu.entries"
        f" WHERE table_name = '{table}' ORDER BY number"
    )
    folder = str(database._folder)
    return database.run("psql", "-h", folder, "-U", OWNER, "-Atqc", query, "postgres").splitlines()


def listed(browser: Browser) -> list[str]:
    lobby = browser.ask("GET", "/api/lobby").json
    return [table["table"] for table in lobby["public"]]


def test_a_table_goes_where_its_players_come_to_and_outlives_its_server(
    servers: tuple[Server, Server], database: Postgres
) -> None:
    one, two = servers
    ann, bob = Browser(one.base).introduce("Ann"), Browser(two.base).introduce("Bob")
    table = ann.open_table(name="Friday", access="public")
    # A server hears of the tables of the other, and who is there.
    until(lambda: table in listed(bob))
    # Nobody is connected to it where it was opened: whoever comes to the other one has it there.
    with bob.page(table) as at_two:
        at_two.sync()
        assert isinstance(at_two.do(Request("sit", Sit(Seat(1)))), Done)
        # A name is good at both, and so is the end of a session.
        ann.url = two.base
        with ann.page(table) as hers:
            hers.sync()
            assert isinstance(hers.do(Request("bot", SeatBot(Seat(2), "steady"))), Done)
            signed_out = Browser(one.base)
            signed_out.cookie = ann.cookie
            assert signed_out.ask("POST", "/api/me/sign-out").status == 200
            assert hers.until_goodbye().code == "closed"
        # Its server is stopped in the midst of a command, for longer than it may be silent.
        bob.url = one.base
        at_two.send(Request("late", Sit(Seat(3))))
        os.kill(two.pid, signal.SIGSTOP)
        began = time.monotonic()
        try:
            with bob.page(table, at_two.seq) as at_one:
                at_one.until(lambda page: page.you is not None)
                away = time.monotonic() - began
                assert isinstance(at_one.do(Request("late", Sit(Seat(3)))), Done)
                seq = at_one.seq
                os.kill(two.pid, signal.SIGCONT)
                # The one that was stopped serves nobody any more, and the table goes on.
                assert at_two.until_goodbye().code == "moved"
                assert isinstance(at_one.do(Request("last", Sit(Seat(1)))), Done)
                assert at_one.seq > seq
        finally:
            os.kill(two.pid, signal.SIGCONT)
    log = [json.loads(line) for line in entries(database, table)]
    assert [entry.get("id") for entry in log].count("late") == 1
    assert away < 8
    # It takes part again.
    bob.url = two.base
    with bob.page(table) as again:
        again.sync()
        assert isinstance(again.do(Request("again", Sit(Seat(3)))), Done)


def composed(service: str) -> str:
    """The address and port of a server in the example of containers."""
    text = (COMPOSE / "compose.yaml").read_text("utf-8")
    found = re.search(rf"^  {service}:\n(?:    .*\n)*?.*ipv4_address: ([\d.]+)", text, re.MULTILINE)
    assert found is not None
    return f"{found[1]}:8000"


def of_docs() -> tuple[str, tuple[str, str]]:
    """What the page about hosting has for nginx, and where its servers are."""
    routing = DOCS.read_text("utf-8").split("```nginx\n")[1].partition("```")[0]
    return routing + SITE, ("127.0.0.1:8000", "127.0.0.1:8001")


def of_compose() -> tuple[str, tuple[str, str]]:
    """The same of the example of containers."""
    text = (COMPOSE / "nginx.conf").read_text("utf-8")
    return text.replace("listen 8080", "listen 127.0.0.1:8080"), (composed("one"), composed("two"))


@contextmanager
def nginx(folder: Path, example: tuple[str, tuple[str, str]], *servers: Server) -> Iterator[str]:
    """An nginx before servers, as an example has it; its address."""
    folder.mkdir()
    sites, usual = example
    port = free_port()
    sites = sites.replace("127.0.0.1:8080", f"127.0.0.1:{port}")
    for there, server in zip(usual, servers, strict=True):
        assert there in sites
        sites = sites.replace(there, f"127.0.0.1:{server.port}")
    config = folder / "nginx.conf"
    config.write_text(NGINX.format(folder=folder, sites=sites), "utf-8")
    with subprocess.Popen(["/usr/sbin/nginx", "-c", str(config)]) as running:
        try:
            until(lambda: healthy(f"http://127.0.0.1:{port}"))
            yield f"http://127.0.0.1:{port}"
        finally:
            running.terminate()


def come_again(page: Page) -> float:
    """Connect as often as it takes to hear of the table; the seconds that it took."""
    began = time.monotonic()
    while True:
        page.view = None
        with suppress(OSError, InvalidStatus, ConnectionClosed):
            page.again(None)
            page.sync()
            return time.monotonic() - began
        assert time.monotonic() - began < PATIENCE
        time.sleep(0.25)


@pytest.mark.long
@pytest.mark.parametrize("example", [of_docs, of_compose])
def test_tables_go_on_behind_nginx_when_servers_stop_and_die(
    servers: tuple[Server, Server],
    tmp_path: Path,
    example: Callable[[], tuple[str, tuple[str, str]]],
) -> None:
    with nginx(tmp_path / "nginx", example(), *servers) as url:
        ann = Browser(url).introduce("Ann")
        tables = [ann.open_table(name=f"Table {number}") for number in range(6)]
        pages = [ann.page(table) for table in tables]
        for page in pages:
            page.sync()
        for turn, (server, how) in enumerate(
            ((servers[0], signal.SIGTERM), (servers[1], signal.SIGKILL))
        ):
            for page in pages:
                page.send(Request(f"move-{turn}", Sit(Seat(1 + turn))))
            server.end(how)
            waits = [come_again(page) for page in pages]
            # Whoever was at the other one hears nothing of it; the first one waits the longest.
            assert max(waits) < (2.5 if how == signal.SIGTERM else 6.5), waits
            for page in pages:
                assert isinstance(page.do(Request(f"move-{turn}", Sit(Seat(1 + turn)))), Done)
            server.start()
        for page in pages:
            page.close()


def test_workers_on_one_port_are_one_server(group: Server) -> None:
    ann = Browser(group.base).introduce("Ann")
    tables = [ann.open_table(name=f"Table {number}") for number in range(4)]
    # Each connection comes to any of them.
    pages = [ann.page(table) for table in tables for _ in range(3)]
    for page in pages:
        page.sync()
    for number, page in enumerate(pages):
        assert isinstance(page.do(Request(f"sit-{number}", Sit(Seat(number % 4)))), Done)

    body = {"number": ann.ask("GET", f"/api/tables/{tables[0]}/invitation").json["number"]}
    until(lambda: ann.ask("POST", "/api/numbers", body).status == 200)
    assert ann.ask("POST", "/api/numbers", body).json["table"] == tables[0]

    figures = ann.ask("GET", "/metrics").body.decode()
    here = [line for line in figures.splitlines() if line.startswith("gongzhu_connections{")]
    assert {line.partition("}")[0] for line in here} == {
        f'gongzhu_connections{{worker="{number}"' for number in (1, 2)
    }
    assert sum(float(line.rpartition(" ")[2]) for line in here) == len(pages)

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
        log = [json.loads(line).get("id") for line in entries(database, page.table)]
        done = [id for id in log if id is not None and id.startswith("move-")]
        assert len(done) == len(set(done))
        page.close()
