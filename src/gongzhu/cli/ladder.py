"""`gongzhu ladder`: rates several bots by deals at tables with changing mixtures of them."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import LANG, Force, LangName, fail, option, print_json
from gongzhu.cli.long_work import INTERRUPTED, ClusterAddress, Jobs, long_work, workers
from gongzhu.cli.matches import (
    Adjusted,
    Bots,
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
    playing,
    print_table,
    rule_sets,
    write_plot,
)
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.ladder import BotRating


def ladder(
    *,
    bots: Bots,
    rules: RulesNames,
    deals: Annotated[int, option("cli.arena.deals", "--deals", "-n", min=1)] = 200,
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
    """Let the bots play `deals` deals at mixed tables under each rule set, and print their ratings.
    After Ctrl-C, rate the deals played so far and exit with status 130."""
    from gongzhu.arena.ladder import Ladder, TableResult, rate

    who = entrants(bots, patience, events, lang)
    if len(set(bots)) < len(bots):
        fail(say("arena.ladder.twice", lang))
    ladders = [(name, Ladder(who, ruled, seed, adjusted)) for name, ruled in rule_sets(rules, lang)]
    check_plot(plot, force, lang)
    ratings: list[tuple[str, int, list[BotRating]]] = []
    with (
        workers(jobs, cluster, lang, [each.level for each in who]) as pool,
        long_work(deals * len(ladders)) as work,
    ):
        for name, one in ladders:
            if work.interrupted():
                break
            with (
                kept(ledger, one.heading, TableResult, len(ladders) > 1, lang) as book,
                playing(one, deals, pool, book, lang) as found,
            ):
                results = list(work.each(found))
            results.sort(key=lambda result: result.number)
            if adjusted:
                from gongzhu.arena.adjusting import without_luck

                results = list(without_luck(results))
            ratings.append((name, len(results), rate(bots, results, one.rules)))
    if json:
        objects = [
            {"rules": name, "deals": count, "seed": seed, "ratings": standings}
            for name, count, standings in ratings
        ]
        print_json({"ladders": objects})
    else:
        for name, count, standings in ratings:
            _show(name, count, standings, lang)
    if plot and ratings:
        _draw(ratings, plot, lang)
    if work.interrupted() and sum(count for _, count, _ in ratings) < deals * len(ladders):
        raise typer.Exit(INTERRUPTED)


def _show(rules: str, deals: int, standings: "list[BotRating]", lang: Lang) -> None:
    rows = []
    for one in standings:
        error = "" if one.sem is None else f" ± {one.sem:.2f}"
        rating = f"{one.rating:.2f} ± {one.deviation:.2f}"
        rows.append((one.bot, rating, str(one.tables), f"{one.points:+.2f}{error}"))
    sys.stdout.write(say("arena.ladder.title", lang, rules=rules, deals=deals) + "\n")
    heads = {"bot": "left", "rating": "right", "tables": "right", "points": "right"}
    print_table({say(f"arena.ladder.{key}", lang): side for key, side in heads.items()}, rows)


def _draw(ratings: "Sequence[tuple[str, int, list[BotRating]]]", path: Path, lang: Lang) -> None:
    from gongzhu.arena.picture import Bar, as_svg, bars, describe_bars
    from gongzhu.stats.spread import Z95

    panels = {}
    for rules, deals, standings in ratings:
        panels[say("arena.ladder.title", lang, rules=rules, deals=deals)] = [
            Bar(one.bot, one.rating, one.rating - margin, one.rating + margin)
            for one in standings
            for margin in [Z95 * one.deviation]
        ]
    title, caption = say("arena.plot.ratings", lang), say("arena.plot.rating", lang)
    drawn = as_svg(bars(caption, panels, from_zero=False), title, describe_bars(caption, panels))
    write_plot(path, drawn, lang)
