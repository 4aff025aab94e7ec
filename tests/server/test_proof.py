"""Showing anew who one is before a change of what an account rests on: as it should be, and against
somebody who has a session, another passkey, an old proof or a code of somebody else."""

from typing import Any

import pytest

from gongzhu.server.accounts.accounts import RECENT
from gongzhu.store import PlayerRow
from tests.server.test_passkeys import begun, end, player
from tests.support.authenticator import Authenticator
from tests.support.stores import in_loop
from tests.support.visitor import ORIGIN, Clock, Visitor, https

NOT_PROVED = (403, "not_proved")
CHANGES: list[tuple[str, object]] = [
    ("/api/me/recovery", None),
    ("/api/me/passkeys/options", None),
    ("/api/me/passkeys/remove", {"passkey": "x"}),
    ("/api/me/unlink", None),
    ("/api/me/sign-out-others", None),
    ("/api/me/devices/sign-out", {"device": "x"}),
    ("/api/me/delete", {"name": "Ann"}),
    ("/api/bots", {"name": "Pig"}),
]
"""All that touches what an account of Ann's rests on."""


async def shown(visitor: Visitor, key: Authenticator, **changes: Any) -> Any:
    """What a passkey shows when the session of a visitor asks for a proof."""
    assert await visitor.ask("POST", "/api/me/proof/passkey/options") == 200
    return key.show(visitor.told, ORIGIN, **changes)


async def proved(visitor: Visitor, credential: Any) -> tuple[int, str | None]:
    """The answer to it."""
    return await visitor.code("POST", "/api/me/proof/passkey", {"credential": credential})


async def row_of(visitor: Visitor) -> PlayerRow:
    """The player that a visitor is, as the store has it."""
    id = visitor.cookies["__Host-gongzhu"].partition(".")[0]
    row: PlayerRow = await visitor.app.state.parts.store.player(id)
    return row


async def is_asked(visitor: Visitor) -> bool:
    """True if a visitor is asked who they are before a change."""
    status = await visitor.ask("POST", "/api/me/passkeys/options")
    return bool(status == 403 and visitor.told["code"] == "not_proved")


async def coded(app: Any, name: str = "Ann") -> tuple[Visitor, str]:
    """A player who has nothing but a recovery code."""
    visitor = Visitor(app)
    assert await visitor.ask("POST", "/api/me", {"name": name}) == 200
    assert await visitor.ask("POST", "/api/me/recovery") == 200
    return visitor, visitor.told["code"]


@in_loop
async def test_changes_ask_for_a_proof_and_a_passkey_is_one() -> None:
    clock = Clock()
    async with https(clock) as app:
        key = Authenticator()
        ann = await player(app, "Ann", key)
        assert await ann.ask("POST", "/api/bots", {"name": "Duck"}) == 201
        assert await ann.ask("GET", "/api/me/account") == 200
        (bot,) = ann.told["bots"]
        revoke = ("/api/bots/revoke", {"bot": bot["bot"]})
        # Signing in, and adding the first passkey, count for ten minutes.
        clock.now += RECENT - 1
        assert not await is_asked(ann)
        clock.now += 1
        for path, body in [*CHANGES, revoke]:
            assert await ann.code("POST", path, body) == NOT_PROVED, path
        before = dict(ann.cookies)
        assert await proved(ann, await shown(ann, key)) == (200, None)
        # The session goes on under a new token, and the old one is void.
        assert ann.cookies != before
        old = Visitor(app)
        old.cookies = before
        assert await old.ask("GET", "/api/me/account") == 401
        assert await ann.ask("GET", "/api/me/account") == 200
        assert len(ann.told["devices"]) == 1
        assert not await is_asked(ann)
        assert await ann.code("POST", *revoke) == (200, None)
        clock.now += RECENT
        assert await is_asked(ann)
        # Leaving is free.
        assert await ann.ask("POST", "/api/me/sign-out") == 200


@in_loop
async def test_sessions_are_seen_and_ended_after_a_proof() -> None:
    clock = Clock()
    async with https(clock) as app:
        key = Authenticator()
        ann = await player(app, "Ann", key)
        others = [await begun(app) for _ in range(3)]
        for other in others:
            assert await end(other, key.show(other.told, ORIGIN)) == (200, None)
        clock.now += RECENT
        assert await ann.ask("GET", "/api/me/account") == 200
        listed = ann.told["devices"]
        assert [one["here"] for one in listed] == [False, False, False, True]
        one = ("/api/me/devices/sign-out", {"device": listed[0]["device"]})
        assert await ann.code("POST", *one) == NOT_PROVED
        assert await ann.code("POST", "/api/me/sign-out-others") == NOT_PROVED
        assert await proved(ann, await shown(ann, key)) == (200, None)
        assert await ann.ask("POST", *one) == 200
        assert len(ann.told["devices"]) == 3
        assert await ann.ask("POST", "/api/me/sign-out-others") == 200
        assert [await other.ask("GET", "/api/me/account") for other in others] == [401, 401, 401]
        # What was proved holds on, for the session that has a new token now.
        assert not await is_asked(ann)


