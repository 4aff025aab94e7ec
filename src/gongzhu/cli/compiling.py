"""The kernels that strong players think with, compiled before a command begins its work.

An installed wheel brings none, and the first search would take a minute without a word; several
processes would each compile them all.
"""

from collections.abc import Iterable
from functools import cache

from gongzhu.cli.long_work import told_if_slow
from gongzhu.texts import Lang, say


def compile_for(players: Iterable[str | None], lang: Lang) -> None:
    """Compile the kernels, or load them, if one of the players uses them: levels with or without
    a time, or those that play without a search; None is an outside bot. A terminal is told where it
    takes long."""
    from gongzhu.bots.levels import SEARCHING_LEVELS, UNSEARCHED

    names = {player.partition("@")[0] for player in players if player is not None}
    if names & {*UNSEARCHED, *SEARCHING_LEVELS}:
        _compile(lang)


@cache
def _compile(lang: Lang) -> None:
    from gongzhu.bots import warm

    with told_if_slow(say("bots.compiling", lang)):
        warm()
