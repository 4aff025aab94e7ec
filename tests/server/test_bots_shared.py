"""A real server with one process for all bots: one account's tables, and somebody else's bots."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from gongzhu.server.live.messages import Update
from gongzhu.table.facts import BotFailed, BotHurried
from tests.support.page_client import PATIENCE, Browser, Page
from tests.support.serving import Server

TABLES = 12
MASTERS = {str(seat): "master@2s" for seat in (1, 2, 3)}
OPTIONS = ("--processes", "1", "--open-tables-per-player", "20", "--trusted-proxy", "127.0.0.1/32")
CROWD = 6
ANSWERS = 15
"""Choices of `master`, most of them in less time than it wants."""
DEAL = 60.0
"""Seconds for a whole deal: its 42 choices of bots took minutes where they stood in one line."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "data", *OPTIONS) as running:
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


@contextmanager
def crowd(players: list[From]) -> Iterator[threading.Event]:
    """Each plays at a table of `master`, until the event is set."""
    over = threading.Event()

    def play(page: Page) -> None:
        with suppress(ConnectionClosed):
            page.play(lambda page: over.is_set())

    with ExitStack() as held:
        threads = [
            threading.Thread(target=play, args=(held.enter_context(player.page(table)),))
            for player, table in [
                (player, player.open_table(preset="gongzhu-pagat", bots=MASTERS, start=True))
                for player in players
            ]
        ]
        for thread in threads:
            thread.start()
        try:
            yield over
        finally:
            over.set()
    for thread in threads:
        thread.join()


def figures(server: Server) -> dict[str, float]:
    """The figures of bots."""
    page = Browser(server.base).ask("GET", "/metrics").body.decode()
    lines = [line.rpartition(" ") for line in page.splitlines()]
    kinds = ("gongzhu_bot", "gongzhu_thoughts")
    return {name: float(value) for name, _, value in lines if name.startswith(kinds)}


def test_where_bots_have_too_little_time_none_plays_by_chance(server: Server) -> None:
    players = [From(server.base, f"10.0.1.{n}").introduce(f"Guest {n}") for n in range(CROWD)]
    own, instead = (
        f'gongzhu_bot_answers_total{{asked="master",by="{level}"}}'
        for level in ("master", "steady")
    )
    with crowd(players):
        late = time.monotonic() + PATIENCE
        # Until everything is loaded, steady plays.
        while (found := figures(server)).get(own, 0) < ANSWERS:
            assert time.monotonic() < late, found
            time.sleep(0.1)
    assert found["gongzhu_thoughts_shortened_total"] > ANSWERS / 2
    assert {name for name in found if "answers_total" in name} <= {own, instead}
    # A time that cannot be read would be a failure.
    assert 'gongzhu_bots_replaced_total{why="failed"}' not in found


def test_one_accounts_tables_do_not_keep_the_bots_of_others(server: Server) -> None:
    eve = From(server.base, "10.0.0.2").introduce("Eve")
    ann = From(server.base, "10.0.0.1").introduce("Ann")

    with ExitStack() as held:
        over = held.enter_context(crowd([eve] * TABLES))
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
    facts = [fact for update in mine.heard if isinstance(update, Update) for fact in update.facts]
    assert mine.deal_over()
    assert not [fact for fact in facts if isinstance(fact, BotFailed | BotHurried)]
