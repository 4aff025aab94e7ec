"""A club's server over SQLite becomes one over PostgreSQL, by `gongzhu move-data`."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from gongzhu.cli.main import app
from gongzhu.server.live.messages import Done, Request
from gongzhu.table.commands import Start
from tests.support.page_client import Browser, Page
from tests.support.postgres import Postgres
from tests.support.serving import Server
from tests.support.several_servers import come_again, entries


def move_data(folder: Path, database: str) -> Result:
    words = ("move-data", "--data", str(folder), "--database", database)
    return CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, words)


def log_of(folder: Path, table: str) -> list[dict[str, Any]]:
    """The log of a table in a folder."""
    with closing(sqlite3.connect(folder / "gongzhu.db")) as file:
        query = "SELECT body FROM entries WHERE table_name = ? ORDER BY number"
        return [json.loads(body) for (body,) in file.execute(query, (table,))]


def in_the_midst(page: Page) -> bool:
    """True once the deal has gone on for a few tricks."""
    deal = None if page.view is None else page.view.deal
    return deal is not None and len(deal.public.tricks) >= 3


def test_a_game_begun_in_a_folder_is_played_on_in_a_database(
    database: Postgres, tmp_path: Path
) -> None:
    folder, address = tmp_path / "club", database.empty()
    with Server(folder) as club:
        ann = Browser(club.base).introduce("Ann")
        invited = Browser(club.base).introduce("Bob")
        table = ann.open_table(bots=dict.fromkeys("123", "random"), level="random")
        page = ann.page(table)
        page.sync()
        assert isinstance(page.do(Request("start", Start())), Done)
        page.play(in_the_midst)
        refused = move_data(folder, address)
        assert refused.exit_code == 2
        assert refused.stderr.endswith("another gongzhu is serving this folder\n")
        club.end()
        page.until_goodbye()
    before = log_of(folder, table)
    done = move_data(folder, address)
    assert done.exit_code == 0, done.stderr
    counts = f"open tables 1, closed ones 0, entries {len(before)}, games 0, players 2."
    assert counts in done.stdout

    with Server(folder, "--database", address, port=club.port):
        come_again(page)
        assert entries(database, table)[: len(before)] == before
        assert in_the_midst(page)
        page.play(Page.deal_over)
        assert invited.ask("GET", "/api/me").json["name"] == "Bob"
        page.close()
    assert log_of(folder, table) == before
