"""`gongzhu puzzles`: solves puzzles, lists them and makes new ones."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from gongzhu.cli.common import LANG, LangName, RulesName, argument, fail, named_rules, option
from gongzhu.cli.long_work import INTERRUPTED, interruptible, progress
from gongzhu.cli.program import Program
from gongzhu.cli.workers import ClusterAddress, Jobs, workers
from gongzhu.texts import Lang, SystemReason, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gongzhu.puzzles import Puzzle

app = Program(invoke_without_command=True)

Game = Annotated[
    Literal["gongzhu", "hearts"] | None,
    option("cli.puzzles.game", "--game", "-g"),
]
ThemeName = Annotated[str | None, option("cli.puzzles.theme", "--theme", "-t", metavar="THEME")]
File = Annotated[
    Path | None,
    option("cli.puzzles.file", "--file", "-f", exists=True, dir_okay=False),
]
Seed = Annotated[str, option("cli.puzzles.seed", "--seed", "-s")]


@app.callback()
def puzzles(
    context: typer.Context,
    *,
    game: Game = None,
    theme: ThemeName = None,
    today: Annotated[bool, option("cli.puzzles.today", "--today")] = False,
    file: File = None,
    lang: LangName = LANG,
) -> None:
    """Solve puzzles one after another."""
    if context.invoked_subcommand is not None:
        _refuse_lost(context, lang)
        return
    from gongzhu.cli.puzzles.solving import solve
    from gongzhu.puzzles.puzzle import puzzle_of_the_day

    if today:
        day = datetime.now(UTC).date()
        solve([puzzle_of_the_day(game or "gongzhu", day)], lang)
    else:
        solve(_chosen(game, theme, file, lang), lang)


@app.command("list", "cli.puzzles.list")
def list_puzzles(
    game: Game = None,
    theme: ThemeName = None,
    as_json: Annotated[bool, option("cli.puzzles.json", "--json")] = False,
    file: File = None,
    lang: LangName = LANG,
) -> None:
    """Print one line, or one JSON object per line, for each puzzle."""
    from gongzhu.cli.puzzles.show import listed, listed_json

    for puzzle in _chosen(game, theme, file, lang):
        typer.echo(listed_json(puzzle) if as_json else listed(puzzle, lang))


@app.command("make", "cli.puzzles.make")
def make(
    out: Annotated[Path, argument("cli.puzzles.out", "FILE", dir_okay=False)],
    *,
    rules: RulesName,
    games: Annotated[int, option("cli.puzzles.games", "--games", "-n", min=1)] = 10,
    records: Annotated[
        list[Path] | None,
        option("cli.puzzles.records", "--from", metavar="RECORDS", exists=True, dir_okay=False),
    ] = None,
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

    named = named_rules(rules, lang)
    heading: dict[str, object] = {"puzzles": named.preset or str(rules), "seed": seed}
    if records:
        heading["from"] = [path.name for path in records]
    try:
        ledger = Ledger(out, heading, MadePuzzles)
    except LedgerError as error:
        fail(error.text(lang, "puzzles.ledger"))
    except OSError as error:
        fail(say("puzzles.unwritable", lang, file=out, error=SystemReason(error).text(lang)))
    done = {each.number for each in ledger.results}
    count = sum(len(each.puzzles) for each in ledger.results)
    numbers = [] if records else [number for number in range(games) if number not in done]
    with (
        workers(jobs, cluster, lang, SEARCHING_LEVELS) as pool,
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
            told = error.fault.text(lang)
            fail(say("cli.file", lang, file=error.path, error=told))
        finally:
            ledger.close()
    typer.echo(say("puzzles.made", lang, count=count, file=out), err=True)
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
