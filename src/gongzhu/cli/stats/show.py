"""The text output of `gongzhu stats`: a table of all players, or the tables of one player."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.table import Table

from gongzhu.cards import show_cards
from gongzhu.cli.common import shown_name
from gongzhu.rules import PRESETS, options_of
from gongzhu.rules.options import Family
from gongzhu.scorebook.explain import MINUS
from gongzhu.stats import Average, CompanionReport, FamilyReport, RuleSetReport
from gongzhu.texts import Lang, say

WIDE = 200
"""Width in cells of a table that is not printed to a terminal."""

Reports = Mapping[str, Sequence[FamilyReport]]


def show_everybody(reports: Reports, lang: Lang) -> None:
    """Print a table of all players for each of the two games."""
    console = _console()
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
        title = say(f"rules.family.{family}", lang)
        console.print(_table(title, "player", family, rows, lang))


def show_player(families: Sequence[FamilyReport], lang: Lang) -> None:
    """Print a player's figures by rule set, the results of exposing, and those by opponent."""
    console = _console()
    for family in families:
        title = say(f"rules.family.{family.family}", lang)
        rows = [(_title(one, lang), one) for one in family.rule_sets]
        if len(rows) > 1:
            rows.append((say("stats.together", lang), family.whole))
        console.print(_table(title, "rules", family.family, rows, lang))
        if family.whole.exposures:
            console.print(_exposures(family.whole, lang))
        console.print(_against(family.whole.against, lang))


def _console() -> Console:
    console = Console(highlight=False, markup=False)
    return console if console.is_terminal else Console(highlight=False, markup=False, width=WIDE)


def _table(
    title: str, first: str, family: Family, rows: Sequence[tuple[str, RuleSetReport]], lang: Lang
) -> Table:
    def head(key: str) -> str:
        return say(f"stats.{key}", lang)

    hearts = family == "hearts"
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column(head(first), overflow="fold")
    counts = ["queen", "jack"] if hearts else ["pigs", "sheep", "doublers"]
    tries = "moons" if hearts else "slams"
    for key in ("deals", "average", "interval", *counts, tries, "games", "wins", "last"):
        table.add_column(head(key), justify="right")
    for name, one in rows:
        taken = [one.pigs, one.sheep] if hearts else [one.pigs, one.sheep, one.doublers]
        table.add_row(
            name,
            str(one.deals),
            _mean(one.average.mean),
            _interval(one.average),
            *map(str, taken),
            say("stats.made_of_tried", lang, made=one.made, tried=one.tried),
            str(one.games),
            str(one.wins),
            str(one.last),
        )
    return table


def _exposures(one: RuleSetReport, lang: Lang) -> Table:
    table = Table(title=say("stats.exposures", lang), title_justify="left")
    table.add_column(say("stats.card", lang))
    for key in ("times", "brought", "interval"):
        table.add_column(say(f"stats.{key}", lang), justify="right")
    for exposure in one.exposures:
        brought = exposure.brought
        table.add_row(
            show_cards([exposure.card]),
            str(brought.count),
            _mean(brought.mean, plus=True),
            _interval(brought),
        )
    return table


def _against(met: Sequence[CompanionReport], lang: Lang) -> Table:
    table = Table(title=say("stats.against", lang), title_justify="left")
    table.add_column(say("stats.player", lang), overflow="fold")
    for key in ("deals", "average", "interval", "theirs", "games", "wins"):
        table.add_column(say(f"stats.{key}", lang), justify="right")
    for one in met:
        name = shown_name(one.companion.name)
        table.add_row(
            say("stats.partner", lang, name=name) if one.companion.partner else name,
            str(one.average.count),
            _mean(one.average.mean),
            _interval(one.average),
            _mean(one.theirs),
            str(one.games),
            str(one.wins),
        )
    return table


def _title(one: RuleSetReport, lang: Lang) -> str:
    known = say(f"rules.preset.{one.preset or one.base}.title", lang)
    if one.preset is not None:
        return known
    options = options_of(PRESETS[one.base or ""].rules.family)
    told = [options[key].explain(value, lang) for key, value in one.changes.items()]
    return say("stats.own_rules", lang, base=known, changes=" / ".join(told))


def _mean(value: float | None, *, plus: bool = False) -> str:
    if value is None:
        return "–"
    return f"{value:{'+' if plus else ''}.1f}".replace("-", MINUS)


def _interval(average: Average) -> str:
    if average.low is None or average.high is None:
        return "–"
    return f"{_mean(average.low)} … {_mean(average.high)}"
