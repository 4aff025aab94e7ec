"""A PostgreSQL server for the tests: made, started and stopped by them.

The server refuses to run as root, so it is then given to the user `postgres`, else `nobody`. It
listens on a socket in its own folder, which no other test run can meet.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

FOLDERS = Path("/usr/lib/postgresql")
OWNER = "tester"
PAUSE = 0.01
"""Seconds between two looks at what has ended."""
SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "16MB",
    "max_wal_size": "64MB",
    "max_connections": "40",
    "autovacuum": "off",
    # What a killed process has written stays: only a power cut would take it.
    "fsync": "off",
}


class Postgres:
    """A server that runs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        """Everything of it: the socket, the data and the log."""
        self._user = _user()
        self._more: dict[str, str] = {}

    @property
    def address(self) -> str:
        """Where its database is."""
        port = f"&port={self._more['port']}" if self._more else ""
        return f"postgresql://{OWNER}@/postgres?host={quote(str(self.folder))}{port}"

    def empty(self) -> str:
        """Make the database a new one, which takes less time than another one; its address."""
        schemas = "DROP SCHEMA IF EXISTS gongzhu, public CASCADE; CREATE SCHEMA public"
        self.run("psql", "-h", self.folder, "-U", OWNER, "-qc", schemas, "postgres")
        return self.address

    def run(self, program: str, *words: str | Path, text: str = "") -> str:
        """Run one of PostgreSQL's programs on this text, as the user that owns the server; what
        it says."""
        command: Sequence[str | Path] = [_binaries() / program, *words]
        done = subprocess.run(
            command,
            cwd=self.folder,
            user=self._user,
            env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
            input=text,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    @property
    def pid(self) -> int:
        """The process that all others of the server are children of."""
        text = (self.folder / "data" / "postmaster.pid").read_text("ascii")
        return int(text.partition("\n")[0])

    def kill(self) -> None:
        """End that process by SIGKILL, and wait until the others have found out."""
        pid = self.pid
        family = {pid, *children(pid)}
        os.kill(pid, signal.SIGKILL)
        while any(Path(f"/proc/{member}").exists() for member in family):
            time.sleep(PAUSE)

    def start(self) -> None:
        """Start it, and wait until it answers."""
        settings = {**SETTINGS, **self._more, "unix_socket_directories": str(self.folder)}
        options = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        log = self.folder / "log"
        self.run("pg_ctl", "-D", self.folder / "data", "-l", log, "-o", options, "-w", "start")

    def listen(self, port: int, certificate: Path, key: Path, access: str) -> None:
        """Start it anew, with TLS at that port of `localhost` beside its socket; `access` is its
        list of who may come in."""
        for source, name in ((certificate, "server.pem"), (key, "server.key")):
            file = self.folder / name
            file.write_bytes(source.read_bytes())
            file.chmod(0o600)
            if self._user is not None:
                os.chown(file, pwd.getpwnam(self._user).pw_uid, -1)
            self._more[f"ssl_{'key' if source == key else 'cert'}_file"] = str(file)
        self._more |= {"ssl": "on", "listen_addresses": "localhost", "port": str(port)}
        (self.folder / "data" / "pg_hba.conf").write_text(access, "ascii")
        self.stop()
        self.start()

    def stop(self, how: str = "fast") -> None:
        """Stop it: `fast` cuts every connection, `immediate` is a crash."""
        self.run("pg_ctl", "-D", self.folder / "data", "-m", how, "-w", "stop")


@contextmanager
def postgres() -> Iterator[Postgres]:
    """A new server, gone with all its data afterwards."""
    # A short name: the path of a socket has at most about a hundred bytes.
    folder = Path(tempfile.mkdtemp(prefix="gongzhu-pg-"))
    try:
        if (user := _user()) is not None:
            os.chown(folder, pwd.getpwnam(user).pw_uid, -1)
        server = Postgres(folder)
        where = folder / "data"
        server.run("initdb", "-D", where, "-U", OWNER, "-A", "trust", "-E", "UTF8", "-N")
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder)


def children(pid: int) -> list[int]:
    """The processes that a process started, and that still run."""
    found = []
    for thread in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (thread / "children").read_text("ascii").split()]
    return found


def _user() -> str | None:
    """Who runs the server; None for whoever runs the tests."""
    if os.geteuid() != 0:
        return None
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


def _binaries() -> Path:
    """Where the programs are: Debian keeps them out of PATH, a folder for each version."""
    found = sorted(FOLDERS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    path = shutil.which("initdb")
    assert path, "PostgreSQL is not installed: run scripts/system-packages.sh"
    return Path(path).parent
