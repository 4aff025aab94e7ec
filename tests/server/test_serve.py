"""`gongzhu serve`: what it says at the start, and how it fails."""

import shutil
import socket
import stat
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gongzhu.cli.main import app
from tests.support.fresh_python import environment
from tests.support.page_client import Browser
from tests.support.serving import PROGRAM, Server

pytestmark = pytest.mark.rest

PATIENCE = 120


def fails(*options: str) -> subprocess.CompletedProcess[str]:
    """A start that comes to nothing."""
    command = [str(PROGRAM), "serve", "--no-open", *options]
    return subprocess.run(
        command, env=environment(), capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def test_it_says_where_it_is_found_and_nothing_of_a_folder_of_its_own(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", "--lang", "en")
    with server:
        pass
    told = server.log.read_text("utf-8")
    assert f"On this machine:       http://127.0.0.1:{server.port}/" in told
    assert "Traceback" not in told
    assert "--data" not in told
    assert stat.S_IMODE((tmp_path / "data" / "gongzhu.lock").stat().st_mode) == 0o600


def test_a_public_address_is_the_only_one_that_it_says_and_wants_https(tmp_path: Path) -> None:
    public = "https://example.org"
    with Server(tmp_path / "data", "--public-url", public, "--lang", "en") as server:
        asked = {"Host": "example.org", "Origin": public}
        reply = Browser(server.base).ask("POST", "/api/me", {"name": "Ann"}, **asked)
        assert reply.status == 200
        flags = {part.strip().lower() for part in reply.headers["set-cookie"].split(";")[1:]}
        assert {"secure", "httponly", "samesite=lax", "path=/"} <= flags
    told = server.log.read_text("utf-8")
    assert f"Everywhere:            {public}" in told
    assert "http://" not in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--trusted-proxy", "everywhere"), "--trusted-proxy everywhere"),
        (("--public-url", "example.org"), "--public-url example.org"),
        (("--allowed-host", "http://cards.local"), "--allowed-host http://cards.local"),
        (("--log-format", "xml"), "--log-format xml"),
        (("--database-file", "nowhere"), "--database-file nowhere: No such file"),
        (("--database-file", __file__), "must have one line"),
        (("--openid-issuer", "https://id.example"), "--openid-client"),
        (("--openid-secret-file", __file__), "--openid-secret-file"),
        (("--hsts-subdomains",), "--hsts-subdomains: needs --public-url"),
        (("--database", "nonsense"), "--database"),
        (("--database", ""), "--database"),
        (("--database", "host=localhost dbname=cards"), "postgresql://"),
        (("--database", "postgres:/cards"), "postgresql://"),
        (("--database", "postgresql://[fd00::7/cards"), "postgresql://"),
        (("--data", ""), "--data: must name a folder"),
        (("--data", "postgresql://host/cards"), "name a PostgreSQL database with --database"),
        (("--processes", "257"), "--processes 257: "),
        (("--bot", "Zed=/no/program"), "--bot Zed=/no/program"),
        (("--unix", "socket", "--port", "8000"), "--unix and --port"),
    ],
)
def test_an_option_that_makes_no_sense(options: tuple[str, ...], words: str) -> None:
    start = ["serve", "--no-open", "--lang", "en", *options]
    done = CliRunner().invoke(app, start)
    assert done.exit_code == 2
    assert words in done.stderr
    assert len(done.stderr.splitlines()) == 1
    looked = CliRunner().invoke(app, [*start, "--check"])
    assert (looked.exit_code, looked.output) == (done.exit_code, done.output)


def test_a_provider_that_has_no_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GONGZHU_OPENID_SECRET", "secret")
    options = ("--public-url", "https://a.example", "--openid-issuer", "https://[fd00::7")
    start = ["serve", "--no-open", "--lang", "en", *options, "--openid-client", "club"]
    done = CliRunner().invoke(app, start)
    assert done.exit_code == 2
    assert "--openid-issuer https://[fd00::7: must be an address such as" in done.stderr


def test_a_database_is_not_mistaken_for_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "database"
    file.write_text("cards\n", "ascii")
    for options in (("--database-file", str(file)), ()):
        monkeypatch.setenv("GONGZHU_DATABASE", "cards")
        done = CliRunner().invoke(app, ["serve", "--no-open", "--lang", "en", *options])
        assert done.exit_code == 2
        assert "postgresql://" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["database"]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    place = ("--host", "127.0.0.1", "--port", "0", "--data", str(tmp_path / "file"))
    done = fails("--lang", "en", *place)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "gongzhu: " in done.stderr


