"""HTTP handlers that show finished games, give them as files, and show records from a file."""

from starlette.responses import Response

from gongzhu.server.edge.operation import LINES, TEXT, Operations
from gongzhu.server.edge.problems import ApiError, reply_tagged, tagged
from gongzhu.server.games.files import FileForm, read_file
from gongzhu.server.games.pages import PAGE, Sheets
from gongzhu.server.games.sheets import DealSheet, GameSheet
from gongzhu.server.identity.sessions import Session
from gongzhu.server.identity.visit import Visit, player_id
from gongzhu.server.live.audience import may_look
from gongzhu.server.tables.open_tables import OpenTables
from gongzhu.server.tables.tables import Tables
from gongzhu.server.work.pool import WorkerPool

OPERATIONS = Operations()

LARGEST_FILE = 1024 * 1024


@OPERATIONS.get("/api/tables/{table}/deals/{count:number}", DealSheet)
async def show_deal(
    visit: Visit,
    session: Session | None,
    table: str,
    count: int,
    tables: Tables,
    listed: OpenTables,
    sheets: Sheets,
) -> bytes:
    """Answer a finished deal of an open table."""
    shown, listing = await tables.shown(table), listed.listing(table)
    if listing is None:
        raise ApiError(404, "no_table")
    if not may_look(shown, player_id(session)) and player_id(session) not in listing.sat:
        raise ApiError(403, "private")
    for deal in shown.finished:
        if deal.evidence.deal == count:
            sheet = sheets.deal(shown, deal, visit.lang, visit.address)
            return await visit.unless_gone(sheet)
    raise ApiError(404, "no_deal")


@OPERATIONS.get("/api/games/{game}.evidence.jsonl", LINES, limit="games_per_minute")
async def game_evidence(visit: Visit, game: str, sheets: Sheets) -> Response:
    """Answer the evidence of a game's deals."""
    return await _file(visit, game, sheets, "evidence.jsonl", LINES)


@OPERATIONS.get("/api/games/{game}.jsonl", LINES, limit="games_per_minute")
async def game_jsonl(visit: Visit, game: str, sheets: Sheets) -> Response:
    """Answer the records of a game as lines of JSON."""
    return await _file(visit, game, sheets, "jsonl", LINES)


@OPERATIONS.get("/api/games/{game}.txt", TEXT, limit="games_per_minute")
async def game_text(visit: Visit, game: str, sheets: Sheets) -> Response:
    """Answer the records of a game as text."""
    return await _file(visit, game, sheets, "txt", TEXT)


# It comes after its files: the first path that matches is used.
@OPERATIONS.get("/api/games/{game}", GameSheet, limit="games_per_minute")
async def show_game(visit: Visit, session: Session | None, game: str, sheets: Sheets) -> Response:
    """Answer a range of the deals of a finished game."""
    none = ApiError(404, "no_deals")
    first = visit.number("from", 1, none)
    last = min(visit.number("to", first + PAGE - 1, none), first + PAGE - 1)
    if not 1 <= first <= last:
        raise none
    sheet = sheets.game(game, first, last, visit.lang, visit.asker(session))
    return reply_tagged(visit.request, await visit.unless_gone(sheet))


async def _file(visit: Visit, game: str, sheets: Sheets, form: FileForm, kind: str) -> Response:
    """Answer a finished game as a file to download."""
    told = {"Content-Disposition": f'attachment; filename="gongzhu-{game}.{form}"'}
    data = await visit.unless_gone(sheets.file(game, form, visit.address))
    return tagged(visit.request, data, f"{kind}; charset=utf-8", **told)


@OPERATIONS.post("/api/records", GameSheet, most=LARGEST_FILE, limit="records_per_minute")
async def read_records(visit: Visit, body: bytes, pool: WorkerPool) -> bytes:
    """Answer the deals in a file of records, if it verifies."""
    work = pool.do(read_file, visit.asker(), body, visit.lang)
    return await visit.unless_gone(work)
