"""Clubs at a server: found, joined, played in and left; and nothing told to others."""

from asyncio import gather
from typing import Any

from gongzhu.server.clubs.handlers import OPERATIONS
from gongzhu.store.clubs import MOST_CLUBS, MOST_OWNED
from tests.server.club import (
    HOUR,
    SHORT,
    Guest,
    at_server,
    found,
    names,
    play_game,
    read,
)
from tests.support.in_process import START, InProcess, Observer


def test_a_host_founds_a_club_and_others_come_by_link_and_number() -> None:
    async def work(server: InProcess) -> None:
        ann, bo, cleo = [await server.person(name) for name in ("Ann", "Bo", "Cleo")]
        club = await found(server, ann)
        page = await club.page(ann)
        assert (page["name"], page["public"], page["role"]) == ("Friday pigs", False, "owner")
        assert len(page["number"]) == 8
        assert page["links"][0].endswith(f"/clubs/join/{page['code']}")
        assert [one["preset"] for one in page["rules"]] == ["gongzhu-pagat"]
        for who, key in ((bo, page["code"]), (cleo, page["number"])):
            answer = await server.request(who, "POST", "/api/clubs/find", {"code": key})
            brief = read(answer)
            assert (brief["club"], brief["name"], brief["role"]) == (club.id, "Friday pigs", None)
            assert (await club.ask(who, "POST", "/join", {"code": key}))[0] == 200
        assert names(await club.page(bo)) == [
            ("Ann", "owner"),
            ("Bo", "member"),
            ("Cleo", "member"),
        ]
        mine = read(await server.request(bo, "GET", "/api/clubs"))
        assert [(one["name"], one["members"], one["role"]) for one in mine["clubs"]] == [
            ("Friday pigs", 3, "member")
        ]
        picture = await server.request(bo, "GET", f"/api/clubs/{club.id}/invitation.svg")
        assert picture.body.startswith(b"<svg")
        # The new link is needed from now on.
        assert (await club.do(ann, "new_invitation"))[0] == 200
        eve = await server.person("Eve")
        assert (await club.ask(eve, "POST", "/join", {"code": page["code"]}))[0] == 403
        assert (
            await server.request(eve, "POST", "/api/clubs/find", {"code": page["code"]})
        ).status == 404

    at_server(work)


def test_others_than_members_learn_the_name_and_the_number_of_members_alone() -> None:
    async def work(server: InProcess) -> None:
        ann, bo, eve = [await server.person(name) for name in ("Ann", "Bo", "Eve")]
        club = await found(server, ann, bo)
        await club.do(ann, "add_season", name="Spring", begins=1, ends=START * 2)
        await club.do(ann, "set_evening", at=START + HOUR, note="At Bo's")
        table = (await club.ask(bo, "POST", "/sit"))[1]["table"]
        shown = await club.page(eve)
        told = {"club": club.id, "name": "Friday pigs", "public": False, "count": 2}
        empty = {key: value for key, value in shown.items() if value not in ([], None, False)}
        assert empty == {key: value for key, value in told.items() if value} | {"now": shown["now"]}
        eve.transcript.clear()
        for operation in OPERATIONS:
            path = operation.path.replace("{club}", club.id).replace("{season:number}", "4")
            bodies = {
                "/api/clubs": {"name": "Other"},
                "/api/clubs/find": {"code": "12345678"},
                "/api/clubs/{club}/do": {"do": {"type": "leave"}},
                "/api/clubs/{club}/tables": {"rules": 2},
            }
            body = bodies.get(operation.path, {}) if operation.method == "POST" else None
            answer = await server.request(eve, operation.method, path, body)
            if operation.path not in ("/api/clubs", "/api/clubs/{club}"):
                assert answer.status >= 400, path
        for secret in (b"Ann", b"Bo", b"Spring", table.encode(), str(START + HOUR).encode()):
            assert not any(secret in told for told in eve.transcript), secret

    at_server(work)


def test_no_answer_holds_the_id_of_a_player() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann, bo, **SHORT)
        await club.do(ann, "add_season", name="Spring", begins=1, ends=START * 2)
        await club.do(ann, "set_ratings", on=True)
        await play_game(server, club, bo)
        for who in (ann, bo):
            who.transcript.clear()
        for operation in OPERATIONS:
            if operation.method == "GET":
                path = operation.path.replace("{club}", club.id).replace("{season:number}", "5")
                answer = await server.request(bo, "GET", path)
                assert answer.status in (200, 404), (path, answer.body)
        ids = [id.encode() for id in server.store.rows.people.players]
        assert len(ids) >= 2
        assert not any(id in told for id in ids for told in (*ann.transcript, *bo.transcript))

    at_server(work)


