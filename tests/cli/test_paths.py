"""Paths that cannot be looked at, and words that are none, end in one line and no traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gongzhu.cli.main import app
from gongzhu.records import write_jsonl
from tests.support.recorded import some_records

LONG = "a" * 300


def run(folder: Path, *words: object, lang: str = "en") -> Result:
    env = {"GONGZHU_LANG": lang, "XDG_DATA_HOME": str(folder / "data"), "HOME": str(folder)}
    return CliRunner(env=env).invoke(app, [str(word) for word in words])


def one_line(result: Result) -> str:
    """The one line with which a command ended."""
    assert result.exit_code == 2, result.output
    assert isinstance(result.exception, SystemExit)
    *_, told = result.stderr.splitlines()
    assert told.startswith("gongzhu: ")
    return told


@pytest.mark.parametrize(
    "words",
    [
        ("verify", LONG),
        ("convert", LONG, "--to", "text"),
        ("stats", LONG),
        ("review", LONG),
        ("verify-deal", LONG),
        ("score", "--file", LONG),
        ("score", "--rules", LONG),
        ("rules", "check", LONG),
        ("restore", LONG),
        ("simulate", "-r", "gongzhu-pagat", "-n", "1", "-b", "random", "-o", LONG),
    ],
)
def test_a_name_that_is_too_long(tmp_path: Path, words: tuple[str, ...]) -> None:
    assert LONG[:50] in one_line(run(tmp_path, *words))


def test_links_in_a_circle(tmp_path: Path) -> None:
    deals, loop = tmp_path / "deals.jsonl", tmp_path / "loop"
    deals.write_text("".join(write_jsonl(some_records("gongzhu-pagat", 1))), "utf-8")
    loop.symlink_to(loop)
    for words in (("convert", loop, "--to", "text"), ("review", deals, "--html", loop / "page")):
        assert str(loop) in one_line(run(tmp_path, *words))
    # A file may take the place of such a link.
    assert run(tmp_path, "convert", deals, "--to", "text", "--out", loop).exit_code == 0
    assert loop.is_file()


@pytest.mark.parametrize(
    ("lang", "told"),
    [("en", "this is a folder; a file is needed"), ("zh", "这是文件夹，这里要的是文件")],
)
def test_a_folder_in_the_place_of_a_file(tmp_path: Path, lang: str, told: str) -> None:
    assert told in one_line(run(tmp_path, "puzzles", "list", "-f", tmp_path, lang=lang))
    made = ("puzzles", "make", "-r", "gongzhu-pagat", "--from", tmp_path, tmp_path / "out")
    assert told in one_line(run(tmp_path, *made, lang=lang))


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    told = one_line(run(tmp_path, "puzzles", "list", "-f", tmp_path / "none"))
    assert f"--file {tmp_path / 'none'}: no such file or folder" in told


def test_numbers_beyond_all_measure(tmp_path: Path) -> None:
    deals, many = tmp_path / "deals.jsonl", 10**20
    deals.write_text("".join(write_jsonl(some_records("gongzhu-pagat", 1))), "utf-8")
    assert "the file has deals 1 to 1" in one_line(run(tmp_path, "hint", deals, "-d", many))
    simulated = run(tmp_path, "simulate", "-r", "gongzhu-pagat", "-n", many, "-o", "x")
    assert "must be a whole number from 1 to 1000000000" in one_line(simulated)
    deals.write_bytes(b"")
    assert "the file has no deals" in one_line(run(tmp_path, "hint", deals))


def test_what_cannot_be_read_is_not_said_of_what_is_written(tmp_path: Path) -> None:
    # A file that can be opened and not read.
    words = ("convert", "/proc/self/mem", "--to", "text", "--out", tmp_path / "out")
    assert one_line(run(tmp_path, *words)).startswith("gongzhu: /proc/self/mem: ")
    assert "/proc/self/mem" in one_line(run(tmp_path, "puzzles", "list", "-f", "/proc/self/mem"))


@pytest.mark.parametrize(("lang", "why"), [("en", "Input/output error"), ("zh", "读写出错")])
def test_records_of_puzzles_that_break_off(tmp_path: Path, lang: str, why: str) -> None:
    made = ("puzzles", "make", "-r", "gongzhu-pagat", "--lang", lang)
    told = one_line(run(tmp_path, *made, "--from", "/proc/self/mem", tmp_path / "out"))
    assert "/proc/self/mem" in told
    assert why in told


@pytest.mark.rest
@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp936"])
def test_letters_that_the_terminal_lacks(encoding: str) -> None:
    for words in (["rules", "show", "gongzhu-pagat"], ["--help"], ["rules", "list"]):
        shown = subprocess.run(
            [sys.executable, "-c", "from gongzhu.cli.main import main; main()", *words],
            env={**os.environ, "PYTHONIOENCODING": encoding, "GONGZHU_LANG": "zh"},
            capture_output=True,
            check=True,
        )
        assert shown.stdout
        assert not shown.stderr


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "nowhere"),
        ("convert", "nowhere", "--to", "text"),
        ("stats", "nowhere"),
        ("verify-deal", "nowhere"),
        ("restore", "nowhere"),
        ("simulate", "-r", "gongzhu-pagat", "-n", "1", "-b", "random", "-o", "nowhere/deals"),
        ("review", "nowhere", "--html", "nowhere/page"),
        ("serve", "--database-file", "nowhere"),
    ],
)
def test_what_the_system_says_is_said_in_chinese_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    told = one_line(run(tmp_path, *words, "--lang", "zh"))
    assert "nowhere" in told
    assert "没有这个文件或文件夹" in told


def test_a_folder_in_the_place_of_a_file_is_named_in_chinese_too(tmp_path: Path) -> None:
    (tmp_path / "data" / "gongzhu").mkdir(parents=True)
    (tmp_path / "file").touch()
    for words, why in (
        (("verify", tmp_path), "这是文件夹，不是文件"),
        (("score", "--file", tmp_path / "file" / "book"), "路径中有一段不是文件夹"),
        (("dataset", tmp_path / "file" / "set", "--deals", "1"), "路径中有一段不是文件夹"),
    ):
        assert why in one_line(run(tmp_path, *words, "--lang", "zh"))


def test_a_name_turns_no_sentence_around(tmp_path: Path) -> None:
    deals = tmp_path / "a\u202eb.jsonl"
    deals.write_text("".join(write_jsonl(some_records("gongzhu-pagat", 1))), "utf-8")
    assert run(tmp_path, "verify", deals).stdout.startswith(
        f"{tmp_path}/a\\u202eb.jsonl: everything "
    )
    deals.write_text("nothing\n", "utf-8")
    assert run(tmp_path, "verify", deals).stdout.startswith(f"{tmp_path}/a\\u202eb.jsonl: ")
    rules = tmp_path / "a\u2067b.toml"
    rules.write_text('preset = "gongzhu-pagat"\n', "utf-8")
    assert f"{tmp_path}/a\\u2067b.toml: " in run(tmp_path, "rules", "check", rules).stdout


def test_a_name_moves_neither_cursor_nor_colours(tmp_path: Path) -> None:
    told = one_line(run(tmp_path, "verify", "a\x1b[31mb\rc\x9b0m"))
    assert told == r"gongzhu: a\x1b[31mb\rc\x9b0m: No such file or directory"