def checked(*options: str) -> Result:
    """A look at whether a start with these options would succeed."""
    return CliRunner().invoke(app, ["serve", "--check", "--lang", "en", *options])


def test_a_look_tells_what_is_well_and_leaves_nothing(tmp_path: Path) -> None:
    looked = checked(
        *("--unix", str(tmp_path / "http.sock"), "--data", str(tmp_path / "data")),
        *("--public-url", "https://example.org", "--bot", "Duck=sh duck.sh"),
    )
    assert (looked.exit_code, looked.stderr) == (0, "")
    assert looked.stdout.splitlines() == [
        "The options:           fine",
        "Everywhere:            https://example.org",
        f"--bot Duck: {shutil.which('sh')}",
        f"The address:           {tmp_path / 'http.sock'} can be created",
        "The data:              none yet; it is created at the start",
    ]
    assert list(tmp_path.iterdir()) == []


def test_nobody_can_come_in_while_a_look_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("it listens")

    monkeypatch.setattr(socket.socket, "listen", refuse)
    for where in (("--port", "0"), ("--unix", str(tmp_path / "http.sock"))):
        assert checked(*where, "--data", str(tmp_path)).exit_code == 0


def test_one_fault_hides_no_other(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = str(busy.getsockname()[1])
        place = ("--host", "127.0.0.1", "--port", port, "--data", str(tmp_path / "file"))
        looked, done = checked(*place), fails("--lang", "en", *place)
    assert looked.exit_code == done.returncode == 1
    address, data = looked.stderr.splitlines()
    assert done.stderr == f"{address}\n"
    assert f"port {port} on 127.0.0.1 is taken" in address
    assert data == f"gongzhu: {tmp_path / 'file'}: File exists"


def test_a_look_and_a_start_beside_a_server_that_runs_disturb_nobody(tmp_path: Path) -> None:
    unix = tmp_path / "http.sock"
    with Server(tmp_path / "data", "--processes", "1") as server:
        place = ("--host", "127.0.0.1", "--data", str(tmp_path / "data"))
        done = fails("--lang", "en", *place, "--port", "0")
        assert done.returncode == 1
        assert "Traceback" not in done.stderr
        assert str(tmp_path / "data") in done.stderr
        looked = checked(*place, "--port", str(server.port))
        assert looked.exit_code == 1
        assert [line.rpartition(": ")[2] for line in looked.stderr.splitlines()] == [
            f"port {server.port} on 127.0.0.1 is taken by another program; "
            "choose another with --port",
            "another gongzhu is serving this folder",
        ]
        assert server.healthy()
    with socket.socket(socket.AF_UNIX) as proxied:
        proxied.bind(str(unix))
        proxied.listen()
        looked = checked("--unix", str(unix), "--data", str(tmp_path / "data"))
        assert looked.exit_code == 1
        assert "belongs to a server that runs" in looked.stderr
        assert unix.is_socket()
        looked = checked("--unix", str(unix), "--data", str(tmp_path / "data"), "--lang", "zh")
        assert f"--unix {unix}：有一个运行中的服务器正在用它" in looked.stderr
    unix = tmp_path / "notes"
    unix.write_text("mine")
    looked = checked("--unix", str(unix), "--data", str(tmp_path / "data"))
    assert f"--unix {unix}: File exists" in looked.stderr


def test_pages_that_were_not_built_do_not_keep_a_server_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gongzhu.server.pages.PAGE", "no.html")
    looked = checked("--port", "0", "--data", str(tmp_path))
    assert looked.exit_code == 0
    assert "have not been built" in looked.stdout


def test_nobody_else_may_write_where_it_keeps_its_data(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(0o777)
    lock = folder / "gongzhu.lock"
    lock.touch(0o666)
    with Server(folder, "--lang", "en") as server:
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert {modes["gongzhu.lock"], modes["gongzhu.db"]} == {0o600}
    assert not any(mode & 0o077 for mode in modes.values())
    told = [line for line in server.log.read_text("utf-8").splitlines() if "--data" in line]
    assert len(told) == 1
    assert "(mode 777)" in told[0]
