"""Background jobs on a Dask cluster: what goes there, and what happens when it is gone."""

import asyncio
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner

from gongzhu.cli.main import app
from gongzhu.computing import cluster as computing
from gongzhu.records import write_jsonl
from gongzhu.server.edge.limits import SERVER
from gongzhu.server.edge.problems import ApiError
from gongzhu.server.games.files import read_file
from gongzhu.server.lobby.invitation import draw_link
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.work.choosing import choose, hint
from gongzhu.server.work.cluster import ClusterJobs
from gongzhu.server.work.pool import WorkerPool
from tests.support.fresh_python import run_code
from tests.support.recorded import some_records
from tests.support.stores import in_loop

pytestmark = pytest.mark.rest

if TYPE_CHECKING:
    from distributed import LocalCluster

FILE = "".join(write_jsonl(some_records("gongzhu-pagat", 2))).encode()
SLEEPY = (sys.executable, "-c", "import sys; sys.stdin.buffer.read()")


@pytest.fixture(scope="module")
def cluster() -> "Iterator[LocalCluster]":
    """A worker in this process."""
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0", protocol="tcp"
    ) as running:
        yield running


@in_loop
async def test_background_jobs_alone_go_there_and_come_to_the_same(
    cluster: "LocalCluster",
) -> None:
    # No worker here answers anything.
    work = WorkerPool(2, Metrics(), SLEEPY, ClusterJobs(cluster.scheduler_address))
    work.start()
    try:
        assert await work.do(read_file, SERVER, FILE, "en") == read_file(FILE, "en")
        with pytest.raises(ApiError, match="records"):
            await work.do(read_file, SERVER, b"x", "en")
        here = [work.begin(job, SERVER, b"") for job in (choose, hint, draw_link)]
        assert await work.do(read_file, SERVER, FILE, "zh") == read_file(FILE, "zh")
        assert not any(ticket.answer.done() for ticket in here)
    finally:
        await work.stop()


@in_loop
async def test_without_a_scheduler_the_workers_here_do_it_and_that_is_told_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(computing, "RESPONSE_SECONDS", 0.2)
    work = WorkerPool(1, Metrics(), cluster=ClusterJobs("tcp://127.0.0.1:9"))
    work.start()
    try:
        with capture_logs() as logs:
            for _ in range(2):
                assert await work.do(read_file, SERVER, FILE, "en") == read_file(FILE, "en")
                await asyncio.sleep(0)
        assert [line["event"] for line in logs] == ["cluster_lost"]
    finally:
        await work.stop()


def test_a_cluster_that_others_could_listen_to_is_refused() -> None:
    shown = CliRunner().invoke(app, ["serve", "--cluster", "tcp://192.0.2.1:8786", "--lang", "en"])
    assert shown.exit_code == 2
    assert "over an open wire" in shown.stderr


def test_dask_is_imported_only_where_there_is_a_cluster() -> None:
    code = "import gongzhu.server.app, sys; print('distributed' in sys.modules)"
    assert run_code(code).strip() == "False"
