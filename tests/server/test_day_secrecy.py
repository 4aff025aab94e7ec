"""No route of a server hands out a deal that others have still to play: that of the day before the
day is over, and that of a tournament before its round is."""

from collections.abc import Iterator
from typing import Any

import msgspec

from gongzhu.records import write_text
from gongzhu.server.app import OPERATIONS
from gongzhu.server.live.finished_game import read_deals
from gongzhu.server.live.messages import Hello
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
from tests.server.tournament import CLUB, SEASON, found_club, plan
from tests.support.in_process import InProcess, Observer, in_process
from tests.support.virtual_time import VirtualLoop, run

GAME = "hearts"
MINUTE = 60.0
LAST = ("/api/me/sign-out-others", "/api/me/sign-out", "/api/me/delete")
"""Whoever asks for these cannot ask for much more."""


def paths(
    table: str, game: str, deal: FinishedDeal, tournament: str = "none"
) -> Iterator[tuple[str, str, Any]]:
    """Every operation of the API, with whatever leads to a deal in its path and in its body."""
    values = {
        "{table}": table,
        "{count:number}": str(deal.evidence.deal),
        "{day}/{game}": f"{TODAY}/{GAME}",
        "{month}": TODAY[:7],
        "{game}": game,
        "{review}": game,
        "{tournament}": tournament,
        "{round:number}": "1",
        "{club}": CLUB,
        "{season:number}": str(SEASON),
        "{number:number}": "1",
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


def secrets_of(deal: FinishedDeal, first: int = 1) -> dict[str, bytes]:
    """What nobody may be told, in every form in which a deal is written: of its hands those from
    seat `first` on."""
    record, evidence = deal.record, deal.evidence
    text = next(iter(write_text([record])))
    found = {
        "seed": evidence.dealer_seed.encode(),
        "secret": str(evidence.secret).encode(),
        "plays": encode(record.plays),
    }
    for seat in range(first, 4):
        found[f"hand {seat}"] = encode(record.hands[seat])
        (line,) = [line for line in text.splitlines() if line.startswith(f"[Hand{seat} ")]
        found[f"line {seat}"] = line.encode()
    return found


async def walk(
    server: InProcess, who: Observer, table: str, game: str, deal: FinishedDeal, **more: str
) -> bytes:
    """All that somebody is told who asks for everything there is."""
    who.transcript.clear()
    heard: list[bytes] = []
    for method, path, body in paths(table, game, deal, **more):
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


def test_no_route_tells_a_deal_of_a_tournament_before_its_round_is_over() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "secrecy") as server:
            names = ("Ann", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal")
            people, member = (
                [await server.person(name) for name in names],
                await server.person("Ivy"),
            )
            await found_club(server, *people, member)
            cup = await plan(server, tuple(people), rounds=2, move=120)
            await cup.begin()
            await cup.come()
            ann = cup.at_table["Ann"]
            others = [one for one in cup.at_table.values() if one.table != ann.table]
            # Ann's table plays to its end, the other one only begins.
            for one in others:
                await one.play(first, most=1)
            here = [one for one in cup.at_table.values() if one.table == ann.table]
            while any(one.stage != "finished" for one in here):
                for one in here:
                    await one.play(first, most=1)
            page = await cup.page(ann.who)
            assert (page["playing"], page["boards"]) == (1, [])
            games = await server.request(ann.who, "GET", "/api/me/games")
            brief = msgspec.json.decode(games.body)["games"][0]
            assert brief["round_runs"]
            game = brief["game"]
            kept = await server.store.deals(game)
            assert kept is not None
            (deal,) = read_deals(kept)
            secrets = secrets_of(deal, 0)
            assert await ann.send({"type": "hint"}) == "hint_fixed"
            for who in (Observer("nobody"), await server.person("Kay"), member, others[0].who):
                heard = await walk(server, copy_of(who), ann.table, game, deal, tournament=cup.id)
                told = [name for name, secret in secrets.items() if secret in heard]
                # Those at the other table hold one of the hands themselves.
                assert told == [] or who is others[0].who, who.name
                assert not {"seed", "secret", "plays"}.intersection(told)
            # The one who asked for everything has signed out, too.
            for one in others[1:]:
                assert await one.send({"type": "leave"}) == "done"
            await cup.bots_play()
            assert (await cup.page(ann.who))["boards"] != []
            shown = [f"/api/games/{game}", f"/api/games/{game}.txt"]
            shown.append(f"/api/tournaments/{cup.id}.evidence.jsonl")
            answers = [await server.request(ann.who, "GET", path) for path in shown]
            heard = b"".join(answer.body for answer in answers)
            assert {name for name, secret in secrets.items() if secret in heard} == set(secrets)

    run(work)


def copy_of(who: Observer) -> Observer:
    """The same person, with a browser of its own."""
    return Observer(who.name, who.cookie)
