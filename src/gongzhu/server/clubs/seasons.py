"""The seasons and ratings of clubs, as shown to members."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Raw
from starlette.responses import Response

from gongzhu.clubs.club import Club, Season
from gongzhu.clubs.decide import ClubRefused, add_book
from gongzhu.clubs.season import RowOwner, SeasonFigures
from gongzhu.server.clubs.bodies import (
    BookBrief,
    ClubExport,
    ClubPage,
    ExportedGame,
    Rating,
    RatingList,
    Ratings,
    SeasonPart,
    SeasonRow,
    SeasonTable,
)
from gongzhu.server.clubs.clubs import Clubs, refusal
from gongzhu.server.clubs.counting import ClubCounts
from gongzhu.server.clubs.jobs import check_book
from gongzhu.server.clubs.pages import season_brief
from gongzhu.server.edge.limits import Asker
from gongzhu.server.edge.operation import LINES
from gongzhu.server.edge.problems import download
from gongzhu.server.edge.spreadsheet import write_csv
from gongzhu.server.games.finished_deals import FinishedDeals
from gongzhu.server.identity.visit import Visit
from gongzhu.server.work.pool import WorkerPool
from gongzhu.store import Store
from gongzhu.store.writes import LARGEST
from gongzhu.texts import Lang, say

POINTS = 40
"""Points of a displayed rating for each unit of the estimate `mu`."""


class Seasons:
    """Builds the tables, files and ratings of clubs, from the results that `ClubCounts`
    computes."""

    def __init__(
        self, store: Store, pool: WorkerPool, finished: FinishedDeals, clubs: Clubs
    ) -> None:
        self._store = store
        self._pool = pool
        self._finished = finished
        self._clubs = clubs
        self.counts = ClubCounts(store, pool, finished)

    async def table(self, club: Club, number: int, you: str, visit: Visit) -> SeasonTable:
        """Season `number` of a club, as shown to the member with the account id `you`. Raises
        ApiError 404 if there is no such season, other ApiErrors of the workers, and StoreError."""
        season = _season(club, number)
        sums = await self.counts.add_up(club, season, visit)
        names = await self._names(row.who for part in sums.parts for row in part.rows)
        members = {one.player: one.number for one in club.members}
        former = say("server.former_player", visit.lang)

        def shown(row: SeasonFigures) -> SeasonRow:
            who = row.who
            return SeasonRow(
                name=_name(who, names, former),
                bot=who.kind == "bot",
                member=members.get(who.id) if who.kind == "player" else None,
                real=who.kind == "real",
                you=who == RowOwner("player", you),
                games=row.games,
                wins=row.wins,
                last=row.last,
                deals=row.scores.count,
                average=row.average,
                pigs=row.pigs,
                sheep=row.sheep,
                slams=row.slams,
                strips=row.strips,
                round_points=row.round_points,
                by_bot=row.by_bot,
            )

        return SeasonTable(
            season_brief(season),
            tuple(
                SeasonPart(part.family, part.aim, tuple(map(shown, part.rows)))
                for part in sums.parts
            ),
            tuple(
                BookBrief(book.number, book.names, book.deals)
                for book in club.books
                if book.season == number
            ),
            sums.games,
            sums.pending,
        )

    async def csv(self, club: Club, number: int, you: str, visit: Visit) -> bytes:
        """Season `number` of a club as a CSV file, in the visitor's language, as shown to the
        member with the account id `you`. Raises the errors of `table`."""
        return write_csv(_rows(await self.table(club, number, you, visit), visit.lang))

    async def records(self, club: Club, number: int, visit: Visit) -> Response:
        """A response with the records of the games of season `number`, as a file of JSON lines, the
        oldest game first. Raises ApiError 404 if there is no such season, and StoreError."""
        season = _season(club, number)
        games = await self.counts.games(club.id, season.begins, season.ends)
        ids = [game.game_id for game in games]
        lines = self._finished.written(ids, "jsonl", visit.address)
        return download(f"season-{number}.jsonl", lines, LINES)

    async def add_book(self, id: str, season: int, player: str, body: bytes, visit: Visit) -> Club:
        """Add a scorebook to season `season` of the club with the id `id`. `body` is the uploaded
        file, `player` the id of the member. Returns the club after it. Raises ApiError and
        StoreError."""
        book = await visit.unless_gone(
            self._pool.do(check_book, Asker(player, visit.address), body, visit.lang)
        )
        return await self._clubs.append(
            id, player, lambda club: add_book(club, player, season, book.names, book.deals), body
        )

    async def ratings(self, club: Club, you: str, visit: Visit) -> Ratings:
        """The ratings in a club, as shown to the member with the account id `you`. Raises ApiError
        and StoreError."""
        if not club.ratings:
            return Ratings((), 0)
        found = await self.counts.rate(club, visit)
        shown = {one.player: one for one in club.members if one.shows_rating or one.player == you}
        names = await self._names(RowOwner("player", id) for id in shown)
        lists = []
        for kept in found.lists:
            rows = [
                Rating(
                    name=_name(row.who, names, ""),
                    bot=row.who.kind == "bot",
                    member=None if row.who.kind == "bot" else shown[row.who.id].number,
                    you=row.who.id == you,
                    mu=round(row.mu, 2),
                    sigma=round(row.sigma, 2),
                    shown=max(0, round(POINTS * (row.mu - 3 * row.sigma))),
                    deals=row.deals,
                    games=row.games,
                    provisional=row.provisional,
                )
                for row in kept.ratings
                if row.who.kind == "bot" or row.who.id in shown
            ]
            kind = kept.kind
            lists.append(RatingList(kind.aim, kind.players, kind.partners, tuple(rows)))
        return Ratings(tuple(lists), found.pending)

    async def export(self, club: Club, page: ClubPage) -> bytes:
        """A `ClubExport` in JSON. `page` is the club's page for the member who requests it. Raises
        StoreError."""
        games = await self.counts.games(club.id, 0, LARGEST)
        books = [
            Raw(body)
            for season in club.seasons
            for _, body in await self._store.club_books(club.id, season.number)
        ]
        return msgspec.json.encode(
            ClubExport(
                name=club.name,
                public=club.public,
                founded=club.founded_ms,
                members=page.members,
                rules=page.rules,
                evening=page.evening,
                seasons=page.seasons,
                games=tuple(ExportedGame(one.game_id, one.finished_ms) for one in games),
                books=tuple(books),
            )
        )

    async def _names(self, those: Iterable[RowOwner]) -> dict[str, str]:
        ids = sorted({who.id for who in those if who.kind == "player"})
        return await self._store.names_of(ids)


def _season(club: Club, number: int) -> Season:
    """Season `number` of a club. Raises ApiError 404 if there is none."""
    season = club.season(number)
    if season is None:
        raise refusal(ClubRefused("no_season"))
    return season


def _name(who: RowOwner, names: dict[str, str], former: str) -> str:
    """The name to show for a row of a season or of ratings: the name of a player, the level of
    bots, or the name of a person in scorebooks. `names` has the names of players by id. `former` is
    shown for a player whose account was deleted."""
    if who.kind == "player":
        return names.get(who.id, former)
    return former if who.kind == "former" else who.id


_COLUMNS = ("games", "wins", "last", "deals", "average", "low", "high", "pigs", "sheep", "slams")
_MORE = ("strips", "round_points", "by_bot")


def _rows(table: SeasonTable, lang: Lang) -> Iterator[tuple[object, ...]]:
    """The rows of a season's CSV file: first the column headings in `lang`, then one row for each
    player."""
    heads = ("game", "name", "kind", *_COLUMNS, *_MORE)
    yield tuple(say(f"server.club.column.{head}", lang) for head in heads)
    for part in table.parts:
        for row in part.rows:
            kind = "bot" if row.bot else "real" if row.real else "player"
            average = row.average
            yield (
                say(f"rules.family.{part.family}", lang),
                row.name,
                say(f"server.club.kind.{kind}", lang),
                *(row.games, row.wins, row.last, row.deals),
                *("" if one is None else one for one in (average.mean, average.low)),
                "" if average.high is None else average.high,
                *(row.pigs, row.sheep, row.slams, row.strips, row.round_points, row.by_bot),
            )
