"""Servers on one PostgreSQL, as tests start, watch and come back to them."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.page_client import Page
from tests.support.postgres import OWNER, Postgres
from tests.support.serving import Server

PATIENCE = 60.0
AGAIN = 0.25
"""Seconds after which a page that was refused comes again."""


@contextmanager
def two_servers(database: Postgres, folder: Path, *options: str) -> Iterator[tuple[Server, Server]]:
    """Two servers on one database, which begins empty; they accept players."""
    common = ("--database", database.empty(), "--processes", "1", "--log-format", "json")
    one, two = (Server(folder / name, *common, "--name", name, *options) for name in ("one", "two"))
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


def said(server: Server) -> list[dict[str, Any]]:
    """The lines of a server's log."""
    lines = server.log.read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines if line.startswith("{")]


def entries(database: Postgres, table: str) -> list[dict[str, Any]]:
    """The log of a table."""
    query = (
        "SELECT encode(body, 'escape') FROM gongzhu.entries"
        f" WHERE table_name = '{table}' ORDER BY number"
    )
    folder = str(database.folder)
    told = database.run("psql", "-h", folder, "-U", OWNER, "-Atqc", query, "postgres")
    return [json.loads(line) for line in told.splitlines()]


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
        time.sleep(AGAIN)
