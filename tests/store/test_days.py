"""Tries at the deals of the days: one each, and what all of them came to."""

from gongzhu.store import DayTry, PlayerRow, Store
from gongzhu.store.accounts import Retire
from gongzhu.store.days import BeginDay, FinishDay
from tests.support.stores import in_loop, opened, outcomes

DAY = 20_780


async def people(store: Store, *names: str) -> None:
    for name in names:
        await store.put_player(PlayerRow(name, name, "guest", None, 1, 1))


async def finish(store: Store, player: str, score: int, at: int) -> None:
    """A player begins, and finishes with an entry of the table's log."""
    table = f"table of {player}"
    await store.change(BeginDay(player, DAY, "hearts", table))
    end = FinishDay(player, table, score, at, f"game of {player}")
    await store.append(table, 1, [b"the end"], along=[end])


@in_loop
async def test_everybody_has_one_try_at_each_deal(place: str) -> None:
    async with opened(place) as store:
        await people(store, "ann")
        ends = await outcomes(
            store.change(BeginDay("ann", DAY, "hearts", "one")),
            store.change(BeginDay("ann", DAY, "hearts", "two")),
            store.change(BeginDay("ann", DAY, "gongzhu", "three")),
            store.change(BeginDay("ann", DAY + 1, "hearts", "four")),
            store.change(BeginDay("nobody", DAY, "hearts", "five")),
        )
        assert [end is None for end in ends] == [True, False, True, True, False]
    async with opened(place) as store:
        assert await store.day_try("ann", DAY, "hearts") == DayTry("ann", DAY, "hearts", "one")
        assert await store.day_try("ann", DAY, "bridge") is None
        tries = await store.day_tries("ann", DAY, DAY)
        assert [one.table for one in tries] == ["three", "one"]


@in_loop
async def test_a_result_is_written_with_the_last_entry_and_once(place: str) -> None:
    async with opened(place) as store:
        await people(store, "ann", "bo", "cleo")
        await finish(store, "ann", -20, 500)
        await finish(store, "bo", 100, 600)
        await finish(store, "cleo", -20, 999)
        again = FinishDay("ann", "table of ann", 0, 700, "another")
        await store.append("table of ann", 2, [b"more"], along=[again])
    async with opened(place) as store:
        ended = DayTry("ann", DAY, "hearts", "table of ann", -20, 500, "game of ann")
        assert await store.day_try("ann", DAY, "hearts") == ended
        assert await store.day_scores(DAY, "hearts", 1000) == [(-20, 2), (100, 1)]
        # Who finished after the day was over does not count.
        assert await store.day_scores(DAY, "hearts", 999) == [(-20, 1), (100, 1)]
        assert await store.day_scores(DAY, "gongzhu", 1000) == []
        await store.change(Retire("ann"))
        assert await store.day_scores(DAY, "hearts", 999) == [(100, 1)]
        assert await store.day_tries("ann", 0, DAY) == []


@in_loop
async def test_a_result_is_not_there_without_its_entry(place: str) -> None:
    async with opened(place) as store:
        await people(store, "ann")
        await store.change(BeginDay("ann", DAY, "hearts", "one"))
        end = FinishDay("ann", "one", 5, 1, "game")
        late = await outcomes(store.append("one", 7, [b"the end"], along=[end]))
        assert late != [None]
        found = await store.day_try("ann", DAY, "hearts")
        assert found is not None
        assert found.score is None
