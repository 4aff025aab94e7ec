"""`gongzhu move-data`: what is asked wrongly is told in one line. Moves themselves are in
`tests/store/test_moving.py` and `tests/server/test_move_data.py`."""

import asyncio
from pathlib import Path

import pytest
from typer.testing import CliRunner

from gongzhu.cli.main import app
from tests.support.stores import opened

NOWHERE = "postgresql://tester:secret@/x?host=/nowhere"


def told(*words: str | Path, **environment: str) -> str:
    """The one line with which a move ends that cannot be made."""
    runner = CliRunner(env={"GONGZHU_LANG": "en", **environment})
    result = runner.invoke(app, ["move-data", *map(str, words)])
    assert (result.exit_code, result.stdout) == (2, "")
    line = result.stderr.removeprefix("gongzhu: ")
    assert line.count("\n") == 1
    assert "secret" not in line
    return line


def test_both_places_are_named(tmp_path: Path) -> None:
    assert told("--data", tmp_path).startswith("--database (or the variable GONGZHU_DATABASE)")
    assert told("--data", tmp_path, "--database", tmp_path).startswith("--database ")
    assert told("--data", "", "--database", NOWHERE) == "--data: must name a folder\n"
    assert told("--data", NOWHERE, "--database", NOWHERE).startswith("--data: names the folder")


def test_a_folder_without_a_store(tmp_path: Path) -> None:
    expected = f"{tmp_path}: there is no gongzhu data here\n"
    assert told("--data", tmp_path, "--database", NOWHERE) == expected
    assert told("--data", tmp_path, GONGZHU_DATABASE=NOWHERE) == expected
    (tmp_path / "address").write_text(NOWHERE, "utf-8")
    assert told("--data", tmp_path, "--database-file", tmp_path / "address") == expected
    usual = tmp_path / "gongzhu"
    chinese = told("--database", NOWHERE, "--lang", "zh", XDG_DATA_HOME=str(tmp_path))
    assert chinese == f"{usual}：这里没有 gongzhu 的数据\n"
    assert [path.name for path in tmp_path.iterdir()] == ["address"]


@pytest.mark.rest
def test_a_database_that_is_not_there(tmp_path: Path) -> None:
    async def make() -> None:
        async with opened(str(tmp_path)):
            pass

    asyncio.run(make())
    line = told("--data", tmp_path, "--database", NOWHERE)
    assert line.startswith("the database cannot be reached: ")
