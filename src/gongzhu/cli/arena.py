"""`gongzhu arena`: measures which of two bots is stronger. They play the same deals several times
with the seats exchanged, so that the luck of the cards cancels out."""

import sys
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from msgspec import Struct

from gongzhu.cli.common import LANG, Force, LangName, fail, option, print_json
from gongzhu.cli.files import asked_deals, hands_of
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
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.duplicate import Pairing
    from gongzhu.arena.tally import MatchTally


def arena(
    *,
    bots: Bots,
    rules: RulesNames,
    deals: Annotated[
        str, option("cli.arena.deals_or_file", "--deals", "-n", metavar="N|FILE")
    ] = "1000",
    seed: Seed = "1",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    seatings: Annotated[int | None, option("cli.arena.seatings", min=1)] = None,
    seats: Annotated[int | None, option("cli.arena.seats", min=1, max=MOST_PLAYERS - 1)] = None,
    adjusted: Adjusted = False,
    decide: Annotated[bool, option("cli.arena.decide", "--decide")] = False,
    ledger: LedgerFile = None,
    plot: PlotFile = None,
    force: Force = False,
    patience: PatienceSeconds = 10.0,
    events: Events = False,
    json: Json = False,
    lang: LangName = LANG,
) -> None:
    """Play every pair of bots under every rule set, and print the mean difference in points per
    deal between the first and the second of each pair. After Ctrl-C, report the deals played so far
    and exit with status 130."""
    from gongzhu.arena.duplicate import DealResult, Pairing
    from gongzhu.arena.tally import MatchTally

    asked = asked_deals(deals, lang)
    who = entrants(bots, patience, events, lang)
    pairs = list(combinations(who, 2))
    rulings = rule_sets(rules, lang)
    most = min(ruled.players for _, ruled in rulings) - 1
    if seats is not None and seats > most:
        fail(say("arena.seats", lang, seats=seats, most=most))
    # One seating is enough here: it cancels the luck of the cards by itself.
    each = 1 if adjusted and seatings is None else seatings
    given = {
        name: () if isinstance(asked, int) else hands_of(asked, ruled, lang)
        for name, ruled in rulings
    }
    count = asked if isinstance(asked, int) else len(given[rulings[0][0]])
    matches = [
        (name, Pairing(a, b, ruled, seed, each, seats, adjusted, given[name]))
        for name, ruled in rulings
        for a, b in pairs
    ]
    check_plot(plot, force, lang)
    played = []
    with (
        workers(jobs, cluster, lang, [each.level for each in who]) as pool,
        long_work(count * len(matches)) as work,
    ):
        for name, match in matches:
            if work.interrupted():
                break
            tally = MatchTally(sequential=decide)
            with (
                kept(ledger, match.heading, DealResult, len(matches) > 1, lang) as book,
                playing(match, count, pool, book, lang) as results,
            ):
                for result in work.each(results):
                    tally.add(result)
                    if decide and tally.settled:
                        break
            if tally.deals:
                played.append(PlayedMatch(name, match, tally))
    if played:
        print_results(played, len(matches) > 1, json, lang)
        if plot:
            draw(played, plot, lang)
    if work.interrupted() and sum(one.tally.deals for one in played) < count * len(matches):
        raise typer.Exit(INTERRUPTED)


class PlayedMatch(Struct, frozen=True):
    """A match of two bots under one rule set. `match` says which bots play and how, and `tally` has
    the results of the deals played so far."""

    rules: str
    """The rules as named on the command line: a preset's name or a file's path."""
    match: "Pairing"
    tally: "MatchTally"

    @property
    def sem(self) -> float | None:
        """Standard error of the mean. None after a single deal, for which it is infinite, since
        JSON has no infinity."""
        return self.tally.sem if self.tally.deals > 1 else None


def print_results(played: Sequence[PlayedMatch], several: bool, as_json: bool, lang: Lang) -> None:
    """Print matches on standard output. If `several` is false, `played` has one match, which is
    printed in full. Otherwise all are printed as one table. With `as_json`, print one JSON object
    instead."""
    if as_json:
        objects = [_object(one) for one in played]
        print_json({"matches": objects} if several else objects[0])
    elif several:
        _tabulate(played, lang)
    else:
        for one in played:
            _say(one, lang)


def _object(one: PlayedMatch) -> dict[str, object]:
    match, tally = one.match, one.tally
    with_luck = {"mean": fmean(tally.raw), "worth": tally.worth}
    return {
        "a": match.a.name,
        "b": match.b.name,
        "rules": one.rules,
        "deals": tally.deals,
        "mean": tally.mean,
        "sem": one.sem,
        "interval": tally.interval,
        "decided": tally.decided,
        "seed": match.seed,
        "ms_per_move": {"a": tally.times(0), "b": tally.times(1)},
        "slams": {"a": tally.slam_rates(0), "b": tally.slam_rates(1)},
        **({"unadjusted": with_luck} if tally.adjusted else {}),
    }


