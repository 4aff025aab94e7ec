"""The real server, in a process of its own: started, killed, started again on the same data."""

import itertools
import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from tests.support.fresh_python import environment

PROGRAM = Path(sys.executable).with_name("gongzhu")
LAZY = (sys.executable, "-m", "tests.support.lazy_kernels")
"""The same for tests: see there."""
TICKS = os.sysconf("SC_CLK_TCK")
PAUSE = 0.01
"""Seconds between two looks at whether the server answers."""


def _opener() -> urllib.request.OpenerDirector:
    """One that goes by no proxy."""
    return urllib.request.build_opener(urllib.request.ProxyHandler({}))


_OPENER = _opener()


def _own_ports() -> Iterator[int]:
    """Ports that are this process's alone, again and again from one of them on.

    A server that is killed and begun again wants the port that it had. Nothing else may have come
    there meanwhile: no connection to somewhere else (the system takes their ports from 32,768 up)
    and no server of another test process."""
    worker = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    ports = range(20_000 + worker % 12 * 1_000, 21_000 + worker % 12 * 1_000)
    first = random.randrange(len(ports))
    return itertools.cycle([*ports[first:], *ports[:first]])


_PORTS = _own_ports()


def free_port() -> int:
    """A port of this machine that nobody listens on, and that stays free until it is used."""
    for port in itertools.islice(_PORTS, 1_000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")


class Server:
    """The server on a port of its own, with its data in a folder."""

    program: tuple[str, ...] = (str(PROGRAM),)
    """The command line before `serve`."""

    def __init__(
        self, data: Path, *options: str, port: int = 0, module: str = "", descriptors: int = 0
    ) -> None:
        """`options` of `gongzhu serve`, with one worker unless they say otherwise; `port` 0: any
        that is free; `module`: run this one instead, such as `tests.support.unlimited_server`,
        without options; `descriptors`: that it may have, where that is not the system's choice.
        """
        self.data = data
        self.port = port or free_port()
        self._module = module
        self._descriptors = descriptors
        self.log = data.with_name(f"{data.name}.log")
        """What it writes, of all its lives."""
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def base(self) -> str:
        """The address that its paths begin with."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        """The process that runs now."""
        assert self._process is not None, "the server runs"
        return self._process.pid

    def launch(self) -> None:
        """Start it, and do not wait for it."""
        where = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        command = [*self.program, "serve", *where, "--no-open", *self._options]
        if "--processes" not in self._options:
            command += ["--processes", "1"]
        if self._module:
            command = [sys.executable, "-m", self._module, str(self.port), str(self.data)]
        if self._descriptors:
            command = ["prlimit", f"--nofile={self._descriptors}", *command]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, env=environment())

    def healthy(self) -> bool:
        """Whether it accepts players. Raises RuntimeError when it has ended."""
        assert self._process is not None, "the server runs"
        code = self._process.poll()
        if code is not None:
            tail = self.log.read_text("utf-8", errors="replace")[-2000:]
            raise RuntimeError(f"the server ended with {code}:\n{tail}")
        return healthy(self.base)

    def start(self) -> float:
        """Start it and wait until it accepts players; the seconds that it took."""
        self.launch()
        return self.wait()

    def wait(self, patience: float = 60.0) -> float:
        """Wait until it accepts players; the seconds that it took."""
        began = time.monotonic()
        while not self.healthy():
            if time.monotonic() - began > patience:
                raise TimeoutError(f"the server does not answer after {patience} seconds")
            time.sleep(PAUSE)
        return time.monotonic() - began

    def end(self, how: signal.Signals = signal.SIGTERM, patience: float = 60.0) -> int:
        """Send it a signal and wait for its end; its exit code, 0 where it does not run."""
        process, self._process = self._process, None
        if process is None:
            return 0
        process.send_signal(how)
        try:
            return process.wait(patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_: Sequence[object]) -> None:
        self.end()


def healthy(base: str) -> bool:
    """Whether a server at that address accepts players."""
    # From Python 3.12 on one trusts for ever whom it trusted when it was made.
    opener = _opener() if base.startswith("https:") else _OPENER
    try:
        with opener.open(f"{base}/healthz", timeout=10) as answer:
            json.load(answer)
            return bool(answer.status == 200)
    except (urllib.error.URLError, OSError, ValueError):
        return False


def resident(pid: int) -> int:
    """Bytes of memory that a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    return pages * resource.getpagesize()


def processor(pid: int) -> float:
    """Seconds that a process has worked."""
    fields = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS
