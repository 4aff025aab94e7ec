"""Books on the disk: read back as they were, whole at every moment, and refused with reasons."""

import json
import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gongzhu.scorebook import Book, BookFile, ScoreError, decode_book, encode_book
from gongzhu.scorebook.book_file import LARGEST_FILE
from tests.support.rulesets import every_kind
from tests.support.scorebooks import book, book_by, entry, random_entry

KINDS = every_kind(seed=8, count=20)
SMALL = book("gongzhu-pagat", entry("QS", "JD", "", ""))
LARGER = SMALL.add(entry("", "", "*H", "TC", exposed={"AH": "open"}))


@pytest.mark.parametrize("name", KINDS)
def test_books_are_read_back_as_they_are_written(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    started = book_by(rules)
    for _ in range(4):
        started = started.add(random_entry(rules, rng))
        content = encode_book(started)
        assert decode_book(content) == started
        assert encode_book(decode_book(content)) == content


def test_a_preset_is_known_again() -> None:
    read = decode_book(encode_book(SMALL))
    assert read.rules.preset == "gongzhu-pagat"
    assert read == SMALL


def test_a_deal_is_a_line_that_programs_may_send() -> None:
    lines = encode_book(LARGER).decode().splitlines()
    deal = json.loads(lines[-3])
    assert deal.keys() == {"captures", "exposed"}
    assert deal["captures"][0] == []
    assert deal["captures"][3] == ["TC"]
    assert deal["exposed"] == {"AH": "open"}
    assert "小王" in "".join(lines)


def changed(**values: Any) -> bytes:
    return json.dumps({**json.loads(encode_book(SMALL)), **values}).encode()


def without(key: str) -> bytes:
    values = json.loads(encode_book(SMALL))
    del values[key]
    return json.dumps(values).encode()


RULES = json.loads(encode_book(SMALL))["rules"]
OPTIONS = RULES["options"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "not JSON at line 1, character 1"),
        (b'{\n "program": "gongzhu score",\n "format" 1}', "not JSON at line 3, character 11"),
        (b"\xff", "not UTF-8 at byte 1"),
        (b"[]", "this is not a scorebook"),
        (b"{}", "this is not a scorebook"),
        (changed(program="gongzhu play"), "this is not a scorebook"),
        (b" " * (LARGEST_FILE + 1), "this is not a scorebook"),
        (changed(format=2), "of format 2; this program reads format 1"),
        (changed(format=True), "of format true"),
        (without("deals"), "the key deals is missing"),
        (changed(player=1), '"player": there is no such key; the keys are program, format'),
        (changed(names="Ann"), 'names is "Ann"'),
        (changed(names=["Ann", "Bo", "Cy", 4]), "names is"),
        (
            changed(names=["Ann", "Bo", "Cy"]),
            "Names given: 3, needed: 4, separated by spaces or commas",
        ),
        (changed(games=0), "games is 0: it must be a whole number from 1 to 1000, or null"),
        (changed(forfeit=7), "forfeit is 7: it must be text"),
        (changed(forfeit="x" * 61), "is no forfeit: at most 60 printable characters"),
        (changed(forfeit=" oink"), "is no forfeit"),
        (changed(games=1.5), "games is 1.5"),
        (changed(games=True), "games is true"),
        (changed(deals={}), "deals is {}: it must be a list"),
        (
            changed(deals=[{"captures": [["QS"], [], [], []]}, {}]),
            "deal 2: the key captures is missing",
        ),
        (changed(deals=[{"captures": [["QS"]]}]), "deal 1: captures: 1 piles"),
        (changed(rules=7), "rules is 7"),
        (changed(rules={**RULES, "name": 7}), "it must have a name, a preset as base, and options"),
        (changed(rules={**RULES, "name": "\n"}), "it must have a name"),
        (changed(rules={**RULES, "base": "gongzhu"}), "it must have a name"),
        (changed(rules={**RULES, "base": ["hearts-denexa"]}), "it must have a name"),
        (changed(rules={**RULES, "options": []}), "it must have a name"),
        (changed(rules={"name": "ours"}), "the key base is missing"),
        (
            changed(rules={**RULES, "options": {**RULES["options"], "players": 9}}),
            "rules: players = 9",
        ),
    ],
)
def test_what_is_no_book_is_refused(content: bytes, expected: str) -> None:
    with pytest.raises(ScoreError) as caught:
        decode_book(content)
    assert expected in str(caught.value)
    assert caught.value.text("zh") != str(caught.value)


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "book.json"
    with pytest.raises(FileNotFoundError):
        BookFile(path).load()
    BookFile(path).save(SMALL)
    file = BookFile(path)
    assert file.load() == SMALL
    file.save(LARGER)
    file.save(SMALL)
    assert BookFile(path).load() == SMALL
    assert list(path.parent.iterdir()) == [path]


