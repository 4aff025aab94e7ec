"""The unit that backs up a PostgreSQL database: what it runs, with the calls that it leaves."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.fresh_python import ROOT, environment
from tests.support.postgres import OWNER, Postgres, postgres
from tests.support.stores import in_loop, opened

UNIT = ROOT / "packaging" / "systemd" / "backup-postgresql-gongzhu.service"
KEPT = 14


@pytest.fixture(scope="module")
def server() -> Iterator[Postgres]:
    with postgres() as running:
        yield running


def backed_up(server: Postgres, folder: Path, database: str = "postgres") -> int:
    """The exit status of the unit's command in a folder; as systemd would read it."""
    text = UNIT.read_text("utf-8").replace("\\\n", " ")
    (line,) = [line for line in text.splitlines() if line.startswith("ExecStart=")]
    command = line.removeprefix("ExecStart=").replace("$$", "$").replace("%%", "%")
    # The rest of what the unit and its user stand for.
    place = {"PGHOST": str(server.folder), "PGUSER": OWNER, "PGDATABASE": database}
    return subprocess.run(
        [sys.executable, "-m", "tests.support.sandbox", str(UNIT), *shlex.split(command)],
        check=False,
        cwd=folder,
        env=environment(**place, LANG="C.UTF-8"),
    ).returncode


@in_loop
async def test_a_copy_is_whole_and_the_newest_stay(server: Postgres, tmp_path: Path) -> None:
    async with opened(server.empty()) as store:
        await store.append("a", 1, [b"x"])
        for day in range(10, 30):
            (tmp_path / f"gongzhu-202601{day}-043000.dump").touch()
        (tmp_path / "gongzhu-20260109-043000.dump.part").touch()
        assert backed_up(server, tmp_path) == 0
    *older, new = sorted(tmp_path.iterdir())
    assert [path.name[14:16] for path in older] == [str(day) for day in range(17, 30)]
    assert len(older) + 1 == KEPT
    assert new.suffix == ".dump"
    assert new.stat().st_mode & 0o777 == 0o600
    for name in ("DROP DATABASE IF EXISTS copy", "CREATE DATABASE copy TEMPLATE template0"):
        server.run("psql", "-h", server.folder, "-U", OWNER, "-qc", name, "postgres")
    # Read here: the user of PostgreSQL may not look into the folder.
    readable = server.folder / "copy.dump"
    readable.write_bytes(new.read_bytes())
    readable.chmod(0o644)
    copy = server.address.replace("/postgres", "/copy")
    server.run("pg_restore", "-d", copy, readable)
    async with opened(copy) as store:
        assert await store.read("a") == [b"x"]


def test_a_copy_that_fails_takes_no_place_and_no_other(server: Postgres, tmp_path: Path) -> None:
    before = {f"gongzhu-202601{day}-043000.dump" for day in range(10, 30)}
    for name in before:
        (tmp_path / name).touch()
    assert backed_up(server, tmp_path, "nowhere") != 0
    assert {path.name for path in tmp_path.iterdir() if path.suffix == ".dump"} == before
