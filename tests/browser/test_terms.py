"""Words of the game explain themselves at a tap, by keyboard too, and nothing else is undone."""

from playwright.sync_api import Browser, expect

from tests.browser import table_states as states
from tests.browser.browser_player import BrowserPlayer
from tests.browser.scripted_table import ScriptedTable
from tests.browser.test_everyone import axe
from tests.support.serving import Server


def test_a_word_of_a_hint_explains_itself(browser: Browser, server: Server) -> None:
    person = BrowserPlayer(browser, server.base)
    page = person.page
    try:
        person.listen()
        states.hint(ScriptedTable(page, server.base), states.usual_view(4))
        word = page.locator("[data-hint]").get_by_role("button", name="pig", exact=True)
        told = page.locator("[popover]:popover-open")
        word.focus()
        page.keyboard.press("Enter")
        expect(told).to_contain_text("Q♠ is called the pig")
        person.hear("Q♠ is called the pig, J♦ the sheep. Q♠ counts −100.")
        box = told.locator("span").bounding_box()
        width = page.evaluate("innerWidth")
        assert box is not None
        assert box["x"] >= 0
        assert box["y"] >= 0
        assert box["x"] + box["width"] <= width
        assert axe(person, "section.over") == []
        page.keyboard.press("Escape")
        expect(told).to_have_count(0)
        expect(word).to_be_focused()
        expect(page.locator("section.over [data-hint]")).to_be_visible()
        assert person.faults == []
    finally:
        person.close()
