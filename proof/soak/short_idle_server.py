"""The server of `tests.support.unlimited_server`, that lets go of idle tables within minutes:
`python -m proof.soak.short_idle_server PORT FOLDER`."""

import sys

from gongzhu.server.config.settings import Timeouts
from tests.support.unlimited_server import serve

if __name__ == "__main__":
    patience = Timeouts(unload=60.0, close=180.0, sweep=10.0)
    serve(int(sys.argv[1]), sys.argv[2], timeouts=patience)
