"""Reviews on the server: who may ask for them, how they are made and kept, and whose turn it is."""

import asyncio

from gongzhu.records import write_jsonl
from gongzhu.server.games.packed_reviews import read_packed, write_packed
from gongzhu.server.games.review_jobs import sum_reviews
from gongzhu.server.work.job import JobRequest
from tests.server.review_server import (
    POLL,
    RECORDS,
    serving,
)
from tests.support.stores import in_loop


def test_what_is_kept_is_read_again() -> None:
    assert read_packed(write_packed([b"one", b"two"])) == (b"one", b"two")


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
async def test_a_game_tells_its_players_which_seat_was_theirs() -> None:
    async with serving() as server:
        ann, one = await server.guest("Ann")
        bo, two = await server.guest("Bo")
        await server.keep("own", [one, two])
        seats = [(await server.ask("GET", "/api/games/own", each))[1]["seat"] for each in (ann, bo)]
        assert seats == [0, 1]
        assert (await server.ask("GET", "/api/games/own"))[1]["seat"] is None


@in_loop
async def test_a_review_is_made_once_and_kept() -> None:
    async with serving() as server:
        ann, one = await server.guest("Ann")
        bo, two = await server.guest("Bo")
        path = await server.keep("own", [one, two])
        await server.ask("POST", path, ann)
        review = await server.done("own", ann)
        assert len(server.reviewers.asked) == len(RECORDS)
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
        assert len(server.reviewers.asked) == len(RECORDS)
    async with serving(store) as server:
        status, body = await server.ask("GET", path + "?lang=en", ann)
        assert (status, body) == (200, review)
        assert not server.reviewers.asked


@in_loop
async def test_what_is_told_of_a_review_is_of_one_moment() -> None:
    """Whoever is told that it is done does not ask again."""
    async with serving() as server:
        ann, one = await server.guest("Ann")
        path = await server.keep("own", [one])
        server.reviewers.held = {RECORDS[1].deal}
        await server.ask("POST", path, ann)
        while len(server.reviewers.asked) < 2:
            await asyncio.sleep(0)

        def meanwhile(request: JobRequest) -> None:
            if request.name == sum_reviews.name:
                server.reviewers.let_go()

        server.reviewers.done = meanwhile
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
        assert server.reviewers.asked == [1]


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
        assert server.reviewers.asked == [0, 0]


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
async def test_reviews_beyond_the_spare_workers_wait_and_what_is_quick_does_not() -> None:
    async with serving() as server:
        here, there, elsewhere = "192.0.2.1", "198.51.100.1", "203.0.113.1"
        paths = []
        server.reviewers.held = {0}
        for number, address in enumerate((here, there, elsewhere)):
            cookie, player = await server.guest("Ann")
            paths.append((await server.keep(f"game-{number}", [player]), cookie, address))
            assert (await server.ask("POST", *paths[-1]))[0] == 200
        # Three workers, of which one is kept for bots.
        assert server.reviewers.asked == [0, 0]
        bodies = [(await server.ask("GET", *path))[1] for path in paths]
        assert [body["waiting"] for body in bodies] == [False, False, True]
        for _, cookie, address in paths:
            status, _ = await server.ask("GET", "/api/me/statistics", cookie, address)
            assert status == 200
        server.reviewers.let_go()
        for number, (_, cookie, _) in enumerate(paths):
            await server.done(f"game-{number}", cookie)
        assert sorted(server.reviewers.asked) == [0, 0, 0, 1, 1, 1]
