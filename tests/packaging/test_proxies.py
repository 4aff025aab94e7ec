"""The examples of proxies, with the programs that they are for: a deal over https."""

import socket
import ssl
import stat
import subprocess
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPSConnection
from pathlib import Path

import pytest

from tests.support.certificates import Certificates, certificates
from tests.support.fresh_python import environment
from tests.support.page_client import Browser, Page
from tests.support.proxies import FIGURES, PACKAGING, PATIENCE, Ports, caddy, nginx, running
from tests.support.serving import PROGRAM, Server

FLOOD = 900
"""Requests in a row, at most; nginx is to let 200 and 50 a second pass."""

Proxy = Callable[[Path, "Ports", Certificates], list[str]]


class Behind(Server):
    """The server as the unit starts it, at a socket of the file system."""

    def launch(self) -> None:
        """See `Server`."""
        where = ["--unix", str(self.data.with_name("proxy") / "http.sock"), "--data", self.data]
        command = [str(PROGRAM), "serve", "--no-open", *map(str, where), *self._options]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment())


@pytest.mark.parametrize("proxy", [nginx, caddy], ids=["nginx", "caddy"])
def test_a_deal_over_https(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, proxy: Proxy) -> None:
    made, ports = certificates(tmp_path), Ports()
    monkeypatch.setenv("SSL_CERT_FILE", str(made.authority))
    folder = tmp_path / "proxy"
    folder.mkdir()
    command = proxy(folder, ports, made)
    public = ("--public-url", ports.base, "--trusted-proxy", "127.0.0.1/32")
    figures_too = ("--allowed-host", "127.0.0.1")
    server = Behind(tmp_path / "data", *public, *figures_too, "--processes", "1")
    server.launch()
    try:
        with running(command, folder, ports.base):
            browser = Browser(ports.base).introduce("Ann")
            assert str(browser.cookie).startswith("__Host-")
            page = browser.ask("GET", "/")
            assert page.status == 200
            assert "max-age" in page.headers["strict-transport-security"]
            assert browser.ask("GET", "/metrics").status == 404
            figures = Browser(f"http://127.0.0.1:{ports.figures}")
            assert b"\ngongzhu_tables 0.0\n" in figures.ask("GET", "/metrics").body
            assert figures.ask("GET", "/").status == figures.ask("GET", "/api/me").status == 404
            assert stat.S_IMODE((folder / "http.sock").stat().st_mode) == 0o660
            plain = Browser(f"http://localhost:{ports.http}")
            led_on = plain.ask("GET", "/t/x?y=1")
            assert led_on.status == 301
            assert led_on.headers["location"] == "https://localhost/t/x?y=1"
            # Nobody is to go on sending a token in the clear without noticing it.
            assert plain.ask("GET", "/api/me").status == 403
            assert speaks(ports, made, ssl.TLSVersion.TLSv1_2, "ECDHE+AESGCM")
            assert speaks(ports, made, ssl.TLSVersion.TLSv1_3)
            assert not speaks(ports, made, ssl.TLSVersion.TLSv1_2, "ECDHE-ECDSA-AES128-SHA256")
            table = browser.open_table(
                bots=dict.fromkeys("123", "random"), level="random", start=True
            )
            with browser.page(table) as seat:
                seat.sync()
                seat.play(Page.deal_over)
                assert seat.view is not None
                assert len(seat.view.state.deals) == 1
            if proxy is nginx:
                assert browser.ask("POST", "/api/records", b"x" * 1_200_000).status == 413
                with ThreadPoolExecutor(4) as threads:
                    assert any(threads.map(flood, [ports.base] * 4))
    finally:
        server.end()
    assert not (folder / "http.sock").exists()


def test_prometheus_is_told_where_the_figures_are() -> None:
    scraped = (PACKAGING / "prometheus" / "gongzhu.yml").read_text("utf-8")
    assert f'targets: ["{FIGURES}"]' in scraped


def speaks(ports: Ports, made: Certificates, version: ssl.TLSVersion, ciphers: str = "") -> bool:
    """True if the proxy speaks this version of TLS, with one of these ciphers."""
    context = ssl.create_default_context(cafile=str(made.authority))
    context.maximum_version = version
    if ciphers:
        context.set_ciphers(ciphers)
    with socket.create_connection(("127.0.0.1", ports.https), PATIENCE) as plain:
        try:
            with context.wrap_socket(plain, server_hostname="localhost") as spoken:
                return spoken.version() == version.name.replace("_", ".")
        except (ssl.SSLError, ConnectionError):
            return False


def flood(base: str) -> bool:
    """True if one of many requests, one after the other over one connection, is one too many."""
    connection = HTTPSConnection(base.removeprefix("https://"))
    with closing(connection):
        for _ in range(FLOOD):
            connection.request("GET", "/robots.txt")
            answer = connection.getresponse()
            answer.read()
            if answer.status == 429:
                return True
    return False
