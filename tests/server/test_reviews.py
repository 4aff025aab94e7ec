"""Reviews on the server: who may ask for them, how they are made and kept, and whose turn it is."""

import asyncio
import json
from typing import Any
from unittest.mock import patch

import pytest

from gongzhu.records import write_jsonl
from gongzhu.server.accounts import delete_account
from gongzhu.server.clerks import pool
from gongzhu.server.clerks.jobs import CountGame, Job, Made, PackReview, SumReview
from gongzhu.server.problems import ApiError
from gongzhu.server.reviews.packing import read_packed, write_packed
from gongzhu.server.thinking.background import Background
from gongzhu.server.thinking.background_queue import RESERVE, BackgroundQueue
from gongzhu.server.thinking.fair_queue import Asker, Budget, Budgets, FairQueue
from tests.server.review_server import (
    PARTS,
    PLIES,
    POLL,
    RECORDS,
    SlowReviewer,
    serving,
)
from tests.support.stores import in_loop


def test_what_is_kept_is_read_again() -> None:
    assert read_packed(write_packed([b"one", b"two"])) == (b"one", b"two")


def test_reviews_take_turns_and_stop_at_half_of_the_budget() -> None:
    budgets = Budgets(Budget(10.0, 1.0), Budget(20.0, 1.0))
    queue = BackgroundQueue(FairQueue(1, budgets))
    one, other = Asker("one", "here"), Asker("other", "there")
    for number in range(4):
        queue.put(one if number < 3 else other, number)
    assert [queue.take(0.0) for _ in range(3)] == [(one, 0), (other, 3), (one, 1)]
    queue.done(one, 6.0, 0.0)
    assert queue.take(0.0) is None
    assert len(queue) == 1
    assert queue.take(2.0) == (one, 2)


def test_a_block_of_ipv6_has_the_turn_of_one_address_and_its_accounts_share_it() -> None:
    queue = BackgroundQueue(FairQueue(1, Budgets()))
    eve, fay = (Asker(name, f"2001:db8:1:{name}::/64") for name in "ef")
    one = Asker("one", "here")
    for number, asker in enumerate((eve, eve, fay, one, one)):
        queue.put(asker, number)
    turns = [eve, one, fay, one, eve]
    assert [queue.take(0.0) for _ in turns] == list(zip(turns, (0, 3, 2, 4, 1), strict=True))


@in_loop
async def test_a_review_is_for_the_players_and_of_public_games_for_everybody() -> None:
    async with serving() as server:
        ann, one = await server.guest("Ann")
        bo, _ = await server.guest("Bo")
        own = await server.keep("own", [one])
        public = await server.keep("public", [one], public=True)
        for method in ("GET", "POST"):
            assert await server.refused(method, own, bo) == (403, "review_of_others")
            assert await server.refused(method, own) == (403, "review_of_others")
            assert await server.refused(method, "/api/games/none/review", ann) == (404, "no_game")
        assert not server.reviewers.asked
        for path, cookie in ((own, ann), (public, bo), (public, "")):
            status, body = await server.ask("GET", path, cookie)
            assert (status, body["state"], body["count"], body["done"]) == (200, "none", 2, 0)
        assert (await server.ask("POST", public, bo))[0] == 200
        assert (await server.done("public", bo))["done"] == 2


@in_loop
async def test_a_review_is_made_once_and_kept() -> None:
    async with serving() as server:
        ann, one = await server.guest("Ann")
        bo, two = await server.guest("Bo")
        path = await server.keep("own", [one, two])
        await server.ask("POST", path, ann)
        review = await server.done("own", ann)
        assert len(server.reviewers.asked) == len(RECORDS) * PARTS
        (decision,) = review["deals"][1]["decisions"]
        assert (decision["class"], decision["sentence"]) == ("mistake", "Bo holds the pig.")
        assert [row["own"] for row in review["deals"][0]["ledger"]] == [-30, 0, 0, 0]
        (summary,) = review["summary"]
        assert (summary["seat"], summary["classes"]) == (0, {"mistake": 2})
        assert summary["losses"]["total"]["average"]["mean"] == 30
        # Whoever asks for it again is shown it, also by a server that begins anew.
        await server.ask("POST", path, bo)
        assert await server.done("own", bo) == review
        store = server.store
        assert len(server.reviewers.asked) == len(RECORDS) * PARTS
    async with serving(store) as server:
        status, body = await server.ask("GET", path + "?lang=en", ann)
        assert (status, body) == (200, review)
        assert not server.reviewers.asked


