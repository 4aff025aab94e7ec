"""A program at a simulated table: `proof.players.socket_player` over wires that fail.

It holds the server to what the protocol promises: numbers without gaps on a wire that lost nothing,
no step back, an answer to every command in the end.
"""

import re
from functools import lru_cache
from random import Random

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.server.live.messages import (
    FromPlayer,
    Goodbye,
    Hello,
    Line,
    Lines,
    Ping,
    Refused,
    Request,
    Said,
    Say,
    Snapshot,
    ToPlayer,
    Update,
    Write,
    YouAre,
)
from gongzhu.table import Ask, Fact, TableState
from gongzhu.table.commands import Clear, Leave, Readmit, Sit, StandIn
from proof.players.socket_player import Guest, SocketPlayer, decode, encode
from proof.simulation.loop import SimulatedLoop
from proof.simulation.network import Network, Wire

LOOK = 4.0
"""Seconds between two looks whether the wire still lives."""
PATIENCE = 3.0
"""For an answer, before everything is said again."""
SILENCE = 12.0
"""Without a word, before the wire is given up."""
LEAVES = 0.003
"""How often somebody who is asked leaves the table instead."""
REMOVES = 0.01
"""How often a host who is asked removes somebody, lets the removed in again, or has a bot play."""
_decode = lru_cache(512)(decode)
"""What is told to several of them is decoded once."""
TALKS = 0.02
"""The chance that somebody who hears news says something."""
MURMUR = "murmur"
"""The beginning of every text that is written to all."""
CODE = re.compile(rb"[2-9TJQKA][CDHS](?<![A-Za-z0-9-]..)(?![A-Za-z0-9])")
"""What stands before is looked at last: there is much text, and little of it looks like a card."""


RULES = re.compile(rb'"rules":\{"family":[^{}]*\}')
"""The rules of a table in a frame, which name all point cards, and which anybody may see."""


@lru_cache(512)
def codes_of(text: bytes) -> frozenset[bytes]:
    """The cards that a text names."""
    return frozenset(CODE.findall(text))


class Heard(Struct, frozen=True):
    """The cards that a frame named, as the taint scan wants them."""

    seat: Seat | None
    seq: int
    codes: frozenset[bytes]
    id: str | None
    """Of the command that a refusal answers."""


