"""Jobs for workers about the games of clubs: compute results, seasons and ratings, and check
scorebooks."""

from msgspec import Struct

from gongzhu.clubs.ratings import RatedList, rate
from gongzhu.clubs.results import (
    NOT_COUNTED,
    read_result,
    result_of_game,
    results_of_book,
    write_result,
)
from gongzhu.clubs.season import SeasonSum, add_up_season
from gongzhu.scorebook import Book, ScoreError, decode_book
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.live.finished_game import read_deals, read_kept
from gongzhu.server.work.job import Priority, job
from gongzhu.store import GameRow
from gongzhu.texts import Lang


class CheckedBook(Struct, frozen=True):
    """A scorebook that was found to be valid: the players' names, and the number of deals."""

    names: tuple[str, ...]
    """The players' names, by seat."""
    deals: int


@job()
def count_club_game(row: GameRow, deals: bytes) -> bytes:
    """Compute the result of a finished game for all its seats: a `ClubResult` in JSON. `deals` is
    JSON as stored."""
    kept = read_kept(row)
    if kept.practice:
        return write_result(NOT_COUNTED)
    records = [deal.record for deal in read_deals(deals)]
    ends = None if kept.broken_off else (kept.winners, kept.losers)
    return write_result(result_of_game(records, kept.players, kept.levels, ends, kept.by_bot))


@job()
def add_up_games(results: tuple[bytes, ...], books: tuple[bytes, ...]) -> tuple[SeasonSum, ...]:
    """Compute the figures of a season. `results` are the encoded results of its games, in the order
    in which they ended. `books` are its encoded scorebooks."""
    counted = [read_result(result) for result in results]
    for book in books:
        counted += results_of_book(decode_book(book))
    return add_up_season(counted)


@job()
def rate_games(results: tuple[bytes, ...]) -> tuple[RatedList, ...]:
    """Compute the ratings of a club from the encoded results of its games, in the order in which
    they ended."""
    return rate(map(read_result, results))


@job(Priority.SOON)
def check_book(body: bytes, lang: Lang) -> CheckedBook:
    """Check an uploaded scorebook (`body`). Raises ApiError 422, with the fault in the language
    `lang`, if it is faulty or has no deals."""
    try:
        book: Book = decode_book(body)
    except ScoreError as error:
        raise ApiError(422, "book", words={lang: error.text(lang)}) from error
    if not book.deals:
        raise ApiError(422, "empty_book")
    return CheckedBook(book.names, len(book.deals))
