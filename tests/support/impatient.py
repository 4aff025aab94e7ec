"""The server of `support.unlimited`, that lets go of idle tables within minutes:
`python -m support.impatient PORT FOLDER`."""

from gongzhu.server.config import Patience
from support.unlimited import main

if __name__ == "__main__":
    main(Patience(unload=60.0, close=180.0, sweep=10.0))
