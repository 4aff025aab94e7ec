"""How bots of each level do on a position, and the rating of a puzzle computed from that."""

from math import comb
from random import Random

from gongzhu.bots import make_bot
from gongzhu.dealing import child_seed
from gongzhu.puzzles.glicko import Rating, rated
from gongzhu.puzzles.puzzle import Tried
from gongzhu.rules import PASSED_CARDS, Action, Pass, Phase
from gongzhu.view import View

LEVELS: dict[str, tuple[int, Rating]] = {
    "random": (0, Rating(600, 50)),
    "novice": (1, Rating(1200, 50)),
    "steady": (1, Rating(1500, 50)),
    "strong": (8, Rating(1900, 50)),
    "master": (2, Rating(2200, 50)),
}
"""By level: how many times it tries (0: its result is calculated; more than 1 only where it acts
randomly), and its assumed rating."""
PERIODS = 8
"""Rating periods, in each of which every level tries a puzzle once."""


def tries_at(view: View, best: tuple[Action, ...], seed: str) -> dict[str, Tried]:
    """How often each level misses the best choice, given as several equivalent actions."""
    found = {"random": Tried(round(1 - len(best) / _ways(view), 4))}
    for level, (tries, _) in LEVELS.items():
        if not tries:
            continue
        bot = make_bot(level)
        rngs = (Random(child_seed(seed, level, number)) for number in range(tries))
        chosen = [_ordered(bot.choose(view, rng, 0.0)) for rng in rngs]
        missed = [each for each in chosen if each not in best]
        found[level] = Tried(len(missed) / tries, max(missed, key=missed.count) if missed else None)
    return found


def rating_of(tries: dict[str, Tried]) -> Rating:
    """The rating of a puzzle: it wins against a level whose try misses."""
    results = [(LEVELS[level][1], tried.missed) for level, tried in tries.items()]
    rating = Rating()
    for _ in range(PERIODS):
        rating = rated(rating, results)
    return rating


def _ways(view: View) -> int:
    """The number of legal actions of the seat."""
    if view.public.phase is Phase.PASSING:
        assert view.own is not None
        return comb(len(view.own.hand), PASSED_CARDS)
    return len(view.legal_actions())


def _ordered(action: Action) -> Action:
    return Pass(tuple(sorted(action.cards))) if isinstance(action, Pass) else action
