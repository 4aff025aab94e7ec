"""`gongzhu bot`: a built-in level answers requests on standard input, one per line."""

import sys
from typing import Annotated

import typer

from gongzhu.cli.common import (
    LangName,
    RulesName,
    as_lang,
    fail,
    help_text,
    named_rules,
    system_language,
)
from gongzhu.cli.compiling import compile_for

LANG = system_language()

Level = Annotated[str, typer.Argument(help=help_text("bot.level"))]
Seed = Annotated[str, typer.Option("--seed", "-s", metavar="TEXT", help=help_text("bot.seed"))]


def bot(*, level: Level, rules: RulesName, seed: Seed = "", lang: LangName = LANG) -> None:
    """Answer requests until the input ends."""
    from gongzhu.arena.answering import answer_lines
    from gongzhu.arena.entrant import UnknownEntrant, entrant
    from gongzhu.bots import UnknownLevel, make_bot

    language = as_lang(lang)
    named = named_rules(rules, language)
    try:
        who = entrant(level)
    except (UnknownEntrant, UnknownLevel) as error:
        fail(error.text(language))
    if who.level is None:
        fail(UnknownEntrant(level, "not_a_level").text(language))
    compile_for([who.level], language)
    answering = make_bot(who.level)
    lines = answer_lines(sys.stdin.buffer, answering, named.rules, seed=seed, budget=who.budget)
    for line in lines:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()
