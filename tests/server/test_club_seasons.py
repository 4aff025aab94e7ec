"""Seasons and ratings of clubs at a server: every game counts once, when it may be known."""

import msgspec
import pytest
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.clubs.results import NOT_COUNTED, write_result
from gongzhu.records import read_jsonl
from gongzhu.scorebook import encode_book
from gongzhu.server.clubs.jobs import count_club_game
from gongzhu.server.live.finished_game import read_kept
from gongzhu.stats import companions_of, deal_statistics
from gongzhu.store.clubs import FinishClubGame
from tests.server.club import BEAT, HOUR, SHORT, Club, Guest, at_server, found, play_game
from tests.server.day_player import first
from tests.server.tournament import CLUB as FRIDAY
from tests.server.tournament import found_club, plan
from tests.support.in_process import START, InProcess, Observer, in_process
from tests.support.memory_store import MemoryStore
from tests.support.scorebooks import book, entry
from tests.support.virtual_time import VirtualLoop, run


def test_a_season_is_the_recount_of_its_records() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann, bo, **SHORT)
        await play_game(server, club, bo)
        await server.loop.advance(10)
        begins = START + round(server.loop.time() * 1000)
        status, page = await club.do(ann, "add_season", name="Late", begins=begins, ends=2 * begins)
        assert status == 200, page
        (season,) = page["seasons"]
        path = f"/seasons/{season['number']}"
        empty = (await club.ask(bo, "GET", path))[1]
        assert (empty["parts"], empty["games"], empty["pending"]) == ([], 0, 0)
        for who in (ann, bo, bo):
            await play_game(server, club, who)
        table = (await club.ask(bo, "GET", path))[1]
        assert (table["games"], table["pending"]) == (3, 0)
        (part,) = table["parts"]
        records = list(read_jsonl((await club.ask(bo, "GET", f"{path}.jsonl"))[1].decode()))
        assert len(records) == 3
        rows = {row["name"]: row for row in part["rows"]}
        assert set(rows) == {"Ann", "Bo", "strong"}
        for name, seat in (("Ann", 0), ("Bo", 0)):
            mine = [one for one in records if one.players[0] == name]
            figures = [
                deal_statistics(one, Seat(seat), companions_of(one.players))
                .rule_sets.popitem()[1]
                .figures
                for one in mine
            ]
            row = rows[name]
            assert row["deals"] == row["games"] == len(mine)
            assert row["average"]["mean"] == sum(one.scores[0] for one in mine) / len(mine)
            assert row["pigs"] == sum(one.pigs for one in figures)
            assert row["wins"] == sum(0 in one.winners for one in mine)
        assert rows["strong"]["deals"] == 9
        assert (rows["strong"]["bot"], rows["Bo"]["you"], rows["Ann"]["you"]) == (True, True, False)
        assert rows["Bo"]["member"] == next(
            one["member"] for one in page["members"] if one["name"] == "Bo"
        )
        lines = (await club.ask(bo, "GET", f"{path}.csv"))[1].decode("utf-8-sig").splitlines()
        assert len(lines) == 4
        exported = (await club.ask(bo, "GET", "/export.json"))[1]
        assert len(exported["games"]) == 4

    at_server(work)


def test_a_game_counts_exactly_once_and_after_a_restart_too() -> None:
    async def work(loop: VirtualLoop) -> None:
        store = MemoryStore()
        async with in_process(loop, "one", store) as server:
            ann = await server.person("Ann")
            club = await found(server, ann, **SHORT)
            await play_game(server, club, ann)
        async with in_process(loop, "two", store) as server:
            club = Club(server, club.id)
            await club.do(ann, "add_season", name="All", begins=1, ends=START * 2)
            number = (await club.page(ann))["seasons"][0]["number"]
            for _ in range(2):
                table = (await club.ask(ann, "GET", f"/seasons/{number}"))[1]
                assert table["games"] == 1

    run(work)


