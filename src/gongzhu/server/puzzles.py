"""The puzzles that players have attempted, their puzzle ratings, and the HTTP handlers for both."""

from typing import Annotated

import msgspec
from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool

from gongzhu.puzzles import GlickoRating, Puzzle
from gongzhu.puzzles.puzzle import FAMILIES, shipped
from gongzhu.puzzles.rating import PLAYER, after_puzzle
from gongzhu.rules import Expose, Pass, Play
from gongzhu.server.edge.operation import Operations
from gongzhu.server.identity.sessions import Session
from gongzhu.store import AccountStore, ChangeRefused
from gongzhu.store.accounts import PutPuzzleBook

OPERATIONS = Operations()


class PuzzleRating(Struct, frozen=True):
    """A player's Glicko-2 rating for the puzzles of one kind of game, Gong Zhu or Hearts. 1500 is
    average."""

    rating: float = 1500.0
    deviation: float = PLAYER.deviation
    """The standard error of the rating."""
    volatility: float = 0.06
    """Glicko-2 volatility: how much the rating is expected to change."""


class PuzzleBook(Struct, frozen=True):
    """GET /api/me/puzzles: the puzzles that the player has attempted, and the ratings computed from
    them."""

    ratings: dict[str, PuzzleRating]
    """The player's rating by game, `gongzhu` or `hearts`."""
    tried: dict[str, bool]
    """For each attempted puzzle, by its id: True if the first attempt was right. Only the last
    thousand, the oldest first."""
    streak: int = 0
    """Number of right first attempts in a row, up to the latest one."""
    best: int = 0
    """The player's longest streak of right first attempts."""


class PuzzleTry(Struct, frozen=True, forbid_unknown_fields=True):
    """A player's first choice in a puzzle, sent by the client to be counted."""

    id: Annotated[str, Meta(max_length=20)]
    """Id of the puzzle."""
    action: Pass | Expose | Play


class TryPuzzles(Struct, frozen=True, forbid_unknown_fields=True):
    """POST /api/me/puzzles: count first attempts at puzzles, in order. Puzzles that were attempted
    before or are unknown to this server are ignored. The response is `PuzzleBook`."""

    tries: Annotated[tuple[PuzzleTry, ...], Meta(max_length=50)]


MOST_TRIED = 1000
"""Largest number of puzzles remembered for a player. A puzzle that was forgotten counts for the
rating again."""


class PuzzleBooks:
    """Reads and updates players' puzzle books (attempts and ratings) in the store."""

    def __init__(self, store: AccountStore) -> None:
        self._store = store
        self._puzzles: dict[str, Puzzle] = {}

    async def of(self, player: str) -> PuzzleBook:
        """The puzzle book of the player with this id, empty if there is none. Raises StoreError."""
        return _read(await self._store.puzzle_book(player))

    async def add(self, player: str, tries: tuple[PuzzleTry, ...]) -> PuzzleBook:
        """Count a player's first attempts at puzzles, and return the puzzle book, which is on disk
        by then. Puzzles that were counted before, and unknown ones, are ignored. Raises
        StoreError."""
        puzzles = await self._known()
        body = await self._store.puzzle_book(player)
        while True:
            before = after = _read(body)
            for one in tries:
                puzzle = puzzles.get(one.id)
                if puzzle is not None and puzzle.id not in after.tried:
                    after = _with(after, puzzle, puzzle.solved_by(one.action))
            if after is before:
                return after
            try:
                change = PutPuzzleBook(player, body, msgspec.json.encode(after))
                await self._store.change(change)
            except ChangeRefused:
                # Another request, perhaps on another server, has changed the book: repeat.
                kept, body = body, await self._store.puzzle_book(player)
                if body == kept:
                    raise
            else:
                return after

    async def _known(self) -> dict[str, Puzzle]:
        """All puzzles included in the program, by id."""
        if not self._puzzles:
            lists = [await run_in_threadpool(shipped, family) for family in FAMILIES]
            self._puzzles = {puzzle.id: puzzle for puzzles in lists for puzzle in puzzles}
        return self._puzzles


def _read(body: bytes | None) -> PuzzleBook:
    if body is None:
        return PuzzleBook({family: PuzzleRating() for family in FAMILIES}, {})
    return msgspec.json.decode(body, type=PuzzleBook)


def _with(book: PuzzleBook, puzzle: Puzzle, solved: bool) -> PuzzleBook:
    """The puzzle book after one more first attempt, right if `solved`, with rating and streak
    updated."""
    game = "hearts" if puzzle.rules.startswith("hearts") else "gongzhu"
    mine = book.ratings.get(game, PuzzleRating())
    now = after_puzzle(GlickoRating(mine.rating, mine.deviation, mine.volatility), puzzle, solved)
    tried = {**book.tried, puzzle.id: solved}
    streak = book.streak + 1 if solved else 0
    return PuzzleBook(
        ratings={
            **book.ratings,
            game: PuzzleRating(now.rating, now.deviation, now.volatility),
        },
        tried=dict([*tried.items()][-MOST_TRIED:]),
        streak=streak,
        best=max(book.best, streak),
    )


@OPERATIONS.get("/api/me/puzzles", caller="player", limit="histories_per_minute")
async def show_puzzles(session: Session, books: PuzzleBooks) -> PuzzleBook:
    """Respond with the player's attempts at puzzles, with ratings and streaks."""
    return await books.of(session.player.id)


@OPERATIONS.post("/api/me/puzzles", caller="player", limit="histories_per_minute")
async def try_puzzles(session: Session, body: TryPuzzles, books: PuzzleBooks) -> PuzzleBook:
    """Count first attempts at puzzles, and respond with the puzzle book after it."""
    return await books.add(session.player.id, body.tries)
