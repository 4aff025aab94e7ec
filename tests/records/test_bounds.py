"""What a file can cost that means to be costly: every shape is read within a bound on its words."""

import time
from io import BytesIO

import pytest

from gongzhu.records import RecordError, Verifier, scan_file
from tests.records.texts import text_of
from tests.support.recorded import some_records

MEGABYTE = 2**20
HEAD = b'[Event "x"]\n[Rules "hearts-denexa"]\n'
MOST_TOKENS = 80_000
RECORD = text_of(some_records("hearts-denexa")[0]).encode()
PLAYED = RECORD.replace(b"[Scores", b"{%s} [Scores")


def filled(head: bytes, piece: bytes) -> bytes:
    """A megabyte of one piece, on lines that are not too long."""
    return head + piece * ((MEGABYTE - len(head)) // len(piece))


SHAPES = {
    "braces": filled(HEAD, b"{"),
    "braces, a line each": filled(HEAD, b"{\n"),
    "opened comments": filled(HEAD, b"{a"),
    "empty comments": filled(HEAD + b'[Play "0"]\n', b"{}"),
    "long comments": filled(HEAD + b'[Play "0"]\n', b"{" + b"a" * 20 + b"}"),
    "brackets": filled(HEAD, b"["),
    "brackets, a line each": filled(HEAD, b"[\n"),
    "unknown tags": filled(HEAD, b"[a]"),
    "known tags": filled(HEAD, b'[Deal ""]'),
    "empty records": filled(HEAD, b"[Play][Rules]"),
    "empty lines of JSON": filled(b'{"a":1}\n', b"{}\n"),
    "lines of broken JSON": filled(b'{"a":1}\n', b"{\n"),
    "deep JSON": filled(b'{"a":', b"["),
    "one long line": filled(HEAD, b"x"),
    "words": filled(HEAD + b'[Play "0"]\n', b"1."),
    "wide words": filled(HEAD + b'[Play "0"]\n', "１：".encode()),
    "wide tags": filled(HEAD, "【Deal　“”】".encode()),
    "wide comments": filled(HEAD, "｛a｝".encode()),
    "signs of many": filled(HEAD + b'[Play "0"]\n', "\ufdfa".encode()),
    "strays": filled(HEAD, b"x "),
    "NUL": filled(HEAD, b"\0"),
    "NUL, a line each": filled(HEAD, b"\0\n"),
    "quotes": filled(HEAD, b'"'),
    "open quotes": filled(HEAD, b'[Event "'),
    "backslashes": filled(HEAD, b"\\"),
    "parentheses": filled(HEAD + b'[Play "0"]\n', b"("),
    "line ends": filled(HEAD, b"\n"),
    "options": filled(HEAD, b"[Option limit=9]"),
    "different options": HEAD + b"".join(b"[Option a%d=9]" % n for n in range(70_000)),
    "a hand without end": filled(HEAD + b'[Play "0"][Hand0 "\xe2\x99\xa0', b"A"),
    "cards without end": filled(HEAD + b'[Play "0"][Hand0 "', b"Q "),
    "exposures without end": filled(HEAD + b'[Play "0"][Expose0 "', b"a,"),
    "numbers without end": filled(HEAD + b'[Play "0"][Before "', b"1 "),
    "a card without end": filled(HEAD + b'[Play "0"]\n', b"Q"),
    "one deal, remarked on": PLAYED % (b"} {" * 300_000),
    "the same deal again": RECORD * (MEGABYTE // len(RECORD)),
}


@pytest.mark.parametrize("data", SHAPES.values(), ids=SHAPES.keys())
def test_a_file_costs_seconds_at_most(data: bytes) -> None:
    """Up to a hundred faults, or two hundred deals; the slowest takes 0.5 s on a quiet machine."""
    began = time.process_time()
    faults = deals = 0
    verifier = Verifier()
    for entry in scan_file(BytesIO(data), MOST_TOKENS):
        faults += next(verifier.verify([entry]), None) is not None
        deals += not isinstance(entry.found, RecordError)
        if faults == 100 or deals == 200:
            break
    assert time.process_time() - began < 10
    assert faults or deals


def test_the_last_deal_says_that_more_was_there() -> None:
    (entry,) = scan_file(BytesIO(b'[Event "x"]\n[Date ""]\n' + b"{}" * 10), 9)
    assert isinstance(entry.found, RecordError)
    assert entry.found.text() == (
        "line 3: the file goes on, but only 9 tags, words and comments of a file are read here; "
        "`gongzhu verify` reads all of them"
    )


def test_as_many_as_are_allowed_are_read() -> None:
    (record,) = scan_file(BytesIO(RECORD))
    wordy = RECORD.count(b"[") + len(RECORD.partition(b"[Play")[2].split())
    assert [record] == list(scan_file(BytesIO(RECORD), wordy))


def test_options_add_up_to_a_hundred_at_most() -> None:
    options = b"\n".join(b"[Option a%d=1]" % n for n in range(101))
    (entry,) = scan_file(BytesIO(HEAD + options))
    assert isinstance(entry.found, RecordError)
    assert entry.found.text() == ("line 103, column 1: more than 100 options apply to this deal")
    again = RECORD.replace(b"[Game ", b"[Option limit=100]\n[Game ")
    entries = list(scan_file(BytesIO(again * 120)))
    assert len(entries) == 120
    assert not [entry for entry in entries if isinstance(entry.found, RecordError)]
