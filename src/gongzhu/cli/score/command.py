"""`gongzhu score`: keeps score at a real table, or scores lines of captured cards for a program."""

from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import LANG, LangName, fail, fail_at, named_rules, option, refuse_other_kind
from gongzhu.texts import say


def score(
    rules: Annotated[
        str | None, option("cli.rules_option", "--rules", "-r", metavar="RULES")
    ] = None,
    jsonl: Annotated[bool, option("cli.score.jsonl", "--jsonl")] = False,
    game: Annotated[bool, option("cli.score.game", "--game")] = False,
    file: Annotated[Path | None, option("cli.score.file", "--file", "-f", dir_okay=False)] = None,
    lang: LangName = LANG,
) -> None:
    """Keep score by questions and answers, or line by line for a program."""
    if jsonl or game:
        if rules is None:
            fail(say("score.command.rules_wanted", lang))
        if file is not None:
            fail(say("score.command.no_file", lang))
        from gongzhu.cli.score.lines import answer_lines

        if not answer_lines(named_rules(rules, lang).rules, game, lang):
            raise typer.Exit(1)
        return
    named = None if rules is None else named_rules(rules, lang)
    from gongzhu.cli.score.dialog import Dialog, Quit
    from gongzhu.cli.score.session import ScoreSession
    from gongzhu.cli.score.start import start
    from gongzhu.scorebook import ScoreError

    if file is not None:
        refuse_other_kind(file, "scorebook", lang)
    dialog = Dialog(lang)
    try:
        book, kept = start(dialog, file, named)
    except Quit:
        return
    except ScoreError as error:
        fail(say("cli.file", lang, file=file, error=error.text(lang)))
    except OSError as error:
        fail_at(file or error.filename, error, lang)
    ScoreSession(dialog, book, kept).run()
