"""HTTP handlers for the daily deals. A day or game without a deal is refused with 404."""

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
    """Respond with today's deals and the player's streaks. Without a session, the streaks are 0 and
    no deal counts as begun."""
    return await days.page(_player(session), visit.lang)


@OPERATIONS.get("/api/daily/months/{month}", limit="histories_per_minute")
async def show_month(session: Session | None, month: str, days: Days) -> DailyMonth:
    """Respond with the player's attempts in the month `month`, such as `2026-11`. Without a session
    there are none. Refusal: 404 for a malformed month."""
    return await days.month(_player(session), month)


@OPERATIONS.get("/api/daily/{day}/{game}.evidence.jsonl", LINES, limit="histories_per_minute")
async def day_evidence(day: str, game: str, days: Days) -> Response:
    """Respond with the evidence of a past day's deal, as a file with one JSON line. Refusal: 403
    until the day is over."""
    lines = await days.evidence(*await days.find(day, game))
    return download(f"daily-{day}-{game}.evidence.jsonl", lines, LINES)


@OPERATIONS.get("/api/daily/{day}/{game}.master.jsonl", LINES, limit="histories_per_minute")
async def master_record(day: str, game: str, days: Days) -> Response:
    """Respond with the record of how the bot `master` played a past day's deal, as a file with one
    JSON line. Refusals: 403 until the day is over, 404 if it has not played the deal yet."""
    lines = await days.master(*await days.find(day, game))
    return download(f"daily-{day}-{game}.master.jsonl", lines, LINES)


# Declared after its files, since the first path that matches is used.
@OPERATIONS.get("/api/daily/{day}/{game}", limit="histories_per_minute")
async def show_day_deal(
    visit: Visit, session: Session | None, day: str, game: str, days: Days
) -> DayDealTold:
    """Respond with one daily deal, for everybody, with or without a session. Its results are
    included for players who have finished it, and for everybody once the day is over."""
    number, of = await days.find(day, game)
    return await days.told(_player(session), number, of, visit.lang)


@OPERATIONS.post("/api/daily/{day}/{game}", caller="player", bans=True, limit="tables_per_hour")
async def begin_day_deal(
    visit: Visit, session: Session, day: str, game: str, days: Days
) -> DayOpened:
    """Respond with the table of the player's attempt, which is opened if it is not open. Refusals:
    409 if the player has left or finished today's deal, 429 if the player has too many tables
    open."""
    number, of = await days.find(day, game)
    table = await days.begin(session.player, number, of, visit.address)
    return DayOpened(table, f"/t/{table}")


def _player(session: Session | None) -> PlayerRow | None:
    return None if session is None else session.player
