"""Tournaments at a server: the same deals at every table, led to their end whatever happens."""

from asyncio import gather
from time import perf_counter
from typing import Any

import msgspec

from gongzhu.dealing import check_deals, read_evidence
from gongzhu.duplicate.events import BoardResult, TournamentEntry
from gongzhu.duplicate.evolve import evolve
from gongzhu.duplicate.scoring import standings
from gongzhu.records import Verifier, read_jsonl
from gongzhu.server.admin.commands import CloseTable
from gongzhu.server.app import _desk
from gongzhu.server.live.finished_game import kept_game
from gongzhu.server.live.summary import asker_of, listing_of
from gongzhu.server.tournaments.handlers import OPERATIONS
from gongzhu.store import StoreError
from gongzhu.store.tournaments import PutBoardResult
from tests.server.day_player import Chooser, bots_choose, first, last
from tests.server.tournament import BREAK, CLUB, RULES, SEASON, Cup, found_club, plan
from tests.support.in_process import InProcess, Observer, in_process
from tests.support.memory_store import MemoryStore
from tests.support.virtual_time import VirtualLoop, run
from tests.table.fixed import board_table
from tests.table.live import steady_choice


async def recounted(server: InProcess, cup: Cup) -> list[tuple[int, int, float]]:
    """The standings as its log has them."""
    state = None
    for body in await server.store.tournament_entries(cup.id):
        state = evolve(state, msgspec.json.decode(body, type=TournamentEntry))
    assert state is not None
    return [(one.rank, one.place, one.points) for one in standings(state)]


def shown(page: dict[str, Any]) -> list[tuple[int, int, float]]:
    return [(one["rank"], one["place"], one["points"]) for one in page["standings"]]


def test_two_people_and_six_bots_play_three_rounds() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "cup") as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo))
            await cup.begin()
            for round in (1, 2, 3):
                await cup.come()
                before = await cup.page(ann)
                assert (before["round"], before["playing"]) == (round, 2)
                assert len(before["boards"]) == round - 1
                await cup.play()
            page = await cup.page(ann)
            assert (page["stage"], page["table"], page["playing"]) == ("ended", None, 0)
            assert [one["bot"] for one in page["entrants"]] == [None] * 2 + ["strong"] * 6
            assert shown(page) == await recounted(server, cup)
            assert [one["by_bot"] for one in page["standings"]] == [0] * 8
            assert len({one["game"] for one in page["boards"]}) == 3
            for round in (1, 2, 3):
                board = await cup.ask(bo, "GET", f"/boards/{round}")
                assert sorted(p for one in board["tables"] for p in one["places"]) == [*range(8)]
                assert sum(sum(one["points"]) for one in board["tables"]) == 8 * 50
            path = f"/api/tournaments/{cup.id}"
            evidence = read_evidence(
                (await server.request(bo, "GET", f"{path}.evidence.jsonl")).body
            )
            assert check_deals(evidence) == ()
            assert [len(one.contributions) for one in evidence] == [8, 8, 8]
            records = await server.request(bo, "GET", f"{path}.jsonl")
            found = list(read_jsonl(records.body.decode()))
            assert [fault for one in found for fault in Verifier().check(one)] == []
            hands = [one.hands for one in found]
            assert hands == [one.hands for one in evidence for _ in range(2)]
            table = (await server.request(bo, "GET", f"{path}.csv")).body.decode("utf-8-sig")
            assert len(table.splitlines()) == 1 + 3 * 8

    run(work)


def test_whoever_leaves_or_does_not_come_is_played_for_and_marked() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "leavers") as server:
            people = [await server.person(name) for name in ("Ann", "Bo", "Cleo")]
            ann, bo, cleo = people
            await found_club(server, *people)
            cup = await plan(server, tuple(people), rounds=2)
            await cup.begin()
            await cup.come(ann, cleo)
            assert await cup.at_table.pop("Cleo").send({"type": "leave"}) == "done"
            await cup.play()
            await cup.do(bo, "withdraw")
            await cup.come()
            assert "Bo" not in cup.at_table
            await cup.play()
            page = await cup.page(ann)
            assert page["stage"] == "ended"
            by_bot = {one["name"]: one["by_bot"] for one in page["standings"] if not one["bot"]}
            # In the second round a bot held Bo's seat from the beginning.
            assert by_bot == {"Ann": 0, "Bo": 2, "Cleo": 1}
            assert [one["left"] for one in page["entrants"]][:3] == [False, True, False]
            tables = (await cup.ask(ann, "GET", "/boards/1"))["tables"]
            marked = {
                name
                for one in tables
                for name, by_bot in zip(one["names"], one["by_bot"], strict=True)
                if by_bot
            }
            assert marked == {"Bo", "Cleo"}

    run(work)


