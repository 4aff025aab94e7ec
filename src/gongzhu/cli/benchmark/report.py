"""Results of `gongzhu benchmark` and `gongzhu exploit`, as text and as one JSON object."""

import platform
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from gongzhu import __version__
from gongzhu.arena.benchmark import VERSION, Benchmark, deals_hash
from gongzhu.arena.tally import MatchTally
from gongzhu.rules import option_values
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from gongzhu.arena.exploit import KnownPolicy


class Outcome(Struct, frozen=True, kw_only=True):
    """The result of a run of an agent, with everything needed to repeat it."""

    name: str
    """The agent's name on the leaderboard."""
    agent: str
    """The agent as it was given on the command line."""
    rules: str
    options: dict[str, Any]
    """Every option of the rules."""
    mean: float
    """Mean points per deal; in both games, more than 0 is better."""
    sem: float
    """The standard error of the mean."""
    interval: tuple[float, float]
    """95% confidence interval of the mean."""
    deals: int
    seed: str
    sha256: str
    """SHA-256 of the deals, as computed by `deals_hash`."""
    gongzhu: str
    python: str

    def figures(self) -> dict[str, str]:
        """The points formatted for people."""
        low, high = self.interval
        points = {"mean": self.mean, "low": low, "high": high}
        shown = {key: f"{figure:+.2f}" for key, figure in points.items()}
        return {**shown, "sem": f"{self.sem:.2f}"}


class Score(Outcome, frozen=True, kw_only=True):
    """The score of an agent: how much better than the reference player it did."""

    benchmark: int
    """The version of the benchmark."""
    rollouts: dict[str, int] | None
    """Rollouts for a card and for a choice before play; None if the agent does not search."""
    reference: str

    @classmethod
    def of(
        cls, contest: Benchmark, rules: str, tally: MatchTally, name: str | None = None
    ) -> "Score":
        """Build the score from at least two deals."""
        return cls(
            **outcome(contest, rules, tally),
            name=name or contest.agent.name,
            agent=contest.agent.name,
            benchmark=VERSION,
            rollouts=_rollouts(contest.agent.level),
            reference=contest.reference.name,
        )


class Exploited(Outcome, frozen=True, kw_only=True):
    """The gain of a search that knows an agent's policy, compared with the agent in the same
    seat."""

    lessons: int
    """Deals from which the agent's policy was learned; 0 if the policy is known exactly."""
    fit: float | None
    """Mean log probability of the agent's cards in lessons held out of learning; None if the policy
    is known exactly."""
    rollouts: dict[str, int]
    """Rollouts of the search, for a card and for a choice before play."""

    @classmethod
    def of(
        cls, contest: Benchmark, rules: str, tally: MatchTally, knowledge: "KnownPolicy", name: str
    ) -> "Exploited":
        """Build the result from at least two deals."""
        from gongzhu.bots.search.config import TOLD

        return cls(
            **outcome(contest, rules, tally),
            name=name,
            agent=contest.reference.name,
            lessons=knowledge.lessons,
            fit=None if knowledge.fit is None else round(knowledge.fit, 4),
            rollouts={"card": TOLD.rollouts, "before_play": TOLD.rollouts_before_play},
        )


def outcome(contest: Benchmark, rules: str, tally: MatchTally) -> dict[str, Any]:
    """The fields of `Outcome`, except those about the agent, from at least two deals."""
    return {
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


def print_exploited(found: Exploited, as_json: bool, lang: Lang) -> None:
    """Print the result of an exploitation on standard output, as text or as one JSON object."""
    values = {"agent": found.name, "rules": found.rules, "deals": found.deals}
    learned = {"lessons": found.lessons} if found.lessons else {}
    lines = [
        say("exploit.title", lang, **values),
        say("exploit.gain", lang, **found.figures()),
        say(f"exploit.{'learned' if learned else 'known'}", lang, **learned),
    ]
    print_outcome(found, lines, as_json)


def print_outcome(found: Outcome, lines: Sequence[str], as_json: bool) -> None:
    """Print a result on standard output, as one JSON object or as the given lines."""
    told = msgspec.json.encode(found).decode() if as_json else "\n".join(lines)
    sys.stdout.write(told + "\n")
