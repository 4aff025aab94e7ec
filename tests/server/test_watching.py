"""What a host sees of a server: readiness, figures of the process, and events of security."""

import asyncio
import os
import re
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import msgspec
import pytest

from gongzhu.server.app import create_app
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.edge.admission import Closure, Refusal
from gongzhu.server.live.messages import Request
from gongzhu.server.monitoring import readiness, throttle
from gongzhu.server.monitoring import security_log as security
from gongzhu.server.monitoring.process_metrics import descendants
from gongzhu.table.commands import Close
from tests.server.test_connections import connection, events, figure
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.page_client import Browser
from tests.support.scripted_bots import WorkerAtOnce
from tests.support.serving import Server
from tests.support.several_servers import until
from tests.support.stores import in_loop

PAGES = [Path(f"docs/{lang}hosting.md") for lang in ("", "zh/")]


class Slow(MemoryStore):
    """A store that may hang."""

    def __init__(self) -> None:
        super().__init__()
        self.hangs = asyncio.Event()
        self.asked = 0

    async def put_setting(self, key: str, value: bytes) -> None:
        """See `MemoryStore`."""
        self.asked += key == "probe"
        if self.hangs.is_set():
            await asyncio.Event().wait()
        await super().put_setting(key, value)


@asynccontextmanager
async def running(store: MemoryStore, **settings: Any) -> AsyncIterator[Any]:
    """An application in memory, whose workers do all at once."""
    app = create_app(ServerConfig(**{"processes": 1} | settings), store)
    with patch("gongzhu.server.work.pool.Worker", WorkerAtOnce):
        async with app.router.lifespan_context(app):
            yield app


async def get(app: Any, path: str, **changes: Any) -> tuple[int, Any]:
    """The status and the body of an answer."""
    answer = Answer()
    scope = scope_of("http", path, "", headers=changes.pop("headers", {}))
    await ask(app, scope | changes, b"", answer)
    body = msgspec.json.decode(answer.body) if answer.body.startswith(b"{") else answer.body
    return answer.status, body


@in_loop
async def test_a_server_is_ready_when_its_store_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "KEPT", 0.0)
    store = Slow()
    async with running(store) as app:
        status, body = await get(app, "/readyz")
        assert status == 200
        assert body["status"] == "ready"
        assert set(body["parts"]) >= {"store", "files", "workers"}
        store.hangs.set()
        with monkeypatch.context() as short:
            short.setattr(readiness, "PATIENCE", 0.2)
            status, body = await get(app, "/readyz")
        assert (status, body["status"]) == (503, "not_ready")
        assert [name for name, well in body["parts"].items() if not well] == ["store"]
        # The loop lives, for all that.
        assert (await get(app, "/healthz"))[0] == 200
        store.hangs.clear()
        assert (await get(app, "/readyz"))[0] == 200


@in_loop
async def test_a_server_whose_workers_do_not_answer_is_not_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(readiness, "KEPT", 0.0)
    held = list[Request]()
    send = WorkerAtOnce.send
    async with running(MemoryStore()) as app:
        monkeypatch.setattr(WorkerAtOnce, "send", lambda self, request: held.append(request))
        with monkeypatch.context() as short:
            short.setattr(readiness, "PATIENCE", 0.05)
            _, body = await get(app, "/readyz")
        assert not body["parts"]["workers"]
        # While all of them work within their limits, that is no reason to send players elsewhere.
        assert len(held) == 1
        assert (await get(app, "/readyz"))[0] == 200
        monkeypatch.setattr(WorkerAtOnce, "send", send)


@pytest.mark.rest
@in_loop
async def test_a_server_without_workers_says_so() -> None:
    app = create_app(ServerConfig(processes=1), MemoryStore(), command=("no such program",))
    async with app.router.lifespan_context(app):
        status, body = await get(app, "/readyz")
        # Tables are played on all the same: that is no reason to send players elsewhere.
        assert status == 200
        assert not body["parts"]["workers"]


@in_loop
async def test_however_many_ask_the_store_is_asked_once() -> None:
    store = Slow()
    async with running(store) as app:
        answers = await asyncio.gather(*(get(app, "/readyz") for _ in range(50)))
        assert {status for status, _ in answers} == {200}
        assert store.asked == 1


