"""Passkeys against whoever means harm: an authenticator in software signs what no browser would
let it sign."""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import cbor2
import pytest

from gongzhu.store import PasskeyRow
from gongzhu.store.sign_in import InsertPasskey
from tests.support.authenticator import Authenticator, bytes_of, text_of
from tests.support.stores import in_loop
from tests.support.visitor import ORIGIN, Clock, Visitor, https

LASTS = 5 * 60 * 1000
Change = Callable[[dict[str, Any]], dict[str, Any]]


async def player(app: Any, name: str, key: Authenticator) -> Visitor:
    """A player who has added a passkey."""
    visitor = Visitor(app)
    assert await visitor.ask("POST", "/api/me", {"name": name}) == 200
    assert await visitor.ask("POST", "/api/me/passkeys/options") == 200
    added = {"name": "Phone", "credential": key.make(visitor.told, ORIGIN)}
    assert await visitor.ask("POST", "/api/me/passkeys", added) == 200
    return visitor


async def begun(app: Any) -> Visitor:
    """Somebody who has begun to sign in; what the server asks is `told`."""
    visitor = Visitor(app)
    assert await visitor.ask("POST", "/api/sign-in/passkey/options") == 200
    return visitor


async def end(visitor: Visitor, credential: dict[str, Any]) -> tuple[int, str | None]:
    """The answer to a credential that is shown."""
    return await visitor.code("POST", "/api/sign-in/passkey", {"credential": credential})


@in_loop
async def test_a_passkey_signs_its_player_in() -> None:
    async with https() as app:
        key = Authenticator(count=7)
        await player(app, "Ann", key)
        for _ in range(2):
            eve = await begun(app)
            assert await end(eve, key.show(eve.told, ORIGIN)) == (200, None)
            assert eve.told["name"] == "Ann"


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "https://cards.example.evil.example",
        "https://cards.example:8443",
        "http://cards.example",
        "https://sub.cards.example",
        "android:apk-key-hash:x",
        "null",
    ],
)
@in_loop
async def test_what_was_signed_for_another_page_is_worth_nothing(origin: str) -> None:
    async with https() as app:
        key = Authenticator()
        ann = await player(app, "Ann", key)
        eve = await begun(app)
        assert await end(eve, key.show(eve.told, origin)) == (403, "wrong_passkey")
        assert await ann.ask("POST", "/api/me/passkeys/options") == 200
        made = {"name": "x", "credential": Authenticator().make(ann.told, origin)}
        assert await ann.code("POST", "/api/me/passkeys", made) == (403, "wrong_passkey")


@pytest.mark.parametrize("site", ["evil.example", "example", "sub.cards.example", ""])
@in_loop
async def test_nor_is_what_was_signed_for_another_site(site: str) -> None:
    async with https() as app:
        key = Authenticator()
        ann = await player(app, "Ann", key)
        eve = await begun(app)
        assert await end(eve, key.show(eve.told, ORIGIN, site=site)) == (403, "wrong_passkey")
        assert await ann.ask("POST", "/api/me/passkeys/options") == 200
        made = {"name": "x", "credential": Authenticator().make(ann.told, ORIGIN, site=site)}
        assert await ann.code("POST", "/api/me/passkeys", made) == (403, "wrong_passkey")


@in_loop
async def test_a_frame_or_another_kind_of_signature_is_refused() -> None:
    async with https() as app:
        key = Authenticator()
        await player(app, "Ann", key)
        for changes in ({"crossOrigin": True}, {"type": "webauthn.create"}):
            eve = await begun(app)
            shown = key.show(eve.told, ORIGIN, **changes)
            assert await end(eve, shown) == (403, "wrong_passkey")


