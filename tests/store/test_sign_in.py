"""Passkeys, and accounts elsewhere that sign a player in."""

import asyncio

from msgspec.structs import replace

from gongzhu.store import DeviceRow, LinkRow, PasskeyRow, PlayerRow, Store
from gongzhu.store.accounts import (
    AddDevice,
    PutCode,
    PutGivenCode,
    RenewDevice,
    Retire,
    UseCode,
)
from gongzhu.store.sign_in import (
    LONGEST_CREDENTIAL,
    DropPasskey,
    InsertPasskey,
    Link,
    Unlink,
    UseLink,
    UsePasskey,
)
from tests.support.stores import in_loop, opened, outcomes

ISSUER = "https://id.example"


def key(number: int, player: str = "ann", count: int = 0) -> PasskeyRow:
    """A passkey that was never used."""
    id = b"key %d" % number
    return PasskeyRow(id, player, b"c" * LONGEST_CREDENTIAL, b"public", count, "手机", number, None)


async def people(store: Store) -> None:
    """Two players, each on a device."""
    for name in ("ann", "bo"):
        await store.put_player(PlayerRow(name, name, "guest", None, 1, 1))
        await store.change(AddDevice(name, f"{name} 1".encode(), 9))


def device(player: str, number: int) -> AddDevice:
    return AddDevice(player, f"{player} {number}".encode(), 9, "", 7)


@in_loop
async def test_passkeys_are_added_by_who_is_signed_in_and_as_many_as_may_be(place: str) -> None:
    async with opened(place) as store:
        await people(store)
        ends = await outcomes(
            store.change(InsertPasskey(b"ann 1", key(1), 2)),
            store.change(InsertPasskey(b"bo 1", key(2), 2)),  # Bo's device, Ann's account
            store.change(InsertPasskey(b"bo 1", key(1, "bo"), 2)),  # Ann's already
            store.change(InsertPasskey(b"ann 1", key(3), 2)),
            store.change(InsertPasskey(b"ann 1", key(4), 2)),  # one too many
        )
        assert [end is None for end in ends] == [True, False, False, True, False]
    async with opened(place) as store:
        assert await store.passkeys("ann") == [key(1), key(3)]
        assert await store.passkeys("bo") == []
        assert await store.passkey(b"key 3") == key(3)
        await store.change(DropPasskey("bo", b"key 3"))
        assert await store.passkeys("ann") == [key(1), key(3)]
        await store.change(DropPasskey("ann", b"key 3"))
        assert await store.passkeys("ann") == [key(1)]


@in_loop
async def test_a_count_that_does_not_go_up_signs_nobody_in(place: str) -> None:
    async with opened(place) as store:
        await people(store)
        await store.change(InsertPasskey(b"ann 1", key(1, count=5), 9))
        await store.change(InsertPasskey(b"ann 1", key(2), 9))
        ends = await outcomes(
            store.change(UsePasskey("ann", b"key 1", 5, device("ann", 2))),
            store.change(UsePasskey("ann", b"key 1", 0, device("ann", 3))),
            store.change(UsePasskey("bo", b"key 1", 6, device("bo", 4))),
            # Of two with the same count, sent at once, one is let in.
            store.change(UsePasskey("ann", b"key 1", 6, device("ann", 5))),
            store.change(UsePasskey("ann", b"key 1", 6, device("ann", 6))),
            # One that does not count.
            store.change(UsePasskey("ann", b"key 2", 0, device("ann", 7))),
            store.change(UsePasskey("ann", b"key 2", 0, device("ann", 8))),
        )
        assert [end is None for end in ends] == [False] * 3 + [True, False, True, True]
        signed_in = [one.token_hash for one in await store.devices("ann")]
        assert signed_in == [b"ann 8", b"ann 7", b"ann 5", b"ann 1"]
        assert [one.token_hash for one in await store.devices("bo")] == [b"bo 1"]
        assert await store.passkey(b"key 1") == replace(key(1), sign_count=6, used_ms=7)


@in_loop
async def test_an_account_elsewhere_is_one_players(place: str) -> None:
    async with opened(place) as store:
        await people(store)
        ends = await outcomes(
            store.change(Link("ann", b"ann 1", ISSUER, "her", 5)),
            store.change(Link("bo", b"bo 1", ISSUER, "her", 5)),
            store.change(Link("bo", b"ann 1", ISSUER, "him", 5)),
            store.change(UseLink("ann", ISSUER, "her", device("ann", 2))),
            store.change(UseLink("bo", ISSUER, "her", device("bo", 2))),
        )
        assert [end is None for end in ends] == [True, False, False, True, False]
        assert await store.link_of("bo") is None
        assert await store.link_of("ann") == LinkRow(ISSUER, "her", "ann", 5, 7)
        # Another one takes its place.
        await store.change(Link("ann", b"ann 1", ISSUER, "x" * 255, 5))
        assert await store.link(ISSUER, "her") is None
        assert await store.link(ISSUER, "x" * 255) == await store.link_of("ann")
        await store.change(Unlink("ann"))
        assert await store.link_of("ann") is None


