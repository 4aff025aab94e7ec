"""`gongzhu convert`: either form from either, all or nothing."""

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gongzhu.cli.main import app
from gongzhu.records import write_jsonl, write_text
from tests.support.recorded import some_records

DEALS = [*some_records("gongzhu-boulder"), *some_records("hearts-choice")]
FORMS = {"jsonl": "".join(write_jsonl(DEALS)), "text": "".join(write_text(DEALS))}


def convert(*words: str | Path, status: int = 0) -> Result:
    """Run `gongzhu convert` with these words; it must end with `status`."""
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, ["convert", *map(str, words)])
    assert result.exit_code == status, result.output
    return result


@pytest.mark.parametrize("source", FORMS)
@pytest.mark.parametrize("to", FORMS)
def test_either_form_becomes_either(tmp_path: Path, source: str, to: str) -> None:
    file, out = tmp_path / "a", tmp_path / "b"
    file.write_text(FORMS[source], "utf-8")
    assert convert(file, "--to", to).stdout_bytes == FORMS[to].encode()
    assert convert(file, "--to", to, "--out", out).output == ""
    assert out.read_bytes() == FORMS[to].encode()
    told = convert(file, "--to", to, "-o", file, status=2).stderr
    assert told.startswith(f"gongzhu: {file}: already exists")
    convert(file, "--to", to, "-o", file, "--force")
    assert file.read_bytes() == FORMS[to].encode()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


@pytest.mark.parametrize("source", FORMS)
def test_nothing_is_written_when_something_cannot_be_read(tmp_path: Path, source: str) -> None:
    file, out = tmp_path / "a", tmp_path / "b"
    broken = FORMS[source].replace("小王", "\x07", 5)
    file.write_text(broken, "utf-8")
    out.write_text("as it was", "utf-8")
    for target in (None, out, file):
        words: list[str | Path] = ["--out", target, "--force"] if target else []
        result = convert(file, "--to", "text", *words, status=2)
        assert result.stdout == ""
        assert result.stderr.startswith(f"gongzhu: {file}: line ")
        assert result.stderr.count("\n") == 1
    assert out.read_text("utf-8") == "as it was"
    assert file.read_text("utf-8") == broken
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]
    told = convert(file, "--to", "text", "--lang", "zh", status=2).stderr
    assert told.startswith(f"gongzhu: {file}：第 ")


def test_what_cannot_be_opened_or_written_is_one_line(tmp_path: Path) -> None:
    file, out = tmp_path / "a", tmp_path / "nowhere" / "b"
    result = convert(file, "--to", "text", status=2)
    assert result.stderr == f"gongzhu: {file}: No such file or directory\n"
    file.write_text(FORMS["text"], "utf-8")
    result = convert(file, "--to", "text", "--out", out, status=2)
    assert result.stderr == f"gongzhu: {out}: No such file or directory\n"
    assert "text, jsonl" in convert(file, "--to", "xml", status=2).stderr
    convert(file, "--to", "text", "--out", tmp_path, status=2)


def test_a_device_is_written_to_and_stays_one(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text(FORMS["text"], "utf-8")
    convert(file, "--to", "jsonl", "--out", os.devnull)
    assert not Path(os.devnull).is_file()


def test_an_empty_file_becomes_an_empty_file(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("")
    assert convert(file, "--to", "text").stdout == ""
