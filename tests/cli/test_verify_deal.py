"""`gongzhu verify-deal`: what it says of evidence, and how it ends."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from gongzhu.cli import verify_deal
from gongzhu.cli.main import app
from gongzhu.dealing import write_evidence
from tests.dealing.vectors.generate import DEALS, FILE, RUNS, drawn

FIRST, SECOND = DEALS["four players"], DEALS["a bot"]
VECTORS: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
WRONG: list[dict[str, Any]] = VECTORS["wrong"]


def run(path: Path, status: int, lang: str = "en", *options: str) -> Result:
    result = CliRunner().invoke(app, ["verify-deal", str(path), "--lang", lang, *options])
    assert result.exit_code == status, result.output
    return result


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "deals.jsonl"


def test_deals_that_match(file: Path) -> None:
    file.write_text(write_evidence([FIRST, SECOND]))
    result = run(file, 0)
    assert result.stderr == ""
    assert result.stdout == (
        f"{file}: every step matches. Table kite-7, deals 1 to 2; "
        "aborted: 0, without any player's number: 0.\n"
    )
    assert run(file, 0, "zh").stdout == (
        f"{file}：每一步都对得上。牌桌 kite-7，第 1 到第 2 副："
        "中止的 0 副，没有任何玩家随机数的 0 副。\n"
    )


def test_one_deal_written_over_many_lines(file: Path) -> None:
    file.write_bytes(msgspec.json.format(msgspec.json.encode(SECOND), indent=2))
    assert "Table kite-7, deals 2 to 2;" in run(file, 0).stdout


def test_the_summary_says_what_the_file_had(file: Path) -> None:
    kite = [item for item in DEALS.values() if item.table == "kite-7"]
    bots = DEALS["bots alone"]
    file.write_text(write_evidence([*kite[1:4], bots, *kite[4:]]))
    assert run(file, 0).stdout == (
        f"{file}: every step matches. Table kite-7, deals 2 to 7; "
        "aborted: 2, without any player's number: 1; "
        "the file begins with deal 2 and says nothing about earlier ones. "
        "Table bots, deals 1 to 1; aborted: 0, without any player's number: 1.\n"
    )


def test_the_codes_that_two_players_compare(file: Path) -> None:
    file.write_text(write_evidence([FIRST, SECOND]))
    lines = run(file, 0, "en", "--codes").stdout.splitlines()
    codes = [item["code"] for item in VECTORS["deals"][:2]]
    assert lines[:2] == [f"table kite-7, deal {n}: {code}" for n, code in enumerate(codes, 1)]
    assert len(lines) == 3


def test_long_numbers_are_shortened(file: Path) -> None:
    file.write_text(write_evidence([replace(FIRST, previous=drawn("other"))]))
    (line,) = run(file, 1).stdout.splitlines()
    other = drawn("other")
    assert line.endswith(f"{other[:6]}…{other[-6:]}")
    assert other in run(file, 1, "en", "--full").stdout


@pytest.mark.parametrize("name", RUNS)
def test_published_runs(file: Path, name: str) -> None:
    file.write_text(write_evidence(DEALS[deal] for deal in RUNS[name]))
    assert len(run(file, 0).stdout.splitlines()) == 1


@pytest.mark.parametrize("wrong", WRONG, ids=lambda wrong: wrong["name"])
def test_a_line_for_each_thing_that_does_not_match(file: Path, wrong: dict[str, Any]) -> None:
    file.write_text("\n".join(json.dumps(item) for item in wrong["evidence"]))
    result = run(file, 1)
    assert result.stderr == ""
    lines = result.stdout.splitlines()
    assert len(lines) == len(wrong["faults"])
    for line, fault in zip(lines, wrong["faults"], strict=True):
        deal, step, *seat = fault.split()
        place = f"deal {deal}, seat {seat[0]}: {step}: " if seat else f"deal {deal}: {step}: "
        assert place in line
    assert len(run(file, 1, "zh").stdout.splitlines()) == len(lines)


def test_all_deals_are_looked_at(file: Path) -> None:
    bad = [replace(deal, previous=drawn("other")) for deal in (FIRST, SECOND)]
    file.write_text(write_evidence([*bad, DEALS["five players"]]))
    lines = run(file, 1).stdout.splitlines()
    assert [line.split(":")[0] for line in lines] == [
        "table kite-7, deal 1",
        "table kite-7, deal 2",
        "table kite-7, deal 2",
    ]


def unreadable(path: Path, lang: str = "en") -> str:
    result = run(path, 2, lang)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"gongzhu: {path}")
    return line.removeprefix(f"gongzhu: {path}")


def test_files_that_are_no_evidence(file: Path) -> None:
    file.write_text("")
    assert unreadable(file).startswith(": this file is empty")
    assert unreadable(file, "zh").startswith("：文件是空的")
    file.write_bytes(b"\xff\xfe")
    assert unreadable(file) == ": this is not UTF-8"
    file.write_text(write_evidence([FIRST]) + "{}")
    assert unreadable(file).startswith(': line 2: protocol is missing; it must be "GZH1"')
    file.write_text(write_evidence([FIRST]) + "\n?")
    assert unreadable(file) == ": line 3, column 1: this is not JSON from here on"
    file.write_text(write_evidence([FIRST]).replace("GZH1", "GZH9"))
    assert "GZH1" in unreadable(file)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    assert unreadable(tmp_path / "nowhere") == ": No such file or directory"
    assert unreadable(tmp_path) == ": Is a directory"


def test_files_that_are_too_large(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = write_evidence([FIRST])
    file.write_text(text)
    monkeypatch.setattr(verify_deal, "LARGEST_FILE", len(text))
    run(file, 0)
    monkeypatch.setattr(verify_deal, "LARGEST_FILE", len(text) - 1)
    assert unreadable(file) == f": a file of evidence may have at most {len(text) - 1} bytes"
    assert unreadable(file, "zh").startswith("：凭证文件最多")
