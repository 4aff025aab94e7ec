"""Deals that are played on over HTTP: what is asked, what is answered, and what is refused."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from typing import Any
from unittest.mock import patch

import msgspec
import pytest
from msgspec.structs import replace
from starlette.requests import HTTPConnection

from gongzhu.cards import Seat
from gongzhu.dealing import read_evidence
from gongzhu.records import DealRecord, Verifier, replay, scan_file, write_jsonl, write_text
from gongzhu.review.fork import fork_point_at
from gongzhu.review.redraw import redrawn
from gongzhu.rules import Phase
from gongzhu.server.app import create_app
from gongzhu.server.config.settings import Limits, ServerConfig
from gongzhu.server.games.finished_deals import may_study
from gongzhu.server.live.finished_game import KeptGame
from gongzhu.server.live.summary import Listing
from gongzhu.store import Deals, GameRow
from gongzhu.table import FinishedDeal
from gongzhu.view import view_of
from tests.server.test_sheets import EXAMPLE
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.recorded import some_records
from tests.support.scripted_bots import WorkerAtOnce
from tests.support.stores import in_loop

Json = dict[str, Any]
RECORD = some_records("gongzhu-pagat")[0]
HEARTS = some_records("hearts-denexa")[0]


class Asker:
    """Somebody who plays on."""

    def __init__(self, app: Any, store: MemoryStore) -> None:
        self._app = app
        self.store = store

    async def ask(self, path: str, body: object, cookie: str = "") -> Answer:
        answer = Answer()
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        await ask(self._app, scope_of("http", path, cookie, "POST"), data, answer)
        return answer

    async def fork(self, **asked: object) -> Json:
        answer = await self.ask("/api/forks?lang=en", asked)
        assert answer.status == 200, answer.body
        found: Json = msgspec.json.decode(answer.body)
        return found

    async def refused(self, cookie: str = "", **asked: object) -> tuple[int, str]:
        answer = await self.ask("/api/forks?lang=en", asked, cookie)
        return answer.status, msgspec.json.decode(answer.body)["code"]

    async def guest(self, name: str) -> tuple[str, str]:
        """A player's cookie and id."""
        answer = await self.ask("/api/me", {"name": name})
        cookie = dict(answer.headers)["set-cookie"].partition(";")[0]
        scope = scope_of("http", "/api/me", cookie)
        session = await self._app.state.parts.identity.who(HTTPConnection(scope))
        assert session is not None
        return cookie, session.player.id

    async def to_the_end(self, **asked: Any) -> Json:
        """A fork in which the first card that may be played always is."""
        fork = await self.fork(**asked)
        while not fork["over"]:
            seat, ask = fork["asked"], fork["ask"]
            match ask["kind"]:
                case "pass":
                    action = {"type": "pass", "cards": ask["cards"][:3]}
                case "expose":
                    action = {"type": "expose", "modes": {}}
                case "play":
                    action = {"type": "play", "card": ask["cards"][0]}
                case _:
                    action = {"type": "moon", "choice": "others"}
            asked["actions"] = [*fork["actions"], {"seat": seat, "action": action}]
            fork = await self.fork(**asked)
        return fork


@asynccontextmanager
async def server(processes: int = 1, **limits: int) -> AsyncIterator[Asker]:
    store = MemoryStore()
    with patch("gongzhu.server.work.pool.Worker", WorkerAtOnce):
        config = ServerConfig(processes=processes, limits=Limits(**limits))
        app = create_app(config, store)
        async with app.router.lifespan_context(app):
            yield Asker(app, store)


def line(record: DealRecord) -> str:
    return "".join(write_jsonl([record]))


def ply_of(record: DealRecord, plays: int) -> int:
    """The ply after so many cards."""
    states = [deal for deal, _ in replay(record)]
    begun = next(at for at, deal in enumerate(states) if deal.public.phase is Phase.PLAYING)
    return begun + plays


@pytest.mark.rest
@in_loop
async def test_a_deal_is_played_on_against_bots_to_its_end() -> None:
    # Compiled here, where there is time for it.
    redrawn(view_of(fork_point_at(HEARTS, ply_of(HEARTS, 17)).deal, Seat(0)), "")
    async with server(processes=1) as asker:
        for record, hidden in ((RECORD, "kept"), (HEARTS, "redrawn")):
            ply = ply_of(record, 17)
            begin = next(d for at, (d, _) in enumerate(replay(record)) if at == ply)
            seat = begin.public.turn
            assert seat is not None
            asked = {
                "record": line(record),
                "ply": ply,
                "seat": seat,
                "hidden": hidden,
                "seed": "7",
                "levels": ["steady"] * 4,
            }
            first = await asker.fork(**asked)
            assert first["asked"] == seat
            assert not first["actions"]
            assert first["begun"] == len(first["events"])
            # Nothing of the others is seen.
            hands = first["events"][0]["hands"]
            assert [hand is None for hand in hands] == [at != seat for at in range(4)]
            legal = [card.code for card in view_of(begin, seat).playable()]
            assert first["ask"]["cards"] == legal
            ended = await asker.to_the_end(**asked)
            assert await asker.to_the_end(**asked) == ended
            over = ended["over"]
            assert over["before"] == list(record.scores)
            made = msgspec.convert(over["sheet"]["record"], DealRecord)
            assert list(made.scores) == over["points"]
            assert (made.hands == record.hands) == (hidden == "kept")
            assert made.hands[seat] == record.hands[seat]
            assert made.plays[:17] == record.plays[:17]
            assert made.players[seat] == record.players[seat]
            assert made.players[(seat + 1) % 4].startswith("steady-")
            assert f"ply {ply}, hands {hidden}" in made.origin
            for text in (over["text"], over["jsonl"]):
                entries = list(scan_file(BytesIO(text.encode())))
                assert [entry.found for entry in entries] == [made]
                assert not list(Verifier().verify(entries))