def renewed(old: bytes, new: bytes, at: int = 9) -> RenewDevice:
    return RenewDevice("ann", old, new, at)


@in_loop
async def test_who_shows_who_they_are_goes_on_under_a_new_token(place: str) -> None:
    async with opened(place) as store:
        await people(store)
        await store.change(InsertPasskey(b"ann 1", key(1, count=5), 9))
        await store.change(Link("ann", b"ann 1", ISSUER, "her", 5))
        await store.change(PutCode("ann", b"ann 1", b"code", 6))
        (one,) = await store.devices("ann")
        assert (one.seen_ms, one.proved_ms) == (0, 6)
        ends = await outcomes(
            store.change(UsePasskey("ann", b"key 1", 6, renewed(b"ann 1", b"ann 2"))),
            # That session has ended: nothing is spent for it.
            store.change(UsePasskey("ann", b"key 1", 7, renewed(b"ann 1", b"ann 3"))),
            store.change(UseLink("ann", ISSUER, "her", renewed(b"bo 1", b"ann 3"))),
            store.change(UseLink("ann", ISSUER, "her", renewed(b"ann 2", b"bo 1"))),
            store.change(UseLink("ann", ISSUER, "him", renewed(b"ann 2", b"ann 3"))),
            store.change(UseLink("ann", ISSUER, "her", renewed(b"ann 2", b"ann 3"))),
            store.change(UseCode("ann", b"code", b"next", renewed(b"ann 3", b"ann 4"))),
            store.change(UseCode("ann", b"code", b"more", renewed(b"ann 4", b"ann 5"))),
            store.change(UseCode("ann", b"next", b"last", renewed(b"ann 4", b"ann 5", 12))),
            store.change(UseCode("ann", b"next", b"no", renewed(b"ann 5", b"ann 6"))),
        )
        good = [True, False, False, False, False, True, True, False, True, False]
        assert [end is None for end in ends] == good
    async with opened(place) as store:
        (one,) = await store.devices("ann")
        assert one == DeviceRow(b"ann 5", "", 0, 12, 12)
        assert await store.passkey(b"key 1") == replace(key(1), sign_count=6, used_ms=9)
        ann = await store.player("ann")
        assert ann is not None
        assert (ann.recovery_hash, ann.recovery_used_ms) == (b"last", 12)


@in_loop
async def test_a_code_from_the_host_ends(place: str) -> None:
    async with opened(place) as store:
        await people(store)
        await store.put_player(PlayerRow("pig", "pig", "bot", None, 1, 1))
        ends = await outcomes(
            store.change(PutGivenCode("ann", b"code", 5, 8)),
            store.change(PutGivenCode("bo", b"code", 5, 8)),  # Ann's already
            store.change(PutGivenCode("pig", b"other", 5, 8)),
        )
        assert [end is None for end in ends] == [True, False, False]
        ann = await store.player_by_recovery(b"code")
        assert ann is not None
        assert (ann.id, ann.recovery_made_ms, ann.recovery_until_ms) == ("ann", 5, 8)
        # One that the player makes has no end.
        await store.change(PutCode("ann", b"ann 1", b"mine", 6))
        ann = await store.player("ann")
        assert ann is not None
        assert (ann.recovery_hash, ann.recovery_until_ms) == (b"mine", None)


@in_loop
async def test_nothing_is_left_of_a_deleted_player(place: str) -> None:
    async with opened(place) as store:
        await people(store)
        await asyncio.gather(
            store.change(InsertPasskey(b"ann 1", key(1), 9)),
            store.change(InsertPasskey(b"bo 1", key(2, "bo"), 9)),
            store.change(Link("ann", b"ann 1", ISSUER, "her", 5)),
            store.change(Link("bo", b"bo 1", ISSUER, "him", 5)),
        )
        await store.change(Retire("ann"))
        assert await store.passkeys("ann") == []
        assert await store.link_of("ann") is None
        assert await store.passkeys("bo") == [key(2, "bo")]
        assert await store.link_of("bo") == LinkRow(ISSUER, "him", "bo", 5, None)
