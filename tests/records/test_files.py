"""Files of either format, known by what is in them."""

from io import BytesIO
from pathlib import Path

import pytest

from gongzhu.records import FileEntry, RecordError, scan_file, write_jsonl, write_text
from gongzhu.records.files import LINES_BEFORE_FORMAT, format_of
from tests.support.recorded import some_records

DEALS = list(some_records("gongzhu-pagat", 3))
JSONL = "".join(write_jsonl(DEALS))
TEXT = "".join(write_text(DEALS))


def scanned(content: str | bytes) -> list[FileEntry]:
    data = content.encode() if isinstance(content, str) else content
    return list(scan_file(BytesIO(data)))


def faults(content: str | bytes) -> list[str]:
    return [item.found.text() for item in scanned(content) if isinstance(item.found, RecordError)]


@pytest.mark.parametrize("content", [JSONL, TEXT], ids=["jsonl", "text"])
@pytest.mark.parametrize("before", ["", "\ufeff", "\n \r\n\n", "\ufeff  \n"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_either_form_is_read(content: str, before: str, end: str) -> None:
    entries = scanned((before + content).replace("\n", end))
    assert [entry.found for entry in entries] == DEALS
    assert entries[0].line == before.count("\n") + 1


@pytest.mark.parametrize(
    ("line", "file_format"),
    [
        (b'{"format":1}', "jsonl"),
        (b'  { "format" : 1', "jsonl"),
        (b'\xef\xbb\xbf{"a":', "jsonl"),
        (b'[Format "1"]', "text"),
        (b"  [ game 3 ]", "text"),
        (b"\xef\xbb\xbf[Deal]", "text"),
        (b"{a comment}", None),
        (b'{"quoted" comment}', None),
        (b'{"for', None),
        (b"[1, 2]", None),
        (b"", None),
    ],
)
def test_what_a_line_shows(line: bytes, file_format: str | None) -> None:
    assert format_of(line) == file_format


def test_a_text_may_begin_with_a_comment_and_lines_with_a_broken_one() -> None:
    assert [entry.found for entry in scanned("{This\n\nis it.}\n" + TEXT)][1:] == DEALS[1:]
    assert faults('{"form\n' + JSONL) == ["line 1, column 2: this is not JSON from here on"]
    assert faults("garbage\n" + JSONL) == ["line 1, column 1: this is not JSON from here on"]
    assert len(scanned("garbage\n" + JSONL)) == 4


@pytest.mark.parametrize(
    "content", ["just words\n", b"\x00\x01\xff\xfe" * 500, "x\n" * 5000, "{" * 3_000_000]
)
def test_what_is_neither_form_is_one_fault(content: str | bytes) -> None:
    assert [entry.line for entry in scanned(content)] == [1]
    assert faults(content) == [
        "line 1: this is not a file of records: "
        'it is neither JSONL nor text with tags such as [Deal "0"]'
    ]


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff", "  \r\n" * 5000])
def test_an_empty_file_holds_nothing(content: str) -> None:
    assert scanned(content.replace("\ufeff", "")) == []


def test_the_form_may_show_late_but_not_too_late() -> None:
    blank = "-\n" * (LINES_BEFORE_FORMAT - 1)
    assert len(scanned(blank + JSONL)) == LINES_BEFORE_FORMAT - 1 + 3
    assert len(scanned("-\n" + blank + JSONL)) == 1


def test_of_a_line_that_is_too_long_only_the_beginning_is_kept() -> None:
    first, rest = JSONL.split("\n", 1)
    too_long = first[:-1] + ',"x":"' + "y" * 5_000_000 + '"}\n'
    entries = scanned(too_long + rest)
    assert [entry.line for entry in entries] == [1, 2, 3]
    assert [entry.found for entry in entries[1:]] == DEALS[1:]
    assert faults(too_long + rest) == ["line 1: the line has more than 1048576 bytes"]
    assert faults(too_long.rstrip()) == ["line 1: the line has more than 1048576 bytes"]


def test_the_longest_line_that_is_read() -> None:
    first = JSONL.split("\n", 1)[0]
    padding = 2**20 - len(first.encode())
    for end in ("\n", ""):
        assert [entry.found for entry in scanned(" " * padding + first + end)] == DEALS[:1]
        assert len(faults(" " * (padding + 1) + first + end)) == 1


def test_a_file_is_read_as_its_records_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(JSONL * 200, "utf-8")
    with path.open("rb") as file:
        assert next(scan_file(file)).found == DEALS[0]
        assert file.tell() < path.stat().st_size / 10
