"""The server as `gongzhu serve` runs it, for more players from one address, and busier ones, than
any house has: `python -m tests.support.unlimited_server PORT PLACE [NAME]`; with a name
it is one of several, and no table may have bots."""

import os
import sys
from collections.abc import Callable

from gongzhu.server.config.settings import Limits, ServerConfig, Timeouts
from gongzhu.server.monitoring.logs import set_up_logs
from gongzhu.server.serving import listen, run_server
from tests.support.lazy_kernels import use_lazy_workers

use_lazy_workers()

PLENTY = 1_000_000_000


def unlimited(processes: int = 1, timeouts: Timeouts | None = None, name: str = "") -> ServerConfig:
    """Its settings; without `processes` no table may have bots."""
    limits = Limits(
        messages=PLENTY,
        connections=PLENTY,
        handshakes_per_minute=PLENTY,
        requests_per_minute=PLENTY,
        frames=PLENTY,
        tables_per_hour=PLENTY,
        open_tables=PLENTY,
        open_tables_per_player=PLENTY,
        players_per_hour=PLENTY,
        recoveries_per_hour=PLENTY,
        changes_per_hour=PLENTY,
        explanations_per_minute=PLENTY,
        lobbies_per_minute=PLENTY,
        club_changes_per_hour=PLENTY,
        tournaments_per_minute=PLENTY,
        records_per_minute=PLENTY,
        games_per_minute=PLENTY,
        histories_per_minute=PLENTY,
    )
    return ServerConfig(
        limits=limits,
        # What is done rarely is done all the time.
        timeouts=timeouts or Timeouts(upkeep=0.1),
        processes=processes,
        name=name,
        default_level="steady",
    )


def serve(
    port: int,
    place: str,
    ready: Callable[[], None] = lambda: None,
    processes: int = 1,
    timeouts: Timeouts | None = None,
) -> None:
    """Serve until SIGTERM; `ready` is called when players are accepted."""
    set_up_logs("json")
    run_server(unlimited(processes, timeouts), place, listen("127.0.0.1", port), ready)


def serve_as(name: str, port: int, place: str) -> None:
    """Serve as one of several, whose connections to the database say which process they are of."""
    from gongzhu.store.postgres_link import SETTINGS

    SETTINGS["application_name"] = f"gongzhu {os.getpid()}"
    set_up_logs("json")
    config = unlimited(name=name)
    run_server(config, place, listen("127.0.0.1", port), lambda: None)


if __name__ == "__main__":
    if len(sys.argv) > 3:
        serve_as(sys.argv[3], int(sys.argv[1]), sys.argv[2])
    else:
        serve(int(sys.argv[1]), sys.argv[2])
