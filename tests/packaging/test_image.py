"""The image: made of Debian's packages, and started as its Containerfile says."""

import json
import os
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.fresh_python import ROOT
from tests.support.page_client import Browser, Page
from tests.support.serving import PAUSE, free_port

OUT = ROOT / "build" / "image"
CONTAINERFILE = (ROOT / "packaging" / "image" / "Containerfile").read_text("utf-8")
PATIENCE = 90.0


def told(word: str) -> str:
    """What an instruction of the Containerfile says."""
    (found,) = (line for line in CONTAINERFILE.splitlines() if line.startswith(f"{word} "))
    return found.partition(" ")[2]


@contextmanager
def chroot(folder: Path, port: int) -> Iterator[list[str]]:
    """The image's root in a folder, with its user and its entry point; gives the health check.

    Debian's podman starts the same where the kernel lets it.
    """
    user, _, group = told("USER").partition(":")
    variables = dict(word.split("=") for word in told("ENV").split())
    enter = ["chroot", f"--userspec={user}:{group}", "--groups=", str(folder)]
    env = ["/usr/bin/env", "-i", "PATH=/usr/bin:/bin", *(f"{k}={v}" for k, v in variables.items())]
    start = [*json.loads(told("ENTRYPOINT")), "--port", str(port), "--processes", "1"]
    _, _, check = told("HEALTHCHECK").partition(" CMD ")
    subprocess.run(["mount", "-t", "proc", "proc", folder / "proc"], check=True)
    process = subprocess.Popen([*enter, *env, *start], cwd="/")
    try:
        yield [*enter, *env, *json.loads(check), str(port)]
        process.send_signal(signal.Signals[told("STOPSIGNAL")])
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        subprocess.run(["umount", folder / "proc"], check=True)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_deal_at_the_server_of_the_image(tmp_path: Path) -> None:
    assert os.geteuid() == 0, "as root"
    subprocess.run(["make", "image"], cwd=ROOT, check=True)
    assert told("FROM") == "scratch"
    root = tmp_path / "root"
    root.mkdir()
    subprocess.run(["tar", "-xf", OUT / "root.tar", "-C", root], check=True)
    port = free_port()
    try:
        with chroot(root, port) as check:
            until = time.monotonic() + PATIENCE
            while subprocess.run(check, check=False, capture_output=True).returncode:
                assert time.monotonic() < until, shlex.join(check)
                time.sleep(PAUSE)
            browser = Browser(f"http://127.0.0.1:{port}").introduce("Ann")
            assert browser.ask("GET", "/").status == 200
            table = browser.open_table(
                bots=dict.fromkeys("123", "random"), level="random", start=True
            )
            with browser.page(table) as page:
                page.sync()
                page.play(Page.deal_over)
        # Everything that it wrote is in the volume, and for its own eyes.
        volume = root / told("VOLUME").lstrip("/")
        assert (volume / "data" / "gongzhu.db").stat().st_mode & 0o777 == 0o600
        assert subprocess.run(check, check=False, capture_output=True).returncode == 1
    finally:
        # Nothing of this machine may hang in there.
        if not (root / "proc").is_mount():
            shutil.rmtree(root)
