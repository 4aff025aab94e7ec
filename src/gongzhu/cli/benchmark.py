"""`gongzhu benchmark`: measures how many points per deal a bot scores more than a reference bot in
the same seat against the same opponents, with a confidence interval."""

import platform
import sys
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec import Struct

from gongzhu import __version__
from gongzhu.cli.common import LANG, LangName, argument, fail, option, print_json
from gongzhu.cli.files import RulesName, named_rules
from gongzhu.cli.long_work import INTERRUPTED, ClusterAddress, Jobs, long_work, workers
from gongzhu.cli.matches import (
    Events,
    Json,
    LedgerFile,
    PatienceSeconds,
    entrant_of,
    kept,
    playing,
)
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.benchmark import Benchmark
    from gongzhu.arena.duplicate import DealResult
    from gongzhu.arena.entrant import Entrant
    from gongzhu.arena.ledger import ResultBook
    from gongzhu.arena.tally import MatchTally
    from gongzhu.computing import Pool

TOLD_AFTER = 5.0
"""Seconds of play after which the remaining time is estimated and printed."""

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
    """Play the first `deals` deals of the benchmark, and print the score. After Ctrl-C, score the
    deals played so far and exit with status 130."""
    from gongzhu.arena.benchmark import VERSION, Benchmark
    from gongzhu.arena.duplicate import DealResult

    who = untimed(agent, patience, events, lang)
    named = named_rules(rules, lang)
    contest = Benchmark(who, named.rules)
    with (
        workers(jobs, cluster, lang, [who.level]) as pool,
        kept(ledger, contest.heading, DealResult, False, lang) as book,
    ):
        tally = played(contest, deals, pool, book, lang)
    if tally.deals > 1:
        score = Score(
            **outcome(contest, named.preset or rules, tally, name),
            benchmark=VERSION,
            rollouts=_rollouts(who.level),
            reference=contest.reference.name,
        )
        print_score(score, json, lang)
    if tally.deals < deals:
        raise typer.Exit(INTERRUPTED)


def untimed(agent: str, patience: float, events: bool, lang: Lang) -> "Entrant":
    """The entrant named `agent`: a built-in bot or the command of an outside bot. An outside bot
    has `patience` seconds for an answer, and with `events` it is notified of the beginning and end
    of each deal. Exits with status 2 for an unknown name, and for a built-in level with a thinking
    time, whose play depends on the machine."""
    who = entrant_of(agent, lang, patience=patience, events=events)
    if who.level is not None and who.budget:
        fail(say("benchmark.timed", lang, agent=agent, level=who.level))
    return who


def played(
    contest: "Benchmark",
    deals: int,
    pool: "Pool",
    book: "ResultBook[DealResult] | None",
    lang: Lang,
) -> "MatchTally":
    """The tally of the first `deals` deals. Results that are already in the ledger `book` are taken
    from it. The other deals are played. After Ctrl-C, the tally has fewer deals. If the rest will
    take long, its estimated time is printed once on standard error."""
    from gongzhu.arena.benchmark import plays_of
    from gongzhu.arena.tally import MatchTally

    tally, known, told = MatchTally(), len(book.results) if book else 0, False
    began = time.monotonic()
    with long_work(deals) as work, playing(contest, deals, pool, book, lang) as results:
        for result in work.each(results):
            tally.add(result)
            spent, left = time.monotonic() - began, deals - tally.deals
            if told or tally.deals <= known or spent < TOLD_AFTER:
                continue
            told = True
            seconds = left * spent / (tally.deals - known)
            if seconds >= TOLD_AFTER:
                values = {"deals": left, "plays": plays_of(contest.rules), "time": _clock(seconds)}
                sys.stderr.write(say("benchmark.estimate", lang, **values) + "\n")
    return tally


