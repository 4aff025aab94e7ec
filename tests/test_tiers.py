"""A quick test that starts something fails."""

import asyncio
import socket
import subprocess
import sys
from multiprocessing import Process

import pytest

refused = pytest.raises(pytest.fail.Exception, match="a quick test")


def test_a_quick_test_starts_no_process() -> None:
    with refused:
        subprocess.run([sys.executable, "--version"], check=True)
    with refused:
        Process(target=print).start()


def test_a_quick_test_opens_no_connection() -> None:
    with socket.socket() as one:
        with refused:
            one.bind(("127.0.0.1", 0))
        with refused:
            one.connect(("127.0.0.1", 9))
    with refused:
        asyncio.run(asyncio.open_connection("127.0.0.1", 9))
