"""HTTP handlers that respond with finished games, as pages or as files, and that read uploaded
records."""

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
"""Greatest size of an uploaded file of records, in bytes."""


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
    """Respond with deal number `count` (from 1) of an open table, once it is finished. Refusals:
    404 if there is no such table or finished deal, 403 if the visitor may not see the table
    (`may_look`) and never sat there. Needs no session if the table may be seen by everybody."""
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
    """Respond with the evidence of fair dealing of a game, as a file of JSON lines. Refusals: 404
    if there is no such game, 403 while its deal is withheld (`FinishedDeals`)."""
    return await _file(visit, game, sheets, "evidence.jsonl", LINES)


@OPERATIONS.get("/api/games/{game}.jsonl", LINES, limit="games_per_minute")
async def game_jsonl(visit: Visit, game: str, sheets: Sheets) -> Response:
    """Respond with the records of a game, as a file of JSON lines. Refusals: 404 if there is no
    such game, 403 while its deal is withheld (`FinishedDeals`)."""
    return await _file(visit, game, sheets, "jsonl", LINES)


@OPERATIONS.get("/api/games/{game}.txt", TEXT, limit="games_per_minute")
async def game_text(visit: Visit, game: str, sheets: Sheets) -> Response:
    """Respond with the records of a game, as a text file. Refusals: 404 if there is no such game,
    403 while its deal is withheld (`FinishedDeals`)."""
    return await _file(visit, game, sheets, "txt", TEXT)


# Declared after its files, since the first path that matches is used.
@OPERATIONS.get("/api/games/{game}", GameSheet, limit="games_per_minute")
async def show_game(visit: Visit, session: Session | None, game: str, sheets: Sheets) -> Response:
    """Respond with a range of the deals of a finished game, from deal `from` to deal `to` of the
    query (from 1, both included). Needs no session. With one, `seat` tells the player's own seat.
    Refusals: 404 for an unknown game or an empty range, 403 while the deal is withheld
    (`FinishedDeals`)."""
    none = ApiError(404, "no_deals")
    first = visit.number("from", 1, none)
    last = min(visit.number("to", first + PAGE - 1, none), first + PAGE - 1)
    if not 1 <= first <= last:
        raise none
    sheet = sheets.game(game, first, last, visit.lang, visit.asker(session))
    return reply_tagged(visit.request, await visit.unless_gone(sheet))


async def _file(visit: Visit, game: str, sheets: Sheets, form: FileForm, kind: str) -> Response:
    """Respond with a finished game as a file to download in the format `form`, of the media type
    `kind`. Raises the errors of `Sheets.file`."""
    told = {"Content-Disposition": f'attachment; filename="gongzhu-{game}.{form}"'}
    data = await visit.unless_gone(sheets.file(game, form, visit.address))
    return tagged(visit.request, data, f"{kind}; charset=utf-8", **told)


@OPERATIONS.post("/api/records", GameSheet, most=LARGEST_FILE, limit="records_per_minute")
async def read_records(visit: Visit, body: bytes, pool: WorkerPool) -> bytes:
    """Respond with the deals in an uploaded file of records. Refusal: 422, with a list of faults,
    if the file does not verify."""
    work = pool.do(read_file, visit.asker(), body, visit.lang)
    return await visit.unless_gone(work)
