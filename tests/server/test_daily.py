"""The deal of the day: the same for everybody, one try, and nothing told before it is due."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from gongzhu.bots import make_bot
from gongzhu.cards import Seat
from gongzhu.dealing import check_deal, previous_secret, read_evidence
from gongzhu.records import Verifier, read_jsonl
from gongzhu.server.live.messages import Hello
from gongzhu.server.work import pool
from tests.server.bots import ANN, asking, playing
from tests.server.day_player import (
    HOUR,
    TO_MIDNIGHT,
    TODAY,
    TOMORROW,
    Chooser,
    at_server,
    begin,
    bots_choose,
    encode,
    first,
    last,
    sat,
    told,
)
from tests.support.asgi import Answer
from tests.support.in_process import InProcess, Observer, in_process
from tests.support.memory_store import MemoryStore
from tests.support.scripted_bots import Chooses, ScriptedWorkers
from tests.support.virtual_time import VirtualLoop, run


@pytest.mark.parametrize("game", ["gongzhu", "hearts"])
def test_whoever_plays_the_same_is_answered_the_same(game: str) -> None:
    async def play(server: InProcess) -> None:
        ann = await sat(server, await server.person("Ann"), game=game)
        await ann.play(first)
        # Bo is away for a while, so that entries and times are others.
        bo = await sat(server, await server.person("Bo"), game=game)
        await bo.play(first, most=5)
        await bo.socket.close()
        await server.loop.advance(HOUR)
        await bo.come()
        await bo.play(first)
        assert ann.stage == bo.stage == "finished"
        assert ann.table != bo.table
        assert ann.events == bo.events
        mine = await told(server, ann.who, game=game)
        assert mine["state"] == "finished"
        assert mine["result"]["scores"] == [{"score": mine["result"]["score"], "players": 2}]
        assert mine["result"]["place"] == 1
        assert isinstance(mine["result"]["master"], int)
        # Who plays otherwise is told the same deal, and comes to a place of its own.
        cleo = await sat(server, await server.person("Cleo"), game=game)
        await cleo.play(last)
        assert cleo.events != ann.events
        assert cleo.dealt == ann.dealt == bo.dealt
        hers = await told(server, cleo.who, game=game)
        assert hers["players"] == 3
        better = sum(
            one["players"]
            for one in hers["result"]["scores"]
            if (one["score"] < hers["result"]["score"]) == (game == "hearts")
            and one["score"] != hers["result"]["score"]
        )
        assert hers["result"]["place"] == better + 1

    at_server(play)


def test_a_try_goes_on_after_a_restart_and_there_is_no_second_one() -> None:
    async def work(loop: VirtualLoop) -> None:
        store = MemoryStore()
        async with in_process(loop, "one", store) as server:
            ann = await sat(server, await server.person("Ann"))
            await ann.play(first, most=6)
            before, who = ann.table, ann.who
            chain = (await told(server, who))["proof"]
        async with in_process(loop, "two", store) as server:
            again = await told(server, who)
            assert (again["state"], again["table"]) == ("running", before)
            assert again["proof"] == chain
            ann = await sat(server, who)
            assert ann.table == before
            await ann.play(first)
            assert ann.stage == "finished"
            assert (await told(server, who))["result"]["score"] is not None
            second = await begin(server, who)
            assert (second.status, b"day_tried" in second.body) == (409, True)

    run(work)


def test_a_table_that_was_not_opened_any_more_is_opened_then() -> None:
    async def work(loop: VirtualLoop) -> None:
        store = MemoryStore()
        async with in_process(loop, "one", store) as server:
            who = await server.person("Ann")
            append = store.append

            async def broken(*values: Any, **named: Any) -> None:
                raise RuntimeError

            store.append = broken  # type: ignore[method-assign]
            await begin(server, who)
            store.append = append  # type: ignore[method-assign]
        async with in_process(loop, "two", store) as server:
            assert (await told(server, who))["state"] == "new"
            ann = await sat(server, who)
            assert (await told(server, who))["table"] == ann.table

    run(work)


def test_to_leave_is_not_to_finish() -> None:
    async def play(server: InProcess) -> None:
        ann = await sat(server, await server.person("Ann"))
        await ann.play(first, most=3)
        assert await ann.send({"type": "leave"}) == "done"
        mine = await told(server, ann.who)
        assert (mine["state"], mine["result"], mine["players"]) == ("left", None, 0)
        assert (await begin(server, ann.who)).status == 409
        assert (await begin(server, ann.who, game="gongzhu")).status == 200

    at_server(play)


def test_before_the_day_is_over_a_player_is_told_no_secret_and_helped_by_nobody() -> None:
    async def play(server: InProcess) -> None:
        ann = await sat(server, await server.person("Ann"))
        assert await ann.send({"type": "hint"}) == "hint_fixed"
        await ann.play(first)
        days = server.app.state.parts.days
        evidence = days._dealer.evidence("hearts", 20833)
        games = await server.request(ann.who, "GET", "/api/me/games")
        brief = msgspec.json.decode(games.body)["games"][0]
        lobby = await server.request(ann.who, "GET", "/api/lobby")
        assert brief["day_runs"]
        assert msgspec.json.decode(lobby.body)["games"] == [brief]
        game = brief["game"]
        refused = [
            ("GET", f"/api/games/{game}"),
            ("GET", f"/api/games/{game}.jsonl"),
            ("GET", f"/api/games/{game}.evidence.jsonl"),
            ("GET", f"/api/games/{game}/review"),
            ("POST", f"/api/games/{game}/review"),
            ("GET", f"/api/daily/{TODAY}/hearts.evidence.jsonl"),
            ("GET", f"/api/daily/{TODAY}/hearts.master.jsonl"),
        ]
        for method, path in refused:
            answer = await server.request(ann.who, method, path)
            assert (answer.status, b"day_runs" in answer.body) == (403, True), path
        asked = {"game": game, "deal": evidence.deal, "ply": 4}
        fork = await server.request(ann.who, "POST", "/api/forks", {**asked, "seat": 0})
        assert fork.status in (403, 422)
        for path in ("/api/me/export", "/api/me/games.jsonl", "/api/daily"):
            await server.request(ann.who, "GET", path)
        sheet = f"/api/tables/{ann.table}/deals/{evidence.deal}"
        assert (await server.request(ann.who, "GET", sheet)).status == 200
        said = b"".join(ann.who.transcript)
        for secret in (evidence.secret, evidence.dealer_seed):
            assert secret.encode() not in said
        assert previous_secret(evidence.secret).encode() in said

    at_server(play)


def test_who_has_not_played_is_told_nothing_that_depends_on_how_others_played() -> None:
    """Two servers that differ in nothing but what Ann plays and comes to."""

    def seen(choose: Chooser) -> list[bytes]:
        heard: list[bytes] = []

        async def play(server: InProcess) -> None:
            cleo = await server.person("Cleo")
            ann = await sat(server, await server.person("Ann"))
            await ann.play(choose)
            await bots_choose(server)
            cleo.transcript.clear()
            deal = f"/api/tables/{ann.table}/deals/20833"
            for path in ("/api/daily", f"/api/daily/{TODAY}/hearts", deal, "/api/lobby"):
                await server.request(cleo, "GET", path)
            looking = await server.socket(cleo, ann.table)
            looking.put(encode(Hello()).decode())
            await server.loop.quiet()
            hands = server.app.state.parts.days._dealer.evidence("hearts", 20833).hands
            heard.extend(cleo.transcript)
            said = b"".join(heard)
            assert b"private" in said
            assert b'"result":null' in said
            for hand in hands:
                assert encode(hand) not in said

        at_server(play)
        return heard

    assert seen(first) == seen(last)


def test_at_midnight_the_day_is_over_and_all_of_it_is_told() -> None:
    async def play(server: InProcess) -> None:
        ann = await sat(server, await server.person("Ann"))
        bo = await sat(server, await server.person("Bo"))
        bound = (await told(server, bo.who))["proof"]
        await ann.play(first)
        await bo.play(first, most=4)
        assert bound["secret"] is None
        await server.loop.advance(TO_MIDNIGHT - 1 - server.loop.time())
        page = await server.request(bo.who, "GET", "/api/daily")
        assert msgspec.json.decode(page.body)["day"] == TODAY
        await server.loop.advance(1)
        page = msgspec.json.decode((await server.request(ann.who, "GET", "/api/daily")).body)
        assert (page["day"], page["streak"]) == (TOMORROW, 1)
        assert [deal["state"] for deal in page["deals"]] == ["new", "new"]
        # Bo plays on, but too late to count.
        await bo.play(first)
        over = await told(server, bo.who)
        assert (over["over"], over["state"], over["players"]) == (True, "left", 1)
        assert over["result"]["score"] is None
        # What was published before binds what is shown now.
        assert previous_secret(over["proof"]["secret"]) == bound["previous"]
        path = f"/api/daily/{TODAY}/hearts.evidence.jsonl"
        answer = await server.request(Observer("anybody"), "GET", path)
        (evidence,) = read_evidence(answer.body)
        assert check_deal(evidence) == ()
        assert evidence.chain.anchor == bound["chain"]["anchor"]
        assert encode(evidence.hands[0]) == encode(ann.dealt)
        # The game can be looked at, and the deal played for practice, with hints.
        mine = await told(server, ann.who)
        assert (await server.request(ann.who, "GET", f"/api/games/{mine['played']}")).status == 200
        cleo = await sat(server, await server.person("Cleo"), TODAY)
        await cleo.play(first)
        assert (await told(server, cleo.who))["players"] == 1
        assert (await told(server, cleo.who))["state"] == "new"

    at_server(play)


def test_once_the_day_is_over_master_can_be_watched() -> None:
    async def work(loop: VirtualLoop) -> None:
        store, path = MemoryStore(), f"/api/daily/{TODAY}/hearts.master.jsonl"
        async with in_process(loop, "one", store) as server:
            ann = await sat(server, await server.person("Ann"))
            await ann.play(first)
            score = (await told(server, ann.who))["result"]["master"]
            assert isinstance(score, int)
            await server.loop.advance(TO_MIDNIGHT - 1 - server.loop.time())
            early = await server.request(ann.who, "GET", path)
            assert (early.status, b"day_runs" in early.body) == (403, True)
            await server.loop.advance(1)
            answer = await server.request(Observer("anybody"), "GET", path)
            (record,) = read_jsonl(answer.body.decode())
            assert encode(record.hands[0]) == encode(ann.dealt)
            assert record.players == ("master", "strong", "strong", "strong")
            assert record.totals[0] == score
            assert Verifier().check(record) == []
            line = msgspec.json.decode(answer.body)
            shown = await server.request(Observer("anybody"), "POST", "/api/records", line)
            assert shown.status == 200
            # Nobody has tried this one, and so nobody has asked for it.
            other = path.replace("hearts", "gongzhu")
            none = await server.request(Observer("anybody"), "GET", other)
            assert (none.status, b"no_master" in none.body) == (404, True)
            await bots_choose(server)
            assert (await server.request(Observer("anybody"), "GET", other)).status == 200
        async with in_process(loop, "two", store) as server:
            again = await server.request(Observer("anybody"), "GET", path)
            assert again.body == answer.body

    run(work)


def test_days_that_are_none_and_people_without_a_name() -> None:
    async def play(server: InProcess) -> None:
        nobody, ann = Observer("nobody"), await server.person("Ann")
        assert (await begin(server, nobody)).status == 401
        page = await server.request(nobody, "GET", "/api/daily")
        assert page.status == 200
        for day in (TOMORROW, "2027-01-14", "2027-13-01", "20270115", "0000-00-00"):
            answer: Answer = await begin(server, ann, day)
            assert (answer.status, b"no_day" in answer.body) == (404, True), day
        assert (await begin(server, ann, game="bridge")).status == 404
        month = await server.request(ann, "GET", "/api/daily/months/2027-01")
        assert msgspec.json.decode(month.body) == {"month": "2027-01", "tries": []}
        bad = await server.request(ann, "GET", "/api/daily/months/2027-13")
        assert bad.status == 404

    at_server(play)


def test_days_in_a_row_are_counted() -> None:
    async def play(server: InProcess) -> None:
        who = await server.person("Ann")
        days = ["2027-01-15", "2027-01-16", None, "2027-01-18"]
        streaks = []
        for day in days:
            if day is not None:
                ann = await sat(server, who, day)
                await ann.play(first)
                await ann.socket.close()
            page = await server.request(who, "GET", "/api/daily")
            told = msgspec.json.decode(page.body)
            streaks.append((told["streak"], told["best"]))
            await server.loop.advance(24 * HOUR)
        assert streaks == [(1, 1), (2, 2), (2, 2), (1, 2)]
        month = await server.request(who, "GET", "/api/daily/months/2027-01")
        tries = msgspec.json.decode(month.body)["tries"]
        assert [one["day"] for one in tries] == [day for day in days if day]

    at_server(play)


def test_a_bot_sits_where_it_is_told() -> None:
    async def play(server: InProcess) -> None:
        ann = await sat(server, await server.person("Ann"))
        room = await server.app.state.parts.tables.room(ann.table)
        seats = room.shown.state.seats
        assert [seat.level for seat in seats] == [None, "strong", "strong", "strong"]
        assert room.shown.players[Seat(0)] is not None

    at_server(play)


def test_a_choice_that_must_be_exact_waits_for_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither less time, nor `steady`, nor chance: however busy the machine is."""

    async def work(loop: VirtualLoop) -> None:
        workers = ScriptedWorkers()
        monkeypatch.setattr(pool, "Worker", workers.worker)
        view = playing()
        async with asking() as bots:
            tasks = [
                asyncio.create_task(
                    bots.choose(view, "strong@2s", seed, place="table/0", asker=ANN, exact=True)
                )
                for seed in ("one", "two")
            ]
            await loop.quiet()
            (worker,) = workers.workers
            # The first one is never answered; its worker is ended, and it is asked again.
            await loop.advance(40.0)
            await loop.advance(40.0)
            assert not any(task.done() for task in tasks)
            seeds = []
            while isinstance(question := worker.question, Chooses):
                assert (question.level, question.cap) == ("strong@2s", 0.0)
                seeds.append(question.seed)
                worker.answer(make_bot("steady").choose(view, Random(0), 0))
                await loop.quiet()
            assert sorted(seeds) == ["one", "two"]
            choices = [task.result() for task in tasks]
            assert [(each.failure, each.hurried) for each in choices] == [(None, False)] * 2

    run(work)
