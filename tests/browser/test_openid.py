"""Signing in by an account elsewhere, in a real browser, at a provider on this machine."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.browser_player import CHROMIUM, FLAGS, PATIENCE
from tests.browser.test_passkeys import fingerprint
from tests.support.certificates import certificates
from tests.support.openid_provider import CLIENT, SECRET, Provider, provider
from tests.support.proxies import Ports, nginx, running
from tests.support.serving import Server, free_port


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Provider, str, str]]:
    """A provider, the address of a server that believes it, and the certificate of both."""
    made, ports = certificates(tmp_path), Ports()
    monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
    monkeypatch.setenv("GONGZHU_OPENID_SECRET", SECRET)
    folder = tmp_path / "proxy"
    folder.mkdir()
    port = free_port()
    options = ("--public-url", ports.base, "--trusted-proxy", "127.0.0.1/32", "--processes", "1")
    with (
        provider(made) as found,
        Server(
            tmp_path / "data",
            *(*options, "--allowed-host", "127.0.0.1", "--openid-label", "Club"),
            *("--openid-issuer", found.issuer, "--openid-client", CLIENT),
            port=port,
        ),
        running(nginx(folder, ports, made, f"127.0.0.1:{port}"), folder, ports.base),
    ):
        yield found, ports.base, fingerprint(made.certificate)


def come_back(page: Page, base: str) -> None:
    """Sign in by the club, in a browser that knows nothing."""
    page.context.clear_cookies()
    page.evaluate("localStorage.clear()")
    page.goto(f"{base}/account")
    page.get_by_role("button", name="I have played here before").click()
    page.get_by_role("button", name="Sign in with Club").click()


def test_a_member_comes_by_the_club(club: tuple[Provider, str, str], tmp_path: Path) -> None:
    found, base, print_ = club
    trust = f"--ignore-certificate-errors-spki-list={print_}"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, trust], env={"HOME": str(tmp_path)}
        )
        page = chromium.new_context().new_page()
        page.goto(base)
        come_back(page, base)
        # Nobody plays here with this account yet.
        expect(page.get_by_label("Your name")).to_have_value("anna")
        page.get_by_label("Your name").fill("Ann")
        page.get_by_role("button", name="Play under this name").click()
        page.wait_for_url(f"{base}/")
        come_back(page, base)
        page.wait_for_url(f"{base}/")
        page.goto(f"{base}/account")
        expect(page.get_by_role("heading", name="Ann")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="Unlink").click()
        page.locator("dialog[open]").get_by_role("button", name="Unlink").click()
        page.get_by_role("button", name="Link my account at Club").click()
        page.wait_for_url(f"{base}/account")
        expect(page.get_by_role("button", name="Unlink")).to_be_visible(timeout=PATIENCE)
        # A provider that lies signs nobody in, and the page says so.
        found.claims["nonce"] = "0"
        come_back(page, base)
        expect(page.get_by_role("alert")).to_contain_text("could not be verified")
        chromium.close()