@in_loop
async def test_what_is_told_of_a_review_is_of_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told that it is done does not ask again."""
    async with serving() as server:
        ann, one = await server.guest("Ann")
        path = await server.keep("own", [one])
        server.reviewers.held = {RECORDS[1].deal}
        await server.ask("POST", path, ann)
        while len(server.reviewers.asked) <= PARTS:
            await asyncio.sleep(0)
        do = server.context.clerks.do

        async def meanwhile(job: Job, who: str) -> Made:
            made = await do(job, who)
            if isinstance(job, SumReview) and server.reviewers.held:
                server.reviewers.let_go()
                assert (await server.done("own", ann))["done"] == 2
            return made

        monkeypatch.setattr(server.context.clerks, "do", meanwhile)
        _, body = await server.ask("GET", path, ann)
        assert not server.reviewers.held
        assert (body["state"], body["done"]) == ("running", 1)


@in_loop
async def test_a_server_that_begins_anew_goes_on_with_the_deal_that_was_under_way() -> None:
    async with serving() as server:
        ann, one = await server.guest("Ann")
        path = await server.keep("own", [one])
        server.reviewers.held = {1}
        await server.ask("POST", path, ann)
        while (await server.ask("GET", path, ann))[1]["done"] < 1:
            await asyncio.sleep(POLL)
        _, body = await server.ask("GET", path, ann)
        assert (body["state"], body["under_way"]["number"]) == ("running", 2)
        store = server.store
    async with serving(store) as server:
        _, body = await server.ask("GET", path, ann)
        assert (body["state"], body["done"], body["under_way"]) == ("paused", 1, None)
        await server.ask("POST", path, ann)
        await server.done("own", ann)
        assert {deal for deal, _, _ in server.reviewers.asked} == {1}


@in_loop
async def test_an_account_and_an_address_have_one_review_made_at_a_time() -> None:
    async with serving() as server:
        ann, one = await server.guest("Ann")
        bo, two = await server.guest("Bo")
        first, second = await server.keep("a", [one, two]), await server.keep("b", [one, two])
        server.reviewers.held = {0, 1}
        here, there = "192.0.2.1", "198.51.100.1"
        assert (await server.ask("POST", first, ann, here))[0] == 200
        under_way = (429, "review_under_way")
        assert await server.refused("POST", second, ann, there) == under_way
        assert await server.refused("POST", second, bo, here) == under_way
        file = "".join(write_jsonl(RECORDS)).encode()
        assert (await server.ask("POST", "/api/reviews", "", here, file))[1]["code"] == under_way[1]
        # One that is being made may be looked at by others, who have theirs made beside it.
        assert (await server.ask("POST", first, bo, there))[0] == 200
        assert (await server.ask("POST", second, bo, there))[0] == 200
        while {account for _, _, account in server.reviewers.asked} != {one.id, two.id}:
            await asyncio.sleep(POLL)


@in_loop
async def test_a_review_spends_the_thinking_of_whoever_asked_and_of_nobody_else() -> None:
    # Any part takes more than half of this, and nothing comes back.
    spent_at_once = Budgets(Budget(1e-7, 0.0), Budget(1.0, 0.0))
    with patch("gongzhu.server.thinking.background.AGAIN", 0.01):
        async with serving() as server:
            thinking: Any = server.context.services.thinking
            del thinking.ask_background, thinking.give_up_background
            queue = thinking._queue = FairQueue(1, spent_at_once)
            thinking._background = Background(
                1, thinking._processes.free, queue, thinking._give_out
            )
            reviewer = SlowReviewer(thinking._answered)
            thinking._processes.release(reviewer)
            ann, one = await server.guest("Ann")
            bo, two = await server.guest("Bo")
            here, there = "192.0.2.1", "198.51.100.1"
            purses = Asker(one.id, here), Asker(two.id, there)

            def left() -> list[bool]:
                now = asyncio.get_running_loop().time()
                return [queue.spared(each, RESERVE, now) for each in purses]

            assert left() == [True, True]
            first, second = await server.keep("a", [one, two]), await server.keep("b", [one, two])
            assert (await server.ask("POST", first, ann, here))[0] == 200
            while thinking.waiting_reviews < len(PLIES):
                await asyncio.sleep(0)
            assert left() == [False, True]
            # Bo's begins though that of Ann waits for her allowance.
            assert (await server.ask("POST", second, bo, there))[0] == 200
            while thinking.waiting_reviews < 2 * len(PLIES):
                await asyncio.sleep(0)
            assert left() == [False, False]
            assert [each.ply for each in reviewer.asked] == [None, None]


@in_loop
async def test_an_address_may_ask_for_so_many_reviews() -> None:
    async with serving(new_reviews_per_minute=1, reviews_per_minute=2) as server:
        ann, one = await server.guest("Ann")
        path = await server.keep("own", [one])
        assert (await server.ask("POST", path, ann))[0] == 200
        assert await server.refused("POST", path, ann) == (429, "too_often")
        for _ in range(2):
            assert (await server.ask("GET", path, ann))[0] == 200
        assert await server.refused("GET", path, ann) == (429, "too_often")


@in_loop
async def test_a_file_is_reviewed_for_whoever_has_its_name() -> None:
    async with serving() as server:
        file = "".join(write_jsonl(RECORDS)).encode()
        status, body = await server.ask("POST", "/api/reviews", content=file)
        assert (status, body["count"]) == (200, 2)
        path = f"/api/reviews/{body['review']}?lang=en"
        while body["state"] != "done":
            _, body = await server.ask("GET", path)
            await asyncio.sleep(POLL)
        assert len(body["deals"]) == 2
        assert await server.refused("GET", "/api/reviews/none") == (404, "no_review")
        faulty = file.replace(b'"KS"', b'"KC"', 1)
        status, body = await server.ask("POST", "/api/reviews", content=faulty)
        assert (status, body["code"]) == (422, "records")


@in_loop
async def test_what_decisions_lost_stands_in_the_statistics_once_a_game_is_reviewed() -> None:
    async with serving() as server:
        ann, one = await server.guest("Ann")
        bo, two = await server.guest("Bo")
        path = await server.keep("own", [one, two])
        _, before = await server.ask("GET", "/api/me/statistics", ann)
        assert before["losses"] == []
        server.reviewers.held = {1}
        await server.ask("POST", path, bo)
        while (await server.ask("GET", path, bo))[1]["done"] < 1:
            await asyncio.sleep(POLL)
        _, half = await server.ask("GET", "/api/me/statistics", ann)
        assert half["losses"] == []
        store = server.store
    async with serving(store) as server:
        await server.ask("POST", path, bo)
        await server.done("own", bo)
        _, found = await server.ask("GET", "/api/me/statistics", ann)
        ((family,), levels) = found["losses"], found["losses"][0]["levels"]
        whole = family["whole"]
        assert (family["family"], whole["games"], whole["chance"]) == ("gongzhu", 1, None)
        assert whole["points"]["total"]["average"] == {"mean": 30, "low": 30, "high": 30}
        assert whole["points"]["parts"]["lead"]["matters"]["pig"]["mean"] == 30
        assert [one["key"] for one in family["rule_sets"]] == ["gongzhu-pagat"]
        assert [point["game"] for point in whole["course"]] == ["own"]
        assert [one["level"] for one in levels] == ["novice", "steady", "strong", "master"]
        # Bo decided nothing.
        _, found = await server.ask("GET", "/api/me/statistics", bo)
        assert found["losses"] == []


@in_loop
async def test_a_review_waits_for_a_busy_clerk_and_nobody_else_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "AGAIN", 0.01)
    async with serving() as server:
        ann, one = await server.guest("Ann")
        bo, two = await server.guest("Bo")
        path = await server.keep("own", [one])
        await server.keep("other", [two])
        free, held = asyncio.Event(), asyncio.Event()
        refused: list[Job] = []
        do = server.context.clerks.do

        async def busy(job: Job, who: str) -> Made:
            if isinstance(job, PackReview) and not refused:
                refused.append(job)
                raise ApiError(503, "busy")
            if isinstance(job, CountGame) and job.row.id == "own":
                held.set()
                await free.wait()
            return await do(job, who)

        monkeypatch.setattr(server.context.clerks, "do", busy)
        await server.ask("POST", path, ann)
        async with asyncio.timeout(10):
            await held.wait()
            _, found = await server.ask("GET", "/api/me/statistics", bo)
        assert found["reports"][0]["whole"]["deals"] == len(RECORDS)
        assert refused
        free.set()
        await server.done("own", ann)
        _, found = await server.ask("GET", "/api/me/statistics", ann)
        assert found["losses"][0]["whole"]["games"] == 1


@in_loop
async def test_reviews_are_exported_and_outlive_the_account_of_one_of_the_players() -> None:
    async with serving() as server:
        ann, one = await server.guest("Ann")
        bo, two = await server.guest("Bo")
        path = await server.keep("own", [one, two])
        await server.ask("POST", path, ann)
        await server.done("own", ann)
        status, data = await server.ask("GET", "/api/me/export", ann)
        assert status == 200
        ((review, game),) = [(each["deals"], each["game"]) for each in data["reviews"]]
        assert (game, len(review), len(data["games"])) == ("own", 2, 2)
        assert review[0]["decisions"][0]["sentences"]["zh"] == "猪在{1}手里。"
        await delete_account(server.context, one)
        while server.context.tasks:
            await asyncio.sleep(POLL)
        assert await server.refused("GET", path, ann) == (403, "review_of_others")
        review = await server.done("own", bo)
        assert review["deals"][0]["decisions"][0]["sentence"] == "Bo holds the pig."
        _, data = await server.ask("GET", "/api/me/export", bo)
        assert b"Ann" not in json.dumps(data).encode()
        assert len(data["reviews"]) == 1
