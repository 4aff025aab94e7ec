"""Two servers on one database: each table is played at one of them, and goes on at the other when
that one is gone."""

import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from gongzhu.cards import Seat
from gongzhu.server.messages import Done, Request
from gongzhu.table.commands import SeatBot, Sit
from tests.support.page_client import Browser, Page
from tests.support.postgres import OWNER, Postgres, postgres
from tests.support.serving import Server, free_port, healthy

PATIENCE = 20.0
DOCS = Path(__file__).parents[2] / "docs" / "hosting.md"
NGINX = """
daemon off; pid {folder}/pid; error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {routing}
    server {{
        listen 127.0.0.1:{port};
        location / {{
            proxy_pass http://gongzhu;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
        }}
    }}
}}
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


@contextmanager
def nginx(folder: Path, *servers: Server) -> Iterator[str]:
    """An nginx before servers, that sends tables where the page about hosting has it; its
    address."""
    folder.mkdir()
    routing = DOCS.read_text("utf-8").split("```nginx\n")[1].partition("```")[0]
    for usual, server in zip((8000, 8001), servers, strict=True):
        routing = routing.replace(f"127.0.0.1:{usual}", f"127.0.0.1:{server.port}")
    port = free_port()
    config = folder / "nginx.conf"
    config.write_text(NGINX.format(folder=folder, routing=routing, port=port), "utf-8")
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
def test_tables_go_on_behind_nginx_when_servers_stop_and_die(
    servers: tuple[Server, Server], tmp_path: Path
) -> None:
    with nginx(tmp_path / "nginx", *servers) as url:
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
