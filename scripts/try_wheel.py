"""Installs a wheel into an empty environment and uses the program as people do.

    python scripts/try_wheel.py dist/gongzhu-1.0.0-py3-none-any.whl [PYTHON…]

Each PYTHON is the path of an interpreter; without one it is that which runs this. Writes a line for
each thing tried, with seconds, and ends with status 1 at the first that fails.
"""

import argparse
import json
import os
import pty
import select
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PATIENCE = 120.0
"""Seconds that anything may take; kernels are compiled when a bot first searches."""
LEVELS = ("random", "novice", "steady", "strong", "master")
BARE = (
    ["--version"],
    ["score", "--help"],
    ["rules", "show", "gongzhu-pagat"],
    ["rules", "show", "black-maria"],
    ["verify", "friday.gzn"],
    ["stats", "friday.gzn"],
)
"""What runs without any extra."""
FRIDAY = Path(__file__).parents[1] / "examples/friday.gzn"
RUNS = 5


class Installed:
    """An environment with nothing but the wheel and what the library needs."""

    def __init__(self, folder: Path, wheel: Path, python: str) -> None:
        self.folder = folder
        self.python = folder / "venv/bin/python"
        self.program = folder / "venv/bin/gongzhu"
        kept = ("PATH", "LANG", "PIP_", "SSL_", "REQUESTS_", "HTTP", "NO_PROXY")
        self.environment = {
            name: value for name, value in os.environ.items() if name.upper().startswith(kept)
        } | {"HOME": str(folder), "GONGZHU_LANG": "en", "TERM": "xterm-256color", "COLUMNS": "100"}
        with told("installed by pip"):
            self.run(python, "-m", "venv", str(folder / "venv"))
            self.add(str(wheel))

    def add(self, what: str) -> None:
        """Install a package and what it needs."""
        self.run(self.python, "-m", "pip", "install", "--quiet", what)

    def run(self, *command: str | Path) -> str:
        """The text that a command writes to both outputs; raises CalledProcessError."""
        done = subprocess.run(
            list(map(str, command)),
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=True,
            timeout=5 * PATIENCE,
        )
        return done.stdout


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("python", nargs="*", default=[sys.executable])
    asked = parser.parse_args()
    size = asked.wheel.stat().st_size
    print(f"{asked.wheel.name}: {size / 1e6:.1f} MB", flush=True)
    for python in asked.python:
        with tempfile.TemporaryDirectory(prefix="gongzhu-wheel-") as folder:
            try_it(Path(folder), asked.wheel.resolve(), python)


def try_it(folder: Path, wheel: Path, python: str) -> None:
    """Everything, with one interpreter."""
    began, spent = time.monotonic(), processor_seconds()
    installed = Installed(folder, wheel, python)
    print(f"{size_of(folder / 'venv') / 1e6:8.0f} MB installed without extras")
    bare(installed)
    with told("installed with [all] by pip"):
        installed.add(f"{wheel}[all]")
    version = installed.run(installed.python, "--version").strip()
    with told(f"gongzhu serve: the first page {version}"):
        first_page(installed)
    took, spent = time.monotonic() - began, processor_seconds() - spent
    print(f"{took:8.1f} s  from nothing to the first page, {spent:.1f} s of it on a processor")
    print(f"{size_of(folder / 'venv') / 1e6:8.0f} MB installed")
    for level in LEVELS:
        with told(f"gongzhu simulate: a deal of {level}"):
            out = folder / f"{level}.jsonl"
            installed.run(
                installed.program, "simulate", "-r", "gongzhu-pagat", "-n", "1", "-b", level,
                "-s", "1", "-o", out,
            )  # fmt: skip
            assert len(out.read_text("utf-8").splitlines()) == 1
    with told("gongzhu play: the table in a terminal"):
        table_in_terminal(installed)
    with told("gongzhu puzzles list"):
        assert installed.run(installed.program, "puzzles", "list").strip()
    print(f"{start_ratio(installed):8.1f} times as long as importing typer and rich: score --help")


