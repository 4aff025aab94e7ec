"""Stand-ins for browsers: they talk to a real server over HTTP and sockets, fold what they hear,
keep to GZH1, and play the first thing that is allowed."""

import json
import secrets
import ssl
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPConnection, HTTPSConnection
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from gongzhu.cards import Card
from gongzhu.dealing import Withheld, call_deal, commitment
from gongzhu.rules import Action, ChooseMoon, Expose, Pass, Play
from gongzhu.server.live.messages import (
    Done,
    FromPlayer,
    Goodbye,
    Hello,
    Refused,
    Request,
    Snapshot,
    ToPlayer,
    Update,
    You,
    YouAre,
)
from gongzhu.table import Ask, TableView, evolve_table_view
from gongzhu.table.commands import Commit, Ready, Reveal

PATIENCE = 60.0
"""Seconds for a server on a busy machine."""

read_message = msgspec.json.Decoder(ToPlayer).decode


class Reply(msgspec.Struct):
    """An answer of the HTTP API."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        """What it says."""
        return json.loads(self.body)


class Browser:
    """Somebody at a server, with a cookie or the token of a bot."""

    def __init__(self, url: str, token: str | None = None) -> None:
        self.url = url.rstrip("/")
        self.cookie: str | None = None
        self.token = token

    @property
    def headers(self) -> dict[str, str]:
        """What it sends along with every request."""
        if self.token is not None:
            return {"Authorization": f"Bearer {self.token}"}
        return {"Origin": self.url, **({"Cookie": self.cookie} if self.cookie else {})}

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Reply:
        """One request; a body that is no bytes is sent as JSON."""
        kind = HTTPSConnection if self.url.startswith("https") else HTTPConnection
        connection = kind(urlsplit(self.url).netloc, timeout=PATIENCE)
        data = body if isinstance(body, bytes) or body is None else msgspec.json.encode(body)
        try:
            connection.request(method, path, data, {**self.headers, **headers})
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.getheaders()}
            reply = Reply(response.status, found, response.read())
        finally:
            connection.close()
        if "set-cookie" in reply.headers:
            self.cookie = reply.headers["set-cookie"].partition(";")[0]
        return reply

    def introduce(self, name: str) -> Self:
        """Become a guest."""
        assert self.ask("POST", "/api/me", {"name": name}).status == 200
        return self

    def open_table(self, **asked: object) -> str:
        """Open a table, and sit down at it."""
        reply = self.ask("POST", "/api/tables", asked)
        assert reply.status == 201, reply.body
        table: str = reply.json["table"]
        return table

    def page(self, table: str, since: int | None = None, session: str = "") -> "Page":
        """Look at a table; `session`: the one that the page says is its own."""
        return Page(self, table, since, session)


def _quiet_tls() -> ssl.SSLContext:
    """TLS that says nothing by itself after its handshake, as that of 1.3 does: this client reads
    and writes in two threads, and of a message that comes in between Python makes an end."""
    context = ssl.create_default_context()
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    return context


class Page:
    """A table as one program sees it."""

    def __init__(
        self, browser: Browser, table: str, since: int | None = None, session: str = ""
    ) -> None:
        self.browser = browser
        self.table = table
        self._query = f"?session={session}" if session else ""
        self.seq = -1
        self.view: TableView | None = None
        self.ask: Ask | None = None
        self.you: You | None = None
        self.goodbye: Goodbye | None = None
        self.heard: list[ToPlayer] = []
        self.answers: dict[str, Done | Refused] = {}
        self.numbers: dict[int, str] = {}
        self.asked_at = -1
        """The update whose question was answered last."""
        self.again(since)

    def _open(self) -> ClientConnection:
        url = self.browser.url.replace("http", "ws", 1)
        query = self._query
        if self.goodbye is not None and self.goodbye.server:
            # As the page does: the proxy leads there.
            query += f"{'&' if query else '?'}server={self.goodbye.server}"
        self.goodbye = None
        self._held = connect(
            f"{url}/api/tables/{self.table}/socket{query}",
            additional_headers=self.browser.headers,
            compression=None,
            # A browser reads on, whatever its page does: so a close is noticed at once.
            max_queue=None,
            open_timeout=PATIENCE,
            proxy=None,
            ssl=_quiet_tls() if url.startswith("wss") else None,
        )
        return self._held.__enter__()

    def again(self, since: int | None) -> None:
        """Connect anew, as after a lost network."""
        self.socket = self._open()
        # A server that wants nobody has said goodbye already.
        with suppress(ConnectionClosed):
            self.send(Hello(since=since))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        self._held.__exit__(None, None, None)

    def send(self, message: FromPlayer) -> str | None:
        """Send a message; its id."""
        self.socket.send(msgspec.json.encode(message).decode())
        id: str | None = getattr(message, "id", None)
        return id

    def hear(self, patience: float = PATIENCE) -> ToPlayer:
        """The next message, folded into what is known."""
        data = self.socket.recv(timeout=patience)
        message: ToPlayer = read_message(data)
        self.heard.append(message)
        match message:
            case Snapshot(seq, _, you, view, ask):
                self.seq, self.you, self.view, self.ask = seq, you, view, ask
            case Update(seq, _, facts, ask):
                assert seq == self.seq + 1 or self.view is None, "updates have no gaps"
                self.seq, self.ask = seq, ask
                for fact in facts:
                    if self.view is not None:
                        self.view = evolve_table_view(self.view, fact)
            case YouAre(you):
                self.you = you
            case Done(id) | Refused(str(id)):
                self.answers[id] = message
            case Goodbye():
                self.goodbye = message
            case _:
                pass
        return message

    def until(self, done: Callable[["Page"], bool]) -> None:
        """Hear until something is so."""
        while not done(self):
            self.hear()

    def until_goodbye(self) -> Goodbye:
        """Hear until the server hangs up; what it said last."""
        try:
            while True:
                self.hear()
        except ConnectionClosed:
            assert self.goodbye is not None, "the server hung up without a word"
            return self.goodbye

    def do(self, message: FromPlayer) -> Done | Refused:
        """Send a message that changes something, and hear until it is answered."""
        id = self.send(message)
        assert id is not None
        self.until(lambda page: id in page.answers)
        return self.answers[id]

    def sync(self) -> None:
        """Hear the first snapshot."""
        self.until(lambda page: page.view is not None)

    @property
    def stage(self) -> str:
        """How far the table is."""
        return "" if self.view is None else self.view.state.stage

    def deal_over(self) -> bool:
        """Whether a deal has been scored; a bad one may be the end of the game."""
        return self.stage in ("scored", "finished")

    def react(self, choose: Callable[[Ask], Action] | None = None) -> None:
        """Do whatever the table waits for from this seat."""
        view, you = self.view, self.you
        if view is None or you is None or you.seat is None:
            return
        state, seat = view.state, you.seat
        fair = state.fair
        if fair.step == "committing" and not fair.heard[seat]:
            self._commit(fair.count)
        elif fair.step == "revealing" and not fair.heard[seat]:
            given = (fair.contributions or ())[seat]
            if isinstance(given, Withheld) and fair.count in self.numbers:
                self._once(Request(f"r{fair.count}", Reveal(fair.count, self.numbers[fair.count])))
        elif self.ask is not None:
            self.answer(choose)
        elif state.stage == "scored" and not state.seats[seat].ready:
            self._once(Request(f"next{fair.count}", Ready()))

    def answer(self, choose: Callable[[Ask], Action] | None = None) -> None:
        """Answer what the table asks this seat, once."""
        if self.ask is not None and self.asked_at != self.seq:
            self.asked_at = self.seq
            move = (choose or first_allowed)(self.ask)
            self.send(Request(secrets.token_hex(8), move))

    def _commit(self, count: int) -> None:
        assert self.view is not None
        assert self.you is not None
        assert self.you.seat is not None
        state = self.view.state
        assert state.fair.chain is not None
        call = call_deal(self.table, state.fair.chain, count, state.settings.rules)
        number = self.numbers.setdefault(count, secrets.token_hex(32))
        self._once(Request(f"c{count}", Commit(count, commitment(call, self.you.seat, number))))

    def _once(self, message: FromPlayer) -> None:
        id = getattr(message, "id", "")
        if id not in self.answers:
            self.send(message)
            self.until(lambda page: id in page.answers)

    def play(self, done: Callable[["Page"], bool]) -> None:
        """Play until something is so."""
        while not done(self):
            self.react()
            if not done(self):
                self.hear()


def first_allowed(ask: Ask) -> Action:
    """The first thing that the table allows."""
    match ask.kind:
        case "play":
            return Play(Card(ask.cards[0]))
        case "pass":
            return Pass(tuple(Card(card) for card in ask.cards[: ask.count]))
        case "expose":
            return Expose({})
        case "moon":
            return ChooseMoon("others")


__all__ = ["Browser", "Page", "Reply", "first_allowed"]