def test_when_the_time_of_a_round_is_up_bots_finish_it() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "clock") as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo), rounds=1, minutes=1)
            await cup.begin()
            await cup.come()
            for one in cup.at_table.values():
                await one.play(first, most=1)
            ends = (await cup.page(ann))["ends"]
            assert ends is not None
            await loop.advance(60.0)
            late = {"type": "play", "card": "2C"}
            assert await cup.at_table["Ann"].send(late) in ("round_over", "no_deal")
            await cup.bots_play()
            page = await cup.page(ann)
            assert (page["stage"], page["round"]) == ("ended", 1)
            assert [one["by_bot"] for one in page["standings"] if not one["bot"]] == [1, 1]

    run(work)


def test_a_round_goes_on_after_a_restart() -> None:
    async def work(loop: VirtualLoop) -> None:
        store = MemoryStore()
        async with in_process(loop, "one", store) as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo), rounds=2)
            await cup.begin()
            await cup.come()
            tables = {name: one.table for name, one in cup.at_table.items()}
            for _ in range(4):
                for one in cup.at_table.values():
                    await one.play(first, most=1)
        async with in_process(loop, "two", store) as server:
            cup.server = server
            await cup.come()
            assert {name: one.table for name, one in cup.at_table.items()} == tables
            await cup.play()
            # Between the rounds, too.
            assert (await cup.page(ann))["round"] == 1
        async with in_process(loop, "three", store) as server:
            cup.server = server
            await cup.come()
            await cup.play()
            page = await cup.page(ann)
            assert page["stage"] == "ended"
            assert shown(page) == await recounted(server, cup)
            assert [one["by_bot"] for one in page["standings"]] == [0] * 8

    run(work)


def test_tables_that_were_not_opened_any_more_are_opened_after_a_restart() -> None:
    async def work(loop: VirtualLoop) -> None:
        store = MemoryStore()
        async with in_process(loop, "one", store) as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo), rounds=1)
            append = store.append

            async def broken(table: str, *values: Any, **named: Any) -> None:
                raise StoreError("closed")

            store.append = broken  # type: ignore[method-assign]
            await cup.begin()
            await loop.advance(1.0)
            store.append = append  # type: ignore[method-assign]
            page = await cup.page(ann)
            assert (page["playing"], page["table"]) == (2, None)
        async with in_process(loop, "two", store) as server:
            cup.server = server
            await cup.come()
            await cup.play()
            assert (await cup.page(ann))["stage"] == "ended"

    run(work)


def test_who_may_do_what() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "roles") as server:
            ann, bo, eve = [await server.person(name) for name in ("Ann", "Bo", "Eve")]
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo), rounds=1)
            path, club = f"/api/tournaments/{cup.id}", f"/api/clubs/{CLUB}/tournaments"
            planned = {"name": "Cup", "rules": RULES, "rounds": 1}

            async def refused(who: Observer, method: str, path: str, body: Any = None) -> str:
                answer = await server.request(who, method, path, body)
                return str(msgspec.json.decode(answer.body).get("code"))

            def do(kind: str) -> dict[str, Any]:
                return {"do": {"type": kind}}

            assert await refused(bo, "POST", club, planned) == "club_helpers"
            assert await refused(eve, "POST", club, planned) == "club_helpers"
            assert await refused(ann, "POST", club, planned | {"rules": 9}) == "no_club_rules"
            assert await refused(ann, "POST", club, planned | {"rounds": 64}) == "misfit"
            assert await refused(ann, "POST", club, planned | {"level": "genius"}) == "level"
            assert await refused(eve, "GET", path) == "not_of_club"
            assert await refused(eve, "POST", f"{path}/do", do("enter")) == "not_of_club"
            assert await refused(Observer("nobody"), "GET", path) == "nobody"
            assert await refused(bo, "POST", f"{path}/do", do("begin")) == "club_helpers"
            assert await refused(bo, "POST", f"{path}/do", do("cancel")) == "club_helpers"
            assert await refused(ann, "POST", f"{path}/do", do("begin")) == "nobody_entered"
            assert await refused(ann, "GET", f"{path}/boards/1") == "round_runs"
            assert await refused(ann, "GET", f"{path}/boards/2") == "no_round"
            assert await refused(ann, "GET", "/api/tournaments/none") == "no_tournament"
            await plan(server, (ann, bo))
            await plan(server, (ann, bo))
            assert await refused(ann, "POST", club, planned) == "many_tournaments"
            assert (await cup.do(ann, "cancel"))["stage"] == "cancelled"
            assert await refused(bo, "POST", f"{path}/do", do("enter")) == "tournament_over"
            await plan(server, (ann, bo))

    run(work)


