"""`gongzhu benchmark`: the adjusted score of an agent against fixed opponents, with its confidence
interval."""

from contextlib import closing
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.arena.options import (
    FAULT,
    Events,
    Json,
    LedgerFile,
    PatienceSeconds,
    kept,
)
from gongzhu.cli.benchmark.estimate import Estimate
from gongzhu.cli.common import LANG, LangName, RulesName, argument, fail, named_rules, option
from gongzhu.cli.long_work import INTERRUPTED, interruptible, progress
from gongzhu.cli.workers import ClusterAddress, Jobs, workers
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.entrant import Entrant


Agent = Annotated[str, argument("cli.benchmark.agent", "AGENT")]
Deals = Annotated[int, option("cli.benchmark.deals", "--deals", "-n", min=2)]
Name = Annotated[str | None, option("cli.benchmark.name", "--name", metavar="NAME")]


def benchmark(
    *,
    agent: Agent,
    rules: RulesName = "gongzhu-pagat",
    deals: Deals = 1000,
    name: Name = None,
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    ledger: LedgerFile = None,
    patience: PatienceSeconds = 10.0,
    events: Events = False,
    json: Json = False,
    lang: LangName = LANG,
) -> None:
    """Play the deals, and print the score. If interrupted, score the deals played so far."""
    from gongzhu.arena.benchmark import Benchmark, plays_of
    from gongzhu.arena.duplicate import DealResult
    from gongzhu.arena.match import play_rest
    from gongzhu.arena.outside import OutsideFault
    from gongzhu.arena.tally import MatchTally
    from gongzhu.cli.benchmark.report import Score, print_score

    who = untimed(agent, patience, events, lang)
    named = named_rules(rules, lang)
    contest = Benchmark(who, named.rules)
    tally = MatchTally()
    told = Estimate(deals, plays_of(named.rules), lang)
    with (
        workers(jobs, cluster, lang, [who.level]) as pool,
        interruptible() as interrupted,
        kept(ledger, contest.heading, DealResult, False, lang) as book,
        progress(deals) as advance,
        closing(play_rest(contest, deals, book, pool)) as results,
    ):
        try:
            for result in results:
                tally.add(result)
                advance()
                told.add(known=book is not None and tally.deals <= len(book.results))
                if interrupted():
                    break
        except OutsideFault as fault:
            fail(fault.text(lang), FAULT)
    if tally.deals > 1:
        print_score(Score.of(contest, named.preset or rules, tally, name), json, lang)
    if tally.deals < deals:
        raise typer.Exit(INTERRUPTED)


def untimed(agent: str, patience: float, events: bool, lang: Lang) -> "Entrant":
    """The agent of this name. Exits with an error message if there is none, or if it is a built-in
    level with a thinking time."""
    from gongzhu.arena.entrant import UnknownEntrant, entrant
    from gongzhu.bots import UnknownLevel

    try:
        who = entrant(agent, patience=patience, events=events)
    except (UnknownEntrant, UnknownLevel) as error:
        fail(error.text(lang))
    if who.level is not None and who.budget:
        fail(say("benchmark.timed", lang, agent=agent, level=who.level))
    return who
