"""Files of records from elsewhere, checked and made ready for the replay page."""

from collections.abc import Sequence
from io import BytesIO

from gongzhu.records import DealRecord, RecordFault, Verifier, presentable_record, scan_file
from gongzhu.server.bodies import GameSheet
from gongzhu.server.games import game_sheet
from gongzhu.server.problems import ApiError
from gongzhu.texts import Lang

MOST_DEALS = 200
"""Of a file, for the replay page."""
MOST_REVIEWED = 20
"""Of a file that is to be reviewed, which takes a minute."""
MOST_TOKENS = 400 * MOST_DEALS
"""Tags, words and comments of a file: twice as many as deals with the time of every card have."""
MOST_FAULTS = 100
"""Records with a fault that one file is told of: of each, the first one."""


def sheet_of_file(data: bytes, lang: Lang) -> GameSheet:
    """The deals of a file. Raises ApiError that says what is wrong where."""
    return game_sheet(_records(data, lang, MOST_DEALS), lang)


def records_to_review(data: bytes, lang: Lang) -> Sequence[DealRecord]:
    """The deals of a file that is to be reviewed. Raises ApiError that says what is wrong where."""
    return _records(data, lang, MOST_REVIEWED)


def _records(data: bytes, lang: Lang, most: int) -> Sequence[DealRecord]:
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
    if faults:
        raise wrong(faults, lang)
    if len(records) > most:
        raise ApiError(422, "many_deals", most=most)
    if not records:
        raise ApiError(422, "no_records")
    return [presentable_record(record) for record in records]


def wrong(faults: Sequence[RecordFault], lang: Lang) -> ApiError:
    lines = tuple(fault.text(lang) for fault in faults)
    return ApiError(422, "records", words={lang: lines[0]}, lines=lines)
