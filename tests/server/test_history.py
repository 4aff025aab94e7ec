"""A player's own games over HTTP: the list, the statistics, the file with everything."""

import json
from functools import wraps
from typing import Any
from urllib.parse import quote

import pytest
from typer.testing import CliRunner

from gongzhu.cards import Seat
from gongzhu.cli.main import app as program
from gongzhu.server.games import history
from gongzhu.server.games import history_jobs as histories
from gongzhu.server.tables.open_tables import OpenTables
from gongzhu.server.tables.opening import OpenTable
from gongzhu.server.work.job import JobAnswer, JobRequest
from gongzhu.store import GameRow
from tests.server.history_server import HEARTS, HWA, LEVELS, NAMES, PAGAT, a_game, serving
from tests.support import scripted_bots
from tests.support.stores import in_loop

PATHS = ("/api/me/games", "/api/me/statistics", "/api/me/games.jsonl", "/api/me/games.txt")


@in_loop
async def test_the_games_of_a_player_come_in_pages() -> None:
    async with serving() as server:
        for _ in range(45):
            await server.keep(PAGAT)
        seen: list[str] = []
        page: Any = None
        path = "/api/me/games"
        while path:
            page = await server.found(path)
            assert page["count"] == 45
            assert page["running"] == []
            seen += [game["game"] for game in page["games"]]
            path = f"/api/me/games?before={page['next']}" if page["next"] else ""
        assert seen == [f"game{number}" for number in range(45, 0, -1)]
        game = page["games"][0]
        assert (game["seat"], game["names"], game["levels"]) == (0, list(NAMES), list(LEVELS))
        assert game["places"][PAGAT[-1].winners[0]] == 1
        assert (await server.found("/api/me/games", "Bo"))["games"][0]["seat"] == 2


@pytest.mark.parametrize("before", ["x", "12", "-", f"{2**63}-g", "9" * 400 + "-g", "٣-g", "1-\0"])
@in_loop
async def test_a_page_that_there_cannot_be_is_refused(before: str) -> None:
    async with serving() as server:
        answer = await server.get(f"/api/me/games?before={quote(before)}")
        assert answer.status == 422
        assert json.loads(answer.body)["code"] == "bad_page"


@in_loop
async def test_the_statistics_are_those_of_the_exported_records(tmp_path: Any) -> None:
    """The command line counts the same from the file, bots by their names instead of levels."""
    async with serving() as server:
        for records in (PAGAT, HEARTS, HWA):
            await server.keep(records)
        found = await server.found("/api/me/statistics")
        assert found["pending"] == 0
        assert found["titles"]["gongzhu-pagat"] == "Gong Zhu · pig strips · anticlockwise"
        for form in ("jsonl", "txt"):
            answer = await server.get(f"/api/me/games.{form}")
            assert "attachment" in dict(answer.headers)["content-disposition"]
            file = tmp_path / f"games.{form}"
            file.write_bytes(answer.body)
            assert CliRunner().invoke(program, ["verify", str(file)]).exit_code == 0
            done = CliRunner().invoke(program, ["stats", str(file), "--json"])
            assert done.exit_code == 0, done.output
            told = json.loads(done.stdout)["Ann"]
            assert [people(one) for one in told] == [people(one) for one in found["reports"]]
            assert without(told) == without(found["reports"])
        levels = [one["companion"] for one in found["reports"][0]["whole"]["against"]]
        assert {"name": "", "level": "steady"} in levels
        assert {"name": "Bo"} in levels


def without(reports: Any) -> Any:
    """Reports but for those who were met."""
    return [
        {
            **family,
            "whole": {**family["whole"], "against": []},
            "rule_sets": [{**one, "against": []} for one in family["rule_sets"]],
        }
        for family in reports
    ]


def people(family: Any) -> Any:
    """The person who was met."""
    return [one for one in family["whole"]["against"] if one["companion"]["name"] == "Bo"]


@in_loop
async def test_a_game_is_counted_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        counted: list[str] = []
        count = histories.count_game.function

        @wraps(count)
        def noted(row: GameRow, *rest: Any) -> Any:
            counted.append(row.id)
            return count(row, *rest)

        monkeypatch.setattr(histories.count_game, "function", noted)
        await server.keep(PAGAT)
        first = await server.found("/api/me/statistics")
        assert await server.found("/api/me/statistics") == first
        assert counted == ["game1"]
        await server.keep(HEARTS)
        await server.found("/api/me/statistics")
        assert counted == ["game1", "game2"]
        # Also by a server that begins anew, unless another version counted otherwise.
        server.context.histories._known.clear()
        await server.found("/api/me/statistics")
        assert counted == ["game1", "game2"]
        monkeypatch.setattr(histories, "RESULT_FORMAT", 99)
        server.context.histories._known.clear()
        await server.found("/api/me/statistics")
        assert sorted(counted) == ["game1", "game1", "game2", "game2"]


