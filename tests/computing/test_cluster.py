"""The workers of a Dask cluster: a match comes to the same there, and what is wrong is told."""

import os
import signal
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from unittest.mock import patch

import pytest
from typer.testing import CliRunner

from gongzhu.cli.main import app
from gongzhu.computing import ClusterError, Pool, pool

if TYPE_CHECKING:
    from distributed import LocalCluster

MATCH = ["arena", "steady", "random", "--rules", "hearts-denexa", "--deals", "6", "--json"]


@pytest.fixture(scope="module")
def cluster() -> "Iterator[LocalCluster]":
    """Two workers in this process."""
    # Each process of tests reads this file, and that takes long.
    from distributed import LocalCluster

    with LocalCluster(
        n_workers=2, threads_per_worker=1, processes=False, dashboard_address=":0", protocol="tcp"
    ) as running:
        yield running


@pytest.mark.rest
def test_a_match_comes_to_the_same(cluster: "LocalCluster") -> None:
    here = CliRunner().invoke(app, MATCH)
    there = CliRunner().invoke(app, [*MATCH, "--cluster", cluster.scheduler_address])
    assert there.exit_code == here.exit_code == 0, there.output
    assert untimed(there.stdout) == untimed(here.stdout)


def untimed(told: str) -> str:
    """The result of a match, without the milliseconds that it took."""
    return told.partition('"ms_per_move"')[0]


@pytest.mark.rest
def test_another_version_is_refused(cluster: "LocalCluster") -> None:
    with (
        Pool(cluster=cluster.scheduler_address) as workers,
        patch.object(pool, "version", lambda: "0.0.1"),
        pytest.raises(ClusterError) as error,
    ):
        list(workers.map(abs, [-1]))
    assert error.value.text("en").startswith("a Dask worker runs gongzhu")


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("somewhere", "no address of a Dask scheduler"),
        ("http://127.0.0.1:8786", "no address of a Dask scheduler"),
        ("tcp://127.0.0.1:99999", "no address of a Dask scheduler"),
        ("tcp://[127.0.0.1:8786", "no address of a Dask scheduler"),
        ("tcp://192.168.0.7:8786", "over an open wire"),
        ("tcp://example.org:8786", "over an open wire"),
    ],
)
def test_an_address_that_will_not_do(address: str, told: str) -> None:
    shown = CliRunner().invoke(app, [*MATCH, "--cluster", address, "--lang", "en"])
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert told in shown.stderr


def test_two_ways_to_the_same_are_refused() -> None:
    arguments = [*MATCH, "--jobs", "2", "--cluster", "tcp://127.0.0.1:8786", "--lang", "en"]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 2
    assert "give one of them" in shown.stderr


@pytest.mark.rest
def test_a_scheduler_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gongzhu.computing.cluster.RESPONSE_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        with pytest.raises(ClusterError, match="silent"), Pool(cluster=address) as workers:
            list(workers.map(abs, [-1]))


def dying_once(mark: Path, number: int) -> int:
    if number == 5 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


@pytest.mark.long
def test_the_work_of_a_worker_that_dies_is_done_again(tmp_path: Path) -> None:
    from distributed import LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", protocol="tcp"
        ) as running,
        Pool(cluster=running.scheduler_address) as workers,
    ):
        found = list(workers.map(partial(dying_once, tmp_path / "mark"), range(50)))
    assert found == [number * number for number in range(50)]
