"""The end of a deal: everybody's cards and sum on the felt, the match beside it, and the way on."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.browser_player import PHONE, BrowserPlayer
from tests.browser.finished_deals import finished_deals, rules_for, scored_view, serve_sheets
from tests.browser.full_table import WINDOWS
from tests.browser.scripted_table import ScriptedTable
from tests.browser.test_everyone import axe
from tests.support.serving import Server

_WRONG = """() => {
  const found = [];
  const box = (element) => element.getBoundingClientRect();
  const shown = (element) => element.checkVisibility();
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const next = box(document.querySelector('footer'));
  const above = next.left > innerWidth / 3 && next.width < innerWidth / 2 ? innerHeight : next.top;
  // One's own points and everybody's totals are what one came for.
  const totals = all('aside td.total');
  const rows = totals.length > 0 ? totals : all('aside tfoot td');
  if (rows.length === 0) found.push('no scores');
  for (const row of rows)
    if (box(row).bottom > above + 1 || box(row).right > innerWidth + 1)
      found.push(`not in sight: ${row.textContent}`);
  for (const pile of all('.pile')) {
    if (box(pile).width < 140) found.push(`narrow: ${pile.textContent}`);
    for (const part of pile.querySelectorAll('b, .total, [data-mini], li span'))
      if (box(part).right > box(pile).right + 1) found.push(`beyond its card: ${part.textContent}`);
    const [sum, total] = [...pile.querySelectorAll('.head b, .total')].map(box);
    const apart = !total || total.right <= sum.left + 1 || total.bottom <= sum.top + 1;
    if (!apart) found.push(`over each other: ${pile.querySelector('.head').textContent}`);
  }
  for (const element of all('.sheet, aside, .over'))
    if (element.scrollWidth > element.clientWidth + 1) found.push(`scrolls: ${element.tagName}`);
  if (all('aside table').length > 1) found.push('two lists of scores');
  const end = box(document.querySelector('main > .sheet').lastElementChild).bottom;
  if (innerWidth >= 1600 && end < innerHeight * 0.8)
    found.push('much of the felt is empty');
  const [first, last] = [all('dd')[0], all('dd').at(-1)];
  for (const hand of [first, last])
    if (new Set([...hand.children].map((card) => Math.round(box(card).top))).size > 1)
      found.push('a hand in two rows');
  return found;
}"""
"""What of the page one would have to look for, or cannot read."""


@pytest.mark.parametrize("players", range(3, 9))
def test_the_sheet_is_read_without_searching(
    browser: Browser, server: Server, players: int
) -> None:
    deals = finished_deals(rules_for(players))
    person = BrowserPlayer(browser, server.base)
    page = person.page
    table = ScriptedTable(page, server.base)
    serve_sheets(page, deals)
    try:
        table.show(scored_view(deals))
        expect(page.locator(".pile")).to_have_count(players)
        wrong = {}
        for name, window in WINDOWS.items():
            page.set_viewport_size(window)
            page.locator(".over h2").scroll_into_view_if_needed()
            page.wait_for_timeout(100)  # what the width decides follows
            if found := page.evaluate(_WRONG):
                wrong[name] = found
        assert wrong == {}
        assert person.faults == []
    finally:
        person.close()


@pytest.mark.parametrize("size", [None, PHONE], ids=["desk", "phone"])
def test_enter_goes_on_once_the_sheet_is_there(
    browser: Browser, server: Server, size: None
) -> None:
    deals = finished_deals(rules_for(4))
    person = BrowserPlayer(browser, server.base, size=size)
    page = person.page
    table = ScriptedTable(page, server.base)
    serve_sheets(page, deals)
    try:
        table.show(scored_view(deals))
        page.locator(".pile").first.wait_for()
        expect(page.locator("h2", has_text="is over")).to_be_focused()
        assert axe(person) == []
        page.keyboard.press("Enter")
        assert [do["ready"] for do in table.until_asked(1, "ready")] == [True]
    finally:
        person.close()
