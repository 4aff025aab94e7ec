"""How the players of this folder speak the protocol of docs/outside-bots.md."""

import sys

from gongzhu.arena.answering import answer_lines
from gongzhu.bots import Bot


def serve(bot: Bot) -> None:
    """Answer every line of standard input until it ends; a request has to bring its rules."""
    for line in answer_lines(sys.stdin.buffer, bot):
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