@in_loop
async def test_a_passkey_of_one_player_is_nobody_elses() -> None:
    async with https() as app:
        mine, hers = Authenticator(), Authenticator()
        await player(app, "Eve", mine)
        ann = await player(app, "Ann", hers)
        # Eve's passkey, said to be Ann's.
        eve = await begun(app)
        shown = mine.show(eve.told, ORIGIN, handle=hers.handle)
        assert await end(eve, shown) == (403, "wrong_passkey")
        # Ann's credential, signed by Eve's key.
        eve = await begun(app)
        shown = mine.show(eve.told, ORIGIN, handle=hers.handle) | {"id": text_of(hers.credential)}
        assert await end(eve, shown) == (403, "wrong_passkey")
        # One that nobody has.
        stranger = Authenticator()
        stranger.handle = hers.handle
        assert await end(await begun(app), stranger.show({"challenge": "x", "rpId": ""}, "")) == (
            403,
            "unknown_passkey",
        )
        # Eve neither adds Ann's credential nor touches those that Ann has.
        thief = Authenticator()
        thief.credential = hers.credential
        eve = Visitor(app)
        assert await eve.ask("POST", "/api/me", {"name": "Eve"}) == 200
        assert await eve.ask("POST", "/api/me/passkeys/options") == 200
        made = {"name": "x", "credential": thief.make(eve.told, ORIGIN)}
        assert await eve.code("POST", "/api/me/passkeys", made) == (409, "known_passkey")
        assert await ann.ask("GET", "/api/me/account") == 200
        (passkey,) = ann.told["passkeys"]
        asked = {"passkey": passkey["passkey"]}
        assert await eve.code("POST", "/api/me/passkeys/remove", asked) == (404, "no_passkey")
        asked["name"] = "Mine"
        assert await eve.code("POST", "/api/me/passkeys/rename", asked) == (404, "no_passkey")


@in_loop
async def test_a_challenge_is_good_for_minutes() -> None:
    clock = Clock()
    async with https(clock) as app:
        key = Authenticator()
        ann = await player(app, "Ann", key)
        eve = await begun(app)
        clock.now += LASTS - 1
        assert await end(eve, key.show(eve.told, ORIGIN)) == (200, None)
        eve = await begun(app)
        clock.now += LASTS
        assert await end(eve, key.show(eve.told, ORIGIN)) == (403, "late_passkey")
        assert await ann.ask("POST", "/api/me/passkeys/options") == 200
        clock.now += LASTS
        made = {"name": "x", "credential": Authenticator().make(ann.told, ORIGIN)}
        assert await ann.code("POST", "/api/me/passkeys", made) == (403, "late_passkey")


@in_loop
async def test_a_challenge_is_good_once_and_for_one_browser() -> None:
    async with https() as app:
        key = Authenticator()
        ann = await player(app, "Ann", key)
        first = await begun(app)
        shown = key.show(first.told, ORIGIN)
        token = dict(first.cookies)
        # Another browser, which has begun as well, gets nowhere with it.
        eve = await begun(app)
        assert await end(eve, shown) == (403, "wrong_passkey")
        assert await end(Visitor(app), shown) == (403, "late_passkey")
        assert await end(first, shown) == (200, None)
        # Nor does the same one, later on.
        first.cookies = token
        assert await end(first, shown) == (403, "late_passkey")
        # A refused answer spends the challenge as well.
        eve = await begun(app)
        asked = eve.told
        assert await end(eve, key.show(asked, "https://evil.example")) == (403, "wrong_passkey")
        assert await end(eve, key.show(asked, ORIGIN)) == (403, "late_passkey")
        # Making one is the same.
        assert await ann.ask("POST", "/api/me/passkeys/options") == 200
        made = {"name": "x", "credential": Authenticator().make(ann.told, ORIGIN)}
        assert await ann.ask("POST", "/api/me/passkeys", made) == 200
        assert await ann.code("POST", "/api/me/passkeys", made) == (403, "late_passkey")