def _say(one: PlayedMatch, lang: Lang) -> None:
    names, tally = [one.match.a.name, one.match.b.name], one.tally
    values = {"a": names[0], "b": names[1], "rules": one.rules, "deals": tally.deals}
    lines = [say("arena.match", lang, **values)]
    if one.sem is None:
        lines.append(say("arena.one_deal", lang, mean=f"{tally.mean:+.2f}"))
    else:
        known = "early" if tally.interval is None else "mean"
        lines.append(say(f"arena.{known}", lang, **_figures(one)))
        better = names[0] if tally.mean > 0 else names[1]
        lines.append(say(f"arena.{_verdict(tally)}", lang, better=better))
        if tally.adjusted:
            raw = f"{fmean(tally.raw):+.2f}"
            lines.append(say("arena.unadjusted", lang, mean=raw, worth=f"{tally.worth:.1f}"))
    for side in (0, 1):
        figures = {key: f"{each:.0f}" for key, each in tally.slam_rates(side).items()}
        lines.append(say("arena.slams", lang, name=names[side], **figures))
    for side, name in enumerate(names):
        time = tally.times(side)
        if time.p50 is not None:
            shown = {"p50": f"{time.p50:.2f}", "p99": f"{time.p99:.2f}"}
            lines.append(say("arena.times", lang, name=name, **shown))
    sys.stdout.write("\n".join(lines) + "\n")


def _verdict(tally: "MatchTally") -> Literal["decided", "alike", "likely", "open"]:
    if tally.decided:
        return "decided"
    if tally.alike:
        return "alike"
    # The interval for a number of deals fixed beforehand excludes 0 much sooner than the bound that
    # stays valid however often it is looked at.
    low, high = tally.interval or (0, 0)
    return "likely" if low > 0 or high < 0 else "open"


def _figures(one: PlayedMatch) -> dict[str, str]:
    figures = {"mean": f"{one.tally.mean:+.2f}", "sem": f"{one.tally.sem:.2f}"}
    for name, bound in zip(("low", "high"), one.tally.interval or (), strict=False):
        figures[name] = f"{bound:+.2f}"
    return figures


def _tabulate(played: Sequence[PlayedMatch], lang: Lang) -> None:
    heads = {"rules": "left", "first": "left", "second": "left", "deals": "right", "mean": "right"}
    heads |= {"interval": "left", "times": "right"}
    rows = []
    for one in played:
        figures = _figures(one)
        known = one.tally.interval is not None
        rows.append(
            (
                one.rules,
                one.match.a.name,
                one.match.b.name,
                str(one.tally.deals),
                figures["mean"] if one.sem is None else f"{figures['mean']} ± {figures['sem']}",
                say("arena.table.between", lang, **figures) if known else "",
                " / ".join(f"{one.tally.times(side).p50 or 0:.2f}" for side in (0, 1)),
            )
        )
    print_table({say(f"arena.table.{key}", lang): side for key, side in heads.items()}, rows)


def draw(played: Sequence[PlayedMatch], path: Path, lang: Lang) -> None:
    """Write the picture of the matches to `path` as SVG: for a single match its running mean and
    the distribution of its deals, for several their means as bars. Exits with status 2 if no match
    has two deals."""
    known = [one for one in played if one.sem is not None]
    if not known:
        fail(say("arena.plot.too_few", lang))
    if len(played) == 1:
        _draw_match(known[0], path, lang)
    else:
        _draw_means(known, path, lang)


def _draw_match(one: PlayedMatch, path: Path, lang: Lang) -> None:
    from gongzhu.arena.picture import as_svg, course_and_spread

    values = {"a": one.match.a.name, "b": one.match.b.name}
    title = say("arena.match", lang, **values, rules=one.rules, deals=one.tally.deals)
    captions = say("arena.plot.running", lang), say("arena.plot.spread", lang)
    known = "early" if one.tally.interval is None else "mean"
    description = say(f"arena.{known}", lang, **_figures(one))
    drawn = course_and_spread(*captions, one.tally.advantages)
    write_plot(path, as_svg(drawn, title, description), lang)


def _draw_means(known: Sequence[PlayedMatch], path: Path, lang: Lang) -> None:
    from gongzhu.arena.picture import Bar, as_svg, bars, describe_bars

    panels: dict[str, list[Bar]] = {}
    for one in known:
        label = say("arena.plot.label", lang, a=one.match.a.name, b=one.match.b.name)
        low, high = one.tally.interval or (one.tally.mean, one.tally.mean)
        panels.setdefault(one.rules, []).append(Bar(label, one.tally.mean, low, high))
    title = say("arena.plot.title", lang, deals=max(one.tally.deals for one in known))
    caption = say("arena.plot.bars", lang)
    drawn = as_svg(bars(caption, panels), title, describe_bars(caption, panels))
    write_plot(path, drawn, lang)
