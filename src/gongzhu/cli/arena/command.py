"""`gongzhu arena`: measures which of two bots is stronger, by replaying deals with the seats
exchanged."""

from contextlib import closing
from itertools import combinations
from typing import Annotated

import typer

from gongzhu.cli.arena.options import (
    FAULT,
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
    rule_sets,
)
from gongzhu.cli.common import LANG, Force, LangName, fail, option
from gongzhu.cli.given import asked_deals, hands_of
from gongzhu.cli.long_work import INTERRUPTED, interruptible, progress
from gongzhu.cli.workers import ClusterAddress, Jobs, workers
from gongzhu.texts import say

Deals = Annotated[str, option("cli.arena.deals_or_file", "--deals", "-n", metavar="N|FILE")]


def arena(
    *,
    bots: Bots,
    rules: RulesNames,
    deals: Deals = "1000",
    seed: Seed = "1",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    seatings: Annotated[int | None, option("cli.arena.seatings", min=1)] = None,
    seats: Annotated[int | None, option("cli.arena.seats", min=1, max=4)] = None,
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
    """Play every pair of bots under every rule set, and print by how much the first of each pair
    did better. If interrupted, report the deals played so far."""
    from gongzhu.arena.duplicate import DealResult, Pairing
    from gongzhu.arena.match import play_rest
    from gongzhu.arena.outside import OutsideFault
    from gongzhu.arena.tally import MatchTally
    from gongzhu.cli.arena.show import PlayedMatch, draw, print_results

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
        interruptible() as interrupted,
        progress(count * len(matches)) as advance,
    ):
        for name, match in matches:
            if interrupted():
                break
            tally = MatchTally(sequential=decide)
            with (
                kept(ledger, match.heading, DealResult, len(matches) > 1, lang) as book,
                closing(play_rest(match, count, book, pool)) as results,
            ):
                try:
                    for result in results:
                        tally.add(result)
                        advance()
                        if interrupted() or (decide and tally.settled):
                            break
                except OutsideFault as fault:
                    fail(fault.text(lang), FAULT)
            if tally.deals:
                played.append(PlayedMatch(name, match, tally))
        stopped = interrupted()
    if played:
        print_results(played, len(matches) > 1, json, lang)
        if plot:
            draw(played, plot, lang)
    if stopped and sum(one.tally.deals for one in played) < count * len(matches):
        raise typer.Exit(INTERRUPTED)