def test_the_standing_table_is_one_and_is_opened_again_once_it_is_closed() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann, bo)
        first_one = (await club.ask(ann, "POST", "/sit"))[1]["table"]
        assert (await club.ask(bo, "POST", "/sit"))[1]["table"] == first_one
        page = await club.page(bo)
        assert (page["table"]["table"], page["table"]["access"]) == (first_one, "private")
        assert page["table"]["name"] == "Friday pigs"
        status, other = await club.ask(bo, "POST", "/tables", {"rules": 2, "name": "Quick"})
        assert status == 201
        page = await club.page(bo)
        assert [one["table"] for one in page["tables"]] == [other["table"]]
        assert (await club.ask(bo, "POST", "/tables", {"rules": 99}))[0] == 404
        # Whoever hosts it may choose otherwise, and it stays a table of the club.
        host = await Guest(server, bo, other["table"]).come()
        assert await host.send({"type": "configure", "preset": "hearts-denexa"}) == "done"
        await host.socket.close()
        (shown,) = (await club.page(ann))["tables"]
        assert (shown["table"], shown["family"]) == (other["table"], "hearts")
        await server.request(ann, "POST", f"/api/tables/{first_one}/leave")
        second = (await club.ask(bo, "POST", "/sit"))[1]["table"]
        assert second != first_one
        assert (await club.page(ann))["table"]["table"] == second

    at_server(work)


def test_the_next_evening_asks_everybody_and_goes_into_calendars() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann, bo)
        assert (await club.ask(bo, "GET", "/evening.ics"))[0] == 404
        assert (await club.do(bo, "set_evening", at=START + HOUR))[0] == 403
        note = "At Bo's; bring tea, " + "茶" * 40
        assert (await club.do(ann, "set_evening", at=START + 10 * HOUR, note=note))[0] == 200
        assert (await club.do(bo, "answer", coming="yes"))[0] == 200
        page = await club.page(ann)
        assert page["evening"] == {
            "at": START + 10 * HOUR,
            "note": note,
            "yes": 1,
            "no": 0,
            "maybe": 0,
        }
        assert [one["coming"] for one in page["members"]] == [None, "yes"]
        status, file = await club.ask(bo, "GET", "/evening.ics")
        assert status == 200
        lines = file.split(b"\r\n")
        assert max(map(len, lines)) <= 75
        whole = file.replace(b"\r\n ", b"").decode()
        assert f"DESCRIPTION:At Bo's\\; bring tea\\, {'茶' * 40}\r\n" in whole
        assert "DTSTART:20270115T180000Z" in whole
        await server.loop.advance(20 * 3600)
        assert (await club.page(ann))["evening"] is None
        assert read(await server.request(bo, "GET", "/api/clubs"))["clubs"][0]["evening"] is None

    at_server(work)


def test_members_are_seen_only_if_they_agree() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann, bo)

        async def online(who: Observer) -> list[bool | None]:
            return [one["online"] for one in (await club.page(who))["members"]]

        assert await online(ann) == [None, None]
        await club.do(bo, "show_online", on=True)
        assert await online(ann) == [None, True]
        await server.loop.advance(91)
        assert await online(ann) == [None, False]
        # At a table of the club one is here too.
        table = (await club.ask(bo, "POST", "/sit"))[1]["table"]
        player = await Guest(server, bo, table).come()
        await server.loop.advance(91)
        assert await online(ann) == [None, True]
        await player.socket.close()
        await server.loop.advance(91)
        assert await online(ann) == [None, False]

    at_server(work)


def test_a_deleted_account_leaves_its_clubs_and_hands_them_over() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann, bo, **SHORT)
        await club.do(ann, "add_season", name="All", begins=1, ends=START * 2)
        await play_game(server, club, ann)
        exported = read(await server.request(ann, "GET", "/api/me/export"))
        assert [(one["name"], one["role"]) for one in exported["clubs"]] == [
            ("Friday pigs", "owner")
        ]
        page = await club.page(bo)
        table = (await club.ask(bo, "GET", f"/seasons/{page['seasons'][0]['number']}"))[1]
        assert {row["name"] for row in table["parts"][0]["rows"]} == {"Ann", "strong"}
        answer = await server.request(ann, "POST", "/api/me/delete", {"name": "Ann"})
        assert answer.status == 200, answer.body
        await server.loop.advance(120)
        assert names(await club.page(bo)) == [("Bo", "owner")]
        table = (await club.ask(bo, "GET", f"/seasons/{page['seasons'][0]['number']}"))[1]
        assert {row["name"] for row in table["parts"][0]["rows"]} == {"Former player", "strong"}
        assert (await server.request(bo, "POST", "/api/me/delete", {"name": "Bo"})).status == 200
        cleo = await server.person("Cleo")
        assert (await club.ask(cleo, "GET"))[0] == 404

    at_server(work)


