"""Proxies before servers, run by the examples that we give for them."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.certificates import Certificates
from tests.support.serving import PAUSE, Server, free_port, healthy

PACKAGING = Path(__file__).parents[2] / "packaging"
NAME = "cards.example.org"
FIGURES = "127.0.0.1:9146"
"""The address at which Prometheus reads the figures, in the examples."""
SOCKET = "/run/gongzhu/http.sock"
"""The server's, in the examples; in the tests it is in the folder of the proxy."""
USUAL = ("127.0.0.1:8000", "127.0.0.1:8001")
"""The places of two servers in most examples."""
PATIENCE = 60.0


class Ports:
    """Ports for the proxy."""

    def __init__(self) -> None:
        self.http, self.https, self.figures = free_port(), free_port(), free_port()

    @property
    def base(self) -> str:
        """The address that players know."""
        return f"https://localhost:{self.https}"


def put_in_place(text: str, *places: tuple[str, object]) -> str:
    """An example with what a test has in the place of what it names."""
    for there, here in places:
        assert there in text, there
        text = text.replace(there, str(here))
    return text


def nginx_command(folder: Path, sites: str) -> list[str]:
    """The command of nginx with what stands in a file of `conf.d`."""
    (folder / "gongzhu.conf").write_text(sites, "utf-8")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    places = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    whole = f"""
        {"user root;" if os.geteuid() == 0 else ""} daemon off; pid {folder}/pid;
        error_log stderr; events {{}}
        http {{ access_log off; {places} include {folder}/gongzhu.conf; }}
    """
    (folder / "nginx.conf").write_text(whole, "utf-8")
    command = ["nginx", "-p", str(folder), "-e", "stderr", "-c", f"{folder}/nginx.conf"]
    tried = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert "test is successful" in tried.stderr, tried.stderr
    assert "warn" not in tried.stderr
    return command


def caddy_command(folder: Path, sites: str, http: int) -> list[str]:
    """The command of Caddy with a Caddyfile; `http`: its port for plain HTTP."""
    settings = f"{{\n  admin off\n  http_port {http}\n  auto_https disable_redirects\n}}\n"
    file = folder / "Caddyfile"
    file.write_text(settings + sites, "utf-8")
    return ["caddy", "run", "--adapter", "caddyfile", "--config", str(file)]


def _examples(proxy: str, *names: str) -> str:
    return "".join((PACKAGING / proxy / name).read_text("utf-8") for name in names)


def nginx(
    folder: Path,
    ports: Ports,
    made: Certificates,
    server: str = "",
    before: str = "",
    *places: tuple[str, object],
) -> list[str]:
    """The command of nginx with the examples, at other places; `server`: where the server is, if
    not at the socket in the folder; `before`: what stands before the examples."""
    sites = before + put_in_place(
        _examples("nginx", "gongzhu.conf", "metrics-gongzhu.conf"),
        (FIGURES, f"127.0.0.1:{ports.figures}"),
        (NAME, "localhost"),
        ("/etc/letsencrypt/live/localhost/fullchain.pem", made.certificate),
        ("/etc/letsencrypt/live/localhost/privkey.pem", made.key),
        (f"unix:{SOCKET};", f"{server or f'unix:{folder}/http.sock'};"),
        *places,
        ("listen [::]:80;", ""),
        ("listen [::]:443 ssl http2;", ""),
        ("listen 80;", f"listen 127.0.0.1:{ports.http};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{ports.https} ssl"),
    )
    return nginx_command(folder, sites)


def caddy(folder: Path, ports: Ports, made: Certificates, server: str = "") -> list[str]:
    """The command of Caddy with the examples, at other places; `server`: as for nginx."""
    sites = put_in_place(
        _examples("caddy", "Caddyfile", "metrics.Caddyfile"),
        (FIGURES, f"127.0.0.1:{ports.figures}"),
        (f"http://{NAME} {{", f"http://localhost:{ports.http} {{"),
        (f"\n{NAME} {{", f"\nlocalhost:{ports.https} {{\n  tls {made.certificate} {made.key}"),
        (f"reverse_proxy unix/{SOCKET}", f"reverse_proxy {server or f'unix/{folder}/http.sock'}"),
    )
    return caddy_command(folder, sites, ports.http)


def haproxy(
    folder: Path, ports: Ports, made: Certificates, servers: tuple[Server, Server]
) -> list[str]:
    """The command of HAProxy with the example, at other places."""
    both = folder / "server.pem"
    both.write_text(made.certificate.read_text("ascii") + made.key.read_text("ascii"), "ascii")
    text = put_in_place(
        _examples("haproxy", "haproxy.cfg"),
        ("bind :80\n", f"bind 127.0.0.1:{ports.http}\n"),
        ("bind :443 ", f"bind 127.0.0.1:{ports.https} "),
        (f"/etc/haproxy/{NAME}.pem", both),
        *zip(USUAL, here(servers), strict=True),
    )
    (folder / "haproxy.cfg").write_text(text, "utf-8")
    return ["haproxy", "-f", str(folder / "haproxy.cfg")]


def here(servers: tuple[Server, Server]) -> list[str]:
    """The places of two servers in a test."""
    return [f"127.0.0.1:{server.port}" for server in servers]


@contextmanager
def running(command: list[str], folder: Path, base: str) -> Iterator[None]:
    """The proxy, once it answers."""
    surroundings = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, env=surroundings)
    try:
        until = time.monotonic() + PATIENCE
        while not healthy(base):
            assert process.poll() is None, (folder / "log").read_text("utf-8")
            assert time.monotonic() < until, (folder / "log").read_text("utf-8")
            time.sleep(PAUSE)
        yield
    finally:
        process.terminate()
        process.wait()