def test_a_file_that_was_edited_by_hand_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(json.loads(encode_book(SMALL))).encode())
    file = BookFile(path)
    assert file.load() == SMALL
    file.save(LARGER)
    assert path.read_bytes() == encode_book(LARGER)


def test_no_file_of_another_is_written_over(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    path.write_text("a letter", "utf-8")
    with pytest.raises(ScoreError, match="another program"):
        BookFile(path).save(SMALL)
    assert path.read_text("utf-8") == "a letter"
    path.unlink()
    first, second = BookFile(path), BookFile(path)
    first.save(SMALL)
    with pytest.raises(ScoreError, match="another program"):
        second.save(LARGER)
    assert second.load() == SMALL
    second.save(LARGER)
    assert BookFile(path).load() == LARGER


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "link.json"
    BookFile(real).save(SMALL)
    link.symlink_to(real)
    file = BookFile(link)
    file.load()
    file.save(LARGER)
    assert link.is_symlink()
    assert BookFile(real).load() == LARGER


class Killed(BaseException):
    """The end of the program, at a moment that nobody chose."""


# Everything that writing a file asks of the system, in that order.
CALLS = ["mkdir", "open", "write", "fsync", "replace", "fsync the folder"]


def kill_before(monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    """Let the program die before it asks this of the system; it cannot tidy up any more."""

    def dying(*_: Any, **__: Any) -> Any:
        raise Killed

    real_open = Path.open

    def dying_open(path: Path, mode: str, *more: Any, **named: Any) -> Any:
        if mode != "wb":
            return real_open(path, mode, *more, **named)
        if call == "write":
            with real_open(path, mode) as file:
                file.write(b"half of")
        raise Killed

    synced: list[int] = []
    fsync = os.fsync

    def dying_at(handle: int) -> None:
        synced.append(handle)
        if len(synced) == (1 if call == "fsync" else 2):
            raise Killed
        fsync(handle)

    monkeypatch.setattr(Path, "unlink", dying)
    if call in ("mkdir", "replace"):
        monkeypatch.setattr(Path, call, dying)
    elif call in ("open", "write"):
        monkeypatch.setattr(Path, "open", dying_open)
    else:
        monkeypatch.setattr(os, "fsync", dying_at)


@pytest.mark.parametrize("call", CALLS)
def test_a_file_is_whole_whenever_the_program_dies(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "book.json"
    BookFile(path).save(SMALL)
    killed = BookFile(path)
    killed.load()
    with monkeypatch.context() as patch:
        kill_before(patch, call)
        with pytest.raises(Killed):
            killed.save(LARGER)
    expected = LARGER if call == "fsync the folder" else SMALL
    file = BookFile(path)
    assert file.load() == expected
    file.save(LARGER)
    assert BookFile(path).load() == LARGER


@pytest.mark.parametrize("call", ["open", "fsync", "replace"])
def test_a_full_disk_leaves_the_old_file_and_no_litter(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "book.json"
    file = BookFile(path)
    file.save(SMALL)

    def full(*_: Any) -> Any:
        raise OSError(28, "No space left on device")

    real_open = Path.open

    def half_open(path: Path, mode: str) -> Any:
        return full() if mode == "wb" else real_open(path, mode)

    with monkeypatch.context() as patch:
        if call == "fsync":
            patch.setattr(os, "fsync", full)
        else:
            patch.setattr(Path, call, half_open if call == "open" else full)
        with pytest.raises(OSError, match="No space"):
            file.save(LARGER)
    assert list(tmp_path.iterdir()) == [path]
    assert BookFile(path).load() == SMALL
    file.save(LARGER)
    assert BookFile(path).load() == LARGER


def test_an_empty_book_is_a_book(tmp_path: Path) -> None:
    empty = Book(rules=SMALL.rules, names=SMALL.names, games=3)
    assert decode_book(encode_book(empty)) == empty