def test_clubs_of_an_account_are_bounded() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        for _ in range(MOST_OWNED):
            await found(server, ann)
        answer = await server.request(ann, "POST", "/api/clubs", {"name": "One more"})
        assert read(answer)["code"] == "many_clubs"
        for owner in range(MOST_CLUBS // MOST_OWNED):
            person = await server.person(f"Owner {owner}")
            for _ in range(MOST_OWNED):
                club = await found(server, person, bo)
        club = await found(server, await server.person("Cleo"), public=True)
        status, problem = await club.ask(bo, "POST", "/join", {})
        assert (status, problem["code"]) == (409, "many_clubs")

    at_server(work)


HOSTILE: list[tuple[str, Any]] = [
    ("", {"name": ""}),
    ("", {"name": "x" * 41}),
    ("", {"name": 5}),
    ("", {"name": "A", "preset": "no such"}),
    ("", {"name": "A", "rules": {"players": 99}}),
    ("", {"name": "A", "more": 1}),
    ("/find", {"code": "x" * 41}),
    ("/find", {"code": None}),
    ("/{club}/join", {"code": 5}),
    ("/{club}/do", {}),
    ("/{club}/do", {"do": {"type": "no_such"}}),
    ("/{club}/do", {"do": {"type": "set_role", "member": -1, "role": "owner"}}),
    ("/{club}/do", {"do": {"type": "set_role", "member": 1, "role": "king"}}),
    ("/{club}/do", {"do": {"type": "set_evening", "at": 2**60}}),
    ("/{club}/do", {"do": {"type": "set_evening", "at": START + HOUR, "note": "x" * 81}}),
    ("/{club}/do", {"do": {"type": "set_evening", "at": START + HOUR, "note": "\u202e"}}),
    ("/{club}/do", {"do": {"type": "rename", "name": "\u0000", "public": True}}),
    ("/{club}/do", {"do": {"type": "add_rules", "rules": {"no such": 1}}}),
    ("/{club}/do", {"do": {"type": "add_season", "name": "S", "begins": 9, "ends": 1}}),
    ("/{club}/do", {"do": {"type": "leave", "more": 1}}),
    ("/{club}/tables", {"rules": "1"}),
    ("/{club}/tables", {"rules": 2, "bots": {"9": "strong"}}),
    ("/{club}/tables", {"rules": 2, "bots": {"1": "no such"}}),
]


def test_what_makes_no_sense_is_refused_whole() -> None:
    async def work(server: InProcess) -> None:
        ann = await server.person("Ann")
        club = await found(server, ann)
        before = await server.store.club_entries(club.id)
        for path, body in HOSTILE:
            where = f"/api/clubs{path.replace('{club}', club.id)}"
            answer = await server.request(ann, "POST", where, body)
            assert answer.status == 422, (path, body, answer.body)
        assert await server.store.club_entries(club.id) == before
        assert len(read(await server.request(ann, "GET", "/api/clubs"))["clubs"]) == 1

    at_server(work)


def test_numbers_of_clubs_are_guessed_no_faster_by_joining() -> None:
    async def work(server: InProcess) -> None:
        ann, bo = await server.person("Ann"), await server.person("Bo")
        club = await found(server, ann)
        for number in range(10):
            assert (await club.ask(bo, "POST", "/join", {"code": f"{number:08}"}))[0] in (200, 403)
        page = await club.page(ann)
        status, answer = await club.ask(bo, "POST", "/join", {"code": page["number"]})
        assert (status, answer["code"]) == (429, "many_numbers")
        # A class behind one address may follow the link.
        body = {"code": page["code"]}
        for _ in range(12):
            assert (await server.request(bo, "POST", "/api/clubs/find", body)).status == 200
        assert (await club.ask(bo, "POST", "/join", body))[0] == 200

    at_server(work)


def test_a_key_that_no_database_can_hold_leads_nowhere() -> None:
    async def work(server: InProcess) -> None:
        for key in ("", "\0" * 8, "1234 5678", "１２３４５６７８"):
            answer = await server.request(Observer("x"), "POST", "/api/clubs/find", {"code": key})
            assert (answer.status, read(answer)["code"]) == (404, "no_such_club")

    at_server(work)


def test_many_clubs_at_once_are_counted_as_well() -> None:
    async def work(server: InProcess) -> None:
        ann = await server.person("Ann")
        several = (
            server.request(ann, "POST", "/api/clubs", {"name": "Ours"})
            for _ in range(MOST_OWNED + 3)
        )
        answers = await gather(*several)
        assert sorted(one.status for one in answers) == [201] * MOST_OWNED + [409] * 3

    at_server(work)
