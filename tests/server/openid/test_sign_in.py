"""Signing in by an account elsewhere, at a provider on this machine, as it should be."""

from gongzhu.server.accounts.accounts import RECENT
from tests.server.openid.visits import by_provider, finish, linked, name_of, sent, server
from tests.support.openid_provider import Provider
from tests.support.stores import in_loop
from tests.support.visitor import Clock, Visitor, https

DAY = 24 * 3600 * 1000


@in_loop
async def test_an_account_elsewhere_is_linked_signs_in_and_is_unlinked(
    club: Provider, clock: Clock
) -> None:
    async with server(club, clock) as app:
        ann = await linked(app, club)
        assert await ann.ask("GET", "/api/me/account") == 200
        assert ann.told["link"] == {
            "issuer": club.issuer,
            "subject": "anna@club",
            "made": clock.now,
            "used": None,
        }
        assert ann.told["sign_in"]["provider"] == "The club"
        clock.now += 1000
        phone = Visitor(app)
        assert await by_provider(phone, club) == (200, "signed_in")
        assert await name_of(phone) == "Ann"
        assert await phone.ask("GET", "/api/me/account") == 200
        assert phone.told["link"]["used"] == clock.now
        assert len(phone.told["devices"]) == 2
        assert await ann.ask("POST", "/api/me/unlink") == 200
        assert ann.told["link"] is None
        assert await by_provider(Visitor(app), club) == (200, "unknown")


@in_loop
async def test_a_provider_may_want_the_secret_in_the_form(club: Provider, clock: Clock) -> None:
    club.told["token_endpoint_auth_methods_supported"] = ["client_secret_post"]
    async with server(club, clock) as app:
        assert await by_provider(Visitor(app), club) == (200, "unknown")


