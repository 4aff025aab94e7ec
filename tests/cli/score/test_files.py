"""`gongzhu score` and its files: nothing that was entered is ever lost."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gongzhu.cli.score import dialog
from gongzhu.scorebook import Book, BookFile, decode_book
from tests.cli.score.evenings import PIG, SETUP, evening, kept, shown
from tests.support.scorebooks import book, entry

PROGRAM = Path(sys.executable).with_name("gongzhu")


def test_an_evening_that_broke_off_is_gone_on_with(tmp_path: Path) -> None:
    evening(tmp_path, *SETUP, *PIG, "", "sheep")
    path = kept(tmp_path)
    shown(
        evening(tmp_path, "maybe", "", *PIG),
        "Ann, Bo, Cy, Di have a game in progress. Deals so far: 1.",
        "Answer y or n.",
        "Game 1",
        "Game 1 · Deal 2 · Bo deals · Ann leads",
        "The pig: Ann −1600",
    )
    assert kept(tmp_path) == path
    assert "in progress" not in evening(tmp_path, "")


def test_a_new_book_beside_one_that_broke_off(tmp_path: Path) -> None:
    evening(tmp_path, *SETUP, *PIG)
    path = kept(tmp_path)
    before = path.read_bytes()
    output = evening(tmp_path, "n", *SETUP, *PIG[:1])
    shown(
        output,
        "Continue it? (Enter: yes, n: a new scorebook) › n",
        "Which rules do you play",
        "Deal 1",
    )
    other = tmp_path / "other.json"
    words = ("--rules", "gongzhu-wiki", "--file", str(other))
    assert "Continue it" not in evening(tmp_path, "Ann Bo Cy Di", "", "", *PIG, words=words)
    assert decode_book(other.read_bytes()).rules.preset == "gongzhu-wiki"
    assert path.read_bytes() == before


def test_the_rules_and_the_names_of_last_time_are_offered(tmp_path: Path) -> None:
    folder = tmp_path / "gongzhu" / "scores"
    deal = entry("QS TC", "", "", "", exposed={"QS": "open", "TC": "open"})
    BookFile(folder / "2020-01-01-190000.json").save(book("gongzhu-denexa", deal, deal))
    (folder / "2020-01-02-190000.json").write_text("broken", "utf-8")
    output = evening(tmp_path, "", "", "", "", *PIG)
    shown(output, "(Enter: gongzhu-denexa)", "Enter: Ann, Bo, 小王, Di)", "Ann     −800")
    assert decode_book(max(folder.iterdir()).read_bytes()).names == ("Ann", "Bo", "小王", "Di")
    assert len(list(folder.iterdir())) == 3


def test_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "our evenings" / "friday.json"
    words = ("--file", str(path))
    shown(evening(tmp_path, *SETUP, *PIG, words=words), f"gongzhu score --file '{path}'")
    output = evening(tmp_path, *PIG, "table", words=words)
    shown(output, "Deal 2 · Bo deals · Ann leads", "Game 1 is over.")
    assert len(decode_book(path.read_bytes()).deals) == 2
    assert not (tmp_path / "gongzhu").exists()


def test_files_that_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "letter.json"
    path.write_text("Dear Bo", "utf-8")
    output = evening(tmp_path, words=("--file", str(path)), status=2)
    shown(output, f"gongzhu: {path}: not JSON at line 1, character 1")
    assert path.read_text("utf-8") == "Dear Bo"
    BookFile(tmp_path / "book.json").save(book("gongzhu-pagat"))
    words = ("--file", str(tmp_path / "book.json"), "--rules", "gongzhu-wiki")
    shown(evening(tmp_path, words=words, status=2), "this scorebook uses the rules gongzhu-pagat")
    shown(evening(tmp_path, words=("--rules", "gongzhu"), status=2), "no such preset")


def test_a_file_that_cannot_be_made_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("notes", "utf-8")
    path = tmp_path / "notes.txt" / "friday" / "book.json"
    output = evening(tmp_path, *SETUP, words=("--file", str(path)), status=2)
    assert output == f"gongzhu: {path}: Not a directory\n"
    # Where it can be made, nothing is made before there is something to keep.
    evening(tmp_path, words=("--file", str(tmp_path / "new" / "book.json")))
    assert not (tmp_path / "new").exists()


def test_files_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(file: BookFile) -> Book:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "book.json"
    BookFile(path).save(book("gongzhu-pagat"))
    monkeypatch.setattr(BookFile, "load", closed)
    output = evening(tmp_path, words=("--file", str(path)), status=2)
    assert output.endswith(f"gongzhu: {path}: Permission denied\n")


def test_the_book_moves_to_another_file(tmp_path: Path) -> None:
    path = tmp_path / "friday.json"
    taken = tmp_path / "taken.json"
    taken.write_text("a letter", "utf-8")
    output = evening(tmp_path, *SETUP, *PIG, f"save {taken}", f'save "{path}"', *PIG)
    shown(
        output,
        "another program has changed this file",
        "The scorebook is now kept",
        f"--file {path}",
    )
    assert taken.read_text("utf-8") == "a letter"
    assert len(decode_book(path.read_bytes()).deals) == 2
    assert len(decode_book(kept(tmp_path).read_bytes()).deals) == 1


def test_the_book_may_be_saved_where_it_is(tmp_path: Path) -> None:
    own = tmp_path / "own.json"
    words = ("--rules", "gongzhu-pagat", "--file", str(own))
    output = evening(tmp_path, *SETUP[1:], *PIG, f"save {own}", words=words)
    shown(output, "The scorebook is now kept in")
    (tmp_path / "link.json").symlink_to(own)
    output = evening(tmp_path, f"save {tmp_path}/link.json", *PIG, words=words)
    assert "could not be written" not in output
    assert len(decode_book(own.read_bytes()).deals) == 2
    # What somebody else has put there is not written over even so.
    other = tmp_path / "other.json"
    BookFile(other).save(book("gongzhu-pagat"))
    output = evening(tmp_path, f"save {other}", words=words)
    shown(output, "could not be written: another program has changed this file")


def test_exports(tmp_path: Path) -> None:
    exports = [f"export {tmp_path / name}" for name in ("a.csv", "b.md", "c.TXT", "d.doc")]
    output = evening(tmp_path, *SETUP, *PIG, *exports)
    shown(output, "Written to", "The name of an export must end in one of .csv, .md, .txt.")
    assert (tmp_path / "a.csv").read_text("utf-8-sig").count("\n") == 2
    assert (tmp_path / "b.md").read_bytes() == (tmp_path / "c.TXT").read_bytes()
    assert not (tmp_path / "d.doc").exists()
    (tmp_path / "folder.md").mkdir()
    words = ("--file", str(kept(tmp_path)))
    shown(evening(tmp_path, f"export {tmp_path}/folder.md", words=words), "could not be written")


def test_an_export_replaces_no_file_of_somebody_elses(tmp_path: Path) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear all", "utf-8")
    output = evening(tmp_path, *SETUP, *PIG, f"export {letter}")
    shown(output, "already exists")
    assert letter.read_text("utf-8") == "Dear all"
    words = ("--file", str(kept(tmp_path)))
    again = (f"export {letter} --force", f"export {letter}")
    assert evening(tmp_path, *again, words=words).count("Written to") == 2
    assert letter.read_text("utf-8") != "Dear all"


def test_a_disk_that_is_full_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save, full = BookFile.save, [True, True, False]

    def tried(file: BookFile, written: Book) -> None:
        if full.pop(0):
            raise OSError(28, "No space left on device")
        save(file, written)

    monkeypatch.setattr(BookFile, "save", tried)
    output = evening(tmp_path, *SETUP, *PIG, *PIG)
    assert output.count("No space left on device") == 2
    shown(output, "Deals saved: 2.")
    assert len(decode_book(kept(tmp_path).read_bytes()).deals) == 2


def test_a_book_that_cannot_be_saved_says_so_to_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(file: BookFile, written: Book) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(BookFile, "save", full)
    output = evening(tmp_path, *SETUP, *PIG)
    assert output.count("No space left on device") == 2
    assert "Deals saved" not in output


def test_nothing_is_kept_before_the_first_deal(tmp_path: Path) -> None:
    shown(evening(tmp_path, *SETUP, "", "pig"), "The deal you were entering was not saved.")
    assert not (tmp_path / "gongzhu").exists()
    evening(tmp_path, "3", "Ann Bo Cy Di")
    evening(tmp_path)
    assert not (tmp_path / "gongzhu").exists()


@pytest.mark.rest
def test_signs_that_are_no_text(tmp_path: Path) -> None:
    run = [str(PROGRAM), "score", "--lang", "en", "--rules", "gongzhu-pagat"]
    environment = os.environ | {"XDG_DATA_HOME": str(tmp_path)}
    typed = b"Ann Bo Cy Di\n\n\n\xff\xfe\n" + "\n".join(PIG).encode() + b"\n"
    result = subprocess.run(run, input=typed, env=environment, capture_output=True, check=True)
    assert "at character 1 is not a card" in result.stdout.decode()
    assert len(decode_book(kept(tmp_path).read_bytes()).deals) == 1


@pytest.mark.rest
def test_a_kill_at_any_moment_loses_no_deal_that_was_entered(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    run = [str(PROGRAM), "score", "--lang", "en", "--file", str(path)]
    typed = [*SETUP, *PIG]
    for deals in (1, 2, 3):
        with subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
            assert program.stdin
            assert program.stdout
            program.stdin.write("\n".join([*typed, ""]).encode())
            program.stdin.flush()
            # Once the next deal is asked for, the one before must be safe.
            heading = f"Deal {deals + 1} ".encode()
            while heading not in program.stdout.readline():
                pass
            program.send_signal(signal.SIGKILL)
        assert len(decode_book(path.read_bytes()).deals) == deals
        typed = list(PIG)
    assert [file.name for file in tmp_path.iterdir()] == ["book.json"]


def test_an_interrupt_is_a_way_to_leave(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = iter([*SETUP, *PIG])

    def typed(prompt: str) -> str:
        for line in lines:
            return line
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setattr(dialog, "typed_by_hand", lambda: True)
    shown(evening(tmp_path), "Deals saved: 1. To continue, run:")


@pytest.mark.parametrize(
    ("platform", "variable", "folder"),
    [
        ("linux", "XDG_DATA_HOME", "gongzhu/scores"),
        ("linux", "", "home/.local/share/gongzhu/scores"),
        ("win32", "LOCALAPPDATA", "gongzhu/scores"),
        ("win32", "", "home/AppData/Local/gongzhu/scores"),
        ("darwin", "", "home/Library/Application Support/gongzhu/scores"),
    ],
)
def test_books_lie_where_the_system_keeps_such_things(
    platform: str, variable: str, folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from gongzhu.cli.score.start import books_folder

    monkeypatch.setattr("sys.platform", platform)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path))
    assert books_folder() == tmp_path / folder


def test_a_path_that_cannot_be_is_told_and_asked_for_again(tmp_path: Path) -> None:
    lines = (*SETUP, "save ~nosuchuser/a.json", f"export {'a' * 300}.csv", "save a\0b.json")
    told = evening(tmp_path, *lines)
    shown(
        told,
        "~nosuchuser/a.json: there is nobody of that name here",
        "could not be written: File name too long",
        "b.json: a file name cannot contain the NUL character",
    )


def test_numbers_of_thousands_of_digits_are_refused_as_any_other(tmp_path: Path) -> None:
    huge = "9" * 5000
    output = evening(tmp_path, huge, "gongzhu-pagat", "Ann Bo Cy Di", huge, "2", huge, "1", *PIG)
    assert [output.count(asked) for asked in ("rule file (", "How many games?", "Forfeit:")] == [
        2
    ] * 3
    shown(output, "is no forfeit: at most 60 printable characters", "Deal 2")
