"""A table whose server is the test: the page is shown what a script says, when it says it."""

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from playwright.sync_api import Page, WebSocketRoute

from tests.browser.browser_player import PATIENCE

GOLDEN = Path(__file__).parents[1] / "table" / "golden"

View = dict[str, Any]


def view_in_play(name: str, **deal: Any) -> View:
    """What seat 0 of a golden table knows in the middle of a deal, with parts of it replaced."""
    observer = json.loads((GOLDEN / f"{name}.json").read_text())["observers"][0]
    view = next(
        view
        for _, view in observer["after"]
        if view["deal"] is not None and view["deal"]["public"]["phase"] == "playing"
    )
    view["deal"]["public"].update(deal)
    return cast("View", view)


def view_before_play(name: str, phase: str) -> View:
    """The same deal before its first card: nobody has passed or exposed anything yet."""
    before: View = {"leader": None, "trick": [], "tricks": [], "captured": [[], [], [], []]}
    view = view_in_play(name, phase=phase, **before, exposed=[], face_down=[0, 0, 0, 0])
    own = view["deal"]["own"]
    own.update(hand=own["dealt"], passed=None, received=None, exposures=None)
    return view


def happened(event: str, **fields: Any) -> dict[str, Any]:
    """A fact of the deal."""
    return {"type": "happened", "event": {"type": event, **fields}}


class ScriptedTable:
    """Answers the page in place of a server; every request is `done`."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base
        self.answer: Callable[[dict[str, Any]], None] = lambda _: None
        """Called with each request after its `done`, to tell at once what comes of it."""
        self.asked: list[dict[str, Any]] = []
        """What the page has asked for, without its contributions to fair deals."""
        self.you: dict[str, Any] = {"seat": 0, "host": True}
        """Who the page is: by default the host, in seat 0."""
        self.hint: dict[str, Any] | None = None
        """What is answered to somebody who asks for a hint."""
        self._seq = 1
        self._said = 0
        self._view: View = {}
        self._ask: dict[str, Any] | None = None
        self._socket: WebSocketRoute | None = None
        page.route_web_socket("**/socket**", self._open)

    def show(self, view: View, ask: dict[str, Any] | None = None) -> None:
        """Open the page of the table in this state."""
        self._view, self._ask = view, ask
        self.page.goto(f"{self.base}/t/kite-1")
        self.page.locator("[data-table], [data-seat]").first.wait_for()

    def tell(self, *facts: dict[str, Any], ask: dict[str, Any] | None = None) -> None:
        """Something has happened."""
        self._seq += 1
        self._send(type="update", seq=self._seq, at=0, facts=facts, ask=ask)

    def say(self, seat: int, name: str, text: str) -> None:
        """Somebody has written something."""
        self._said += 1
        line = {"number": self._said, "at": 0, "seat": seat, "name": name, "text": text}
        self._send(type="said", line=line)

    def until_asked(self, count: int, kind: str = "") -> list[dict[str, Any]]:
        """Wait until the page has asked for so many things of this kind, or of any; all of them."""
        until = time.monotonic() + PATIENCE / 1000
        while len(asked := [do for do in self.asked if kind in ("", do["type"])]) < count:
            assert time.monotonic() < until, f"asked: {self.asked}"
            self.page.wait_for_timeout(10)
        return asked

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket = socket
        socket.on_message(lambda text: self._got(json.loads(text)))

    def _got(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "hello":
                you = {"name": "Ann", "devices": 1, **self.you}
                known = {"seq": self._seq, "at": 0, "you": you}
                self._send(type="snapshot", table=self._view, ask=self._ask, **known)
            case "ping":
                self._send(type="pong", n=message["n"])
            case "request" if self.hint and message["do"]["type"] == "hint":
                self._send(type="hint", id=message["id"], **self.hint)
            case "request":
                self.asked.append(message["do"])
                self._send(type="done", id=message["id"], seq=self._seq)
                self.answer(message["do"])

    def _send(self, **message: Any) -> None:
        assert self._socket is not None
        self._socket.send(json.dumps(message))
