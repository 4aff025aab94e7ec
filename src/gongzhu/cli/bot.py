"""`gongzhu bot`: lets other programs use a built-in bot. It reads one request per line from
standard input and answers each with one line of JSON, by the protocol of outside bots."""

import sys
from typing import Annotated

from gongzhu.cli.common import LANG, LangName, argument, fail, option
from gongzhu.cli.files import RulesName, named_rules
from gongzhu.cli.long_work import compile_for
from gongzhu.cli.matches import entrant_of


def bot(
    *,
    level: Annotated[str, argument("cli.bot.level")],
    rules: RulesName,
    seed: Annotated[str, option("cli.bot.seed", "--seed", "-s")] = "",
    lang: LangName = LANG,
) -> None:
    """Answer requests with the bot of the given level until the input ends. `rules` apply to
    requests that name none. Exits with status 2 if `level` is no built-in level."""
    from gongzhu.arena.answering import answer_lines
    from gongzhu.arena.entrant import UnknownEntrant
    from gongzhu.bots import make_bot

    named = named_rules(rules, lang)
    who = entrant_of(level, lang)
    if who.level is None:
        fail(UnknownEntrant(level, "not_a_level").text(lang))
    compile_for([who.level], lang)
    answering = make_bot(who.level)
    lines = answer_lines(sys.stdin.buffer, answering, named.rules, seed=seed, budget=who.budget)
    for line in lines:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
