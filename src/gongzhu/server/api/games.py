"""Finished games to look at and to take away, and records from elsewhere to look at."""

from collections.abc import Sequence
from io import BytesIO

from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from gongzhu.dealing import write_evidence
from gongzhu.records import DealRecord, RecordFault, Verifier, scan_file, write_jsonl, write_text
from gongzhu.server.bodies import GameSheet
from gongzhu.server.context import ServerContext
from gongzhu.server.games import game_sheet, read_game
from gongzhu.server.problems import ApiError, language, read_body, reply
from gongzhu.table import FinishedDeal, presentable
from gongzhu.texts import Lang

LARGEST_FILE = 1024 * 1024
MOST_DEALS = 200
"""Of a file, for the replay page."""
MOST_TOKENS = 400 * MOST_DEALS
"""Tags, words and comments of a file: twice as many as deals with the time of every card have."""
MOST_FAULTS = 100
"""Records with a fault that one file is told of: of each, the first one."""
LONGEST_COMMENT = 2000
"""Characters of a remark that are shown."""


async def show(context: ServerContext, request: Request) -> Response:
    """GET /api/games/{game}."""
    game = request.path_params["game"]
    found = await read_game(context.store, game)
    if found is None:
        raise ApiError(404, "no_game")
    row, _, deals = found
    pairs = [(deal.record, deal.evidence) for deal in deals]
    return reply(game_sheet(game, row.finished_ms, pairs, language(request)))


async def jsonl(context: ServerContext, request: Request) -> Response:
    """GET /api/games/{game}.jsonl."""
    records = [deal.record for deal in await _deals(context, request)]
    return _file(request, "".join(write_jsonl(records)), "jsonl", "application/x-ndjson")


async def text(context: ServerContext, request: Request) -> Response:
    """GET /api/games/{game}.txt."""
    records = [deal.record for deal in await _deals(context, request)]
    return _file(request, "".join(write_text(records)), "txt", "text/plain")


async def evidence(context: ServerContext, request: Request) -> Response:
    """GET /api/games/{game}.evidence.jsonl."""
    text = write_evidence(deal.evidence for deal in await _deals(context, request))
    return _file(request, text, "evidence.jsonl", "application/x-ndjson")


async def _deals(context: ServerContext, request: Request) -> tuple[FinishedDeal, ...]:
    found = await read_game(context.store, request.path_params["game"])
    if found is None:
        raise ApiError(404, "no_game")
    return found[2]


async def read(context: ServerContext, request: Request) -> Response:
    """POST /api/records."""
    context.spend(context.records, request)
    data = await read_body(request, LARGEST_FILE)
    lang = language(request)
    return reply(await run_in_threadpool(_sheet_of, data, lang))


def _file(request: Request, text: str, form: str, kind: str) -> Response:
    """A game as a file to be kept."""
    name = f"gongzhu-{request.path_params['game']}.{form}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type=f"{kind}; charset=utf-8")


def _sheet_of(data: bytes, lang: Lang) -> GameSheet:
    """The deals of a file. Raises ApiError that says what is wrong where."""
    verifier = Verifier()
    records: list[DealRecord] = []
    faults: list[RecordFault] = []
    for entry in scan_file(BytesIO(data), MOST_TOKENS):
        fault = next(verifier.verify([entry]), None)
        if fault is not None:
            faults.append(fault)
        if isinstance(entry.found, DealRecord):
            records.append(entry.found)
        if len(faults) == MOST_FAULTS or len(records) > MOST_DEALS:
            break
    if faults:
        raise _wrong(faults, lang)
    if len(records) > MOST_DEALS:
        raise ApiError(422, "many_deals", most=MOST_DEALS)
    if not records:
        raise ApiError(422, "no_records")
    return game_sheet("", 0, [(_presentable(record), None) for record in records], lang)


def _presentable(record: DealRecord) -> DealRecord:
    """A record from elsewhere, with names and remarks as a page can show them."""
    players = (presentable(name) or str(seat) for seat, name in enumerate(record.players, start=1))
    comments = {
        place: presentable(comment, LONGEST_COMMENT) for place, comment in record.comments.items()
    }
    event = presentable(record.event, LONGEST_COMMENT)
    return replace(record, players=tuple(players), comments=comments, event=event)


def _wrong(faults: Sequence[RecordFault], lang: Lang) -> ApiError:
    lines = tuple(fault.text(lang) for fault in faults)
    return ApiError(422, "records", words={lang: lines[0]}, lines=lines)