@in_loop
async def test_a_long_history_is_counted_in_parts() -> None:
    async with serving() as server:
        for _ in range(history.AT_ONCE + 5):
            await server.keep(PAGAT[-1:])
        first = await server.found("/api/me/statistics")
        assert first["pending"] == 5
        assert first["reports"][0]["whole"]["deals"] == history.AT_ONCE
        second = await server.found("/api/me/statistics")
        assert (second["pending"], second["reports"][0]["whole"]["games"]) == (0, 45)


@in_loop
async def test_no_message_grows_with_the_number_of_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "PAGE", 5)
    async with serving() as server:
        sizes: list[int] = []
        played, done = server.store.played, scripted_bots.done_at_once

        def noted(request: JobRequest) -> JobAnswer:
            found = done(request)
            sizes.extend([len(request.body), len(found.body)])
            return found

        async def at_most_a_page(player: str, limit: int, *rest: Any) -> Any:
            assert limit <= 5
            return await played(player, limit, *rest)

        monkeypatch.setattr(scripted_bots, "done_at_once", noted)
        monkeypatch.setattr(server.store, "played", at_most_a_page)
        largest = []
        for games in (15, 30):
            for _ in range(games):
                await server.keep(PAGAT[-1:])
            told = await server.found("/api/me/statistics")
            assert (told["pending"], told["reports"][0]["whole"]["games"]) == (0, server._kept)
            await server.get("/api/me/games.jsonl")
            largest.append(max(sizes))
        # Figures have more digits, and that is all.
        assert largest[1] < 1.05 * largest[0]


@in_loop
async def test_what_is_unchanged_is_not_sent_again() -> None:
    async with serving() as server:
        await server.keep(PAGAT)
        for path in PATHS[:2]:
            answer = await server.get(path)
            headers = dict(answer.headers)
            assert headers["cache-control"] == "private, no-cache"
            again = await server.get(path, **{"if-none-match": f'W/"x", {headers["etag"]}'})
            assert (again.status, again.body) == (304, b"")
            await server.keep(HEARTS)
            changed = await server.get(path, **{"if-none-match": headers["etag"]})
            assert changed.status == 200


@in_loop
async def test_nobody_sees_the_games_of_another() -> None:
    async with serving() as server:
        await server.keep(PAGAT)
        await server.introduce("Cy")
        assert (await server.found("/api/me/games", "Cy"))["games"] == []
        assert (await server.found("/api/me/statistics", "Cy"))["reports"] == []
        assert (await server.get("/api/me/games.jsonl", "Cy")).body == b""
        for path in PATHS:
            assert (await server.get(path, "nobody")).status == 401


@in_loop
async def test_reading_and_exporting_are_limited() -> None:
    async with serving(histories_per_minute=2, exports_per_minute=1) as server:
        statuses = [(await server.get(path)).status for path in (*PATHS, PATHS[0])]
        assert statuses == [200, 200, 200, 429, 429]


@in_loop
async def test_a_player_is_given_one_file_at_a_time() -> None:
    async with serving() as server:
        await server.keep(PAGAT)
        ann = server.players["Ann"]
        games = await server.context.histories.export(ann, "jsonl", "")
        assert len((await anext(games)).splitlines()) == len(PAGAT)
        assert (await server.get("/api/me/games.txt")).status == 429
        await games.aclose()  # type: ignore[attr-defined]
        assert (await server.get("/api/me/games.txt")).status == 200


def test_the_seat_of_a_partner_has_the_place_of_its_side() -> None:
    records = a_game("gongzhu-pagat-partners")
    winner = records[-1].winners[0]
    assert records[-1].winners == (winner, Seat(winner + 2))


@in_loop
async def test_a_file_with_everything_is_one_document() -> None:
    async with serving() as server:
        records = a_game("gongzhu-wiki-swap")
        await server.keep(records)
        await server.keep(records)
        await server.introduce("Cleo")
        found = await server.found("/api/me/export")
        assert found["account"]["name"] == "Ann"
        assert [one["here"] for one in found["account"]["devices"]] == [True]
        assert len(found["games"]) == 2 * len(records)
        assert found["blocked"] == []
        assert found["games"][0]["players"] == list(NAMES)
        assert (await server.found("/api/me/export", "Cleo"))["games"] == []
        text = json.dumps(found)
        for secret in ("token", "hash", server.players["Ann"].id):
            assert secret not in text


@in_loop
async def test_own_games_are_found_without_a_look_at_all_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server:
        for name in ("Bo", "Ann", "Ann"):
            server.context.tables.rooms[
                await server.context.tables.open(
                    server.players[name], OpenTable(name=f"{name}'s"), "here"
                )
            ]
        monkeypatch.delattr(OpenTables, "listings")
        found = await server.found("/api/me/games")
        assert [one["name"] for one in found["running"]] == ["Ann's", "Ann's"]
