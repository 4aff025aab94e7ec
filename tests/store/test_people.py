"""Players, their devices, games and settings."""

import asyncio
from typing import Literal

import pytest
from msgspec.structs import replace

from gongzhu.store import GameRow, Played, PlayerRow, Store, StoreError
from gongzhu.store.accounts import AddDevice
from tests.support.stores import in_loop, opened, outcomes, signed_in


def player(id: str, kind: Literal["guest", "bot"] = "guest") -> PlayerRow:
    return PlayerRow(
        id=id,
        name=f"{id} 小猪",
        kind=kind,
        recovery_hash=f"recovery {id}".encode(),
        created_ms=1_700_000_000_000,
        seen_ms=1_800_000_000_000,
    )


def game(id: str, finished_ms: int, *players: str) -> GameRow:
    return GameRow(
        id=id,
        table="t",
        number=3,
        first_entry=10,
        last_entry=99,
        finished_ms=finished_ms,
        summary=b"summary \xff",
        players=players,
    )


async def keep(store: Store, *games: GameRow) -> None:
    await store.append("t", 1, [], along=games)


ANN, BO = player("ann"), player("bo", "bot")


@in_loop
async def test_a_player_is_found_by_each_of_three(place: str) -> None:
    async with opened(place) as store:
        await asyncio.gather(store.put_player(ANN), store.put_player(BO))
        await store.change(AddDevice("bo", b"token bo", 1))
    async with opened(place) as store:
        assert await store.player("ann") == ANN
        assert await signed_in(store, b"token bo") == BO
        assert await store.player_by_recovery(b"recovery ann") == ANN
        assert await store.player("nobody") is None
        assert await signed_in(store, b"recovery bo") is None
        assert await store.player_by_recovery(b"") is None


@in_loop
async def test_a_player_is_replaced(place: str) -> None:
    async with opened(place) as store:
        await store.put_player(ANN)
        newer = replace(ANN, name="Anna", recovery_hash=None, seen_ms=5)
        await store.put_player(newer)
        assert await store.player("ann") == newer
        assert await store.player_by_recovery(b"recovery ann") is None
        await store.put_player(replace(BO, recovery_hash=ANN.recovery_hash))


@in_loop
async def test_a_player_is_signed_in_on_its_newest_devices(place: str) -> None:
    async with opened(place) as store:
        await asyncio.gather(store.put_player(ANN), store.put_player(BO))
        await store.change(AddDevice("bo", b"bo's", 9))
        # In one group, and one after the other.
        await asyncio.gather(*(store.change(AddDevice("ann", b"%d" % n, 3)) for n in range(4)))
        await store.change(AddDevice("ann", b"4", 3))
    async with opened(place) as store:
        known = [await signed_in(store, b"%d" % n) for n in range(5)]
        assert known == [None, None, ANN, ANN, ANN]
        newer = replace(ANN, name="Anna")
        await store.put_player(newer)
        assert await signed_in(store, b"2") == newer
        await store.change(AddDevice("ann", b"5", 1))
        known = [await signed_in(store, b"%d" % n) for n in range(6)]
        assert known == [None] * 5 + [newer]
        assert await signed_in(store, b"bo's") == BO


@in_loop
async def test_a_token_that_is_there_already_is_refused_alone(place: str) -> None:
    async with opened(place) as store:
        await asyncio.gather(store.put_player(ANN), store.put_player(BO))
        ends = await outcomes(
            store.change(AddDevice("ann", b"one", 9)),
            store.change(AddDevice("bo", b"one", 1)),
            store.change(AddDevice("ann", b"one", 1)),
            store.change(AddDevice("bo", b"two", 9)),
        )
        assert ends[0] is ends[3] is None
        assert isinstance(ends[1], StoreError)
        assert isinstance(ends[2], StoreError)
        assert ends[1].text("en").startswith("player bo: ")
        assert await signed_in(store, b"one") == ANN
        assert await signed_in(store, b"two") == BO


@in_loop
async def test_a_token_of_nobody_signs_nobody_in(place: str) -> None:
    async with opened(place) as store:
        await store.change(AddDevice("ann", b"early", 9))
        assert await signed_in(store, b"early") is None
        await store.put_player(ANN)
        assert await signed_in(store, b"early") == ANN


@pytest.mark.parametrize(
    ("player_id", "token_hash"), [("a\0", b"t"), ("ann", b""), ("ann", b"x" * 201)]
)
@in_loop
async def test_a_device_that_cannot_be_kept_is_refused_alone(
    place: str, player_id: str, token_hash: bytes
) -> None:
    async with opened(place) as store:
        ends = await outcomes(
            store.change(AddDevice(player_id, token_hash, 1)), store.put_player(BO)
        )
        assert isinstance(ends[0], StoreError)
        assert ends[1] is None


@in_loop
async def test_a_recovery_code_of_another_player_is_refused_alone(place: str) -> None:
    async with opened(place) as store:
        ends = await outcomes(
            store.put_player(ANN),
            store.put_player(replace(BO, recovery_hash=ANN.recovery_hash)),
            store.put_player(player("cleo")),
        )
        assert ends[0] is ends[2] is None
        assert isinstance(ends[1], StoreError)
        assert ends[1].text("en").startswith("player bo: ")
        assert ends[1].text("zh").startswith("玩家 bo：")
        assert await store.player("bo") is None
        assert await store.player("cleo") == player("cleo")