def bare(installed: Installed) -> None:
    """What runs without any extra, and one command that says which it wants."""
    shutil.copy(FRIDAY, installed.folder)
    for command in BARE:
        with told(f"gongzhu {' '.join(command)}: without extras"):
            installed.run(installed.program, *command)
    with told("gongzhu score: without extras"):
        scored(installed)
    try:
        refused = installed.run(installed.program, "serve", "--no-open")
    except subprocess.CalledProcessError as error:
        refused = error.stdout
    assert "gongzhu[all]" in refused, refused


def processor_seconds() -> float:
    """Those of all programs that have been run and have ended."""
    times = os.times()
    return times.children_user + times.children_system


@contextmanager
def told(what: str) -> Iterator[None]:
    """Say what was done, and how long it took."""
    began = time.monotonic()
    try:
        yield
    except subprocess.CalledProcessError as error:
        print(error.stdout)
        raise
    print(f"{time.monotonic() - began:8.1f} s  {what}", flush=True)


def first_page(installed: Installed) -> None:
    """Serve until the lobby's page has come."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command: list[str | Path] = [
        installed.program,
        "serve",
        "--port",
        str(port),
        "--no-open",
        "--data",
        "data",
    ]
    command += ["--host", "127.0.0.1"]
    with subprocess.Popen(
        command, cwd=installed.folder, env=installed.environment, stdout=subprocess.DEVNULL
    ) as server:
        try:
            page = fetched(f"http://127.0.0.1:{port}/")
            assert "<script" in page, page
        finally:
            server.terminate()


def fetched(address: str) -> str:
    """The page at an address, as soon as it answers."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                text: str = answer.read().decode()
                return text
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.1)


def scored(installed: Installed) -> None:
    """Score a deal by the program's form for programs."""
    command: list[str | Path] = [installed.program, "score", "--rules", "gongzhu-pagat", "--jsonl"]
    asked = json.dumps({"captures": [["QS", "KH", "QH", "8H", "TC"], ["JD"], [], []]})
    done = subprocess.run(
        command,
        cwd=installed.folder,
        env=installed.environment,
        input=asked + "\n",
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert json.loads(done.stdout)["scores"] == [-360, 100, 0, 0], done


def table_in_terminal(installed: Installed) -> None:
    """Open the table in a terminal until it shows cards, and quit."""
    leader, follower = pty.openpty()
    command: list[str | Path] = [
        installed.program,
        "play",
        "--rules",
        "gongzhu-pagat",
        "--seed",
        "1",
        "--new",
    ]
    with subprocess.Popen(
        command,
        cwd=installed.folder,
        env=installed.environment | {"LINES": "40"},
        stdin=follower,
        stdout=follower,
        stderr=follower,
        start_new_session=True,
    ) as player:
        os.close(follower)
        shown = b""
        until = time.monotonic() + PATIENCE
        try:
            while "♠".encode() not in shown:
                assert time.monotonic() < until, shown[-2000:]
                if select.select([leader], [], [], 1)[0]:
                    shown += os.read(leader, 65536)
        finally:
            player.terminate()
            player.wait(PATIENCE)
            os.close(leader)


def start_ratio(installed: Installed) -> float:
    """The processor time of `score --help` in those of importing typer and rich, both at best."""
    ours: list[str | Path] = [installed.program, "score", "--help"]
    base: list[str | Path] = [installed.python, "-c", "import typer, rich"]
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(RUNS):
        for command, spent in zip((ours, base), times, strict=True):
            before = os.times()
            installed.run(*command)
            after = os.times()
            spent.append(
                after.children_user + after.children_system
                - before.children_user - before.children_system
            )  # fmt: skip
    return min(times[0]) / min(times[1])


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())


if __name__ == "__main__":
    main()
