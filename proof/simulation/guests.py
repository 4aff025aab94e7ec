"""Those who come to a table: they become guests, one opens it, the others follow the link."""

import asyncio
from collections.abc import Callable

from msgspec import json

from gongzhu.rules import PRESETS
from gongzhu.server.lobby.handlers import TableOpened
from proof.crash.under_load import LIMITS
from proof.players.socket_player import Guest
from proof.simulation.client import Client
from proof.simulation.network import Network
from proof.simulation.plan import TablePlan
from tests.support.asgi import Answer

AGAIN = 0.5
"""Seconds until something is tried again."""


async def arrive(
    network: Network,
    plan: TablePlan,
    seed: str,
    opened: Callable[[str, list[Client]], None],
) -> None:
    """Bring a table about. `opened` is told of it, and of all programs that come to it."""
    host, *others = [await _guest(network, f"P{seat}") for seat in range(plan.people)]
    table = await _open(network, host, plan)
    clients = []
    for number, person in enumerate([host, *others]):
        clients.append(
            Client(network, person, table, f"{seed} p{number}", plays=True, games=plan.games)
        )
        if number < plan.devices:
            clients.append(Client(network, person, table, f"{seed} d{number}", plays=False))
    for number in range(plan.watchers):
        # Every other one is a stranger.
        person = await _guest(network, "W") if number % 2 else Guest("", f"S{number}", "")
        clients.append(Client(network, person, table, f"{seed} w{number}", plays=False))
    opened(table, clients)


async def _guest(network: Network, name: str) -> Guest:
    answer = await _ask(network, "/api/me", "", {"name": name})
    cookie = dict(answer.headers)["set-cookie"].partition(";")[0]
    return Guest("", name, cookie)


async def _open(network: Network, host: Guest, plan: TablePlan) -> str:
    rules = PRESETS[plan.preset].rules
    asked = {
        "preset": plan.preset,
        "rules": LIMITS[rules.family],
        "access": plan.access,
        "clock": {"move": plan.move, "grace": plan.grace},
        "talk": {"partners": True, "text": plan.access == "private"},
        "bots": {str(seat): "steady" for seat in range(plan.people, rules.players)},
    }
    answer = await _ask(network, "/api/tables", host.cookie, asked)
    return json.decode(answer.body, type=TableOpened).table


async def _ask(network: Network, path: str, cookie: str, body: object) -> Answer:
    """Until it is granted. Nothing but a server that is away, or cannot write, is in the way."""
    while True:
        try:
            answer = await network.request("POST", path, cookie, body)
        except OSError:
            await asyncio.sleep(AGAIN)
            continue
        if answer.status < 300:
            return answer
        if answer.status != 503:
            raise AssertionError(f"{path}: {answer.status} {answer.body!r}")
        await asyncio.sleep(AGAIN)