class Client(SocketPlayer):
    """One device. `plays`: whether it answers for its seat, or only looks on."""

    def __init__(
        self,
        network: Network,
        person: Guest,
        table: str,
        seed: str,
        *,
        plays: bool,
        games: int = 1,
    ) -> None:
        super().__init__(person, table, seed)
        self.id = person.cookie.partition("=")[2].partition(".")[0]
        self.named: list[Heard] = []
        self.said: dict[str, bytes] = {}
        self.repeated: set[str] = set()
        """Commands that were sent again: one copy may be refused, and the next one carried out."""
        self.spoken: set[str] = set()
        """Lines that it said to all: keys of phrases, and texts."""
        self.lines: list[Line] = []
        """Those that it heard."""
        self._server = ""
        """The server to come to next, where the last one has said which has the table."""
        self.over = False
        """Whether it was told not to come again."""
        self._network = network
        self._loop: SimulatedLoop = network.loop
        self._choice = Random(f"{seed} manners")
        self._plays = plays
        self._games = games
        self._cable: Wire | None = None
        self._open = False
        self._welcome = False
        """Whether the hello on this wire was answered."""
        self._left = False
        self._sat = False
        """Whether it had a seat."""
        self._last_line = 0
        """The number of the last line that was heard on this wire."""
        self._voice = Random(f"{seed} voice")
        self._talk: set[str] = set()
        """The ids of what it said: one that is lost is not said again."""
        self._heard_at = 0.0
        self._sent_at = 0.0
        self._prefix = seed.rpartition(" ")[2]
        self._loop.call_soon(self._connect)
        self._loop.call_later(LOOK, self._look)

    # --- the wire -------------------------------------------------------------------------

    def _connect(self) -> None:
        if not self.over:
            self._heard_at = self._loop.time()
            self._open = False
            server, self._server = self._server, ""
            self._cable = self._network.connect(self, self.table, self.person.cookie, server)

    def opened(self, wire: Wire) -> None:
        """The socket stands: say hello, mostly from where it was."""
        self._open, self._welcome = True, False
        since = self.seq if self.view is not None and self._choice.random() < 0.7 else None
        self._greet(wire, since)

    def closed(self, wire: Wire) -> None:
        """The socket is gone: come again in a moment."""
        if wire is self._cable:
            self._cable = None
            pause = self._choice.choice((0.02, 0.3, 2.0)) + wire.away
            self._loop.call_later(pause, self._connect)

    def heard(self, wire: Wire, text: bytes) -> None:
        """A frame."""
        if wire is not self._cable:
            return
        self._heard_at = self._loop.time()
        message = _decode(text)
        self._welcome |= isinstance(message, (Snapshot, YouAre))
        if self._is_old(wire, message) or self._is_talk(wire, message):
            return
        self._take(message)
        self._note(message, text)
        if isinstance(message, Goodbye):
            self.over = not message.again
            self._server = message.server or ""
            if self.over:
                self._fault(f"sent away: {message.code}")
        elif self._plays:
            self._answer()
            self._chat(wire)

    def _is_old(self, wire: Wire, message: ToPlayer) -> bool:
        """Whether a frame is of no use since a wire lost or repeated something."""
        if not wire.lossy:
            return False
        if isinstance(message, Snapshot):
            return message.seq < self.seq
        if isinstance(message, Refused):
            # The hello was lost, and what came behind it may have been carried out before.
            return message.code == "hello_first"
        if isinstance(message, Update) and (self.view is None or message.seq != self.seq + 1):
            if message.seq > self.seq:
                self._greet(wire, self.seq if self.view is not None else None)
            return True
        return False

    def _is_talk(self, wire: Wire, message: ToPlayer) -> bool:
        """True if a message is a part of the talk at the table, which keeps nobody from playing."""
        match message:
            case Lines(lines):
                self.lines += lines
                self._last_line = lines[-1].number if lines else 0
            case Said(line):
                if line.number <= self._last_line and not wire.lossy:
                    self._fault(f"line {line.number} after {self._last_line}")
                self.lines.append(line)
                self._last_line = line.number
            case Refused(id):
                return id in self._talk
            case _:
                return False
        return True

    def _chat(self, wire: Wire) -> None:
        if self.view is None or self.view.seat is None or self._voice.random() >= TALKS:
            return
        id = f"{self._prefix}-talk-{len(self._talk)}"
        if self._voice.random() < 0.5:
            key = self._voice.choice(("nice", "thanks", "laugh"))
            self.spoken.add(key)
            self._put(wire, Request(id, Say(key)))
        else:
            text = f"{MURMUR} {self.person.name} {id}"
            self.spoken.add(text)
            self._put(wire, Request(id, Write(text)))
        self._talk.add(id)

    def _greet(self, wire: Wire, since: int | None) -> None:
        self._sent_at = self._loop.time()
        self._put(wire, Hello(since=since, talk=True))
        for request in self._pending.values():
            self.resent += 1
            self.repeated.add(request.id)
            self._put(wire, request)

    def _put(self, wire: Wire, message: FromPlayer) -> None:
        wire.to_server(encode(message))

    def _look(self) -> None:
        """Is the wire alive, and everything answered?"""
        if self.over:
            return
        self._loop.call_later(LOOK, self._look)
        wire, now = self._cable, self._loop.time()
        if wire is None:
            return
        if now - self._heard_at > SILENCE:
            wire.close()
            self.closed(wire)
        elif not self._open:
            return
        elif (wire.lossy or self._pending or self.view is None or self._refused) and (
            now - self._sent_at > PATIENCE
        ):
            self._refused = False
            # What is still on its way comes as well as what is told anew.
            wire.lossy = True
            self._greet(wire, self.seq if self.view is not None else None)
        else:
            self._put(wire, Ping(1))

    # --- what it does ---------------------------------------------------------------------

    @property
    def content(self) -> bool:
        """Whether it has nothing left to do, and nothing to wait for."""
        if self.over:
            return True
        return self._cable is not None and self._open and self._welcome and not self._pending

    def _answer(self) -> None:
        state = None if self.view is None else self.view.state
        if state is not None and state.stage == "finished" and len(state.games) >= self._games:
            return
        for request in self._comes_and_goes() or self._answers():
            self._pending[request.id] = request
            self.said[request.id] = encode(request)
            slow = self._choice.random() < 0.01
            wait = self._choice.uniform(0.5, 30.0) if slow else self._choice.uniform(0.0, 0.2)
            self._loop.call_later(wait, self._send_order, request)

    def _comes_and_goes(self) -> list[Request]:
        """Now and then somebody leaves in the middle of a game, and comes back; and a host sends
        somebody away, and lets them in again."""
        if self.view is None or self._pending or self._refused or self.seq < self._wait_for:
            return []
        if self.view.seat is None:
            removed = self.you is None or self.you.removed
            return [Request(self._id(), Sit())] if self._sat and not removed else []
        self._sat = True
        wanted = self._as_host(self.view.state, self.view.seat)
        if wanted is not None:
            return [Request(self._id(), wanted)]
        self._left = self.ask is not None and self._choice.random() < LEAVES
        return [Request(self._id(), Leave())] if self._left else []

    def _as_host(self, state: TableState, own: Seat) -> Clear | StandIn | Readmit | None:
        """Something that a host does to others now, or None."""
        if self.you is None or not self.you.host:
            return None
        if state.removed and (state.stage == "finished" or self._choice.random() < REMOVES):
            return Readmit(0, state.removed[0])
        others = [
            Seat(seat)
            for seat, sitting in enumerate(state.seats)
            if sitting.kind == "player" and seat != own
        ]
        if self.ask is None or not others or self._choice.random() >= REMOVES:
            return None
        seat = self._choice.choice(others)
        # From a private table who is removed is sent away for good.
        what = Clear if state.settings.access == "public" else StandIn
        return self._choice.choice((what, StandIn))(seat, state.seats[seat].name)

    def _send_order(self, request: Request) -> None:
        if request.id in self._pending and self._cable is not None and self._open:
            self._sent_at = self._loop.time()
            self._put(self._cable, request)

    def _id(self) -> str:
        self._count += 1
        return f"{self._prefix}-{self._count}"

    def _remember(self, fact: Fact) -> None:
        # Numbers are shown by the device that plays.
        if self._plays:
            super()._remember(fact)

    # --- what it is held to ---------------------------------------------------------------

    def _update(self, seq: int, facts: tuple[Fact, ...], ask: Ask | None) -> None:
        seat = None if self.view is None else self.view.seat
        super()._update(seq, facts, ask)
        assert self.view is None or self.view.seat == seat

    def _note(self, message: ToPlayer, text: bytes) -> None:
        codes = codes_of(RULES.sub(b"", text))
        if codes:
            seat = None if self.view is None else self.view.seat
            id = message.id if isinstance(message, Refused) else None
            self.named.append(Heard(seat, self.seq, codes, id))