@in_loop
async def test_a_key_that_is_too_weak_is_refused_in_words() -> None:
    async with https() as app:
        ann = Visitor(app)
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200
        assert await ann.ask("POST", "/api/me/passkeys/options") == 200
        kinds = {kind["alg"] for kind in ann.told["pubKeyCredParams"]}
        assert kinds == {-8, -7}
        assert ann.told["authenticatorSelection"]["userVerification"] == "required"
        windows = Authenticator(rsa_bits=2048)
        made = {"name": "PC", "credential": windows.make(ann.told, ORIGIN)}
        assert await ann.code("POST", "/api/me/passkeys", made) == (403, "short_passkey")
        assert "2048" in ann.told["text"]
        assert "phone" in ann.told["text"]
        # One from before is not believed either.
        store = app.state.parts.store
        owner = ann.cookies["__Host-gongzhu"].partition(".")[0]
        (device,) = await store.devices(owner)
        before = PasskeyRow(
            id=sha256(windows.credential).digest(),
            player_id=owner,
            credential=windows.credential,
            public_key=cbor2.dumps(windows.public()),
            sign_count=0,
            name="PC",
            made_ms=0,
            used_ms=None,
        )
        await store.change(InsertPasskey(device.token_hash, before, 10))
        eve = await begun(app)
        assert await end(eve, windows.show(eve.told, ORIGIN)) == (403, "short_passkey")


@in_loop
async def test_a_passkey_without_its_owner_is_not_taken() -> None:
    async with https() as app:
        ann = Visitor(app)
        assert await ann.ask("POST", "/api/me", {"name": "Ann"}) == 200
        assert await ann.ask("POST", "/api/me/passkeys/options") == 200
        key = Authenticator()
        key.verifies = False
        made = {"name": "x", "credential": key.make(ann.told, ORIGIN)}
        assert await ann.code("POST", "/api/me/passkeys", made) == (403, "wrong_passkey")


@in_loop
async def test_a_count_that_goes_back_tells_of_a_copy() -> None:
    async with https() as app:
        key = Authenticator(count=7)
        await player(app, "Ann", key)
        for count, wanted in ((7, 200), (6, 403), (7, 403), (8, 200), (-1, 403)):
            key.count = count
            eve = await begun(app)
            status, code = await end(eve, key.show(eve.told, ORIGIN))
            assert (status, code) == (wanted, None if wanted == 200 else "copied_passkey"), count


@pytest.mark.parametrize(
    "change",
    [
        lambda shown: shown | {"id": ""},
        lambda shown: shown | {"id": "A" * 1364},
        lambda shown: shown | {"response": shown["response"] | {"signature": ""}},
        lambda shown: shown | {"response": shown["response"] | {"clientDataJSON": text_of(b"[]")}},
        lambda shown: shown | {"response": shown["response"] | {"clientDataJSON": text_of(b"{")}},
        lambda shown: (
            shown
            | {
                "response": shown["response"]
                | {
                    "authenticatorData": text_of(
                        bytes_of(shown["response"]["authenticatorData"])[:36]
                    )
                }
            }
        ),
    ],
)
@in_loop
async def test_what_is_broken_is_refused(change: Change) -> None:
    async with https() as app:
        key = Authenticator()
        await player(app, "Ann", key)
        eve = await begun(app)
        status, code = await end(eve, change(key.show(eve.told, ORIGIN)))
        assert status == 403
        assert code in ("wrong_passkey", "unknown_passkey")


@in_loop
async def test_a_passkey_is_called_as_its_player_likes() -> None:
    async with https() as app:
        ann = await player(app, "Ann", Authenticator())
        assert await ann.ask("GET", "/api/me/account") == 200
        (passkey,) = ann.told["passkeys"]
        assert passkey["name"] == "Phone"
        asked = {"passkey": passkey["passkey"], "name": "  旧  手机 "}
        assert await ann.ask("POST", "/api/me/passkeys/rename", asked) == 200
        assert [one["name"] for one in ann.told["passkeys"]] == ["旧 手机"]
        for name in ("", " ", "x" * 61, "x" * 41, "a\u202eb"):
            asked["name"] = name
            assert await ann.ask("POST", "/api/me/passkeys/rename", asked) == 422
