"""Whatever is done to a file, it is read or refused, in one line, and nothing breaks."""

import json
from io import BytesIO
from random import Random
from typing import Any

import pytest

from gongzhu.records import (
    DealRecord,
    RecordError,
    RecordFault,
    Verifier,
    read_jsonl,
    read_text,
    scan_file,
    write_jsonl,
    write_text,
)
from gongzhu.rules import PRESETS
from gongzhu.texts import LANGUAGES
from tests.support.recorded import some_records
from tests.support.rulesets import tries

RECORDS = [record for preset in PRESETS for record in some_records(preset, 2)]
VALUES = ("null", "true", "0", "-1", "5", "1.5", '""', '"QS"', '"\\n"', "[]", "{}", '[0, "QS"]')
PIECES = '[]{}"\\ \n\t♠♥♦♣AKQJT10:.()|,-SHDC0123456789abcxyzé小\u3000\x00\ud800'


def meddled_line(rng: Random) -> str:
    """A line with one of its values taken out, doubled, moved or put in place of another."""
    fields = json.loads(next(write_jsonl([rng.choice(RECORDS)])))
    place: Any = fields
    while True:
        key = rng.choice(list(place)) if isinstance(place, dict) else rng.randrange(len(place))
        if not isinstance(place[key], dict | list) or not place[key] or rng.random() < 0.3:
            break
        place = place[key]
    match rng.randrange(3):
        case 0:
            del place[key]
        case 1 if isinstance(place, list):
            place.insert(rng.randrange(len(place)), place[key])
        case _:
            place[key] = json.loads(rng.choice(VALUES))
    return json.dumps(fields)


def meddled_text(rng: Random) -> str:
    """A text or a line with characters put in, left out or repeated."""
    write = rng.choice((write_text, write_text, write_jsonl))
    text = next(iter(write([rng.choice(RECORDS)])))
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(text))
        length = rng.choice((0, 1, 10, 100))
        put = rng.choice(("", rng.choice(PIECES), text[place : place + 50]))
        text = text[:place] + put + text[place + length :]
    return text


def found_in(content: str) -> tuple[list[DealRecord], list[RecordFault]]:
    """The records of a file, and the faults in it."""
    verifier = Verifier()
    records, faults = [], []
    for entry in scan_file(BytesIO(content.encode("utf-8", "surrogatepass"))):
        if isinstance(entry.found, RecordError):
            faults.append(entry.found.fault)
        else:
            records.append(entry.found)
            faults += verifier.check(entry.found)
    return records, faults


@pytest.mark.parametrize("meddled", [meddled_line, meddled_text])
def test_a_meddled_file_is_read_or_refused(meddled: Any) -> None:
    rng = Random(31)
    told = 0
    for _ in range(tries(600)):
        records, faults = found_in(meddled(rng))
        told += bool(faults)
        for fault in faults:
            lines = [fault.text(lang) for lang in LANGUAGES]
            assert all(line.isprintable() and len(line) < 1500 for line in lines), lines
        assert list(read_text("".join(write_text(records)))) == records
        assert list(read_jsonl("".join(write_jsonl(records)))) == records
    assert told > tries(600) / 2
