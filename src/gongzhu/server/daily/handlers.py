"""Handlers of requests about the deal of the day."""

from starlette.responses import Response

from gongzhu.server.daily.bodies import Daily, DailyMonth, DayDealTold, DayOpened
from gongzhu.server.daily.days import Days
from gongzhu.server.edge.limits import block_of
from gongzhu.server.edge.operation import LINES, Operations
from gongzhu.server.edge.problems import reply
from gongzhu.server.identity.address_hashes import AddressHashes
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.store import PlayerRow

OPERATIONS = Operations()


@OPERATIONS("GET", "/api/daily", Daily, limit="histories_per_minute")
async def show_days(visit: Visit, session: Session | None, days: Days) -> Response:
    """Answer today's deals and the player's streak."""
    return reply(await days.page(_player(session), visit.lang))


@OPERATIONS("GET", "/api/daily/months/{month}", DailyMonth, limit="histories_per_minute")
async def show_month(session: Session | None, month: str, days: Days) -> Response:
    """Answer the player's tries of a month."""
    return reply(await days.month(_player(session), month))


@OPERATIONS("GET", "/api/daily/{day}/{game}.evidence.jsonl", LINES, limit="histories_per_minute")
async def day_evidence(day: str, game: str, days: Days) -> Response:
    """Answer the evidence of a past day's deal."""
    lines = await days.evidence(*await days.find(day, game))
    return _file(f"daily-{day}-{game}.evidence.jsonl", lines)


@OPERATIONS("GET", "/api/daily/{day}/{game}.master.jsonl", LINES, limit="histories_per_minute")
async def master_record(day: str, game: str, days: Days) -> Response:
    """Answer the record of how `master` played a past
    day's deal."""
    lines = await days.master(*await days.find(day, game))
    return _file(f"daily-{day}-{game}.master.jsonl", lines)


# It comes after its files: the first path that matches is used.
@OPERATIONS("GET", "/api/daily/{day}/{game}", DayDealTold, limit="histories_per_minute")
async def show_day_deal(
    visit: Visit, session: Session | None, day: str, game: str, days: Days
) -> Response:
    """Answer one deal of a day, with results if they may be seen."""
    number, of = await days.find(day, game)
    return reply(await days.told(_player(session), number, of, visit.lang))


def _file(name: str, lines: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(lines, headers=headers, media_type=f"{LINES}; charset=utf-8")


@OPERATIONS(
    "POST",
    "/api/daily/{day}/{game}",
    DayOpened,
    caller="player",
    bans=True,
    limit="tables_per_hour",
)
async def begin_day_deal(
    visit: Visit, session: Session, day: str, game: str, days: Days, hashes: AddressHashes
) -> Response:
    """Open a table for the player's try at a deal, or answer the one
    that is open."""
    number, of = await days.find(day, game)
    opened_from = hashes.of(block_of(visit.address) or visit.address)
    table = await days.begin(session.player, number, of, opened_from)
    return reply(DayOpened(table, f"/t/{table}"))


def _player(session: Session | None) -> PlayerRow | None:
    return None if session is None else session.player