def test_a_deal_of_a_tournament_counts_once_its_round_is_over_and_not_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(server: InProcess) -> None:
        people = ann, bo = await server.person("Ann"), await server.person("Bo")
        await found_club(server, *people)
        club = Club(server, FRIDAY)
        seasons = await club.do(ann, "add_season", name="All", begins=1, ends=START * 2)
        path = f"/seasons/{seasons[1]['seasons'][0]['number']}"
        cup = await plan(server, people, rounds=1)
        await cup.begin()
        await cup.come()
        # Ann's table is done, and Bo has still to play the same cards.
        await cup.at_table["Ann"].play(first)
        assert cup.at_table["Ann"].stage == "finished"
        assert (await cup.page(ann))["playing"] == 1
        table = (await club.ask(bo, "GET", path))[1]
        assert (table["games"], table["parts"]) == (0, [])
        # Nor does it keep a request from counting others.
        with monkeypatch.context() as patched:
            patched.setattr("gongzhu.server.clubs.counting.AT_ONCE", 1)
            await server.store.change(FinishClubGame(FRIDAY, START + HOUR, "gone"))
            assert (await club.ask(bo, "GET", path))[1]["pending"] == 0
        assert (await club.ask(bo, "GET", f"{path}.jsonl"))[1] == b""
        await cup.play()
        table = (await club.ask(bo, "GET", path))[1]
        assert (table["games"], table["pending"]) == (2, 0)
        rows = {row["name"]: row for row in table["parts"][0]["rows"]}
        assert {name: row["deals"] for name, row in rows.items()} == {
            "Ann": 1,
            "Bo": 1,
            "strong": 6,
        }

    at_server(work)


def test_ratings_are_shown_where_the_club_and_the_player_agree() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann, bo, **SHORT)
        for who in (ann, bo):
            await play_game(server, club, who)
        assert (await club.ask(bo, "GET", "/ratings"))[1] == {"lists": [], "pending": 0}
        await club.do(ann, "set_ratings", on=True)

        async def shown(who: Observer) -> set[str]:
            (only,) = (await club.ask(who, "GET", "/ratings"))[1]["lists"]
            assert all(row["provisional"] for row in only["ratings"])
            assert (only["aim"], only["players"], only["partners"]) == ("high", 4, False)
            return {row["name"] for row in only["ratings"]}

        assert await shown(bo) == {"Bo", "strong"}
        assert (await club.do(ann, "show_rating", on=True))[0] == 200
        assert await shown(bo) == {"Ann", "Bo", "strong"}

    at_server(work)


def test_a_game_for_practice_counts_for_nothing() -> None:
    async def work(server: InProcess) -> None:
        ann = await server.person("Ann")
        club = await found(server, ann, **SHORT)
        await play_game(server, club, ann)
        (row,) = server.store.rows.games.values()
        deals = await server.store.deals(row.id)
        assert deals is not None
        assert count_club_game(row, deals) != write_result(NOT_COUNTED)
        practised = replace(read_kept(row), practice=True)
        row = replace(row, summary=msgspec.json.encode(practised))
        assert count_club_game(row, deals) == write_result(NOT_COUNTED)

    at_server(work)


def test_there_are_no_hints_at_a_table_of_a_club() -> None:
    async def work(server: InProcess) -> None:
        ann = await server.person("Ann")
        club = await found(server, ann, **SHORT)
        bots = {str(seat): "strong" for seat in range(1, 4)}
        opened = (await club.ask(ann, "POST", "/tables", {"rules": 2, "bots": bots}))[1]
        player = await Guest(server, ann, opened["table"]).come()
        await player.send({"type": "start"})
        await server.loop.advance(BEAT)
        assert await player.send({"type": "hint"}) == "hint_club"

    at_server(work)


def test_a_scorebook_of_a_real_table_counts_and_is_marked() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann, bo)
        page = (await club.do(ann, "add_season", name="S", begins=1, ends=2))[1]
        path = f"/seasons/{page['seasons'][0]['number']}"
        deals = [entry("QS TC", "JD", "", ""), entry("", "QS", "JD", "")]
        content = msgspec.json.decode(encode_book(book("gongzhu-pagat", *deals)))
        assert (await club.ask(bo, "POST", f"{path}/books", content))[0] == 403
        for wrong in ({}, {**content, "deals": []}, {**content, "names": ["A"] * 4}, [1]):
            assert (await club.ask(ann, "POST", f"{path}/books", wrong))[0] == 422, wrong
        status, table = await club.ask(ann, "POST", f"{path}/books", content)
        assert status == 201, table
        (part,) = table["parts"]
        assert {(row["name"], row["real"], row["deals"]) for row in part["rows"]} == {
            (name, True, 2) for name in content["names"]
        }
        (kept,) = table["books"]
        assert (kept["names"], kept["deals"]) == (content["names"], 2)
        exported = (await club.ask(bo, "GET", "/export.json"))[1]
        assert exported["books"] == [content]
        assert (await club.do(ann, "drop_book", number=kept["number"]))[0] == 200
        assert (await club.ask(bo, "GET", path))[1]["parts"] == []

    at_server(work)
