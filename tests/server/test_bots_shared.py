"""A real server with one process for all bots: one account's tables, and somebody else's bots."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from gongzhu.server.messages import Update
from gongzhu.table.facts import BotFailed, BotHurried
from tests.support.page_client import Browser, Page
from tests.support.serving import Server

TABLES = 12
MASTERS = {str(seat): "master@2s" for seat in (1, 2, 3)}
OPTIONS = ("--thinkers", "1", "--open-tables-per-player", "20", "--trusted-proxy", "127.0.0.1/32")
DEAL = 20.0
"""Seconds for a whole deal: its 42 choices of bots took minutes where they stood in one line."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(
        tmp_path / "data",
        "--thinkers",
        "1",
        "--open-tables-per-player",
        "20",
        "--trusted-proxy",
        "127.0.0.1/32",
    ) as running:
        yield running


class From(Browser):
    """Somebody at an address of their own, as a proxy tells it."""

    def __init__(self, url: str, address: str) -> None:
        super().__init__(url)
        self._address = address

    @property
    def headers(self) -> dict[str, str]:
        """See `Browser`."""
        return {**super().headers, "X-Forwarded-For": self._address}


def test_one_accounts_tables_do_not_keep_the_bots_of_others(server: Server) -> None:
    eve = From(server.base, "10.0.0.2").introduce("Eve")
    ann = From(server.base, "10.0.0.1").introduce("Ann")
    over = threading.Event()

    def play(page: Page) -> None:
        with suppress(ConnectionClosed):
            page.play(lambda page: over.is_set())

    with ExitStack() as held:
        crowd = [
            threading.Thread(target=play, args=(held.enter_context(eve.page(table)),))
            for table in [
                eve.open_table(preset="gongzhu-pagat", bots=MASTERS, start=True)
                for _ in range(TABLES)
            ]
        ]
        for thread in crowd:
            thread.start()
        bots = {str(seat): "strong@10ms" for seat in (1, 2, 3)}
        mine = held.enter_context(
            ann.page(ann.open_table(preset="gongzhu-pagat", bots=bots, start=True))
        )
        late = threading.Timer(DEAL, mine.close)
        late.start()
        try:
            mine.play(Page.deal_over)
        finally:
            late.cancel()
            over.set()
    for thread in crowd:
        thread.join()
    facts = [fact for update in mine.heard if isinstance(update, Update) for fact in update.facts]
    assert mine.deal_over()
    assert not [fact for fact in facts if isinstance(fact, BotFailed | BotHurried)]
