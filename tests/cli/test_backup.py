"""`gongzhu backup` and `gongzhu restore`: a folder into a file, and back."""

import asyncio
import os
import subprocess
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from gongzhu.cli.main import app
from tests.support.fresh_python import environment
from tests.support.serving import PROGRAM
from tests.support.stores import opened


def run(*words: str | Path, status: int = 0) -> Result:
    """Run `gongzhu` with these words; it must end with `status`."""
    result = CliRunner(env={"GONGZHU_LANG": "en"}).invoke(app, [*map(str, words)])
    assert result.exit_code == status, result.output
    return result


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """The folder of a server, with a table of two entries."""

    async def make() -> None:
        async with opened(str(tmp_path / "data")) as store:
            await store.append("a", 1, [b"1", b"2"])

    asyncio.run(make())
    return tmp_path / "data"


def test_a_copy_is_made_and_put_back(data: Path, tmp_path: Path) -> None:
    file, new = tmp_path / "copy", tmp_path / "new"
    counts = "open tables 1, closed ones 0, entries 2, games 0, players 0.\n"
    assert run("backup", "--data", data, file).stdout == f"{file}: {counts}"
    assert run("restore", file, "--data", new).stdout == f"{new} restored: {counts}"
    other = tmp_path / "other"
    told = run("restore", file, "--data", other, "--lang", "zh").stdout
    assert told == (
        f"{other} 已恢复：打开的牌桌 1 张，关闭的 0 张，记录 2 条，牌局 0 局，玩家 0 位。\n"
    )


def test_what_cannot_be_done_is_one_line(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "copy"
    told = run("restore", file, "--data", data, status=2).stderr
    assert told == f"gongzhu: {file}: No such file or directory\n"
    run("backup", "--data", data, file)
    told = run("restore", file, "--data", data, status=2).stderr
    assert told == f"gongzhu: {data}: is not empty; restore into a new folder\n"
    told = run("backup", file, "--data", tmp_path, "--lang", "zh", status=2).stderr
    assert told == f"gongzhu: {tmp_path}：这里没有 gongzhu 的数据\n"


def test_so_many_copies_are_kept(data: Path, tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    for name in ("gongzhu-20240101-000000.backup", "gongzhu-20250101-000000.backup", "notes"):
        (copies / name).write_text("old", "ascii")
    run("backup", "--data", data, copies, "--keep", "2")
    *old, new = sorted(path.name for path in copies.glob("*.backup"))
    assert old == ["gongzhu-20250101-000000.backup"]
    assert (copies / "notes").exists()
    assert (copies / new).stat().st_mode & 0o777 == 0o600
    run("restore", copies / new, "--data", tmp_path / "new")


def test_what_killed_backups_left_goes(data: Path, tmp_path: Path) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    old = [copies / f"gongzhu-20240101-000000.backup.part{end}" for end in ("", "-journal")]
    for path in (*old, copies / "gongzhu-20250101-000000.backup.part", copies / "notes.part"):
        path.write_text("half", "ascii")
    for path in (*old, copies / "notes.part"):
        os.utime(path, (0, 0))
    run("backup", "--data", data, copies, "--keep", "2")
    left = {path.name for path in copies.glob("*.part*")}
    # The other one may be of a backup that runs.
    assert left == {"gongzhu-20250101-000000.backup.part", "notes.part"}


@pytest.mark.rest
def test_a_backup_that_is_told_to_end_leaves_nothing(tmp_path: Path) -> None:
    async def make() -> None:
        async with opened(str(tmp_path / "data")) as store:
            for first in range(1, 200_000, 10_000):
                await store.append("a", first, [os.urandom(300)] * 10_000)

    asyncio.run(make())
    copies = tmp_path / "copies"
    where = [str(copies), "--keep", "1", "--data", str(tmp_path / "data"), "--lang", "en"]
    command = [str(PROGRAM), "backup", *where]
    with subprocess.Popen(command, env=environment(), stderr=subprocess.PIPE, text=True) as process:
        while not list(copies.glob("*.part")):
            assert process.poll() is None
            time.sleep(0.001)
        process.terminate()
        _, told = process.communicate()
    assert process.returncode == 2
    assert "told to end" in told
    assert list(copies.iterdir()) == []


def test_copies_stay_when_another_cannot_be_made(tmp_path: Path) -> None:
    old = tmp_path / "gongzhu-20240101-000000.backup"
    old.write_text("old", "ascii")
    run("backup", "--data", tmp_path / "nothing", tmp_path, "--keep", "1", status=2)
    assert old.exists()
    told = run("backup", "--data", tmp_path, old, "--keep", "1", status=2).stderr
    assert told == f"gongzhu: {old}: File exists\n"


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_for_postgresql_there_is_another_program(command: str, tmp_path: Path) -> None:
    told = run(command, tmp_path / "file", "--data", "postgresql://host/name", status=2).stderr
    assert "pg_dump" in told
    assert list(tmp_path.iterdir()) == []
    assert "pg_" in run(command, "--help").stdout


def test_a_folder_has_a_name() -> None:
    told = run("backup", "copy", "--data", "", status=2).stderr
    assert told == "gongzhu: --data: must name a folder\n"


def test_the_usual_folder_is_the_servers(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    file = tmp_path / "copy"
    run("backup", "--data", data, file)
    assert str(tmp_path / "home" / "gongzhu") in run("restore", file).stdout
    assert "entries 2," in run("backup", tmp_path / "second").stdout
