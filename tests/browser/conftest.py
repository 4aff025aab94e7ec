"""A server and a browser, both real, one of each for all tests of a process."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from support.person import CHROMIUM, FLAGS
from support.serving import Server

ROOMY = ("--thinkers", "1", "--tables-per-hour", "1000", "--players-per-hour", "1000")


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A running server."""
    with Server(tmp_path_factory.mktemp("house") / "data", *ROOMY) as running:
        yield running


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A running Chromium."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield chromium
        chromium.close()
