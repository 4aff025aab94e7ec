"""`gongzhu ladder`: ratings of several bots from deals at tables of mixed bots."""

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from gongzhu.cli.arena.options import (
    FAULT,
    Adjusted,
    Bots,
    Deals,
    Events,
    Json,
    LedgerFile,
    PatienceSeconds,
    PlotFile,
    RulesNames,
    Seed,
    check_plot,
    entrants,
    kept,
    rule_sets,
    write_plot,
)
from gongzhu.cli.common import LANG, Force, LangName, fail
from gongzhu.cli.long_work import INTERRUPTED, interruptible, progress
from gongzhu.cli.workers import ClusterAddress, Jobs, workers
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.ladder import BotRating


def ladder(
    *,
    bots: Bots,
    rules: RulesNames,
    deals: Deals = 200,
    seed: Seed = "1",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    adjusted: Adjusted = False,
    ledger: LedgerFile = None,
    plot: PlotFile = None,
    force: Force = False,
    patience: PatienceSeconds = 10.0,
    events: Events = False,
    json: Json = False,
    lang: LangName = LANG,
) -> None:
    """Let the bots play each other at mixed tables, and rate them under each rule set. If
    interrupted, rate the deals played so far."""
    import msgspec

    from gongzhu.arena.ladder import Ladder, TableResult, rate
    from gongzhu.arena.match import play_rest
    from gongzhu.arena.outside import OutsideFault

    who = entrants(bots, patience, events, lang)
    if len(set(bots)) < len(bots):
        fail(say("arena.ladder.twice", lang))
    ladders = [(name, Ladder(who, ruled, seed, adjusted)) for name, ruled in rule_sets(rules, lang)]
    check_plot(plot, force, lang)
    ratings: list[tuple[str, int, list[BotRating]]] = []
    with (
        workers(jobs, cluster, lang, [each.level for each in who]) as pool,
        interruptible() as interrupted,
        progress(deals * len(ladders)) as advance,
    ):
        for name, one in ladders:
            if interrupted():
                break
            results: list[TableResult] = []
            with (
                kept(ledger, one.heading, TableResult, len(ladders) > 1, lang) as book,
                closing(play_rest(one, deals, book, pool)) as found,
            ):
                try:
                    for result in found:
                        results.append(result)
                        advance()
                        if interrupted():
                            break
                except OutsideFault as fault:
                    fail(fault.text(lang), FAULT)
            results.sort(key=lambda result: result.number)
            if adjusted:
                from gongzhu.arena.adjusting import without_luck

                results = list(without_luck(results))
            ratings.append((name, len(results), rate(bots, results, one.rules.partners != "none")))
        stopped = interrupted()
    if json:
        objects = [
            {"rules": name, "deals": count, "seed": seed, "ratings": standings}
            for name, count, standings in ratings
        ]
        sys.stdout.write(msgspec.json.encode({"ladders": objects}).decode() + "\n")
    else:
        for name, count, standings in ratings:
            _show(name, count, standings, lang)
    if plot and ratings:
        _draw(ratings, plot, lang)
    if stopped and sum(count for _, count, _ in ratings) < deals * len(ladders):
        raise typer.Exit(INTERRUPTED)


def _show(rules: str, deals: int, standings: "list[BotRating]", lang: Lang) -> None:
    from rich.console import Console
    from rich.table import Table

    from gongzhu.cli.arena.show import WIDE

    table = Table(box=None, pad_edge=False, header_style="", title_justify="left", title_style="")
    for head in ("bot", "rating", "tables", "points"):
        right = head != "bot"
        title = say(f"arena.ladder.{head}", lang)
        table.add_column(title, justify="right" if right else "left", overflow="fold")
    for one in standings:
        error = "" if one.sem is None else f" ± {one.sem:.2f}"
        table.add_row(
            one.bot,
            f"{one.rating:.2f} ± {one.deviation:.2f}",
            str(one.tables),
            f"{one.points:+.2f}{error}",
        )
    sys.stdout.write(say("arena.ladder.title", lang, rules=rules, deals=deals) + "\n")
    width = None if sys.stdout.isatty() else WIDE
    Console(file=sys.stdout, width=width, highlight=False, markup=False).print(table)


def _draw(ratings: "Sequence[tuple[str, int, list[BotRating]]]", path: Path, lang: Lang) -> None:
    from gongzhu.arena.picture import Bar, as_svg, bars, describe_bars
    from gongzhu.stats.spread import Z95

    panels = {}
    for rules, deals, standings in ratings:
        panels[say("arena.ladder.title", lang, rules=rules, deals=deals)] = [
            Bar(
                one.bot,
                one.rating,
                one.rating - Z95 * one.deviation,
                one.rating + Z95 * one.deviation,
            )
            for one in standings
        ]
    title, caption = say("arena.plot.ratings", lang), say("arena.plot.rating", lang)
    drawn = as_svg(bars(caption, panels, from_zero=False), title, describe_bars(caption, panels))
    write_plot(path, drawn, lang)
