"""Handlers of requests about the deal of the day."""

from starlette.responses import Response

from gongzhu.server.daily.bodies import Daily, DailyMonth, DayDealTold, DayOpened
from gongzhu.server.daily.days import Days
from gongzhu.server.edge.operation import LINES, Operations
from gongzhu.server.edge.problems import download
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit
from gongzhu.store import PlayerRow

OPERATIONS = Operations()


@OPERATIONS.get("/api/daily", limit="histories_per_minute")
async def show_days(visit: Visit, session: Session | None, days: Days) -> Daily:
    """Answer today's deals and the player's streak."""
    return await days.page(_player(session), visit.lang)


@OPERATIONS.get("/api/daily/months/{month}", limit="histories_per_minute")
async def show_month(session: Session | None, month: str, days: Days) -> DailyMonth:
    """Answer the player's tries of a month."""
    return await days.month(_player(session), month)


@OPERATIONS.get("/api/daily/{day}/{game}.evidence.jsonl", LINES, limit="histories_per_minute")
async def day_evidence(day: str, game: str, days: Days) -> Response:
    """Answer the evidence of a past day's deal."""
    lines = await days.evidence(*await days.find(day, game))
    return download(f"daily-{day}-{game}.evidence.jsonl", lines, LINES)


@OPERATIONS.get("/api/daily/{day}/{game}.master.jsonl", LINES, limit="histories_per_minute")
async def master_record(day: str, game: str, days: Days) -> Response:
    """Answer the record of how `master` played a past
    day's deal."""
    lines = await days.master(*await days.find(day, game))
    return download(f"daily-{day}-{game}.master.jsonl", lines, LINES)


# It comes after its files: the first path that matches is used.
@OPERATIONS.get("/api/daily/{day}/{game}", limit="histories_per_minute")
async def show_day_deal(
    visit: Visit, session: Session | None, day: str, game: str, days: Days
) -> DayDealTold:
    """Answer one deal of a day, with results if they may be seen."""
    number, of = await days.find(day, game)
    return await days.told(_player(session), number, of, visit.lang)


@OPERATIONS.post("/api/daily/{day}/{game}", caller="player", bans=True, limit="tables_per_hour")
async def begin_day_deal(
    visit: Visit, session: Session, day: str, game: str, days: Days
) -> DayOpened:
    """Open a table for the player's try at a deal, or answer the one
    that is open."""
    number, of = await days.find(day, game)
    table = await days.begin(session.player, number, of, visit.address)
    return DayOpened(table, f"/t/{table}")


def _player(session: Session | None) -> PlayerRow | None:
    return None if session is None else session.player