def test_no_more_than_three_are_planned_at_once_or_behind_many_old_ones() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "many") as server:
            ann = await server.person("Ann")
            await found_club(server, ann)
            path, body = (
                f"/api/clubs/{CLUB}/tournaments",
                {"name": "C", "rules": RULES, "rounds": 1},
            )
            answers = await gather(*(server.request(ann, "POST", path, body) for _ in range(5)))
            assert sorted(one.status for one in answers) == [201, 201, 201, 429, 429]
            last_one = msgspec.json.decode(answers[0].body)["tournament"]
            for _ in range(60):
                await Cup(server, last_one, (ann,)).do(ann, "cancel")
                last_one = (await plan(server, (ann,))).id
            assert (await server.request(ann, "POST", path, body)).status == 429

    run(work)


def test_whoever_is_removed_from_the_club_before_the_beginning_does_not_play() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "removed") as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo), rounds=1)
            await cup.do(ann, "enter")
            await cup.do(bo, "enter")
            remove = {"do": {"type": "remove_member", "member": 4}}
            answer = await server.request(ann, "POST", f"/api/clubs/{CLUB}/do", remove)
            assert answer.status == 200, answer.body
            page = await cup.do(ann, "begin")
            assert [one["name"] for one in page["entrants"] if not one["bot"]] == ["Ann"]
            path = f"/api/tournaments/{cup.id}"
            assert (await server.request(bo, "GET", path)).status == 403

    run(work)


def test_a_score_is_that_of_the_deal_whatever_total_the_rules_make_of_it() -> None:
    live = board_table(preset="hearts-denexa", exact_total=((0, 77),))
    live.play(steady_choice)
    scores = live.table.state.deals[-1].scores
    assert scores != live.table.state.totals
    kept = kept_game(live.table, listing_of(live.table, (), None), live.now)
    (result,) = [one for one in kept if isinstance(one, PutBoardResult)]
    assert msgspec.json.decode(result.body, type=BoardResult).scores == scores


def test_entering_and_withdrawing_again_and_again_is_limited() -> None:
    (do,) = [one for one in OPERATIONS if one.path == "/api/tournaments/{tournament}/do"]
    assert do.limit == "club_changes_per_hour"


def test_a_round_of_sixteen_tables_begins_within_a_second() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "many") as server:
            people = [await server.person(f"Player {number}") for number in range(64)]
            await found_club(server, *people)
            cup = await plan(server, tuple(people), rounds=1)
            for who in people:
                await cup.do(who, "enter")
            await cup.do(people[0], "begin")
            # Nobody sends a commitment; then nobody is asked for a number.
            rooms = server.app.state.parts.tables.rooms
            await loop.advance(9.5)
            assert len(rooms) == 0, "the clock starts before the tables open"
            began = perf_counter()
            await loop.advance(1.0)
            took = perf_counter() - began
            tables = (await cup.page(people[0]))["playing"]
            print(f"{tables} tables opened in {took:.3f} s")
            assert (tables, len(rooms)) == (16, 16)
            listed = server.app.state.parts.tables.listed
            # However many tables, they take one turn in the queue for bots.
            assert {asker_of(name, listed.listing(name)).block for name in rooms} == {CLUB}
            assert took < 1.0

    run(work)


def test_what_others_are_told_does_not_depend_on_how_a_table_has_played() -> None:
    """Two servers that differ in nothing but what the people at one table play."""

    def seen(choose: Chooser) -> list[bytes]:
        heard: list[bytes] = []

        async def work(loop: VirtualLoop) -> None:
            async with in_process(loop, "news") as server:
                people = [await server.person(name) for name in "ABCDEFGH"]
                member = await server.person("Ivy")
                await found_club(server, *people, member)
                cup = await plan(server, tuple(people), rounds=2)
                await cup.begin()
                await cup.come()
                table = cup.at_table["A"].table
                here = [one for one in cup.at_table.values() if one.table == table]
                other = next(one for one in cup.at_table.values() if one.table != table)
                others = (other.who, member)
                for who in others:
                    who.transcript.clear()
                while any(one.stage != "finished" for one in here):
                    for one in here:
                        await one.play(choose, most=1)
                await loop.advance(1.0)
                for who in others:
                    for path in (
                        f"/api/tournaments/{cup.id}",
                        f"/api/tournaments/{cup.id}/boards/1",
                        f"/api/tournaments/{cup.id}.csv",
                        f"/api/tournaments/{cup.id}.evidence.jsonl",
                        f"/api/tournaments/{cup.id}.jsonl",
                        f"/api/clubs/{CLUB}",
                        f"/api/clubs/{CLUB}/seasons/{SEASON}",
                        f"/api/clubs/{CLUB}/ratings",
                        f"/api/clubs/{CLUB}/export.json",
                        f"/api/tables/{table}/deals/1",
                        "/api/clubs",
                        "/api/lobby",
                    ):
                        await server.request(who, "GET", path)
                    heard.extend(who.transcript)
                assert b'"playing":1' in b"".join(heard)
                assert len(await server.store.board_results(cup.id, 1)) == 1

        run(work)
        return heard

    assert seen(first) == seen(last)


