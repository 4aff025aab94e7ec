"""The units for systemd: tight, and the server runs under what they leave to it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.fresh_python import ROOT, environment
from tests.support.page_client import Browser
from tests.support.sandbox import calls_of
from tests.support.serving import PROGRAM, Server

UNITS = ROOT / "packaging" / "systemd"
SERVICE = UNITS / "gongzhu.service"
SOME = 40
"""Entries of a table, with a few tricks in them."""
MOST = 2.0
"""The highest exposure; of ten."""


@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.glob("*.service")))
def test_a_unit_leaves_little_open(unit: str) -> None:
    told = subprocess.run(
        ["systemd-analyze", "security", "--offline=yes", "--no-pager", str(UNITS / unit)],
        check=True,
        capture_output=True,
        text=True,
    )
    found = re.search(r"exposure level for \S+: ([0-9.]+)", told.stdout)
    assert found is not None
    assert float(found[1]) <= MOST


@pytest.mark.parametrize("unit", sorted(path.name for path in UNITS.iterdir()))
def test_a_unit_is_well_formed(unit: str, tmp_path: Path) -> None:
    """At another place than a program that is not installed here."""
    for path in UNITS.iterdir():
        text = path.read_text("utf-8").replace("/opt/gongzhu/.venv/bin/gongzhu", "/bin/true")
        (tmp_path / path.name).write_text(text, "utf-8")
    told = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit)],
        check=False,
        capture_output=True,
        text=True,
    )
    assert [line for line in told.stderr.splitlines() if unit in line] == []


def test_the_server_has_no_network() -> None:
    lines = SERVICE.read_text("utf-8").splitlines()
    assert "IPAddressDeny=any" in lines
    assert not [line for line in lines if line.startswith("IPAddressAllow")]
    assert "RuntimeDirectoryMode=0750" in lines
    assert "--port" not in SERVICE.read_text("utf-8")


def test_the_server_waits_for_a_database_and_never_gives_up() -> None:
    lines = SERVICE.read_text("utf-8").splitlines()
    assert any(line.startswith("After=") and "postgresql.service" in line for line in lines)
    assert "StartLimitIntervalSec=0" in lines


@pytest.mark.parametrize("page", ["docs/hosting.md", "docs/zh/hosting.md"])
def test_the_steps_lead_to_what_the_units_expect(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    (made,) = re.findall(r"python3 -m venv (\S+)", text)
    for unit in UNITS.glob("*.service"):
        for program in re.findall(r"ExecStart=(\S+/gongzhu) ", unit.read_text("utf-8")):
            assert program == f"{made}/bin/gongzhu"
    for name in re.findall(r"systemctl enable --now (.*)", text)[0].split():
        assert "[Install]" in (UNITS / name).read_text("utf-8")
    folders = {"StateDirectory": "lib", "CacheDirectory": "cache"}
    service = SERVICE.read_text("utf-8")
    for key, place in folders.items():
        (name,) = re.findall(rf"^{key}=(\S+)$", service, re.MULTILINE)
        assert f"`/var/{place}/{name}`" in text
    for copied in re.findall(r"(?<=[ `])packaging/[\w/.-]+", text):
        assert (ROOT / copied).exists(), copied


def test_a_worker_works_where_it_may_not_be_nice(tmp_path: Path) -> None:
    unit = tmp_path / "strict.service"
    unit.write_text(SERVICE.read_text("utf-8") + "SystemCallFilter=~setpriority\n", "utf-8")
    worker = [sys.executable, "-m", "gongzhu.server.work.process"]
    done = subprocess.run(
        [sys.executable, "-m", "tests.support.sandbox", str(unit), *worker],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        env=environment(),
    )
    assert (done.returncode, done.stderr) == (0, "")


class Confined(Server):
    """The server with the system calls of the unit."""

    def launch(self) -> None:
        """See `Server`."""
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        command = [str(PROGRAM), "serve", *where, "--no-open"]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.sandbox", str(SERVICE), *command],
                stdout=log,
                stderr=log,
                env=environment(),
            )


def test_the_server_plays_with_the_calls_that_the_unit_allows(tmp_path: Path) -> None:
    assert not {"mount", "ptrace", "reboot", "setuid", "bpf"} & calls_of(SERVICE)
    with Confined(tmp_path / "data") as server:
        status = Path(f"/proc/{server.pid}/status").read_text("ascii")
        assert "Seccomp:\t2" in status
        browser = Browser(server.base).introduce("Ann")
        table = browser.open_table(bots=dict.fromkeys("123", "strong"), level="strong", start=True)
        with browser.page(table) as page:
            page.sync()
            page.play(lambda page: page.seq > SOME)
            assert page.view is not None
            assert [seat.failed for seat in page.view.state.seats] == [0] * 4
        # Costly work, which processes of another priority do.
        asked = {"preset": "gongzhu-pagat", "rules": {}}
        assert browser.ask("POST", "/api/rules/explain", asked).status == 200
        assert browser.ask("GET", "/readyz").status == 200
        assert server.end() == 0
