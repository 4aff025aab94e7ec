"""The score of a benchmark, for people and as one JSON object."""

import platform
import sys
from typing import Any

import msgspec
from msgspec import Struct

from gongzhu import __version__
from gongzhu.arena.benchmark import VERSION, Benchmark, deals_hash
from gongzhu.arena.tally import MatchTally
from gongzhu.rules import option_values
from gongzhu.texts import Lang, say


class Score(Struct, frozen=True, kw_only=True):
    """The score of an agent, as it stands in the files of the leaderboard."""

    benchmark: int
    """The version of the benchmark."""
    name: str
    """The agent's name on the leaderboard."""
    agent: str
    """As it was given to the command."""
    rollouts: dict[str, int] | None
    """Rollouts for a card and for a choice before play, where the agent searches."""
    reference: str
    rules: str
    options: dict[str, Any]
    """Every option of the rules."""
    mean: float
    """Points a deal that the agent did better than the reference; above 0 in either game."""
    sem: float
    """The standard error of the mean."""
    interval: tuple[float, float]
    """95 %."""
    deals: int
    seed: str
    sha256: str
    """Of the deals, see `deals_hash`."""
    gongzhu: str
    python: str

    @classmethod
    def of(
        cls, contest: Benchmark, rules: str, tally: MatchTally, name: str | None = None
    ) -> "Score":
        """The score after two deals or more."""
        half = tally.interval or (tally.mean, tally.mean)
        return cls(
            benchmark=VERSION,
            name=name or contest.agent.name,
            agent=contest.agent.name,
            rollouts=_rollouts(contest.agent.level),
            reference=contest.reference.name,
            rules=rules,
            options=option_values(contest.rules),
            mean=round(tally.mean, 4),
            sem=round(tally.sem, 4),
            interval=(round(half[0], 4), round(half[1], 4)),
            deals=tally.deals,
            seed=contest.seed,
            sha256=deals_hash(contest.rules, tally.deals, contest.seed),
            gongzhu=__version__,
            python=platform.python_version(),
        )


def _rollouts(level: str | None) -> dict[str, int] | None:
    from gongzhu.bots.levels import SEARCHING_LEVELS

    if level not in SEARCHING_LEVELS:
        return None
    from gongzhu.bots.search.config import MASTER, STRONG

    config = {"strong": STRONG, "master": MASTER}[level]
    return {"card": config.rollouts, "before_play": config.rollouts_before_play}


def print_score(score: Score, as_json: bool, lang: Lang) -> None:
    """Print it on standard output."""
    if as_json:
        sys.stdout.write(msgspec.json.encode(score).decode() + "\n")
        return
    low, high = score.interval
    figures = {"mean": score.mean, "low": low, "high": high}
    shown = {name: f"{figure:+.2f}" for name, figure in figures.items()}
    values = {"agent": score.name, "reference": score.reference, "rules": score.rules}
    lines = [
        say("benchmark.title", lang, version=score.benchmark, deals=score.deals, **values),
        say("benchmark.score", lang, sem=f"{score.sem:.2f}", **shown),
        say("benchmark.deals", lang, seed=score.seed, sha256=score.sha256),
    ]
    sys.stdout.write("\n".join(lines) + "\n")
