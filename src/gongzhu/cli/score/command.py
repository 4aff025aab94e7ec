"""`gongzhu score`: keeps score at a real table, or scores lines of captured cards for a program."""

from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import (
    LangName,
    as_lang,
    fail,
    fail_at,
    help_text,
    named_rules,
    refuse_other_kind,
    system_language,
)
from gongzhu.texts import say

LANG = system_language()

RulesOption = Annotated[
    str | None, typer.Option("--rules", "-r", metavar="RULES", help=help_text("rules_option"))
]
Jsonl = Annotated[bool, typer.Option("--jsonl", help=help_text("score.jsonl"))]
OneGame = Annotated[bool, typer.Option("--game", help=help_text("score.game"))]
BookFile = Annotated[
    Path | None,
    typer.Option("--file", "-f", metavar="FILE", dir_okay=False, help=help_text("score.file")),
]


def score(
    rules: RulesOption = None,
    jsonl: Jsonl = False,
    game: OneGame = False,
    file: BookFile = None,
    lang: LangName = LANG,
) -> None:
    """Keep score by questions and answers, or line by line for a program."""
    language = as_lang(lang)
    if jsonl or game:
        if rules is None:
            fail(say("score.command.rules_wanted", language))
        if file is not None:
            fail(say("score.command.no_file", language))
        from gongzhu.cli.score.lines import answer_lines

        if not answer_lines(named_rules(rules, language).rules, game, language):
            raise typer.Exit(1)
        return
    named = None if rules is None else named_rules(rules, language)
    from gongzhu.cli.score.dialog import Dialog, Quit
    from gongzhu.cli.score.session import ScoreSession
    from gongzhu.cli.score.start import start
    from gongzhu.scorebook import ScoreError

    if file is not None:
        refuse_other_kind(file, "scorebook", language)
    dialog = Dialog(language)
    try:
        book, kept = start(dialog, file, named)
    except Quit:
        return
    except ScoreError as error:
        fail(say("cli.file", language, file=file, error=error.text(language)))
    except OSError as error:
        fail_at(file or error.filename, error, language)
    ScoreSession(dialog, book, kept).run()
