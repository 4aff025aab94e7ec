"""Jobs for workers: prepare finished games, and files of game records, for pages and for
download."""

from collections.abc import Generator, Sequence
from io import BytesIO
from typing import Literal, assert_never

from msgspec import json
from msgspec.structs import replace

from gongzhu.dealing import write_evidence
from gongzhu.records import (
    DealRecord,
    RecordFault,
    Verifier,
    presentable_record,
    scan_file,
    write_jsonl,
    write_text,
)
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.sheets import deal_sheet, game_sheet
from gongzhu.server.live.finished_game import read_deals, without_player
from gongzhu.server.work.job import Priority, job, stepwise
from gongzhu.store import GameRow
from gongzhu.table import FinishedDeal
from gongzhu.texts import Lang

FileForm = Literal["jsonl", "txt", "evidence.jsonl"]
"""Formats of a downloaded game: records as JSON lines, records as text, or the evidence of fair
dealing as JSON lines."""
MOST_DEALS = 200
"""Largest number of deals in a file uploaded to the replay page."""
MOST_REVIEWED = 20
"""Largest number of deals in a file uploaded for review. The review of a deal takes about ten
seconds."""
MOST_TOKENS = 400 * MOST_DEALS
"""Largest number of tags, words and comments in an uploaded file: twice as many as MOST_DEALS deals
have with a time for every card."""
MOST_FAULTS = 100
"""Largest number of faults reported for a file. Of each faulty record, only the first fault is
reported."""


@stepwise()
def read_file(data: bytes, lang: Lang) -> Generator[None, None, bytes]:
    """Check a file of game records (JSON lines or text), and return its deals as a `GameSheet` in
    JSON, with texts in `lang`. Raises ApiError 422 if the file has no deals, more than MOST_DEALS,
    or faults, which are listed with their position in the file. Yields often, so that the worker
    can stop."""
    records = yield from _records(data, lang, MOST_DEALS)
    return json.encode(game_sheet(records, lang))


def records_to_review(data: bytes, lang: Lang) -> Generator[None, None, Sequence[DealRecord]]:
    """Check a file of game records that is to be reviewed, and return its deals. Raises ApiError
    422 like `read_file`, but already for more than MOST_REVIEWED deals."""
    return _records(data, lang, MOST_REVIEWED)


def _records(data: bytes, lang: Lang, most: int) -> Generator[None, None, Sequence[DealRecord]]:
    verifier = Verifier()
    records: list[DealRecord] = []
    faults: list[RecordFault] = []
    for entry in scan_file(BytesIO(data), MOST_TOKENS):
        fault = next(verifier.verify([entry]), None)
        if fault is not None:
            faults.append(fault)
        if isinstance(entry.found, DealRecord):
            records.append(entry.found)
        if len(faults) == MOST_FAULTS or len(records) > most:
            break
        yield
    if faults:
        raise wrong_records(faults, lang)
    if len(records) > most:
        raise ApiError(422, "many_deals", most=most)
    if not records:
        raise ApiError(422, "no_records")
    return [presentable_record(record) for record in records]


def wrong_records(faults: Sequence[RecordFault], lang: Lang) -> ApiError:
    """The ApiError 422 for a file with these faults, at least one, in the language `lang`."""
    lines = tuple(fault.text(lang) for fault in faults)
    return ApiError(422, "records", words={lang: lines[0]}, lines=lines)


@job()
def show_deals(deals: bytes, first: int, count: int, lang: Lang) -> tuple[tuple[bytes, ...], int]:
    """Deals of a finished game, each as a `DealSheet` in JSON, and the number of all its deals.
    `deals` has all deals of the game as stored. Those from index `first` (from 0) are returned, at
    most `count`."""
    all_deals = read_deals(deals)
    chosen = all_deals[first : first + count]
    return tuple(_sheet(deal, lang) for deal in chosen), len(all_deals)


@job(Priority.SOON)
def show_deal(deal: FinishedDeal, lang: Lang, withheld: bool) -> bytes:
    """A finished deal as a `DealSheet` in JSON. With `withheld`, it lacks hands, passes, plays,
    events and evidence, which reveal its cards."""
    return _sheet(deal, lang, withheld)


def _sheet(deal: FinishedDeal, lang: Lang, withheld: bool = False) -> bytes:
    sheet = deal_sheet(deal.record, deal.evidence, deal.evidence.deal, lang)
    if withheld:
        record = replace(sheet.record, dealer_seed=None, hands=(), passes=None, plays=())
        sheet = replace(sheet, record=record, events=(), evidence=None)
    return json.encode(sheet)


@job()
def write_game(deals: bytes, form: FileForm, after: bytes) -> bytes:
    """The deals of a finished game in the format `form`. If the file has several games, `after` has
    the deals of the game before, otherwise it is empty: text records leave out tags that have not
    changed."""
    found = read_deals(deals)
    match form:
        case "jsonl":
            return "".join(write_jsonl(deal.record for deal in found)).encode()
        case "txt":
            before = read_deals(after)[-1:] if after else ()
            chunks = list(write_text(deal.record for deal in (*before, *found)))
            return "".join(chunks[len(before) :]).encode()
        case "evidence.jsonl":
            return write_evidence(deal.evidence for deal in found).encode()
        case _:
            assert_never(form)


@job()
def remove_player(row: GameRow, deals: bytes, player: str) -> tuple[GameRow, bytes]:
    """A finished game's row and deals, without the id and the name of a player."""
    return without_player(row, deals, player)
