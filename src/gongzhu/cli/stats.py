"""`gongzhu stats`: statistics of players, computed from files of records."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from gongzhu.cli.common import (
    LANG,
    LangName,
    argument,
    fail,
    fail_at,
    option,
    own_rules,
    print_json,
    shown_name,
)
from gongzhu.cli.files import opened, tell_again
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.records import DealRecord
    from gongzhu.rules.options import Family
    from gongzhu.stats import Average, FamilyReport, RuleSetReport

    Reports = Mapping[str, Sequence[FamilyReport]]

WIDE = 200
"""Width in columns of a table that is not printed to a terminal."""


def stats(
    files: Annotated[list[Path], argument("cli.stats.files", "FILE")],
    player: Annotated[
        str | None, option("cli.stats.player", "--player", "-p", metavar="NAME")
    ] = None,
    json: Annotated[bool, option("cli.stats.json", "--json")] = False,
    lang: LangName = LANG,
) -> None:
    """Print a table of all players, or all statistics of `player`."""
    reports = read_reports(files, player, lang)
    if json:
        print_json(reports)
    elif player is not None:
        show_player(reports[player], lang)
    else:
        show_everybody(reports, lang)


def read_reports(
    files: Sequence[Path], player: str | None, lang: Lang
) -> "dict[str, tuple[FamilyReport, ...]]":
    """The statistics of each player in the files, by name: one report for each of the two games
    that they played. If `player` is given, only of that player, whose name may also be given as
    tables show it. Exits with status 2 at the first faulty record, and if no player has that
    name."""
    from gongzhu.cards import Seat
    from gongzhu.stats import Statistics, companions_of, deal_statistics, report

    found: dict[str, Statistics] = {}
    for record in _records(files, lang):
        table = companions_of(record.players)
        for seat, name in enumerate(record.players):
            if player in (None, name, shown_name(name)):
                one, who = deal_statistics(record, Seat(seat), table), player or name
                found[who] = found.get(who, Statistics()) + one
    if player is not None and player not in found:
        fail(say("stats.nobody", lang, name=player))
    return {name: report(one) for name, one in found.items()}


def _records(files: Sequence[Path], lang: Lang) -> "Iterator[DealRecord]":
    """Every record of the files, after a check that it can be replayed. Repeated deals are skipped,
    and their number is printed at the end. Exits with status 2 at the first fault, and for a file
    without records."""
    from gongzhu.records import Once, RecordError, Verifier, scan_file

    once = Once()
    for file in files:
        verifier = Verifier()
        with opened(file, lang) as stream:
            for entry in scan_file(stream):
                record = entry.found
                if isinstance(record, RecordError):
                    fail_at(file, record, lang)
                for fault in verifier.check(record):
                    fail_at(file, fault.at(entry.line), lang)
                if once.new(record):
                    yield record
        if not verifier.deals:
            fail(say("stats.no_records", lang, file=file))
    tell_again(once, lang)


def show_everybody(reports: "Reports", lang: Lang) -> None:
    """Print a table of all players for each game in the reports, the best player first."""
    families = dict.fromkeys(family.family for found in reports.values() for family in found)
    for family in families:
        rows = [
            (shown_name(name), one.whole)
            for name, found in reports.items()
            for one in found
            if one.family == family
        ]
        # The best players come first.
        better = 1 if family == "hearts" else -1
        rows.sort(key=lambda row: (better * (row[1].average.mean or 0), row[0]))
        _print_figures("player", family, rows, lang)


def show_player(families: "Sequence[FamilyReport]", lang: Lang) -> None:
    """Print the statistics of one player, game by game: by rule set, by exposed card, and by
    opponent and partner."""
    from gongzhu.cards import show_cards

    for family in families:
        whole = family.whole
        figures = [(_title(one, lang), one) for one in family.rule_sets]
        if len(figures) > 1:
            figures.append((say("stats.together", lang), whole))
        _print_figures("rules", family.family, figures, lang)
        if whole.exposures:
            rows = [
                (
                    show_cards([one.card]),
                    str(one.brought.count),
                    _mean(one.brought.mean, plus=True),
                    _interval(one.brought),
                )
                for one in whole.exposures
            ]
            title = say("stats.exposures", lang)
            _print_table(title, ("card", "times", "brought", "interval"), rows, lang)
        rivals = []
        for met in whole.against:
            name, average = shown_name(met.companion.name), met.average
            rivals.append(
                (
                    say("stats.partner", lang, name=name) if met.companion.partner else name,
                    str(average.count),
                    _mean(average.mean),
                    _interval(average),
                    _mean(met.theirs),
                    str(met.games),
                    str(met.wins),
                )
            )
        heads = ("player", "deals", "average", "interval", "theirs", "games", "wins")
        _print_table(say("stats.against", lang), heads, rivals, lang)


def _print_figures(
    first: str, family: "Family", figures: "Sequence[tuple[str, RuleSetReport]]", lang: Lang
) -> None:
    """Print a table of statistics for the game `family`, with one row for each name and report in
    `figures`. `first` is the kind of the names, `player` or `rules`, which is the heading of the
    first column."""
    hearts = family == "hearts"
    counts = ["queen", "jack"] if hearts else ["pigs", "sheep", "doublers"]
    tries = "moons" if hearts else "slams"
    rows = [
        (
            name,
            str(one.deals),
            _mean(one.average.mean),
            _interval(one.average),
            *map(str, [one.pigs, one.sheep, one.doublers][: len(counts)]),
            say("stats.made_of_tried", lang, made=one.made, tried=one.tried),
            *map(str, (one.games, one.wins, one.last)),
        )
        for name, one in figures
    ]
    heads = (first, "deals", "average", "interval", *counts, tries, "games", "wins", "last")
    _print_table(say(f"rules.family.{family}", lang), heads, rows, lang, style="bold")


def _print_table(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], lang: Lang, style: str = ""
) -> None:
    """Print a table on standard output. `heads` are the last parts of the message keys of the
    column headings, `stats.HEAD`. The first column is aligned left, the others right."""
    from rich.console import Console
    from rich.table import Table

    table = Table(title=title, title_justify="left", title_style=style or None)
    for place, head in enumerate(heads):
        name = say(f"stats.{head}", lang)
        table.add_column(name, justify="right" if place else "left", overflow="fold")
    for row in rows:
        table.add_row(*row)
    console = Console(highlight=False, markup=False)
    if not console.is_terminal:
        console = Console(highlight=False, markup=False, width=WIDE)
    console.print(table)


def _title(one: "RuleSetReport", lang: Lang) -> str:
    if one.base is None:
        return say(f"rules.preset.{one.preset}.title", lang)
    return own_rules(one.base, one.changes, lang)


def _mean(value: float | None, *, plus: bool = False) -> str:
    from gongzhu.scorebook.explain import MINUS

    if value is None:
        return "–"
    return f"{value:{'+' if plus else ''}.1f}".replace("-", MINUS)


def _interval(average: "Average") -> str:
    if average.low is None or average.high is None:
        return "–"
    return f"{_mean(average.low)} … {_mean(average.high)}"
