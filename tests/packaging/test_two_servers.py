"""The examples of proxies before two servers, with the programs that they are for: all that
concerns one table goes to one server, and to the other when that one stops or dies."""

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from gongzhu.cards import Seat
from gongzhu.server.live.messages import Done, Request
from gongzhu.table.commands import Sit
from tests.support.certificates import Certificates, certificates
from tests.support.page_client import Browser
from tests.support.postgres import Postgres, postgres
from tests.support.proxies import (
    NAME,
    PACKAGING,
    USUAL,
    Ports,
    caddy_command,
    haproxy,
    here,
    nginx_command,
    put_in_place,
    running,
)
from tests.support.serving import Server
from tests.support.several_servers import come_again, two_servers, until

DOCS = PACKAGING.parent / "docs" / "hosting.md"
COMPOSE = PACKAGING / "compose"
SITE = """
    server {
        listen 127.0.0.1:8080;
        location / {
            proxy_pass http://$gongzhu;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection "upgrade";
            proxy_set_header X-Forwarded-For $remote_addr;
        }
    }
"""
TABLES, LOOKS = 6, 3
"""Tables, and connections to each of them."""

Example = Callable[[Path, Ports, Certificates, tuple[Server, Server]], list[str]]
"""The command of a proxy, with an example at the places of a test."""


@pytest.fixture(scope="module")
def database() -> Iterator[Postgres]:
    with postgres() as running:
        running.empty()
        yield running


def nginx_of_docs(
    folder: Path, ports: Ports, made: Certificates, servers: tuple[Server, Server]
) -> list[str]:
    routing = DOCS.read_text("utf-8").split("```nginx\n")[1].partition("```")[0]
    places = zip(("127.0.0.1:8080", *USUAL), plainly(ports, servers), strict=True)
    return nginx_command(folder, put_in_place(routing + SITE, *places))


def nginx_of_compose(
    folder: Path, ports: Ports, made: Certificates, servers: tuple[Server, Server]
) -> list[str]:
    sites = (COMPOSE / "nginx.conf").read_text("utf-8")
    there = ("listen 8080", composed("one"), composed("two"))
    port, *both = plainly(ports, servers)
    return nginx_command(
        folder, put_in_place(sites, *zip(there, (f"listen {port}", *both), strict=True))
    )


def plainly(ports: Ports, servers: tuple[Server, Server]) -> tuple[str, ...]:
    """The places of the proxy and of the servers in the test."""
    return (f"127.0.0.1:{ports.http}", *here(servers))


def composed(service: str) -> str:
    """The address and port of a server in the example of containers."""
    text = (COMPOSE / "compose.yaml").read_text("utf-8")
    found = re.search(rf"^  {service}:\n(?:    .*\n)*?.*ipv4_address: ([\d.]+)", text, re.MULTILINE)
    assert found is not None
    return f"{found[1]}:8000"


def caddy(
    folder: Path, ports: Ports, made: Certificates, servers: tuple[Server, Server]
) -> list[str]:
    sites = put_in_place(
        (PACKAGING / "caddy" / "two-servers.Caddyfile").read_text("utf-8"),
        (f"http://{NAME} {{", f"http://localhost:{ports.http} {{"),
        (f"\n{NAME} {{", f"\nlocalhost:{ports.https} {{\n  tls {made.certificate} {made.key}"),
        *zip(USUAL, here(servers), strict=True),
    )
    return caddy_command(folder, sites, ports.http)


@contextmanager
def routed(
    database: Postgres, folder: Path, example: Example
) -> Iterator[tuple[str, tuple[Server, Server]]]:
    """Two servers behind a proxy: its address, and they."""
    made, ports = certificates(folder / "made"), Ports()
    secure = example in (haproxy, caddy)
    base = ports.base if secure else f"http://127.0.0.1:{ports.http}"
    options = ("--public-url", base, "--allowed-host", "127.0.0.1")
    with two_servers(database, folder, *options, "--trusted-proxy", "127.0.0.1/32") as servers:
        proxy = folder / "proxy"
        proxy.mkdir()
        with running(example(proxy, ports, made, servers), proxy, base):
            if secure:
                plain = Browser(f"http://localhost:{ports.http}")
                assert plain.ask("GET", "/t/x?y=1").headers["location"].startswith("https://")
                # Nobody is to go on sending a token in the clear without noticing it.
                assert plain.ask("GET", "/api/me").status == 403
            yield base, servers


def connected(server: Server) -> int:
    """The number of connections to a server."""
    figures = Browser(server.base).ask("GET", "/metrics").body.decode()
    found = re.search(r"^gongzhu_connections (\d+)", figures, re.MULTILINE)
    assert found is not None
    return int(found[1])


def counts_of(ann: Browser, tables: list[str], servers: tuple[Server, Server]) -> tuple[int, int]:
    """The connections that each server has when somebody looks at each table several times."""
    pages = [ann.page(table) for table in tables for _ in range(LOOKS)]
    for page in pages:
        page.sync()
    one, two = map(connected, servers)
    assert one + two == len(pages)
    for page in pages:
        page.close()
    until(lambda: not any(map(connected, servers)))
    return one, two


@pytest.mark.long
@pytest.mark.parametrize("example", [nginx_of_docs, nginx_of_compose, haproxy, caddy])
def test_tables_are_routed_by_name_and_go_on_when_servers_stop_and_die(
    database: Postgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, example: Example
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "made" / "ca.pem"))
    with routed(database, tmp_path, example) as (base, servers):
        ann = Browser(base).introduce("Ann")
        if example is not nginx_of_docs:
            assert ann.ask("GET", "/metrics").status == 404
            # The server would refuse it.
            asked = {"Connection": "Upgrade", "Upgrade": "foo"}
            assert ann.ask("GET", "/api/me", **asked).status == 200
        tables = [ann.open_table(name=f"Table {number}") for number in range(TABLES)]
        while 0 in (counts := counts_of(ann, tables, servers)):
            # By chance all of them belong to one server.
            tables.append(Browser(base).introduce("Bob").open_table(name="One more"))
        assert [count % LOOKS for count in counts] == [0, 0]
        pages = [ann.page(table) for table in tables]
        for page in pages:
            page.sync()
        for turn, (server, how) in enumerate(
            ((servers[0], signal.SIGTERM), (servers[1], signal.SIGKILL))
        ):
            for page in pages:
                page.send(Request(f"move-{turn}", Sit(Seat(1 + turn))))
            server.end(how)
            waits = [come_again(page) for page in pages]
            # Whoever was at the other one hears nothing of it; the first one waits the longest.
            assert max(waits) < (2.5 if how == signal.SIGTERM else 6.5), waits
            for page in pages:
                assert isinstance(page.do(Request(f"move-{turn}", Sit(Seat(1 + turn)))), Done)
            server.start()
        for page in pages:
            page.close()
