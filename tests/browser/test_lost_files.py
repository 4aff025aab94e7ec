"""A file of the page that gets lost on the way costs a page loaded anew, and nothing more."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.serving import Server

LOADED_ANEW = "() => performance.getEntriesByType('navigation')[0].type === 'reload'"
DIALOG = re.compile(r"/assets/JoinDialog-[^/]*\.js$")


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    # A service worker would have the files itself.
    context = browser.new_context(base_url=server.base, service_workers="block")
    yield context.new_page()
    context.close()


def test_a_dialog_whose_file_was_lost_comes_after_all(page: Page) -> None:
    page.route(DIALOG, lambda route: route.abort())
    page.goto("/")
    join = page.get_by_role("button", name="Join with a number")
    # The server answers: the page is loaded anew by itself.
    join.click()
    page.wait_for_function(LOADED_ANEW)
    # That did not help: the person is told, as often as they ask.
    told = page.get_by_role("dialog", name="Part of this page did not load")
    for _ in range(2):
        join.click()
        expect(told).to_be_visible()
        told.get_by_role("button", name="Close").click()
        expect(told).to_be_hidden()
    join.click()
    # The file is asked for after the press: found again too early, it would only come.
    expect(told).to_be_visible()
    page.unroute(DIALOG)
    told.get_by_role("button", name="Reload the page").click()
    expect(told).to_be_hidden()
    join.click()
    page.get_by_role("textbox", name="Room number or link").fill("123456")


def test_without_its_texts_a_page_says_so_in_english(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.base, service_workers="block", locale="zh-CN")
    page = context.new_page()
    lost = re.compile(r"/assets/zh-[^/]*\.js$")
    page.route(lost, lambda route: route.abort())
    page.goto("/")
    page.wait_for_function(LOADED_ANEW)
    told = page.get_by_role("dialog", name="Part of this page did not load")
    expect(told).to_be_visible()
    page.unroute(lost)
    told.get_by_role("button", name="Reload the page").click()
    expect(page.get_by_role("button", name="马上开打")).to_be_visible()
    context.close()


def test_a_page_whose_file_was_lost_comes_after_all(page: Page) -> None:
    lost = re.compile(r"/assets/(ScorePage|LearnPage)-[^/]*\.js$")
    page.route(lost, lambda route: route.abort())
    page.goto("/learn")
    page.wait_for_function(LOADED_ANEW)
    page.get_by_role("heading", name="This page could not be loaded").wait_for()
    page.unroute(lost)
    page.get_by_role("button", name="Reload the page").click()
    page.get_by_role("heading", name="Learn", exact=False).first.wait_for()
    assert page.get_by_role("dialog").count() == 0