@pytest.mark.parametrize(
    ("settings", "client", "headers", "status"),
    [
        ({}, "127.0.0.1", {}, 200),
        ({}, "::1", {"host": "[::1]:8000"}, 200),
        ({}, "::ffff:127.0.0.1", {}, 200),
        ({}, "192.0.2.1", {}, 403),
        # Whatever a proxy on this machine hands on does not come from this machine.
        ({}, "127.0.0.1", {"x-forwarded-for": "192.0.2.1"}, 403),
        ({}, "127.0.0.1", {"x-real-ip": "192.0.2.1"}, 403),
        ({"trusted_proxies": ("127.0.0.1/32",)}, "127.0.0.1", {"x-forwarded-for": "::1"}, 200),
        (
            {"trusted_proxies": ("127.0.0.1/32",)},
            "127.0.0.1",
            {"x-forwarded-for": "192.0.2.1"},
            403,
        ),
        ({"public_url": "https://club.example"}, "127.0.0.1", {"host": "club.example"}, 403),
        ({"public_url": "https://club.example"}, "127.0.0.1", {}, 421),
        (
            {"public_url": "https://club.example", "allowed_hosts": ("localhost",)},
            "127.0.0.1",
            {},
            200,
        ),
        ({"metrics_from": ("192.0.2.0/24",)}, "192.0.2.1", {}, 200),
        ({"metrics_from": ("192.0.2.0/24",)}, "192.0.3.1", {}, 403),
        ({"metrics_from": ("192.0.2.0/24",)}, "192.0.2.1", {"via": "1.1 proxy"}, 403),
    ],
)
@in_loop
async def test_figures_are_for_the_machine_itself(
    settings: dict[str, Any], client: str, headers: dict[str, str], status: int
) -> None:
    async with running(MemoryStore(), **settings) as app:
        found, _ = await get(app, "/metrics", headers=headers, client=(client, 4711))
        assert found == status


@pytest.mark.rest
def test_the_process_tells_of_itself(attacked: Server) -> None:
    """One at which nobody plays."""
    until(lambda: figure(attacked, "gongzhu_loop_lag_seconds_count") > 0)
    until(lambda: figure(attacked, "gongzhu_children_cpu_seconds_total") > 0)
    page = Browser(attacked.base).ask("GET", "/metrics").body.decode()
    for name in (
        "process_resident_memory_bytes",
        "process_open_fds",
        "process_cpu_seconds_total",
        "gongzhu_children",
        "gongzhu_children_resident_bytes",
        "gongzhu_children_cpu_seconds_total",
        "gongzhu_loop_lag_seconds_count",
    ):
        found = re.search(rf"^{name} ([0-9.e+]+)$", page, re.MULTILINE)
        assert found is not None, name
        assert float(found[1]) > 0, name
    for queue in ("writes", "turns", "files"):
        assert f'gongzhu_waiting{{queue="{queue}"}} 0.0' in page
    assert "gongzhu_working 0.0" in page


@pytest.mark.rest
def test_children_count_with_theirs() -> None:
    work = "x = 0\nfor _ in range(3_000_000): x += 1"
    nested = f"import subprocess, sys, time; subprocess.run([sys.executable, '-c', '''{work}'''])"
    with subprocess.Popen(
        [sys.executable, "-c", f"{nested}; print(flush=True); time.sleep(60)"],
        stdout=subprocess.PIPE,
    ) as child:
        assert child.stdout is not None
        child.stdout.readline()
        found = descendants(os.getpid())
        child.kill()
    assert found.count >= 1
    assert found.seconds > 0.1
    assert found.resident > 1 << 20


@pytest.mark.rest
def test_a_server_that_runs_out_of_descriptors_says_so_and_recovers(tmp_path: Path) -> None:
    options = ("--processes", "1", "--log-format", "json", "--connections-per-address", "500")
    with Server(tmp_path / "data", *options) as server:
        limit = subprocess.run(
            ["prlimit", f"--pid={server.pid}", "--nofile", "--noheadings", "--output=SOFT"],
            check=True,
            capture_output=True,
            text=True,
        ).stdout.strip()
        # As if it leaked, or others on the machine took them all.
        subprocess.run(["prlimit", f"--pid={server.pid}", "--nofile=60:"], check=True)
        with ExitStack() as held:
            for _ in range(100):
                held.enter_context(connection(server))
            wait_for(server, "no_descriptors")
        wait_for(server, "descriptors_again")
        subprocess.run(["prlimit", f"--pid={server.pid}", f"--nofile={limit}:"], check=True)
        assert Browser(server.base).ask("GET", "/api/lobby").status == 200
        assert figure(server, "gongzhu_descriptors_exhausted_total") >= 1
        assert server.log.read_text("utf-8").count('"no_descriptors"') == 1


