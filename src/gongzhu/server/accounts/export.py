"""The export of all data that the server has stored about a player."""

from collections.abc import AsyncIterator, Sequence

import msgspec
from msgspec import Struct
from starlette.responses import Response

from gongzhu.server.accounts.accounts import Accounts
from gongzhu.server.accounts.bodies import Account
from gongzhu.server.accounts.people import Blocked, blocked_by
from gongzhu.server.clubs.bodies import ClubBrief
from gongzhu.server.clubs.pages import ClubPages
from gongzhu.server.daily.bodies import DayMark
from gongzhu.server.daily.days import Days
from gongzhu.server.edge.operation import Operations
from gongzhu.server.edge.problems import download
from gongzhu.server.games.history import Histories
from gongzhu.server.identity.moderation import Moderation
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.server.puzzles import PuzzleBook, PuzzleBooks

OPERATIONS = Operations()


class OwnData(Struct, frozen=True):
    """GET /api/me/export: all data that the server has stored about the player, as one JSON file.
    Besides the fields of this type, the file has `games` and `reviews`. `games` has the records of
    all finished deals, as `GET /api/me/games.jsonl` has them. `reviews` has one object for each
    reviewed game: the game's id, `game`, and the reviews of its `deals`, whose sentences are in
    every language, with `{0}` for the name of seat 0 and so on."""

    account: Account
    blocked: tuple[Blocked, ...]
    puzzles: PuzzleBook
    days: tuple[DayMark, ...]
    """The player's attempts at the daily deals."""
    clubs: tuple[ClubBrief, ...]
    """The clubs of which the player is a member; the data of each club can be downloaded
    separately."""


@OPERATIONS.get("/api/me/export", OwnData, caller="player", limit="exports_per_minute")
async def export_account(
    visit: Visit,
    session: Session,
    accounts: Accounts,
    moderation: Moderation,
    puzzles: PuzzleBooks,
    days: Days,
    clubs: ClubPages,
    histories: Histories,
) -> Response:
    """Respond with all data that is stored about the player, as a JSON file. Refuses with 429 while
    another export of the player is being made."""
    me = session.player.id
    own = OwnData(
        await accounts.account(session),
        blocked_by(moderation, me),
        await puzzles.of(me),
        await days.marks(me),
        (await clubs.mine(me)).clubs,
    )
    games = await histories.export(session.player, "jsonl", visit.address)
    reviews = histories.reviews(session.player, visit.address)
    document = _one_document(own, games, reviews)
    return download("gongzhu-account.json", document, "application/json")


async def _one_document(
    own: OwnData, games: AsyncIterator[str], reviews: AsyncIterator[tuple[str, Sequence[bytes]]]
) -> AsyncIterator[str]:
    """Yield the JSON file in pieces: the account, then game by game, then review by review, so that
    only one of them is in memory at a time."""
    yield msgspec.json.encode(own).decode().removesuffix("}") + ',"games":['
    comma = ""
    async for records in games:
        yield comma + ",\n".join(records.splitlines())
        comma = ",\n"
    yield '],"reviews":['
    comma = ""
    async for game, deals in reviews:
        name = msgspec.json.encode(game).decode()
        told = ",\n".join(deal.decode() for deal in deals)
        yield f'{comma}{{"game":{name},"deals":[{told}]}}'
        comma = ",\n"
    yield "]}"
