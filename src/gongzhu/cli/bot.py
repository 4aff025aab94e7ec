"""`gongzhu bot`: a built-in level answers requests on standard input, one per line."""

import sys
from typing import Annotated

from gongzhu.cli.common import LANG, LangName, RulesName, argument, fail, named_rules, option
from gongzhu.cli.compiling import compile_for


def bot(
    *,
    level: Annotated[str, argument("cli.bot.level")],
    rules: RulesName,
    seed: Annotated[str, option("cli.bot.seed", "--seed", "-s")] = "",
    lang: LangName = LANG,
) -> None:
    """Answer requests until the input ends."""
    from gongzhu.arena.answering import answer_lines
    from gongzhu.arena.entrant import UnknownEntrant, entrant
    from gongzhu.bots import UnknownLevel, make_bot

    named = named_rules(rules, lang)
    try:
        who = entrant(level)
    except (UnknownEntrant, UnknownLevel) as error:
        fail(error.text(lang))
    if who.level is None:
        fail(UnknownEntrant(level, "not_a_level").text(lang))
    compile_for([who.level], lang)
    answering = make_bot(who.level)
    lines = answer_lines(sys.stdin.buffer, answering, named.rules, seed=seed, budget=who.budget)
    for line in lines:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
