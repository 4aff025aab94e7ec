"""Two servers on one database change one club at once, and lose nothing."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from tests.support.page_client import Browser
from tests.support.postgres import OWNER, Postgres
from tests.support.serving import Server
from tests.support.several_servers import two_servers, until

PEOPLE = 12


@pytest.fixture
def servers(database: Postgres, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with two_servers(database, tmp_path) as both:
        yield both


@pytest.mark.rest
def test_both_servers_carry_out_commands_on_one_club_at_once(
    servers: tuple[Server, Server], database: Postgres
) -> None:
    one, two = servers
    owner = Browser(one.base).introduce("Owner")
    page = owner.ask("POST", "/api/clubs", {"name": "Friday pigs"}).json
    path = f"/api/clubs/{page['club']}"
    people = [
        Browser((one, two)[number % 2].base).introduce(f"Guest {number}")
        for number in range(PEOPLE)
    ]
    evening = {"type": "set_evening", "at": page["now"] + 3_600_000}
    assert owner.ask("POST", f"{path}/do", {"do": evening}).status == 200

    def take_part(guest: Browser) -> list[int]:
        bodies = (
            ("join", {"code": page["code"]}),
            ("do", {"do": {"type": "answer", "coming": "yes"}}),
            ("do", {"do": {"type": "show_online", "on": True}}),
            ("do", {"do": {"type": "answer", "coming": "maybe"}}),
        )
        return [guest.ask("POST", f"{path}/{where}", body).status for where, body in bodies]

    with ThreadPoolExecutor(PEOPLE) as threads:
        statuses = list(threads.map(take_part, people))
    assert statuses == [[200] * 4] * PEOPLE
    pages = [browser.ask("GET", path).json for browser in people[:2]]
    for found in pages:
        assert found["count"] == PEOPLE + 1
        assert found["evening"]["maybe"] == PEOPLE
        assert all(one["online"] for one in found["members"][1:])
    # Each command has one entry, and no two have the same number.
    query = f"""
        SELECT count(*), max(number) FROM gongzhu.club_entries WHERE club_id = '{page["club"]}'
    """
    folder = str(database.folder)
    told = database.run("psql", "-h", folder, "-U", OWNER, "-Atqc", query, "postgres")
    assert told.strip() == f"{2 + 4 * PEOPLE}|{2 + 4 * PEOPLE}"

    # Whoever sits down where, all come to one table.
    with ThreadPoolExecutor(PEOPLE) as threads:
        (standing,) = set(threads.map(partial(sit, path), people))
    for browser in people[:2]:
        until(partial(is_standing, path, standing, browser))


def sit(path: str, guest: Browser) -> str:
    """The table to which the club sends somebody."""
    return str(guest.ask("POST", f"{path}/sit").json["table"])


def is_standing(path: str, table: str, browser: Browser) -> bool:
    """True if the page of the club shows that standing table."""
    shown = browser.ask("GET", path).json["table"]
    return shown is not None and shown["table"] == table
