"""Compiles the kernels that strong bots use, before a command begins its work.

An installed wheel contains no compiled kernels. Without this, the first search would silently take
a minute, and several processes would each compile them all.
"""

from collections.abc import Iterable
from functools import cache

from gongzhu.cli.long_work import told_if_slow
from gongzhu.texts import Lang, say


def compile_for(players: Iterable[str | None], lang: Lang) -> None:
    """Compile or load the kernels if any of the players uses them. `players` are names of levels,
    with or without a thinking time; None stands for an outside bot. On a terminal, a line is
    printed if it takes long."""
    from gongzhu.bots.levels import SEARCHING_LEVELS, UNSEARCHED

    names = {player.partition("@")[0] for player in players if player is not None}
    if names & {*UNSEARCHED, *SEARCHING_LEVELS}:
        _compile(lang)


@cache
def _compile(lang: Lang) -> None:
    from gongzhu.bots import warm

    with told_if_slow(say("bots.compiling", lang)):
        warm()
