"""A server and a browser, both real."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.browser_player import CHROMIUM, FLAGS
from tests.support.serving import Server

OPEN = ("--open-tables", "1000", "--open-tables-per-player", "1000")
# Each test comes with a new browser or two, and each of those fetches all files for later.
FILES = ("--requests-per-minute", "1000000")
PEOPLE = ("--tables-per-hour", "1000", "--players-per-hour", "1000")
ROOMY = ("--processes", "1", *PEOPLE, *OPEN, *FILES)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    with Server(tmp_path_factory.mktemp("house") / "data", *ROOMY) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A running Chromium.

    Playwright's loop runs on while it is there, and tests elsewhere want to run one of their own:
    so it goes when a process has done with a file.
    """
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()