@in_loop
async def test_whoever_is_new_chooses_a_name(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        bo = Visitor(app)
        assert await by_provider(bo, club) == (200, "unknown")
        assert bo.told["suggested"] == "anna"
        assert await name_of(bo) is None
        assert await bo.ask("POST", "/api/sign-in/provider/new", {"name": "Bo"}) == 200
        assert bo.told["name"] == "Bo"
        assert await name_of(bo) == "Bo"
        # It is good once, and the account is Bo's from now on.
        refused = await bo.code("POST", "/api/sign-in/provider/new", {"name": "Bo"})
        assert refused == (403, "late_provider")
        other = Visitor(app)
        assert await by_provider(other, club) == (200, "signed_in")
        assert await name_of(other) == "Bo"
        assert await Visitor(app).code("POST", "/api/sign-in/provider/new", {"name": "Eve"}) == (
            403,
            "late_provider",
        )


@in_loop
async def test_an_account_signs_one_player_in(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        ann = await linked(app, club)
        eve = Visitor(app)
        assert await eve.ask("POST", "/api/me", {"name": "Eve"}) == 200
        assert await by_provider(eve, club, "link") == (409, "known_link")
        club.subject = "eve@club"
        assert await by_provider(eve, club, "link") == (200, "linked")
        assert await name_of(ann) == "Ann"
        # A deleted account leaves nothing behind.
        assert await eve.ask("POST", "/api/me/delete", {"name": "Eve"}) == 200
        assert await by_provider(Visitor(app), club) == (200, "unknown")


@in_loop
async def test_a_link_goes_to_the_session_that_asked_for_it(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        ann = Visitor(app)
        assert await ann.code("POST", "/api/sign-in/provider", {"purpose": "link"}) == (
            401,
            "nobody",
        )
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200
        told = await sent(ann, club, "link")
        # Meanwhile somebody else signs in here.
        assert await ann.ask("POST", "/api/me", {"name": "Eve"}) == 200
        assert await finish(ann, told) == (403, "late_provider")
        # A page of another site begins and ends nothing.
        headers = {"origin": "https://evil.example"}
        for path in ("", "/finish", "/new"):
            status = await ann.ask("POST", f"/api/sign-in/provider{path}", {}, **headers)
            assert (status, ann.told["code"]) == (403, "other_origin")


@in_loop
async def test_an_account_elsewhere_is_a_proof(club: Provider, clock: Clock) -> None:
    async with server(club, clock) as app:
        ann = await linked(app, club)
        thief = Visitor(app)
        assert await by_provider(thief, club) == (200, "signed_in")
        changes: list[tuple[str, object]] = [
            ("/api/me/recovery", None),
            ("/api/me/passkeys/options", None),
            ("/api/me/unlink", None),
            ("/api/me/sign-out-others", None),
            ("/api/me/delete", {"name": "Ann"}),
            ("/api/sign-in/provider", {"purpose": "link"}),
        ]
        clock.now += RECENT
        for path, body in changes:
            assert await ann.code("POST", path, body) == (403, "not_proved"), path
        # Whoever finds the provider's own page signed in has proved nothing.
        club.signed_in_at = clock.now / 1000 - 3600
        assert await by_provider(ann, club, "prove") == (403, "wrong_provider")
        club.claims = {"auth_time": None}
        assert await by_provider(ann, club, "prove") == (403, "wrong_provider")
        club.claims, club.signed_in_at = {}, None
        # Nor does whoever has another account there, or comes back with another session.
        club.subject = "eve@club"
        assert await by_provider(ann, club, "prove") == (403, "other_player")
        club.subject = "anna@club"
        told = await sent(ann, club, "prove")
        mixed = Visitor(app)
        mixed.cookies = {
            key: (ann if key.endswith("provider") else thief).cookies[key] for key in ann.cookies
        }
        assert await finish(mixed, told) == (403, "late_provider")
        assert await ann.code("POST", "/api/me/recovery") == (403, "not_proved")
        before = dict(ann.cookies)
        assert await by_provider(ann, club, "prove") == (200, "proved")
        assert ann.cookies != before
        assert await ann.ask("GET", "/api/me/account") == 200
        assert len(ann.told["devices"]) == 2
        assert await thief.code("POST", "/api/me/recovery") == (403, "not_proved")
        assert await ann.ask("POST", "/api/me/recovery") == 200
        assert await ann.ask("POST", "/api/me/unlink") == 200
        # Nobody proves anything who is nobody.
        nobody = Visitor(app)
        asked = await nobody.code("POST", "/api/sign-in/provider", {"purpose": "prove"})
        assert asked == (401, "nobody")


@in_loop
async def test_a_session_ends_some_day_where_there_is_a_way_back(
    club: Provider, clock: Clock
) -> None:
    async with server(club, clock) as app:
        guest = Visitor(app)
        assert await guest.ask("POST", "/api/me", {"name": "Bo"}) == 200
        for _ in range(3):
            clock.now += 399 * DAY
            assert await name_of(guest) == "Bo"
        # Linked after years, it lasts on from that day.
        assert await by_provider(guest, club, "link") == (200, "linked")
        clock.now += 399 * DAY
        assert await name_of(guest) == "Bo"
        assert await guest.ask("GET", "/api/me/account") == 200
        assert [one["expires"] for one in guest.told["devices"]] == [clock.now + DAY]
        clock.now += DAY
        assert await name_of(guest) is None
        assert await by_provider(guest, club) == (200, "signed_in")
        assert await name_of(guest) == "Bo"


@in_loop
async def test_where_there_is_no_provider_nobody_signs_in_by_one(clock: Clock) -> None:
    async with https(clock) as app:
        ann = Visitor(app)
        assert await ann.ask("GET", "/api/sign-in") == 200
        assert ann.told == {"passkeys": "ready", "provider": None}
        for path, body in (
            ("", {"purpose": "sign_in"}),
            ("/finish", {"state": "x"}),
            ("/new", {"name": "Ann"}),
        ):
            status = await ann.ask("POST", f"/api/sign-in/provider{path}", body)
            assert status in (403, 404), path