def test_the_place_of_a_deleted_account_is_played_by_a_bot() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "former") as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo), rounds=2)
            await cup.begin()
            await cup.come()
            await cup.play()
            answer = await server.request(bo, "POST", "/api/me/delete", {"name": "Bo"})
            assert answer.status == 200, answer.body
            await cup.come(ann)
            await cup.play()
            page = await cup.page(ann)
            assert (page["stage"], len(page["boards"])) == ("ended", 2)
            assert [(one["name"], one["left"]) for one in page["entrants"]][:2] == [
                ("Ann", False),
                ("Former player", True),
            ]
            assert all(b"Bo" not in body for body in await server.store.tournament_entries(cup.id))

    run(work)


def test_a_tournament_that_is_called_off_ends_its_tables() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "off") as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo), rounds=3)
            await cup.begin()
            await cup.come()
            await cup.play()
            await cup.come()
            tables = {one.table for one in cup.at_table.values()}
            await cup.do(ann, "cancel")
            for _ in range(60):
                await bots_choose(server)
                await loop.advance(1.0)
            page = await cup.page(ann)
            assert (page["stage"], page["table"], len(page["boards"])) == ("cancelled", None, 1)
            listed = server.app.state.parts.tables.listed
            assert {listed.listing(table).stage for table in tables} == {"finished"}
            answer = await server.request(ann, "GET", f"/api/tournaments/{cup.id}/boards/2")
            assert b"no_round" in answer.body
            # What was played of it can be studied all the same.
            games = await server.request(ann, "GET", "/api/me/games")
            briefs = msgspec.json.decode(games.body)["games"]
            assert [one["round_runs"] for one in briefs] == [False, False]

    run(work)


def test_it_is_over_after_a_round_in_which_nobody_played() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "nobody") as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            cup = await plan(server, (ann, bo))
            await cup.begin()
            await cup.come(bo)
            await cup.play()
            assert (await cup.page(ann))["stage"] == "playing"
            # Whoever only looks at the page does not play.
            await loop.advance(BREAK)
            await cup.bots_play()
            page = await cup.page(ann)
            assert (page["stage"], page["deserted"], page["round"]) == ("cancelled", True, 2)
            assert [one["round"] for one in page["boards"]] == [1, 2]
            assert shown(page) == await recounted(server, cup)
            await loop.advance(60.0)
            assert (await cup.page(ann))["round"] == 2

    run(work)


def test_tournaments_of_a_club_that_is_closed_are_called_off() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "closed") as server:
            ann, bo = await server.person("Ann"), await server.person("Bo")
            await found_club(server, ann, bo)
            waits = await plan(server, (ann, bo))
            await waits.do(bo, "enter")
            cup = await plan(server, (ann, bo))
            await cup.begin()
            await cup.come()
            tables = {one.table for one in cup.at_table.values()}
            path = f"/api/clubs/{CLUB}/do"
            answer = await server.request(ann, "POST", path, {"do": {"type": "close"}})
            assert answer.status == 200, answer.body
            for _ in range(60):
                await bots_choose(server)
                await loop.advance(1.0)
            for one in (waits, cup):
                assert (await one.page(bo))["stage"] == "cancelled"
            listed = server.app.state.parts.tables.listed
            assert {listed.listing(table).stage for table in tables} == {"finished"}

    run(work)


def test_whoever_left_twice_may_come_back_and_an_operator_is_told_what_happens() -> None:
    async def work(loop: VirtualLoop) -> None:
        async with in_process(loop, "twice") as server:
            ann = await server.person("Ann")
            await found_club(server, ann)
            cup = await plan(server, (ann,), rounds=1)
            await cup.begin()
            await cup.come()
            table = cup.at_table["Ann"].table
            for _ in range(2):
                answer = await server.request(ann, "POST", f"/api/tables/{table}/leave")
                assert (answer.status, answer.body) == (200, b'{"closed":false}')
            player = cup.at_table["Ann"]
            assert await player.send({"type": "sit"}) == "done"
            await player.play(first, most=1)
            desk = _desk(server.app.state.parts)
            assert (await desk.carry_out(CloseTable(table), "root")).code == "played_out"
            late = {"type": "play", "card": "2C"}
            assert await player.send(late) in ("round_over", "no_deal")
            await player.socket.close()
            await cup.bots_play()
            page = await cup.page(ann)
            assert (page["stage"], page["standings"][0]["by_bot"] <= 1) == ("ended", True)

    run(work)
