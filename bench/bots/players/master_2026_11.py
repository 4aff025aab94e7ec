"""`master` as it was in November 2026.

gongzhu arena master "cmd:.venv/bin/python -m bench.bots.players.master_2026_11" --rules NAME
"""

from bench.bots.players.november_2026 import master
from bench.bots.players.serving import serve

if __name__ == "__main__":
    serve(master())