@in_loop
async def test_a_proof_is_of_one_session_and_of_one_player() -> None:
    clock = Clock()
    async with https(clock) as app:
        key, hers = Authenticator(), Authenticator()
        ann, eve = await player(app, "Ann", key), await player(app, "Eve", hers)
        thief = await begun(app)
        assert await end(thief, key.show(thief.told, ORIGIN)) == (200, None)
        clock.now += RECENT
        assert await proved(ann, await shown(ann, key)) == (200, None)
        # Another session of the same player has proved nothing.
        assert await is_asked(thief)
        # A passkey of another player, called one's own or not.
        assert await proved(thief, await shown(thief, hers)) == (403, "other_player")
        assert await proved(thief, await shown(thief, hers, handle=key.handle)) == (
            403,
            "other_player",
        )
        # What was signed for another session, and for signing in.
        assert await shown(ann, key)
        assert await proved(thief, await shown(ann, key)) == (403, "late_passkey")
        assert await shown(thief, key)
        assert await proved(thief, await shown(ann, key)) == (403, "wrong_passkey")
        other = await begun(app)
        assert await shown(thief, key)
        signs_in = key.show(other.told, ORIGIN)
        assert await proved(thief, signs_in) == (403, "wrong_passkey")
        # And the other way round: what proves signs nobody in.
        assert await end(await begun(app), await shown(thief, key)) == (403, "wrong_passkey")
        assert await is_asked(thief)
        assert await eve.ask("GET", "/api/me/account") == 200


@in_loop
async def test_a_proof_is_not_played_back_nor_late_nor_of_a_session_that_ended() -> None:
    clock = Clock()
    async with https(clock) as app:
        key = Authenticator()
        ann = await player(app, "Ann", key)
        clock.now += RECENT
        good = await shown(ann, key)
        assert await proved(ann, good) == (200, None)
        clock.now += RECENT
        assert await proved(ann, good) == (403, "late_passkey")
        assert await shown(ann, key)
        assert await proved(ann, good) == (403, "wrong_passkey")
        late = await shown(ann, key)
        clock.now += 5 * 60 * 1000
        assert await proved(ann, late) == (403, "late_passkey")
        # Without the finger, the face or the PIN it is no proof, and no sign-in either.
        key.verifies = False
        assert await proved(ann, await shown(ann, key)) == (403, "wrong_passkey")
        somebody = await begun(app)
        assert await end(somebody, key.show(somebody.told, ORIGIN)) == (403, "wrong_passkey")
        key.verifies = True
        # Of a session that was signed out meanwhile, whose cookie somebody has kept.
        good, kept = await shown(ann, key), dict(ann.cookies)
        assert await ann.ask("POST", "/api/me/sign-out") == 200
        ann.cookies = kept
        assert await proved(ann, good) == (401, "nobody")
        assert await Visitor(app).ask("POST", "/api/me/proof/passkey/options") == 401


@in_loop
async def test_a_recovery_code_is_a_proof_once_and_of_its_player() -> None:
    clock = Clock()
    async with https(clock) as app:
        ann, code = await coded(app)
        _, hers = await coded(app, "Eve")
        # Who has just made one may make another: a code is easily closed before it is written down.
        assert await ann.ask("POST", "/api/me/recovery") == 200
        code, void = ann.told["code"], code
        clock.now += RECENT
        for path, body in CHANGES:
            assert await ann.code("POST", path, body) == NOT_PROVED, path
        for wrong in (void, hers, "", "0000"):
            asked = {"code": wrong}
            assert await ann.code("POST", "/api/me/proof/code", asked) == (403, "not_your_code")
        assert await ann.ask("POST", "/api/me/proof/code", {"code": code}) == 200
        assert (ann.told["name"], ann.told["recovery"]) == ("Ann", True)
        after = ann.told["code"]
        assert await ann.code("POST", "/api/me/proof/code", {"code": code}) == (
            403,
            "not_your_code",
        )
        assert not await is_asked(ann)
        clock.now += RECENT
        assert await is_asked(ann)
        assert await ann.ask("POST", "/api/me/proof/code", {"code": after}) == 200
        # Eve's is still hers.
        assert await Visitor(app).ask("POST", "/api/me/recover", {"code": hers}) == 200


@pytest.mark.parametrize("secure", [True, False])
@in_loop
async def test_who_has_nothing_to_show_and_who_is_at_home_is_not_asked(secure: bool) -> None:
    clock = Clock()
    origin = ORIGIN if secure else "http://127.0.0.1:8000"
    async with https(clock, public_url=origin) as app:
        ann = Visitor(app, origin)
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200
        clock.now += RECENT
        assert await ann.ask("POST", "/api/me/recovery") == 200
        clock.now += RECENT
        status = await ann.ask("POST", "/api/me/recovery")
        assert status == (403 if secure else 200)


@in_loop
async def test_who_has_lost_the_code_gets_one_from_the_host_for_a_day() -> None:
    clock = Clock()
    async with https(clock) as app:
        ann, _ = await coded(app)
        context = app.state.parts
        clock.now += RECENT
        assert await is_asked(ann)
        row = await row_of(ann)
        given = await context.codes.give(row)
        assert await ann.ask("GET", "/api/me/account") == 200
        assert ann.told["recovery"]["until"] == clock.now + 24 * 3600 * 1000
        clock.now += 24 * 3600 * 1000
        late = await ann.code("POST", "/api/me/proof/code", {"code": given})
        assert late == (403, "not_your_code")
        # One that is over locks nobody out.
        assert not await is_asked(ann)
        given = await context.codes.give(row)
        assert await is_asked(ann)
        assert await ann.ask("POST", "/api/me/proof/code", {"code": given}) == 200
        assert ann.told["code"] not in (None, given)
        assert not await is_asked(ann)
