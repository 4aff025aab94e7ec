"""The question to a public list, for known faults of the libraries that are pinned here."""

import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from unittest.mock import patch

import pytest

from scripts import audit
from scripts.audit import ROOT, Pin, faults, main, pins


@contextmanager
def listing(bad: set[str], *, short: bool = False) -> Iterator[str]:
    """A list that knows of faults in packages of some names; `short`: it leaves out an answer."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            queries: list[Any] = json.loads(body)["queries"]
            assert len(queries) <= audit.AT_ONCE
            results: list[Any] = [
                {"vulns": [{"id": "OSV-1"}, {"id": "OSV-2"}]}
                if one["package"]["name"] in bad
                else {}
                for one in queries
            ]
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps({"results": results[short:]}).encode())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


def test_every_pinned_library_is_asked_for() -> None:
    found = pins(ROOT)
    named = {(pin.ecosystem, pin.name): file for pin, file in found.items()}
    assert named["PyPI", "starlette"] == "requirements/run.txt"
    assert named["PyPI", "mypy"] == "requirements/dev.txt"
    assert named["npm", "svelte"] == named["npm", "@noble/hashes"] == "web/package-lock.json"
    for file in (ROOT / "requirements").glob("*.txt"):
        lines = [line for line in file.read_text("utf-8").splitlines() if line[0].isalnum()]
        assert lines
        assert {("PyPI", line.partition("==")[0]) for line in lines} <= named.keys()


def test_faults_are_told_by_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit, "AT_ONCE", 2)
    asked = [Pin("PyPI", name, "1.0") for name in ("a", "b", "c")]
    with listing({"c"}) as url:
        assert faults(asked, url) == {asked[2]: ["OSV-1", "OSV-2"]}
        assert faults(asked, url, ["OSV-1"]) == {asked[2]: ["OSV-2"]}
        assert faults(asked, url, ["OSV-2", "OSV-1"]) == {}
    with listing(set(), short=True) as url, pytest.raises(ValueError, match="1 answers for 2"):
        faults(asked, url)


def test_a_fault_or_a_list_that_does_not_answer_ends_with_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def ended(url: str) -> Any:
        with patch.object(sys, "argv", ["audit", "--list", url]), pytest.raises(SystemExit) as end:
            main()
        return end.value.code

    with listing({"starlette"}) as url:
        assert ended(url) == 1
        told = capsys.readouterr().out
        assert "starlette" in told
        assert "(requirements/run.txt): OSV-1, OSV-2" in told
        assert "1 with known faults" in told
    with listing(set()) as url:
        assert ended(url) == 0
    assert "cannot be asked" in ended(url)