def _clock(seconds: float) -> str:
    """A duration in seconds as the text H:MM:SS."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


class Outcome(Struct, frozen=True, kw_only=True):
    """The measured strength of a bot in a benchmark, with everything needed to repeat the run.
    Printed as JSON by `--json`."""

    name: str
    """The agent's name on the leaderboard."""
    agent: str
    """The agent as it was given on the command line."""
    rules: str
    """Name of the preset, or the path of the rule file as given."""
    options: dict[str, Any]
    """The value of every option of the rules, by key."""
    mean: float
    """Mean difference from the reference bot in points per deal. In both games, more than 0 is
    better."""
    sem: float
    """The standard error of the mean."""
    interval: tuple[float, float]
    """95% confidence interval of the mean."""
    deals: int
    """Number of deals played."""
    seed: str
    """The seed of the deals."""
    sha256: str
    """SHA-256 of all deals in hexadecimal, as computed by `gongzhu.arena.benchmark.deals_hash`."""
    gongzhu: str
    """Version of this program."""
    python: str
    """Version of Python."""

    def figures(self) -> dict[str, str]:
        """The values of `mean`, `low`, `high` and `sem` as texts with two decimals, for filling
        into messages. `low` and `high` are the ends of `interval`."""
        low, high = self.interval
        points = {"mean": self.mean, "low": low, "high": high}
        shown = {key: f"{figure:+.2f}" for key, figure in points.items()}
        return {**shown, "sem": f"{self.sem:.2f}"}


class Score(Outcome, frozen=True, kw_only=True):
    """The result of `gongzhu benchmark`: `mean` is by how many points per deal the agent did better
    than the reference."""

    benchmark: int
    """The version of the benchmark."""
    rollouts: dict[str, int] | None
    """Rollouts (deals played on to their end) that the agent's search makes for a choice, under the
    keys `card` and `before_play`. None if it does not search."""
    reference: str
    """Name of the bot with which the agent is compared."""


def outcome(
    contest: "Benchmark",
    rules: str,
    tally: "MatchTally",
    name: str | None,
    agent: str | None = None,
) -> dict[str, Any]:
    """The values of the fields of `Outcome`, by field name, from a tally of at least two deals.
    `rules` is the name of the rules as printed, `agent` the agent as given on the command line
    (default: the name in `contest`), and `name` its name on the leaderboard (default: `agent`)."""
    from gongzhu.arena.benchmark import deals_hash
    from gongzhu.rules import option_values

    agent = agent or contest.agent.name
    return {
        "name": name or agent,
        "agent": agent,
        "rules": rules,
        "options": option_values(contest.rules),
        "mean": round(tally.mean, 4),
        "sem": round(tally.sem, 4),
        "interval": tuple(round(end, 4) for end in tally.interval or (tally.mean, tally.mean)),
        "deals": tally.deals,
        "seed": contest.seed,
        "sha256": deals_hash(contest.rules, tally.deals, contest.seed),
        "gongzhu": __version__,
        "python": platform.python_version(),
    }


def _rollouts(level: str | None) -> dict[str, int] | None:
    from gongzhu.bots.levels import SEARCHING_LEVELS

    if level not in SEARCHING_LEVELS:
        return None
    from gongzhu.bots.search.config import MASTER, STRONG

    config = {"strong": STRONG, "master": MASTER}[level]
    return {"card": config.rollouts, "before_play": config.rollouts_before_play}


def print_score(score: Score, as_json: bool, lang: Lang) -> None:
    """Print a score on standard output, as text or as one JSON object."""
    values = {"agent": score.name, "reference": score.reference, "rules": score.rules}
    lines = [
        say("benchmark.title", lang, version=score.benchmark, deals=score.deals, **values),
        say("benchmark.score", lang, **score.figures()),
        say("benchmark.deals", lang, seed=score.seed, sha256=score.sha256),
    ]
    print_outcome(score, lines, as_json)


def print_outcome(found: Outcome, lines: Sequence[str], as_json: bool) -> None:
    """Print `found` on standard output as one JSON object if `as_json`, or else the given lines of
    text."""
    if as_json:
        print_json(found)
    else:
        sys.stdout.write("\n".join(lines) + "\n")