@in_loop
async def test_on_the_open_board_every_seat_is_moved() -> None:
    async with server() as asker:
        for record in (RECORD, HEARTS):
            first = await asker.fork(record="".join(write_text([record])), ply=0)
            assert None not in first["events"][0]["hands"]
            ended = await asker.to_the_end(record=line(record), ply=0)
            assert ended["over"]["sheet"]["record"]["players"] == list(record.players)
            assert {one["seat"] for one in ended["actions"]} == {0, 1, 2, 3}


@in_loop
async def test_who_may_play_a_game_on() -> None:
    async with server() as asker:
        ann, id = await asker.guest("Ann")
        bo, _ = await asker.guest("Bo")
        evidence = read_evidence(EXAMPLE.read_bytes().splitlines()[0])[0]
        deals = msgspec.json.encode([FinishedDeal(RECORD, evidence)])
        kept = KeptGame(RECORD.preset, RECORD.rules, RECORD.players, RECORD.totals, ())
        for game, summary in (("own", kept), ("open", replace(kept, public=True))):
            row = GameRow(game, "t", 0, 1, 2, 1000, msgspec.json.encode(summary), (id,))
            await asker.store.append("t", 1, [], along=[Deals(game, deals), row])
        assert await asker.refused(bo, game="own", ply=9) == (403, "fork_not_yours")
        assert await asker.refused("", game="own", ply=9) == (403, "fork_not_yours")
        assert await asker.refused(ann, game="no", ply=9) == (404, "no_game")
        assert await asker.refused(ann, game="own", ply=9, deal=2) == (404, "no_deals")
        for cookie, game in ((ann, "own"), (bo, "open"), ("", "open")):
            answer = await asker.ask("/api/forks", {"game": game, "ply": 9}, cookie)
            assert answer.status == 200, answer.body


def test_a_public_game_is_everybodys_once_the_next_one_has_ended() -> None:
    kept = KeptGame(RECORD.preset, RECORD.rules, RECORD.players, RECORD.totals, (), public=True)

    def listing(games: int) -> Listing:
        return Listing(
            "",
            None,
            RECORD.rules,
            "public",
            False,
            "playing",
            (),
            (None,) * 4,
            (),
            0,
            (),
            games=games,
        )

    def may(games: int | None, player: str | None, *, public: bool = True) -> bool:
        summary = msgspec.json.encode(replace(kept, public=public))
        row = GameRow("g", "t", 1, 1, 2, 3, summary, ("ann",))
        return may_study(row, None if games is None else listing(games), player)

    assert may(2, "ann")
    assert not may(2, "bo")
    assert not may(2, None)
    assert may(3, None)
    assert may(None, None)
    assert not may(None, None, public=False)
    assert may(None, "ann", public=False)


@in_loop
async def test_what_cannot_be_is_refused_with_one_problem() -> None:
    async with server(forks_per_minute=60) as asker:
        text = line(RECORD)
        play = {"seat": 0, "action": {"type": "play", "card": "2C"}}
        cases: list[tuple[Json, int, str]] = [
            ({"ply": 9}, 422, "fork_origin"),
            ({"ply": 9, "game": "g", "record": text}, 422, "fork_origin"),
            ({"ply": 199, "record": text}, 422, "fork_ply"),
            ({"ply": 10**30, "record": text}, 422, "misfit"),
            ({"ply": -1, "record": text}, 422, "misfit"),
            ({"ply": 9, "record": text, "seat": 4}, 422, "fork_seat"),
            ({"ply": 9, "record": text, "seat": 9}, 422, "misfit"),
            ({"ply": 9, "record": text, "hidden": "redrawn"}, 422, "fork_open"),
            ({"ply": 9, "record": text, "seat": 0, "levels": ["god"]}, 422, "fork_level"),
            ({"ply": 9, "record": text, "seat": 0, "levels": ["master@9s"]}, 422, "fork_level"),
            ({"ply": 9, "record": text, "seat": 0, "levels": ["steady"] * 6}, 422, "misfit"),
            ({"ply": 9, "record": text, "actions": [play] * 81}, 422, "misfit"),
            ({"ply": 0, "record": text, "actions": [play]}, 422, "fork_action"),
            ({"ply": 0, "record": text, "actions": [{**play, "seat": 4}]}, 422, "fork_seat"),
            ({"ply": 0, "record": "x"}, 422, "records"),
            ({"ply": 0, "record": " "}, 422, "no_records"),
            ({"ply": 0, "record": text + text}, 422, "many_deals"),
            ({"ply": 0, "record": text.replace('"KS"', '"KC"', 1)}, 422, "records"),
            ({"ply": 0, "record": "x" * 30_000}, 422, "misfit"),
            ({"ply": 0, "record": text, "more": 1}, 422, "misfit"),
        ]
        for asked, status, code in cases:
            assert await asker.refused(**asked) == (status, code), asked
        answer = await asker.ask("/api/forks", b"[" * 50_000)
        assert answer.status == 413
        answer = await asker.ask("/api/forks", b"{" * 5_000)
        assert answer.status == 400


@in_loop
async def test_an_address_has_an_allowance() -> None:
    async with server(forks_per_minute=2) as asker:
        for _ in range(2):
            await asker.fork(record=line(RECORD), ply=9)
        assert await asker.refused(record=line(RECORD), ply=9) == (429, "too_often")
