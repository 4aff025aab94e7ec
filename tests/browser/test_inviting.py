"""Friends get in: by an address of this machine's network, by a room number, inside WeChat too."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from gongzhu.server.edge.hosts import own_addresses
from tests.browser.browser_player import PHONE, BrowserPlayer
from tests.support.serving import Server

TABLE = {"preset": "gongzhu-pagat"}
WECHAT = (
    "Mozilla/5.0 (Linux; Android 14; Pixel) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 "
    "Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.50.2701(0x28003253) WeChat/arm64 "
    "Language/zh_CN"
)
# What that browser keeps from pages; some of it throws, some is not there.
_BLOCKED = """
const refuse = () => { throw new DOMException('blocked', 'NotAllowedError'); };
Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse });
Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined });
Navigator.prototype.share = () => Promise.reject(new DOMException('blocked', 'NotAllowedError'));
document.execCommand = refuse;
window.open = refuse;
"""


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that listens at every address of this machine, as it does for its host at home."""
    options = ("--host", "0.0.0.0", "--processes", "1")
    with Server(tmp_path_factory.mktemp("inviting") / "data", *options) as running:
        yield running


def test_a_friend_at_another_address_sits_down(browser: Browser, everywhere: Server) -> None:
    host = BrowserPlayer(browser, everywhere.base)
    host.open_by_request("Ann", TABLE)
    link = host.page.locator("[data-invite]").inner_text()
    address = own_addresses()[0]
    place = f"[{address}]" if ":" in address else address
    assert link.startswith(f"http://{place}:{everywhere.port}/t/")
    # The code is of the same link.
    code = host.page.get_by_role("img", name=f"QR code of {link}")
    assert code.evaluate("(image) => image.decode().then(() => image.naturalWidth)") > 0
    friend = BrowserPlayer(browser, f"http://{place}:{everywhere.port}", way="touch")
    friend.sit_down(link, "Bob")
    host.page.locator("text=Bob").first.wait_for()
    # A page at another address is told the truth: nothing is kept there.
    friend.go("/score")
    friend.page.get_by_text("For a table with real cards").wait_for()
    assert friend.page.get_by_text("works offline").count() == 0
    # Chromium finds a header useless that is only for secure pages.
    faults = [fault for fault in friend.faults if "Cross-Origin-Opener-Policy" not in fault]
    assert (host.faults, faults) == ([], [])
    host.close()
    friend.close()


def test_a_friend_is_told_a_number(browser: Browser, server: Server) -> None:
    host, friend = BrowserPlayer(browser, server.base), BrowserPlayer(browser, server.base)
    host.open_by_request("Ann", TABLE)
    told = host.page.locator("[data-number]").inner_text()
    assert re.fullmatch(r"\d{3}\s*\d{3}", told)
    friend.go("/")
    friend.press("Join with a number")
    field = friend.page.get_by_role("textbox", name="Room number or link")
    field.fill("12345")
    friend.press("Go to the table")
    friend.page.get_by_text("six digits of the room number").wait_for()
    field.fill(told)
    friend.press("Go to the table")
    friend.page.wait_for_url("**/t/*")
    assert friend.page.url == host.page.url
    # The host has had enough of them: the same number leads nowhere.
    host.page.get_by_role("switch", name="Room number").click()
    host.page.locator("[data-number]").wait_for(state="detached")
    digits = re.sub(r"\D", "", told)
    friend.go(f"/n/{digits}")
    friend.page.get_by_text("No table has this room number").wait_for()
    assert host.faults == []
    assert [fault for fault in friend.faults if "404" not in fault] == []
    host.close()
    friend.close()


def test_who_comes_to_a_table_full_of_bots_takes_a_seat(browser: Browser, server: Server) -> None:
    host, friend = BrowserPlayer(browser, server.base), BrowserPlayer(browser, server.base)
    host.open_by_request("Ann", TABLE | {"bots": dict.fromkeys("123", "random")})
    host.page.get_by_text("Anyone who opens this link gets a bot’s seat.").wait_for()
    friend.sit_down(host.page.url, "Bea")
    host.page.locator("[data-seat='1']").get_by_text("Bea").wait_for()
    assert host.faults == friend.faults == []
    host.close()
    friend.close()


def test_a_table_that_nobody_can_reach_says_so(browser: Browser, server: Server) -> None:
    host = BrowserPlayer(browser, server.base, locale="zh-CN")
    host.open_by_request("Ann", TABLE)
    warning = host.page.get_by_role("note")
    warning.wait_for()
    assert "gongzhu serve --host 0.0.0.0" in warning.inner_text()
    assert host.page.locator(".invite img").count() == 0
    host.close()


def test_inside_wechat_everything_has_another_way(browser: Browser, server: Server) -> None:
    host = BrowserPlayer(browser, server.base)
    host.open_by_request("Ann", TABLE)
    guest = BrowserPlayer(browser, server.base, way="touch", size=PHONE, user_agent=WECHAT)
    guest.context.add_init_script(_BLOCKED)
    guest.sit_down(host.page.url, "Bob")
    guest.page.get_by_text("··· at the top right").wait_for()
    assert guest.page.get_by_role("button", name="Share the link").count() == 0
    guest.press("Copy the link")
    text = guest.page.get_by_role("textbox", name="Copy by hand")
    link = guest.page.locator("[data-invite]").first.inner_text()
    assert text.input_value() == link
    assert text.evaluate("(field) => field.selectionEnd - field.selectionStart") == len(link)
    guest.page.get_by_text("Press and hold").wait_for()
    guest.page.get_by_role("dialog", name="Copy by hand").get_by_role("button").first.tap()
    text.wait_for(state="detached")
    guest.go("/score")
    guest.page.get_by_text("For a table with real cards").wait_for()
    assert guest.page.get_by_text("works offline").count() == 0
    assert guest.faults == []
    host.close()
    guest.close()


def test_works_offline_is_said_where_it_does(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base, service_workers="allow")
    person.go("/")
    person.page.get_by_text("It also works offline on this device.").wait_for()
    person.go("/score")
    person.page.get_by_text("It also works offline on this device.").wait_for()
    person.context.set_offline(True)
    person.page.reload()
    person.page.get_by_text("It also works offline on this device.").wait_for()
    person.close()