def wait_for(server: Server, event: str) -> None:
    """Wait for a line of the log."""
    began = time.monotonic()
    while f'"event": "{event}"' not in server.log.read_text("utf-8"):
        assert time.monotonic() - began < 60, f"no {event}"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that is strict with an address."""
    options = ("--processes", "1", "--log-format", "json", "--players-per-hour", "5")
    with Server(tmp_path_factory.mktemp("attacked") / "data", *options) as running:
        yield running


@pytest.mark.rest
def test_events_of_security_are_told_without_secrets(attacked: Server) -> None:
    server = attacked
    ann = Browser(server.base).introduce("Annabella")
    secrets = ["Annabella", ann.cookie]
    code = ann.ask("POST", "/api/me/recovery").json["code"]
    other = Browser(server.base)
    reply = other.ask("POST", "/api/me/recover", {"code": code})
    secrets += [code, code.replace("-", ""), reply.json["code"], other.cookie]
    assert Browser(server.base).ask("POST", "/api/me/recover", {"code": code}).status == 403
    bot = ann.ask("POST", "/api/bots", {"name": "Robot"}).json["token"]
    secrets.append(bot)
    assert other.ask("POST", "/api/me/sign-out-others").status == 200
    assert ann.ask("POST", "/api/tables", {}).status == 401
    assert other.ask("POST", "/api/me/sign-out").status == 200
    ann.ask("POST", "/api/me", {"name": "Bo"}, Origin="https://evil.example")
    ann.ask("GET", "/api/me", Host="evil.example")
    ann.ask("POST", "/api/me", b"{")
    table = other.introduce("Bo").open_table(access="private")
    assert ann.ask("GET", f"/api/tables/{table}/deals/1").status == 404
    with Browser(server.base).introduce("Eve").page(table) as page:
        page.sync()
        page.socket.send("{}")
        page.send(Request("1", Close()))
        page.until(lambda page: "1" in page.answers)
    for _ in range(9):
        Browser(server.base).ask("POST", "/api/me", {"name": "Cleo"})
    for what in (
        *("signed_up", "recovery_made", "recovery_used", "recovery_failed", "bot_made"),
        *("signed_out", "token_refused", "origin_refused", "host_refused", "limit"),
        *("not_allowed", "bad_input"),
    ):
        found = events(server, what)
        assert found, what
        assert {line["address"] for line in found} == {"127.0.0.1"}, what
        assert {line["event"] for line in found} == {"security"}, what
        if what in ("signed_up", "recovery_made", "recovery_used", "bot_made", "signed_out"):
            assert all(re.fullmatch("[0-9a-f]{24}", str(line["player"])) for line in found), what
    assert [line["why"] for line in events(server, "signed_out")] == [
        "other_devices",
        "this_device",
    ]
    assert {line["why"] for line in events(server, "not_allowed")} >= {"not_host"}
    assert {line["why"] for line in events(server, "bad_input")} == {"not_json", "misfit"}
    log = server.log.read_text("utf-8")
    for secret in secrets:
        assert secret is not None
        token = secret.partition("=")[2] or secret
        assert all(part not in log for part in token.split(".")[1:] or [token])


@in_loop
async def test_what_repeats_is_told_once_and_then_with_a_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[dict[str, Any]] = []
    monkeypatch.setattr(throttle, "WINDOW", 0.05)
    monkeypatch.setattr(security.log, "warning", lambda event, **more: told.append(more))
    log = security.SecurityLog()
    for number in range(5000):
        log.repeated("limit", f"192.0.{number // 250}.{number % 250}", "too_often")
        log.repeated("limit", "2001:db8::/64", "too_often")
    assert len(told) <= throttle.MOST_KINDS + 1
    while sum(line["times"] for line in told) < 10_000:
        await asyncio.sleep(0.01)
    for _ in range(3):
        log.repeated("bad_input", "192.0.2.1", "misfit", "ann")
    log.close()
    assert [(line["times"], line.get("player")) for line in told[-2:]] == [(1, "ann"), (2, None)]
    del told[-2:]
    assert sum(line["times"] for line in told) == 10_000
    assert {line["times"] for line in told if line["address"] == "2001:db8::/64"} == {1, 4999}


@pytest.mark.parametrize("page", PAGES)
def test_every_event_of_security_is_listed(page: Path) -> None:
    text = page.read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|", text, re.MULTILINE)
    assert [row for row in rows if row in get_args(security.Event)] == [*get_args(security.Event)]
    reasons = set(re.findall(r"`(\w+)`", text))
    assert reasons >= {*get_args(Closure), *get_args(Refusal)}
