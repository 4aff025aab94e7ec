"""No route of a server hands out the deal of the day before the day is over."""

from collections.abc import Iterator
from typing import Any

import msgspec

from gongzhu.records import write_text
from gongzhu.server.live.finished_game import read_deals
from gongzhu.server.live.messages import Hello
from gongzhu.server.protocol.operations import OPERATIONS
from gongzhu.table import FinishedDeal
from tests.server.day_player import (
    TO_MIDNIGHT,
    TODAY,
    at_server,
    bots_choose,
    encode,
    first,
    last,
    sat,
    told,
)
from tests.support.in_process import InProcess, Observer

GAME = "hearts"
MINUTE = 60.0
LAST = ("/api/me/sign-out-others", "/api/me/sign-out", "/api/me/delete")
"""Whoever asks for these cannot ask for much more."""


def paths(table: str, game: str, deal: FinishedDeal) -> Iterator[tuple[str, str, Any]]:
    """Every operation of the API, with whatever leads to a deal in its path and in its body."""
    values = {
        "{table}": table,
        "{count:number}": str(deal.evidence.deal),
        "{day}/{game}": f"{TODAY}/{GAME}",
        "{month}": TODAY[:7],
        "{game}": game,
        "{review}": game,
    }
    fork = {"game": game, "deal": 1, "ply": 4}
    for operation in sorted(OPERATIONS, key=lambda one: (one.path in LAST, one.path == LAST[-1])):
        path = operation.path
        for name, value in values.items():
            path = path.replace(name, value)
        assert "{" not in path, path
        bodies: list[Any] = [None if operation.takes is None else {}]
        if operation.path == "/api/forks":
            bodies += [{**fork, "seat": seat} for seat in (0, None)]
        for body in bodies:
            yield operation.method, path, body


def secrets_of(deal: FinishedDeal) -> dict[str, bytes]:
    """What nobody may be told, in every form in which a deal is written."""
    record, evidence = deal.record, deal.evidence
    text = next(iter(write_text([record])))
    found = {
        "seed": evidence.dealer_seed.encode(),
        "secret": str(evidence.secret).encode(),
        "plays": encode(record.plays),
    }
    for seat in range(1, 4):
        found[f"hand {seat}"] = encode(record.hands[seat])
        (line,) = [line for line in text.splitlines() if line.startswith(f"[Hand{seat} ")]
        found[f"line {seat}"] = line.encode()
    return found


async def walk(
    server: InProcess, who: Observer, table: str, game: str, deal: FinishedDeal
) -> bytes:
    """All that somebody is told who asks for everything there is."""
    who.transcript.clear()
    heard: list[bytes] = []
    for method, path, body in paths(table, game, deal):
        answer = await server.request(who, method, path, body)
        if answer.status == 429:
            await server.loop.advance(MINUTE)
            answer = await server.request(who, method, path, body)
        assert answer.status not in (429, 500), (path, answer.body)
        heard.append(answer.body)
    socket = await server.socket(who, table)
    socket.put(encode(Hello()).decode())
    await bots_choose(server)
    return b"\n".join([*heard, *who.transcript])


def test_no_route_tells_the_deal_of_the_day_before_it_is_over() -> None:
    async def play(server: InProcess) -> None:
        ann = await sat(server, await server.person("Ann"), game=GAME)
        await ann.play(first)
        await told(server, ann.who, game=GAME)
        mine = await server.request(ann.who, "GET", "/api/me/games")
        game = msgspec.json.decode(mine.body)["games"][0]["game"]
        kept = await server.store.deals(game)
        assert kept is not None
        (deal,) = read_deals(kept)
        secrets = secrets_of(deal)
        trying = await sat(server, await server.person("Bo"), game=GAME)
        other = await sat(server, await server.person("Cleo"), game=GAME)
        await other.play(last)
        await server.loop.advance(TO_MIDNIGHT - 3600)
        for who in (Observer("nobody"), await server.person("Dev"), trying.who, other.who, ann.who):
            heard = await walk(server, copy_of(who), ann.table, game, deal)
            assert [name for name, secret in secrets.items() if secret in heard] == [], who.name
        await server.loop.advance(3600)
        heard = await walk(server, await server.person("Eli"), ann.table, game, deal)
        assert {name for name, secret in secrets.items() if secret in heard} == set(secrets)

    at_server(play)


def copy_of(who: Observer) -> Observer:
    """The same person, with a browser of its own."""
    return Observer(who.name, who.cookie)
