"""`gongzhu puzzles`: solves puzzles, lists them and makes new ones."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

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
from gongzhu.cli.long_work import INTERRUPTED, interruptible, progress
from gongzhu.cli.program import Program
from gongzhu.cli.workers import ClusterAddress, Jobs, workers
from gongzhu.texts import Lang, SystemReason, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gongzhu.puzzles import Puzzle

LANG = system_language()
app = Program(invoke_without_command=True)

Game = Annotated[
    Literal["gongzhu", "hearts"] | None,
    typer.Option("--game", "-g", help=help_text("puzzles.game")),
]
ThemeName = Annotated[
    str | None, typer.Option("--theme", "-t", metavar="THEME", help=help_text("puzzles.theme"))
]
File = Annotated[
    Path | None,
    typer.Option(
        "--file", "-f", metavar="FILE", exists=True, dir_okay=False, help=help_text("puzzles.file")
    ),
]
Today = Annotated[bool, typer.Option("--today", help=help_text("puzzles.today"))]
AsJson = Annotated[bool, typer.Option("--json", help=help_text("puzzles.json"))]
Games = Annotated[
    int, typer.Option("--games", "-n", min=1, metavar="N", help=help_text("puzzles.games"))
]
Out = Annotated[Path, typer.Argument(metavar="FILE", dir_okay=False, help=help_text("puzzles.out"))]
Records = Annotated[
    list[Path] | None,
    typer.Option(
        "--from", metavar="RECORDS", exists=True, dir_okay=False, help=help_text("puzzles.records")
    ),
]
Seed = Annotated[str, typer.Option("--seed", "-s", metavar="TEXT", help=help_text("puzzles.seed"))]


@app.callback()
def puzzles(
    context: typer.Context,
    *,
    game: Game = None,
    theme: ThemeName = None,
    today: Today = False,
    file: File = None,
    lang: LangName = LANG,
) -> None:
    """Solve puzzles one after another."""
    if context.invoked_subcommand is not None:
        _refuse_lost(context, as_lang(lang))
        return
    from gongzhu.cli.puzzles.solving import solve
    from gongzhu.puzzles.puzzle import puzzle_of_the_day

    language = as_lang(lang)
    if today:
        day = datetime.now(UTC).date()
        solve([puzzle_of_the_day(game or "gongzhu", day)], language)
    else:
        solve(_chosen(game, theme, file, language), language)


@app.command("list", help=help_text("puzzles.list"))
def list_puzzles(
    game: Game = None,
    theme: ThemeName = None,
    as_json: AsJson = False,
    file: File = None,
    lang: LangName = LANG,
) -> None:
    """Print one line, or one JSON object per line, for each puzzle."""
    from gongzhu.cli.puzzles.show import listed, listed_json

    language = as_lang(lang)
    for puzzle in _chosen(game, theme, file, language):
        typer.echo(listed_json(puzzle) if as_json else listed(puzzle, language))


@app.command("make", help=help_text("puzzles.make"))
def make(
    out: Out,
    *,
    rules: RulesName,
    games: Games = 10,
    records: Records = None,
    seed: Seed = "",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    lang: LangName = LANG,
) -> None:
    """Search for puzzles in games of bots or in records, and write those that pass the proof."""
    from gongzhu.arena.ledger import Ledger, LedgerError
    from gongzhu.bots.levels import SEARCHING_LEVELS
    from gongzhu.puzzles.making import (
        MadePuzzles,
        UnreadableRecords,
        made_of_games,
        made_of_records,
    )

    language = as_lang(lang)
    named = named_rules(rules, language)
    heading: dict[str, object] = {"puzzles": named.preset or str(rules), "seed": seed}
    if records:
        heading["from"] = [path.name for path in records]
    try:
        ledger = Ledger(out, heading, MadePuzzles)
    except LedgerError as error:
        fail(error.text(language, "puzzles.ledger"))
    except OSError as error:
        fail(
            say("puzzles.unwritable", language, file=out, error=SystemReason(error).text(language))
        )
    done = {each.number for each in ledger.results}
    count = sum(len(each.puzzles) for each in ledger.results)
    numbers = [] if records else [number for number in range(games) if number not in done]
    with (
        workers(jobs, cluster, language, SEARCHING_LEVELS) as pool,
        interruptible() as interrupted,
        progress(len(numbers), hidden=not numbers) as advance,
    ):
        source = (
            made_of_records(records, named.rules, seed, done, pool)
            if records
            else made_of_games(named.rules, named.preset, seed, numbers, pool)
        )
        try:
            for found in source:
                ledger.add(found)
                count += len(found.puzzles)
                advance()
                if interrupted():
                    break
        except UnreadableRecords as error:
            told = error.fault.text(language)
            fail(say("cli.file", language, file=error.path, error=told))
        finally:
            ledger.close()
    typer.echo(say("puzzles.made", language, count=count, file=out), err=True)
    if interrupted():
        raise typer.Exit(INTERRUPTED)


def _refuse_lost(context: typer.Context, lang: Lang) -> None:
    """Exit with an error message for an option before `list` or `make`, which would otherwise be
    ignored."""
    for param in context.command.params:
        if context.params.get(param.name) != param.default:
            option, command = param.opts[0], context.invoked_subcommand
            fail(say("puzzles.before", lang, option=option, command=command))


def _chosen(
    game: Literal["gongzhu", "hearts"] | None, theme: str | None, file: Path | None, lang: Lang
) -> "Iterator[Puzzle]":
    """The puzzles asked for. Exits with an error message if the theme is unknown or the file
    cannot be read."""
    from gongzhu.cli.puzzles.file import puzzles_in_file
    from gongzhu.puzzles import THEMES
    from gongzhu.puzzles.puzzle import FAMILIES, shipped

    if theme is not None and theme not in THEMES:
        fail(say("puzzles.unknown_theme", lang, value=theme, allowed=", ".join(THEMES)))
    if file is not None:
        found = puzzles_in_file(file, lang)
    else:
        found = [each for family in FAMILIES for each in shipped(family)]
    return (
        each
        for each in found
        if theme in (None, each.theme) and game in (None, each.rule_set().family)
    )
