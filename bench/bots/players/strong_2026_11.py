"""`strong` as it was in November 2026.

gongzhu arena strong "cmd:.venv/bin/python -m bench.bots.players.strong_2026_11" --rules NAME
"""

from bench.bots.players.november_2026 import strong
from bench.bots.players.serving import serve

if __name__ == "__main__":
    serve(strong())
