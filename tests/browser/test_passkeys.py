"""Passkeys in a real browser over https, with an authenticator that Chromium plays."""

import base64
import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.browser_player import CHROMIUM, FLAGS, PATIENCE
from tests.packaging.test_proxies import Ports, nginx, running
from tests.support.certificates import certificates
from tests.support.serving import Server

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(name="https")
def https_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Server, str, Path]]:
    """A server behind nginx, the address that players know, and its certificate."""
    made, ports = certificates(tmp_path), Ports()
    monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
    folder = tmp_path / "proxy"
    folder.mkdir()
    command = nginx(folder, ports, made)
    public = ("--public-url", ports.base, "--trusted-proxy", "127.0.0.1/32")
    with (
        Server(
            tmp_path / "data",
            *public,
            "--thinkers",
            "1",
            "--allowed-host",
            "127.0.0.1",
            port=ports.server,
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


def test_a_player_comes_back_by_a_passkey(https: tuple[Server, str, Path]) -> None:
    server, base, certificate = https
    trust = f"--ignore-certificate-errors-spki-list={fingerprint(certificate)}"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=[*FLAGS, trust], env={"HOME": str(server.data.parent)}
        )
        context = chromium.new_context()
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("WebAuthn.enable")
        made = devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        page.goto(base)
        page.evaluate("fetch('/api/me', { method: 'POST', body: JSON.stringify({name: 'Ann'}) })")
        page.goto(f"{base}/account")
        page.get_by_role("button", name="Add a passkey").click()
        dialog = page.locator("dialog[open]")
        dialog.get_by_label("Name of the passkey").fill("My telephone")
        dialog.get_by_role("button", name="Go on").click()
        expect(page.get_by_text("not used yet")).to_be_visible(timeout=PATIENCE)
        page.get_by_role("button", name="Rename the passkey My telephone").click()
        dialog.get_by_label("Name of the passkey").fill("My phone")
        dialog.get_by_role("button", name="OK").click()
        expect(page.get_by_text("My phone", exact=True)).to_be_visible(timeout=PATIENCE)
        # The same authenticator is not taken twice.
        page.get_by_role("button", name="Add a passkey").click()
        dialog.get_by_role("button", name="Go on").click()
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
        assert made["authenticatorId"]
        chromium.close()
