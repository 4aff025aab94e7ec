"""The way of one card through the server: the functions of ours that it calls, and the structs that
these are given.

    python -m scripts.move_trace [--names]

Four players sit at a table in memory, whose sockets and disk take everything at once. Counted is
what runs from the arrival of the message that plays the tenth card of a deal until everybody has
been sent an update: every function of `src`, once, and every Struct of ours among its arguments,
those that hold the state of the table among them.
"""

import argparse
import json
import sys
from types import FrameType
from typing import Any

import msgspec
from msgspec import Struct

from gongzhu.server.live.messages import Hello
from tests.support.in_process import InProcess, Observer, Socket, in_process
from tests.support.virtual_time import VirtualLoop, run

PRESET = "gongzhu-pagat"
CARD = 10
"""The card of the deal that is followed."""
WAIT = 6.0
"""Seconds after which the table goes on without numbers for the shuffle."""


class Trace:
    """What ran while it was watched."""

    def __init__(self) -> None:
        self.functions: dict[tuple[str, str], int] = {}
        """Calls by module and name, in the order of the first one."""
        self.structs: set[str] = set()

    def note(self, frame: FrameType, event: str, _argument: object) -> None:
        """Count a call, if it is one of ours."""
        module, code = str(frame.f_globals.get("__name__")), frame.f_code
        if event != "call" or not module.startswith("gongzhu.") or code.co_name.startswith("<"):
            return
        place = module, code.co_qualname
        self.functions[place] = self.functions.get(place, 0) + 1
        for name in code.co_varnames[: code.co_argcount]:
            kind = type(frame.f_locals.get(name))
            if issubclass(kind, Struct) and kind.__module__.startswith("gongzhu."):
                self.structs.add(f"{kind.__module__}.{kind.__name__}")


class Player:
    """Somebody at the table, who does what is asked."""

    def __init__(self, server: InProcess, who: Observer, socket: Socket) -> None:
        self._server, self._who, self._socket = server, who, socket
        self._sent = 0

    @property
    def ask(self) -> dict[str, Any] | None:
        """What the newest snapshot or update asks."""
        frames = (json.loads(text) for text in self._who.transcript[::-1] if text[:1] == b"{")
        newest = next(one for one in frames if one["type"] in ("snapshot", "update"))
        ask: dict[str, Any] | None = newest.get("ask")
        return ask

    async def do(self, command: dict[str, Any]) -> None:
        """Send a command, and wait until all of it is done."""
        self._sent += 1
        request = {"type": "request", "id": f"{self._who.name}-{self._sent}", "do": command}
        self._socket.put(json.dumps(request))
        await self._server.loop.quiet()


async def seated(server: InProcess) -> list[Player]:
    """Four players whose game has begun."""
    people = [await server.person(name) for name in ("Ann", "Bo", "Cleo", "Dev")]
    opened = await server.request(people[0], "POST", "/api/tables", {"preset": PRESET})
    table = json.loads(opened.body)["table"]
    players = []
    for who in people:
        socket = await server.socket(who, table)
        socket.put(msgspec.json.encode(Hello()).decode())
        await server.loop.quiet()
        players.append(Player(server, who, socket))
    for player in players[1:]:
        await player.do({"type": "sit"})
        await player.do({"type": "ready"})
    await players[0].do({"type": "start"})
    for _ in range(3):
        await server.loop.advance(WAIT)
    return players


async def follow(loop: VirtualLoop) -> Trace:
    """The trace of one card."""
    trace, played = Trace(), 0
    async with in_process(loop, "trace") as server:
        players = await seated(server)
        while True:
            player, ask = next((one, one.ask) for one in players if one.ask is not None)
            assert ask is not None
            if ask["kind"] != "play":
                passing = ask["kind"] == "pass"
                cards = ask.get("cards", [])[:3]
                await player.do(
                    {"type": "pass", "cards": cards} if passing else {"type": "expose", "modes": {}}
                )
                continue
            played += 1
            if played == CARD:
                sys.setprofile(trace.note)
            await player.do({"type": "play", "card": ask["cards"][0]})
            sys.setprofile(None)
            if played == CARD:
                return trace


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--names", action="store_true", help="also print every function and struct")
    asked = parser.parse_args()
    trace = run(follow)
    upper = sum(module.split(".")[1] in ("server", "store") for module, _ in trace.functions)
    print(f"{upper:>7,}  functions of server and store that a move calls")
    print(f"{len(trace.functions):>7,}  functions that it calls in all")
    print(f"{len(trace.structs):>7,}  structs that they are given")
    if asked.names:
        for (module, name), calls in trace.functions.items():
            print(f"{calls:>7,}  {module}.{name}")
        print("", *sorted(trace.structs), sep="\n  ")


if __name__ == "__main__":
    main()
