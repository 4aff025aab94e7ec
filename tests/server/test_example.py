"""The bot that the examples show plays at a table."""

import subprocess
import sys
from pathlib import Path

from gongzhu.server.live.messages import Done, Request
from gongzhu.table.commands import Ready
from tests.support.fresh_python import environment
from tests.support.page_client import Browser, Page
from tests.support.serving import Server

EXAMPLE = Path(__file__).parents[2] / "examples" / "socket_bot.py"


def test_a_table_with_the_bot_of_the_examples(server: Server) -> None:
    browser = Browser(server.base).introduce("Ann")
    table = browser.open_table(bots={"1": "random", "2": "random"})
    command = [sys.executable, str(EXAMPLE), f"{server.base}/t/{table}"]
    process = subprocess.Popen(command, env=environment())
    try:
        with browser.page(table) as page:
            page.sync()
            page.until(
                lambda page: page.view is not None and page.view.state.seats[3].name == "Robin"
            )
            assert isinstance(page.do(Request("ready", Ready())), Done)
            page.play(Page.deal_over)
            assert page.view is not None
            count = page.view.state.fair.count
            sheet = browser.ask("GET", f"/api/tables/{table}/deals/{count}").json
            kinds = [given["kind"] for given in sheet["evidence"]["contributions"]]
            assert kinds == ["revealed", "bot", "bot", "revealed"]
    finally:
        process.kill()
        process.wait()


def test_it_is_short() -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 60
