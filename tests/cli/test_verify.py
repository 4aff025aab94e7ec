"""`gongzhu verify`: one line where all is right, one for each fault where it is not."""

import os
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from gongzhu.cli import files
from gongzhu.cli.main import app
from gongzhu.records import write_jsonl, write_text
from gongzhu.rules import PRESETS
from tests.support.recorded import recorded_deals, some_records

PROGRAM = Path(sys.executable).with_name("gongzhu")
DEALS = some_records("gongzhu-pagat")
JSONL = "".join(write_jsonl(DEALS))
TEXT = "".join(write_text(DEALS))
GAMES = DEALS[-1].game + 1


def verify(*words: str | Path, status: int = 0) -> Result:
    """Run `gongzhu verify` with these words; it must end with `status`."""
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, ["verify", *map(str, words)])
    assert result.exit_code == status, result.output
    return result


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deals"


@pytest.mark.parametrize("content", [JSONL, TEXT], ids=["jsonl", "text"])
def test_one_line_says_that_all_is_right(file: Path, content: str) -> None:
    file.write_text(content, "utf-8")
    told = verify(file).stdout
    assert told == f"{file}: everything is correct. Deals: 12, games: {GAMES}.\n"
    assert verify(file, "--lang", "zh").stdout == f"{file}：全部正确。共 {GAMES} 局 12 副。\n"


def test_deals_of_an_older_preset_are_checked_by_their_own_rules(file: Path) -> None:
    older = replace(PRESETS["gongzhu-wiki"].rules, lone_doubler=0)
    deals = [replace(deal, preset="gongzhu-wiki") for deal in recorded_deals(older, Random(3), 4)]
    file.write_text("".join(write_jsonl(deals)), "utf-8")
    result = verify(file)
    assert "everything is correct. Deals: 4" in result.stdout
    assert result.stderr == (
        f"{file}: the preset gongzhu-wiki has changed since; these deals were checked by the "
        "rules that they carry: 4.\n"
    )


def test_deals_left_out_are_counted(file: Path) -> None:
    deals = some_records("hearts-denexa")
    file.write_text("".join(write_jsonl([deals[0], deals[3]])), "utf-8")
    told = "Deals: 2, games: 1; deals missing in between: 2.\n"
    assert verify(file).stdout == f"{file}: everything is correct. {told}"
    told = verify(file, "--lang", "zh").stdout
    assert told == f"{file}：全部正确。共 1 局 2 副；中间缺 2 副。\n"


def test_each_fault_is_one_line(file: Path) -> None:
    lines = JSONL.split("\n")
    lines[1] = re.sub(r'"scores":\[-?\d+', '"scores":[12345', lines[1])
    lines[3] = "nonsense"
    lines[4] = lines[4].replace('"plays":[[', '"plays":[[9')
    file.write_text("\n".join(lines), "utf-8")
    result = verify(file, status=1)
    told = result.stdout.splitlines()
    second, fifth = DEALS[1], DEALS[4]
    assert told[0].startswith(
        f"{file}: line 2: game {second.game} deal {second.deal}: the scores are "
    )
    assert told[1] == f"{file}: line 4, column 1: this is not JSON from here on"
    assert told[2].startswith(
        f"{file}: line 5: game {fifth.game} deal {fifth.deal} play 1: plays[0][0] = "
    )
    assert len(told) == 3
    assert result.stderr == ""
    told = verify(file, "--lang", "zh", status=1).stdout.splitlines()
    assert told[1] == f"{file}：第 4 行第 1 列：从这里起不是 JSON"
    assert told[2].startswith(
        f"{file}：第 5 行：局 {fifth.game} 副 {fifth.deal} 第 1 张：plays[0][0] = "
    )


def test_an_empty_file_has_no_faults(file: Path) -> None:
    file.write_text("")
    assert verify(file).stdout == f"{file}: everything is correct. Deals: 0, games: 0.\n"


def test_a_file_that_is_no_record_is_one_fault(file: Path) -> None:
    file.write_bytes(bytes(range(256)) * 99)
    told = verify(file, status=1).stdout
    assert told.startswith(f"{file}: line 1: this is not a file of records: ")


def test_a_file_that_cannot_be_opened_is_one_line(file: Path) -> None:
    for path, why in ((file, "No such file or directory"), (file.parent, "Is a directory")):
        result = verify(path, status=2)
        assert result.stderr == f"gongzhu: {path}: {why}\n"
        assert result.stdout == ""


def run(file: Path, **settings: Any) -> "subprocess.Popen[bytes]":
    environment = os.environ | {"GONGZHU_LANG": "en", "TERM": "xterm", "COLUMNS": "80"}
    words = [str(PROGRAM), "verify", str(file)]
    program: subprocess.Popen[bytes] = subprocess.Popen(words, env=environment, **settings)
    return program


@pytest.mark.smoke
def test_a_reader_that_goes_away_ends_the_program_quietly(file: Path) -> None:
    file.write_text("[Game]\n{}\n[Play]\n" * 20_000, "utf-8")
    program = run(file, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout
    assert program.stderr
    assert program.stdout.readline().startswith(f"{file}: line 1: ".encode())
    program.stdout.close()
    assert program.stderr.read() == b""
    program.stderr.close()
    assert program.wait() == 1


@pytest.mark.rest
def test_a_full_disk_is_not_put_down_to_the_file_that_is_read(file: Path) -> None:
    file.write_text("[Game]\n{}\n", "utf-8")
    with Path("/dev/full").open("w") as full:
        program = run(file, stdout=full, stderr=subprocess.PIPE)
        _, told = program.communicate()
    assert told.decode() == "gongzhu: cannot write any more: No space left on device\n"
    assert program.returncode == 1


@pytest.mark.rest
def test_a_long_file_shows_a_bar_on_a_terminal_alone(file: Path) -> None:
    file = file.with_name("[bold]long[-]")
    blank = " " * 100_000 + "\n"
    file.write_text(JSONL + blank * (files.LONG_FILE // len(blank) + 1), "utf-8")
    terminal, end = os.openpty()
    program = run(file, stdout=subprocess.PIPE, stderr=end)
    os.close(end)
    shown = b""
    while chunk := read(terminal):
        shown += chunk
    os.close(terminal)
    assert program.stdout
    with program.stdout as output:
        told = output.read().decode()
    assert program.wait() == 0
    assert told == f"{file}: everything is correct. Deals: 12, games: {GAMES}.\n"
    assert file.name in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown.decode())
    assert b"100%" in shown
    with run(file, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as quiet:
        output_and_errors = quiet.communicate()
    assert output_and_errors == (told.encode(), b"")


def read(terminal: int) -> bytes:
    """What a terminal shows next; nothing once the program has ended."""
    try:
        return os.read(terminal, 4096)
    except OSError:
        return b""
