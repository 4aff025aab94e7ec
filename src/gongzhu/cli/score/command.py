"""The command `gongzhu score`: keeps the score of a game with real cards, or scores the captured
cards that another program sends."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import LANG, LangName, fail, fail_at, option
from gongzhu.cli.files import named_rules, refuse_other_kind
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.rules import RuleSet


def score(
    rules: Annotated[
        str | None, option("cli.rules_option", "--rules", "-r", metavar="RULES")
    ] = None,
    jsonl: Annotated[bool, option("cli.score.jsonl", "--jsonl")] = False,
    game: Annotated[bool, option("cli.score.game", "--game")] = False,
    file: Annotated[Path | None, option("cli.score.file", "--file", "-f", dir_okay=False)] = None,
    lang: LangName = LANG,
) -> None:
    """Keep score by questions and answers, or with `jsonl` or `game`, answer lines of JSON on
    standard input. Exits with status 1 if one of those lines was invalid, and with status 2 if
    options are."""
    if jsonl or game:
        if rules is None:
            fail(say("score.command.rules_wanted", lang))
        if file is not None:
            fail(say("score.command.no_file", lang))

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
        fail_at(file, error, lang)
    except OSError as error:
        fail_at(file or error.filename, error, lang)
    ScoreSession(dialog, book, kept).run()


def answer_lines(rules: "RuleSet", game: bool, lang: Lang) -> bool:
    """Score every line of standard input that is not blank, and print one line of JSON for each.
    With `game`, the lines are the deals of one game. Returns False if any line was invalid."""
    from gongzhu.scorebook import Scorer

    scorer, output = Scorer(rules, game=game, lang=lang), sys.stdout.buffer
    all_good = True
    for line in filter(bytes.strip, _lines()):
        answer, good = scorer.answer(line)
        output.write(answer.encode() + b"\n")
        output.flush()
        all_good = all_good and good
    return all_good


def _lines() -> Iterator[bytes]:
    """The lines of standard input without line ends. A line longer than LONGEST_LINE bytes is cut
    one or two bytes beyond the limit, so that it is refused."""
    from gongzhu.scorebook import LONGEST_LINE

    source = sys.stdin.buffer
    while line := source.readline(LONGEST_LINE + 2):
        rest = line
        while not rest.endswith(b"\n") and (rest := source.readline(LONGEST_LINE)):
            pass
        yield line.rstrip(b"\r\n")
