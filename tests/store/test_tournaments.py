"""Tournaments: entries that follow each other, the rows beside them, and results of tables."""

from msgspec.structs import replace

from gongzhu.store.clubs import ClubRow, PutClubEntry
from gongzhu.store.tournaments import (
    MOST_OPEN,
    PutBoardResult,
    PutTournamentEntry,
    TournamentRow,
)
from tests.support.stores import in_loop, opened, outcomes


def row(id: str, stage: str, done: int, at: int, club: str = "club") -> TournamentRow:
    return TournamentRow(id, club, "Cup", stage, 2, 9, done, done, at)


def entry(number: int, body: bytes, stage: str = "gathering", done: int = 0) -> PutTournamentEntry:
    return PutTournamentEntry(row("cup", stage, done, 1_000 + number), number, body)


@in_loop
async def test_two_writers_of_one_entry_are_told_apart(place: str) -> None:
    async with opened(place) as store:
        await store.change(entry(1, b"planned"))
        found = await outcomes(
            store.change(entry(2, b"mine", "calling")), store.change(entry(2, b"yours", "ended", 9))
        )
        assert [one is None for one in found] == [True, False]
    async with opened(place) as store:
        assert await store.tournament_entries("cup") == [b"planned", b"mine"]
        assert await store.tournament_entries("cup", 1) == [b"mine"]
        assert await store.tournament_entries("another") == []
        # What was refused has changed no row either; the time is that of the first entry.
        assert await store.tournament("cup") == row("cup", "calling", 0, 1_001)


@in_loop
async def test_tournaments_are_found_by_club_and_by_stage(place: str) -> None:
    async with opened(place) as store:
        for at, (id, stage) in enumerate([("a", "ended"), ("b", "playing"), ("c", "gathering")]):
            await store.change(PutTournamentEntry(row(id, stage, at, at), 1, b"planned"))
        assert [one.id for one in await store.tournaments_of("club", 2)] == ["c", "b"]
        assert await store.tournaments_of("another", 9) == []
        club = ClubRow("club", "Club", "12345678", "code", False, False, 1)
        await store.change(PutClubEntry(club, 1, b"founded"))
        assert await store.tournaments_to_lead() == [("b", False)]
        await store.change(PutClubEntry(replace(club, closed=True), 2, b"closed"))
        assert await store.tournaments_to_lead() == [("b", True), ("c", True)]
        assert [await store.rounds_done(id) for id in ("b", "nothing")] == [1, 0]


@in_loop
async def test_only_so_many_of_a_club_wait_or_run_however_they_are_planned(place: str) -> None:
    async with opened(place) as store:
        planned = [
            PutTournamentEntry(row(f"t{at}", "gathering", 0, at), 1, b"planned")
            for at in range(MOST_OPEN + 2)
        ]
        found = await outcomes(*map(store.change, planned))
        assert sum(one is None for one in found) == MOST_OPEN
        other = PutTournamentEntry(row("x", "gathering", 0, 9, "other"), 1, b"planned")
        assert await outcomes(store.change(other)) == [None]
        over = PutTournamentEntry(row(planned[0].tournament.id, "cancelled", 0, 9), 2, b"off")
        assert await outcomes(store.change(over), store.change(planned[-1])) == [None, None]


@in_loop
async def test_a_table_has_one_result_which_comes_with_its_last_entry(place: str) -> None:
    async with opened(place) as store:
        for number, name in ((1, "one"), (0, "two")):
            result = PutBoardResult("cup", 3, number, f"game of {name}", name.encode(), 5)
            await store.append(name, 1, [b"the end"], along=[result])
        again = PutBoardResult("cup", 3, 1, "another game", b"late", 6)
        await store.append("one", 2, [b"more"], along=[again])
        refused = PutBoardResult("cup", 3, 2, "no game", b"no", 7)
        assert await outcomes(store.append("one", 9, [b"gap"], along=[refused])) != [None]
    async with opened(place) as store:
        assert await store.board_results("cup", 3) == [
            (0, "game of two", b"two"),
            (1, "game of one", b"one"),
        ]
        assert await store.board_results("cup", 4) == []
