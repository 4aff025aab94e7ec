"""A person plays a deal in a real browser: by mouse, by keyboard alone, on a phone."""

import pytest
from playwright.sync_api import Browser

from tests.browser.browser_player import BrowserPlayer, Way, play_deal
from tests.support.serving import Server


@pytest.mark.parametrize(
    ("way", "rules"),
    [
        ("touch", "gongzhu-hwa"),
        pytest.param("mouse", "gongzhu-pagat", marks=pytest.mark.long),
        pytest.param("keyboard", "hearts-denexa", marks=pytest.mark.long),
    ],
)
def test_one_click_and_a_deal_is_played(
    browser: Browser, server: Server, way: Way, rules: str
) -> None:
    person = BrowserPlayer(browser, server.base, way=way, seed=1)
    try:
        person.play_now("Ann", rules)
        play_deal([person])
        assert person.between() or person.game_over()
        assert person.faults == []
    finally:
        person.close()
