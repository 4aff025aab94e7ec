"""Passkeys in a real browser over https, with an authenticator that Chromium plays."""

import base64
import hashlib
import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from gongzhu.server.accounts.accounts import RECENT
from gongzhu.store.sqlite_file import DATABASE
from tests.browser.browser_player import CHROMIUM, FLAGS, PATIENCE
from tests.browser.test_everyone import axe_in
from tests.support.certificates import certificates
from tests.support.proxies import Ports, nginx, running
from tests.support.serving import Server, free_port

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}
WAYS = "fetch('/api/me/account').then((answer) => answer.json())"


@pytest.fixture(name="https", scope="module")
def https_server(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Server, str, Path]]:
    """A server behind nginx, the address that players know, and its certificate."""
    tmp_path = tmp_path_factory.mktemp("https")
    made, ports = certificates(tmp_path), Ports()
    folder = tmp_path / "proxy"
    folder.mkdir()
    port = free_port()
    command = nginx(folder, ports, made, f"127.0.0.1:{port}")
    public = ("--public-url", ports.base, "--trusted-proxy", "127.0.0.1/32")
    with (
        patch.dict(os.environ, SSL_CERT_FILE=str(made.authority)),
        Server(
            tmp_path / "data",
            *public,
            "--processes",
            "1",
            "--allowed-host",
            "127.0.0.1",
            port=port,
        ) as server,
        running(command, folder, ports.base),
    ):
        yield server, ports.base, made.certificate


def fingerprint(certificate: Path) -> str:
    """Of the certificate's key, by which Chromium is told to trust it."""
    public = subprocess.run(
        ["openssl", "x509", "-in", certificate, "-pubkey", "-noout"],
        check=True,
        capture_output=True,
    ).stdout
    pem = b"".join(public.splitlines()[1:-1])
    return base64.b64encode(hashlib.sha256(base64.b64decode(pem)).digest()).decode()


@pytest.fixture(name="chromium", scope="module")
def trusting_browser(https: tuple[Server, str, Path]) -> Iterator[Browser]:
    """Chromium, which trusts the certificate."""
    server, _, certificate = https
    trust = f"--ignore-certificate-errors-spki-list={fingerprint(certificate)}"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, trust], env={"HOME": str(server.data.parent)}
        )
        yield chromium
        chromium.close()


@contextmanager
def signed_up(chromium: Browser, base: str, name: str) -> Iterator[Page]:
    """The page of the account of a new player, who has an authenticator."""
    with closing(chromium.new_context()) as context:
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        page.goto(base)
        page.evaluate(
            "name => fetch('/api/me', { method: 'POST', body: JSON.stringify({ name }) })", name
        )
        page.goto(f"{base}/account")
        yield page


def test_a_player_comes_back_by_a_passkey(
    https: tuple[Server, str, Path], chromium: Browser
) -> None:
    _, base, _ = https
    with signed_up(chromium, base, "Ann") as page:
        context = page.context
        page.get_by_role("button", name="Add a passkey").click()
        dialog = page.locator("dialog[open]")
        dialog.get_by_label("Name of the passkey").fill("My telephone")
        dialog.get_by_role("button", name="Continue").click()
        expect(page.get_by_text("not used yet")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="Rename the passkey My telephone").click()
        dialog.get_by_label("Name of the passkey").fill("My phone")
        dialog.get_by_role("button", name="OK").click()
        expect(page.get_by_text("My phone", exact=True)).to_be_visible(timeout=PATIENCE)
        # The same authenticator is not taken twice.
        page.get_by_role("button", name="Add a passkey").click()
        dialog.get_by_role("button", name="Continue").click()
        expect(dialog.get_by_text("already", exact=False)).to_be_visible(timeout=PATIENCE)
        before = [one["value"] for one in context.cookies() if one["name"] == "__Host-gongzhu"]

        context.clear_cookies()
        page.goto(f"{base}/account")
        page.get_by_role("button", name="I have played here before").click()
        page.get_by_role("button", name="Sign in with a passkey").click()
        expect(page.get_by_role("heading", name="Ann")).to_be_visible(timeout=PATIENCE)
        after = [one["value"] for one in context.cookies() if one["name"] == "__Host-gongzhu"]
        assert len(before) == len(after) == 1
        assert before != after
        assert not [one for one in context.cookies() if "sign-in" in str(one.get("name"))]

        page.get_by_role("button", name="Remove the passkey").click()
        page.locator("dialog[open]").get_by_role("button", name="Remove", exact=True).click()
        expect(page.get_by_text("last used today").first).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_role("button", name="Remove the passkey")).to_have_count(0)


def test_who_changes_ways_in_later_on_confirms_who_they_are(
    https: tuple[Server, str, Path], chromium: Browser
) -> None:
    server, base, _ = https

    def later() -> None:
        """Ten minutes go by."""
        with closing(sqlite3.connect(server.data / DATABASE)) as database, database:
            database.execute("UPDATE devices SET proved_ms = proved_ms - ?", (RECENT,))

    with signed_up(chromium, base, "Bo") as page:
        # Who has nothing to show is asked for nothing.
        later()
        page.get_by_role("button", name="Add a passkey").click()
        page.get_by_role("dialog").get_by_role("button", name="Continue").click()
        expect(page.get_by_text("not used yet")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="Make a code").click()
        codes = page.get_by_role("dialog", name="Recovery code")
        codes.get_by_role("button", name="Make a code").click()
        code = codes.get_by_role("status").inner_text()
        codes.get_by_role("button", name="I have written it down").click()
        later()
        page.get_by_role("button", name="Remove the passkey").click()
        sure = page.get_by_role("dialog", name="Remove the passkey")
        sure.get_by_role("button", name="Remove", exact=True).click()
        proof = page.get_by_role("dialog", name="Confirm that it is you")
        passkey = proof.get_by_role("button", name="Confirm with a passkey")
        expect(passkey).to_be_visible(timeout=PATIENCE)
        assert axe_in(page) == []
        # Whoever does not confirm changes nothing, and is told so.
        page.keyboard.press("Escape")
        expect(sure.get_by_role("alert")).to_be_visible(timeout=PATIENCE)
        expect(proof).to_have_count(0)
        assert page.evaluate(WAYS)["passkeys"]
        # Who does goes on where they were.
        sure.get_by_role("button", name="Remove", exact=True).click()
        passkey.click()
        expect(page.get_by_role("button", name="Remove the passkey")).to_have_count(0)
        expect(proof).to_have_count(0)
        assert page.evaluate(WAYS)["passkeys"] == []
        # The code is the only way that is left; it is spent, and the next one is shown.
        later()
        page.get_by_role("button", name="Add a passkey").click()
        page.get_by_role("dialog").get_by_role("button", name="Continue").click()
        proof.get_by_label("Your recovery code").fill(code)
        page.keyboard.press("Enter")
        after = page.get_by_role("dialog", name="Your next recovery code")
        expect(after.get_by_role("status")).to_be_visible(timeout=PATIENCE)
        assert after.get_by_role("status").inner_text() != code
        assert axe_in(page) == []
        after.get_by_role("button", name="I have written it down").click()
        expect(page.get_by_text("not used yet")).to_be_visible(timeout=PATIENCE)
