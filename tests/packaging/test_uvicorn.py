"""What the gate takes from uvicorn without its promise is in the oldest version that pyproject.toml
allows, and in the newest one that there is."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gongzhu.server.live.messages import Ping, Pong
from tests.support.fresh_python import run_code
from tests.support.page_client import Browser
from tests.support.serving import Server

ROOT = Path(__file__).parents[2]
UV = Path(sys.executable).with_name("uv")
OLDEST = re.findall(r'"uvicorn>=([0-9.]+)"', (ROOT / "pyproject.toml").read_text("utf-8"))
"""The one bound; no version is too new."""


@pytest.mark.parametrize("wanted", [*(f"uvicorn=={one}" for one in OLDEST), "uvicorn"])
def test_a_table_is_served(wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = tmp_path / "library"
    install = ("pip", "install", "--quiet", "--no-deps", "--target", str(own), wanted)
    subprocess.run([UV, *install], check=True, cwd=tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(own))
    assert str(own) in run_code("import uvicorn; print(uvicorn.__file__)")
    server = Server(tmp_path / "data", "--header-bytes", "2000")
    with server:
        browser = Browser(server.base).introduce("Ann")
        # Upgrades: one that is ignored, and one to a socket.
        asks = {"Connection": "Upgrade, HTTP2-Settings", "Upgrade": "h2c", "HTTP2-Settings": ""}
        assert browser.ask("GET", "/api/me", **asks).status == 200
        assert browser.ask("GET", "/api/me", **{"X-Long": "x" * 9000}).status == 400
        with browser.page(browser.open_table()) as page:
            page.sync()
            page.send(Ping(5))
            page.until(lambda page: any(isinstance(heard, Pong) for heard in page.heard))
            assert server.end() == 0
            assert page.until_goodbye().again
    log = server.log.read_text("utf-8")
    assert "Traceback" not in log
    assert OLDEST
