"""`gongzhu admin` against a server that runs, and what banned players meet."""

import json
import re
import shlex
import stat
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from gongzhu.cards import Seat
from gongzhu.cli.main import app
from gongzhu.server.live.messages import HostSays, Request
from gongzhu.table.commands import Sit
from tests.support.page_client import Browser
from tests.support.serving import Server

pytestmark = pytest.mark.rest


def admin(data: Path, *words: str, status: int = 0, lang: str = "en") -> Result:
    """Run `gongzhu admin` with these words; it must end with `status`."""
    words = (words[0], "--data", str(data), "--lang", lang, *words[1:])
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, ["admin", *words])
    assert result.exit_code == status, result.output
    return result


def rows(data: Path, *words: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(admin(data, *words, "--json").stdout).get("rows", [])
    return found


def test_only_the_owner_of_the_server_may_open_the_socket(server: Server) -> None:
    mode = (server.data / "admin.sock").stat().st_mode
    assert stat.S_ISSOCK(mode)
    assert stat.S_IMODE(mode) == 0o600


def test_without_a_server_it_says_so(tmp_path: Path) -> None:
    told = admin(tmp_path, "tables", status=1).stderr
    assert told.startswith(f"gongzhu: No server is running on {tmp_path}")
    assert "没有运行的服务器" in admin(tmp_path, "tables", status=1, lang="zh").stderr


def test_players_are_found_told_of_renamed_and_signed_out(server: Server) -> None:
    browser = Browser(server.base).introduce("Quirin")
    table = browser.open_table(access="public")
    (found,) = rows(server.data, "players", "quiri")
    assert (found["name"], found["kind"]) == ("Quirin", "guest")
    (known,) = rows(server.data, "player", "Quirin")
    assert (known["devices"], known["tables"], known["banned"]) == (1, table, None)
    admin(server.data, "rename", found["player"], "Quentin")
    assert browser.ask("GET", "/api/me").json["name"] == "Quentin"
    assert "Nobody" in admin(server.data, "player", "Nobody", status=1).stderr
    admin(server.data, "rename", found["player"], "\u202e", status=1)
    admin(server.data, "sign-out", found["player"])
    assert browser.ask("GET", "/api/me").json["name"] is None


def test_who_has_lost_the_recovery_code_gets_one_from_the_host(server: Server) -> None:
    browser = Browser(server.base).introduce("Petra")
    browser.ask("POST", "/api/me/recovery")
    told = admin(server.data, "recovery-code", "Petra").stdout
    code, _, words = told.partition("\n")
    assert "within a day" in words
    assert code not in admin(server.data, "log").stdout
    assert code not in server.log.read_text("utf-8")
    phone = Browser(server.base)
    assert phone.ask("POST", "/api/me/recover", {"code": code}).json["name"] == "Petra"
    made = browser.ask("POST", "/api/bots", {"name": "Pia"}).json
    assert made["name"] == "Pia"
    admin(server.data, "recovery-code", "Pia", status=1)
    admin(server.data, "new-key")


def test_a_club_is_found_told_of_and_closed(server: Server) -> None:
    browser = Browser(server.base).introduce("Clementine")
    made = browser.ask("POST", "/api/clubs", {"name": "Quiet pigs"}).json
    (found,) = rows(server.data, "clubs", "quiet")
    assert (found["name"], found["number"], found["members"]) == ("Quiet pigs", made["number"], 1)
    (known,) = rows(server.data, "club", made["number"])
    (me,) = rows(server.data, "players", "Clementine")
    assert (known["club"], known["owner"], known["games"]) == (made["club"], me["player"], 0)
    assert "No open club" in admin(server.data, "club", "No such", status=1).stderr
    assert "is closed" in admin(server.data, "close-club", "quiet pigs").stdout
    assert browser.ask("GET", f"/api/clubs/{made['club']}").status == 404
    assert browser.ask("GET", "/api/clubs").json["clubs"] == []
    assert rows(server.data, "clubs", "quiet")[0]["access"] == "closed"
    admin(server.data, "club", "Quiet pigs", status=1)


def test_a_table_is_closed(server: Server) -> None:
    browser = Browser(server.base).introduce("Rosa")
    table = browser.open_table()
    with browser.page(table) as page:
        page.sync()
        assert table in {row["table"] for row in rows(server.data, "tables")}
        assert admin(server.data, "close", table[:12]).stdout == f"Table {table} is closed.\n"
        assert page.until_goodbye().code == "closed"
    assert "no_table" not in admin(server.data, "close", table, status=1).stderr


def test_a_banned_player_meets_a_clear_refusal_everywhere(server: Server) -> None:
    host, guest = (Browser(server.base).introduce(name) for name in ("Selma", "Ulf"))
    table = host.open_table(access="public")
    code = guest.ask("POST", "/api/me/recovery").json["code"]
    with guest.page(table) as page, host.page(table) as hers:
        hers.sync()
        page.sync()
        page.do(Request("sit", Sit(Seat(1))))
        (ulf,) = rows(server.data, "players", "Ulf")
        assert admin(server.data, "ban", "Ulf", "--until", "2h").stdout == "Ulf is banned.\n"
        assert page.until_goodbye().code == "banned"
        hers.until(lambda one: one.view is not None and one.view.state.seats[1].kind == "open")
    with guest.page(table) as again:
        assert again.until_goodbye().code == "banned"
    for path, body in (("/api/tables", {}), ("/api/me", {"name": "Ulla"})):
        assert guest.ask("POST", path, body).json["code"] == "banned"
    other = Browser(server.base)
    assert other.ask("POST", "/api/me/recover", {"code": code}).json["code"] == "banned"
    (ban,) = [row for row in rows(server.data, "bans") if row["who"] == ulf["player"]]
    assert ban["until"] is not None
    admin(server.data, "unban", ulf["player"])
    assert other.ask("POST", "/api/me/recover", {"code": code}).json["name"] == "Ulf"


def test_a_banned_address_signs_nobody_up(server: Server) -> None:
    host = Browser(server.base).introduce("Vera")
    table = host.open_table(access="public")
    admin(server.data, "ban", "127.0.0.0/8")
    try:
        assert Browser(server.base).ask("POST", "/api/me", {"name": "Wim"}).json["code"] == "banned"
        with host.page(table) as page:
            assert page.until_goodbye().code == "banned"
    finally:
        admin(server.data, "unban", "127.0.0.0/8")
    assert "not banned" in admin(server.data, "unban", "127.0.0.0/8", status=1).stderr


@pytest.mark.parametrize(
    ("named", "network"),
    [
        ("192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.7", "192.0.2.7/32"),
        ("::ffff:192.0.2.0/120", "192.0.2.0/24"),
        ("2001:db8::7", "2001:db8::/64"),
        ("::1", "::/64"),
    ],
)
def test_an_address_is_banned_with_what_a_visitor_has(
    server: Server, named: str, network: str
) -> None:
    assert admin(server.data, "ban", named).stdout == f"{network} is banned.\n"
    assert network in [row["who"] for row in rows(server.data, "bans")]
    admin(server.data, "unban", named)


@pytest.mark.parametrize(
    ("until", "status"), [("soon", 2), ("0d", 2), ("9999999d", 2), ("2020-01-01", 1)]
)
def test_a_time_that_is_none_or_over_is_refused(server: Server, until: str, status: int) -> None:
    admin(server.data, "ban", "192.0.2.7", "--until", until, status=status)


def test_a_message_reaches_tables_and_the_lobby_as_it_is(server: Server) -> None:
    browser = Browser(server.base).introduce("Xenia")
    with browser.page(browser.open_table()) as page:
        page.sync()
        admin(server.data, "say", "At noon <b>we</b> restart.")
        while not isinstance(told := page.hear(), HostSays):
            pass
    assert told.text == "At noon <b>we</b> restart."
    assert Browser(server.base).ask("GET", "/api/lobby").json["notice"]["text"] == told.text


def test_what_is_too_long_is_told_with_the_limit(server: Server) -> None:
    for length in (201, 501):
        told = admin(server.data, "say", "x" * length, status=2).stderr
        assert "200" in told
        assert "version" not in told
    assert "500" in admin(server.data, "ban", "x" * 501, status=2).stderr


def test_reports_and_the_log_are_read(server: Server) -> None:
    ann, bo = (Browser(server.base).introduce(name) for name in ("Yara", "Zeno"))
    table = ann.open_table(access="public")
    with bo.page(table) as page:
        page.sync()
        page.do(Request("sit", Sit(Seat(1))))
    told = {"seat": 1, "name": "Zeno", "reason": "stalling", "text": "Never plays."}
    ann.ask("POST", f"/api/tables/{table}/report", told)
    newest = rows(server.data, "reports")[0]
    assert (newest["name"], newest["reason"], newest["text"]) == (
        "Zeno",
        "stalling",
        "Never plays.",
    )
    log = rows(server.data, "log")
    assert [row["command"] for row in log[:2]] == ["log", "reports"]
    assert "Never plays." in admin(server.data, "reports").stdout


def test_the_commands_on_the_page_do_what_they_say(server: Server) -> None:
    browser = Browser(server.base).introduce("Moderata")
    table = browser.open_table()
    page = (Path(__file__).parents[2] / "docs" / "moderation.md").read_text("utf-8")
    (block,) = re.findall(r"^```sh\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    meant = {"Bob": "Moderato", "Bo": "Moderata", "TABLE": table, "DIR": str(server.data)}
    for line in block.splitlines():
        words = [meant.get(word, word) for word in shlex.split(line)[1:]]
        result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, words)
        assert result.exit_code == 0, (line, result.output)
        assert result.stdout
    assert browser.ask("GET", "/api/me").json["name"] is None
