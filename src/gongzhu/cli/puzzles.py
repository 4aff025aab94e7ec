"""`gongzhu puzzles`: lets the user solve puzzles. Its subcommands list puzzles and make new
ones."""

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
import typer

from gongzhu.cli.common import LANG, LangName, argument, fail, fail_at, option
from gongzhu.cli.files import RulesName, contents, named_rules
from gongzhu.cli.long_work import INTERRUPTED, ClusterAddress, Jobs, long_work, workers
from gongzhu.cli.program import Program
from gongzhu.texts import Lang, SystemReason, say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gongzhu.puzzles import Puzzle

LARGEST_FILE = 100_000_000
"""Greatest size in bytes of a file of puzzles."""

app = Program(invoke_without_command=True)

Game = Annotated[Literal["gongzhu", "hearts"] | None, option("cli.puzzles.game", "--game", "-g")]
ThemeName = Annotated[str | None, option("cli.puzzles.theme", "--theme", "-t", metavar="THEME")]
File = Annotated[
    Path | None, option("cli.puzzles.file", "--file", "-f", exists=True, dir_okay=False)
]


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
    """Let the user solve the puzzles of one game and theme (default: all), from `file` or those of
    this package. With `today`, only the puzzle of the day (UTC). Does nothing if a subcommand was
    called."""
    if context.invoked_subcommand is not None:
        _refuse_lost(context, lang)
        return
    from gongzhu.cli.puzzle_solving import solve
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
    """Print one line of text, or of JSON, for each puzzle of the game and theme (default: all),
    from `file` or those of this package."""
    from gongzhu.cli.puzzle_solving import listed, listed_json

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
    seed: Annotated[str, option("cli.puzzles.seed", "--seed", "-s")] = "",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    lang: LangName = LANG,
) -> None:
    """Search for puzzles in `games` games of bots, or in the files `records`, and append those
    confirmed by closer analysis to the file `out`, which is also the ledger to resume from. Tells
    how many deals of `records` were left out because of other rules. Exits with status 130 after
    Ctrl-C."""
    from gongzhu.arena.ledger import Ledger, LedgerError
    from gongzhu.bots.levels import SEARCHING_LEVELS
    from gongzhu.puzzles.making import (
        MadePuzzles,
        UnreadableRecords,
        made_of_games,
        made_of_records,
    )
    from gongzhu.rules import option_values

    named = named_rules(rules, lang)
    heading: dict[str, object] = {
        "puzzles": named.preset or option_values(named.rules),
        "seed": seed,
    }
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
    other_rules: list[int] = []
    numbers = [] if records else [number for number in range(games) if number not in done]
    with (
        workers(jobs, cluster, lang, SEARCHING_LEVELS) as pool,
        long_work(len(numbers), hidden=not numbers) as work,
        closing(ledger),
    ):
        source = (
            made_of_records(records, named.rules, seed, done, pool, other_rules=other_rules)
            if records
            else made_of_games(named.rules, named.preset, seed, numbers, pool)
        )
        try:
            for found in work.each(source):
                ledger.add(found)
                count += len(found.puzzles)
        except UnreadableRecords as error:
            fail_at(error.path, error.fault, lang)
    if other_rules:
        told = say("puzzles.other_rules", lang, count=len(other_rules), rules=rules)
        typer.echo(told, err=True)
    typer.echo(say("puzzles.made", lang, count=count, file=out), err=True)
    if work.interrupted():
        raise typer.Exit(INTERRUPTED)


def _refuse_lost(context: typer.Context, lang: Lang) -> None:
    """Exit with status 2 if an option stands before the name of the subcommand, where it would have
    no effect."""
    for param in context.command.params:
        if context.params.get(param.name) != param.default:
            option, command = param.opts[0], context.invoked_subcommand
            fail(say("puzzles.before", lang, option=option, command=command))


def _chosen(
    game: Literal["gongzhu", "hearts"] | None, theme: str | None, file: Path | None, lang: Lang
) -> "Iterator[Puzzle]":
    """The puzzles of the game and theme, None meaning all, from `file` or those of this package.
    Exits with status 2 if the theme is unknown or the file cannot be read."""
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


class _Line(msgspec.Struct):
    """A line of a puzzle file as far as needed to recognise it: a puzzle has an `id`, a result of
    the search has a `number`, and a heading has neither."""

    id: str = ""
    number: int = -1


def puzzles_in_file(path: Path, lang: Lang) -> "list[Puzzle]":
    """The puzzles in a file that lists them one per line or that `gongzhu puzzles make` has
    written. Exits with status 2 if it cannot be read or has none."""
    from gongzhu.puzzles.making import MadePuzzles
    from gongzhu.puzzles.puzzle import read_puzzle

    found: list[Puzzle] = []
    data = contents(path, LARGEST_FILE, "puzzles.too_large", lang)
    for number, line in enumerate(data.splitlines(), start=1):
        try:
            told = msgspec.json.decode(line, type=_Line)
            if told.id:
                found.append(read_puzzle(line))
            elif told.number >= 0:
                made = msgspec.json.decode(line, type=MadePuzzles)
                found.extend(read_puzzle(bytes(each)) for each in made.puzzles)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            fail(say("puzzles.unreadable", lang, file=path, line=number, error=error))
    if not found:
        fail(say("puzzles.none", lang, file=path))
    return found
