"""The hand never runs ahead of the table: two clicks in a row play one card, and into a trick that
was to be seen."""

from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.browser_player import BrowserPlayer, Way
from tests.browser.double_taps import Judge, click_twice
from tests.support.serving import Server

TABLE = {
    "preset": "gongzhu-pagat",
    "bots": {"1": "steady", "2": "steady", "3": "steady"},
    "start": True,
}
PACES = ("instant", "normal", "slow")
ALL = [(timing, way) for timing in PACES for way in ("mouse", "touch")]


def prove(
    browser: Browser, server: Server, timing: str, way: Way, times: int, *, hurry: bool
) -> Judge:
    """Click or tap twice, so often, at this pace; what was seen."""
    person = BrowserPlayer(browser, server.base, way=way, reduced_motion="no-preference")
    try:
        judge = Judge(person, "raise" if way == "touch" else "tap", timing)
        person.open_by_request("Ann", TABLE)
        click_twice(person, judge, times, Random(f"{timing} {way}"), hurry=hurry)
        assert person.faults == []
    finally:
        person.close()
    return judge


@pytest.mark.parametrize(
    ("timing", "way"),
    [
        ("normal", "touch"),
        pytest.param("instant", "mouse", marks=pytest.mark.long),
        pytest.param("normal", "mouse", marks=pytest.mark.long),
    ],
)
def test_two_clicks_play_one_card(browser: Browser, server: Server, timing: str, way: Way) -> None:
    judge = prove(browser, server, timing, way, 8, hurry=True)
    assert judge.wrong == []
    assert judge.frames > 100


@pytest.mark.long
@pytest.mark.parametrize(("timing", "way"), ALL)
def test_three_hundred_double_clicks(
    browser: Browser, server: Server, timing: str, way: Way
) -> None:
    judge = prove(browser, server, timing, way, 50, hurry=False)
    print(
        f"{timing} {way}: {judge.pairs} pairs, {judge.seconds} second cards, {judge.frames} looks"
    )
    assert judge.wrong == []