@in_loop
async def test_players_without_recovery_do_not_get_in_each_others_way(place: str) -> None:
    async with opened(place) as store:
        rows = [replace(row, recovery_hash=None) for row in (ANN, BO)]
        await asyncio.gather(*map(store.put_player, rows))
        assert await store.player("bo") == rows[1]


@pytest.mark.parametrize(
    "bad",
    [
        replace(ANN, id="a\0"),
        replace(ANN, name="\udc00"),
        replace(ANN, recovery_hash=b""),
        replace(ANN, recovery_hash=b"x" * 201),
        replace(ANN, created_ms=2**63),
        game("g", -(2**63) - 1),
        game("g", 1, "\0"),
    ],
)
@in_loop
async def test_what_cannot_be_kept_is_refused_alone(place: str, bad: PlayerRow | GameRow) -> None:
    async with opened(place) as store:
        write = store.put_player(bad) if isinstance(bad, PlayerRow) else keep(store, bad)
        ends = await outcomes(write, store.put_player(BO))
        assert isinstance(ends[0], StoreError)
        assert ends[1] is None


@in_loop
async def test_a_players_games_are_listed_newest_first(place: str) -> None:
    games = [game("g1", 10, "ann", "bo"), game("g2", 30, "bo", "ann"), game("g3", 20, "cleo")]
    games += [game("g4", 30, "ann", "bot-1", "bot-1", "bot-1")]
    async with opened(place) as store:
        await keep(store, *games)
    async with opened(place) as store:
        assert await store.games_of("ann", 9) == [games[3], games[1], games[0]]
        assert await store.games_of("ann", 2) == [games[3], games[1]]
        assert await store.games_of("bot-1", 9) == [games[3]]
        assert await store.games_of("dev", 9) == []
        assert await store.games_of("ann", 0) == await store.games_of("ann", -1) == []
        assert await store.game("g3") == games[2]
        assert await store.game("g9") is None


@in_loop
async def test_a_game_is_replaced(place: str) -> None:
    async with opened(place) as store:
        await keep(store, game("g", 10, "ann", "bo"))
        newer = replace(game("g", 20, "bo", "cleo"), table="u", summary=b"")
        await keep(store, newer)
        assert await store.game("g") == newer
        assert await store.games_of("ann", 9) == []
        assert await store.games_of("bo", 9) == await store.games_of("cleo", 9) == [newer]


@in_loop
async def test_a_game_put_twice_at_once_is_there_once(place: str) -> None:
    async with opened(place) as store:
        await asyncio.gather(keep(store, game("g", 10, "ann")), keep(store, game("g", 20, "ann")))
        assert await store.games_of("ann", 9) == [game("g", 20, "ann")]


@in_loop
async def test_settings_are_kept_and_replaced(place: str) -> None:
    async with opened(place) as store:
        assert await store.setting("key") is None
        await asyncio.gather(store.put_setting("key", b"1"), store.put_setting("空", b""))
        await store.put_setting("key", b"\0\xff")
    async with opened(place) as store:
        assert await store.setting("key") == b"\0\xff"
        assert await store.setting("空") == b""


@in_loop
async def test_a_players_games_are_paged(place: str) -> None:
    games = [game(f"g{number}", 10 * (number // 2), "ann", "bo") for number in range(7)]
    newest_first = games[::-1]
    async with opened(place) as store:
        await keep(store, *games, game("other", 5, "bo"))
        pages: list[GameRow] = []
        before = None
        while page := await store.games_of("ann", 3, before):
            pages += page
            before = (page[-1].finished_ms, page[-1].id)
            played = await store.played("ann", 3, before)
            assert [one.game for one in played] == [
                one.id for one in await store.games_of("ann", 3, before)
            ]
        assert pages == newest_first
        assert await store.games_of("ann", 9, (0, "")) == []
        assert [await store.count_played(id) for id in ("ann", "bo", "cleo")] == [7, 8, 0]


@in_loop
async def test_what_a_game_came_to_is_kept_for_each_player(place: str) -> None:
    async with opened(place) as store:
        await keep(store, game("g1", 10, "ann", "bo"), game("g2", 20, "ann"))
        await asyncio.gather(
            store.put_result("ann", "g1", b"old"),
            store.put_result("ann", "g1", b"ann \xff"),
            store.put_result("bo", "g1", b"bo"),
            store.put_result("cleo", "g1", b"never played"),
            store.put_result("ann", "g9", b"never played"),
        )
    async with opened(place) as store:
        assert await store.played("ann", 9) == [
            Played("ann", 20, "g2", None),
            Played("ann", 10, "g1", b"ann \xff"),
        ]
        assert await store.played("bo", 9) == [Played("bo", 10, "g1", b"bo")]
        assert await store.played("cleo", 9) == []
        await keep(store, game("g1", 30, "ann", "bo"))
        assert await store.played("bo", 9) == [Played("bo", 30, "g1", None)]
        ends = await outcomes(
            store.put_result("a\0", "g1", b"1"), store.put_result("ann", "g2", b"2")
        )
        assert isinstance(ends[0], StoreError)
        assert (await store.played("ann", 9))[1].result == b"2"


@in_loop
async def test_players_are_found_whatever_letters_they_are_written_in(place: str) -> None:
    async with opened(place) as store:
        for name in ("Émile", "Ольга", "100%"):
            await store.put_player(replace(player(name), name=name))
        for search in ("Émile", "éMI", "ольГА", "0%"):
            assert len(await store.find_players(search, 9)) == 1
