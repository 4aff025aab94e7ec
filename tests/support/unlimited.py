"""The server as `gongzhu serve` runs it, for more players from one address, and busier ones, than
any house has: `python -m support.unlimited PORT FOLDER`."""

import sys

from gongzhu.server.config import Limits, Patience, ServerConfig
from gongzhu.server.logs import set_up_logs
from gongzhu.server.serving import listen, run_server

PLENTY = 1_000_000_000


def main(patience: Patience | None = None) -> None:
    """Serve until SIGTERM."""
    limits = Limits(
        messages=PLENTY, connections=PLENTY, tables_per_hour=PLENTY, players_per_hour=PLENTY
    )
    set_up_logs("json")
    run_server(
        ServerConfig(
            limits=limits, patience=patience or Patience(), thinkers=1, default_level="steady"
        ),
        sys.argv[2],
        listen("127.0.0.1", int(sys.argv[1])),
        lambda: None,
    )


if __name__ == "__main__":
    main()
