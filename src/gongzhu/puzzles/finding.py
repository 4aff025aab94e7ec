"""Finds puzzles in a recorded deal: positions are screened cheaply, and the remaining ones are
checked one by one.

A position is a puzzle if one choice beats every other by at least a limit, with 99% confidence, for
two seeds, for two exponents of the likelihood, and with both the learned policy and `steady`
playing on; and if `novice` or `steady` misses that choice.
"""

import hashlib
from collections.abc import Iterable
from random import Random

import msgspec
import numpy as np
from msgspec import Struct

from gongzhu.arena.request import request_of
from gongzhu.bots.novice import NoviceBot
from gongzhu.bots.policy import policy_of
from gongzhu.bots.reasons import Explanation, explanation_of, sentence
from gongzhu.bots.reasons.explanation import is_ours
from gongzhu.bots.search.action_stats import summarise
from gongzhu.bots.search.analysis import Estimate
from gongzhu.bots.search.candidates import Candidates, candidates_of
from gongzhu.bots.search.utility import GAME
from gongzhu.bots.steady import SteadyBot
from gongzhu.bots.steady.explaining import explain
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import seats
from gongzhu.dealing import child_seed
from gongzhu.packed.layout import Floats
from gongzhu.puzzles.judging import Belief, Judgement, judge, judge_by_steady
from gongzhu.puzzles.puzzle import Puzzle, PuzzleChoice, PuzzleSpread, Theme
from gongzhu.puzzles.rating import attempts_at, ordered, rating_of
from gongzhu.records import DealRecord, transitions
from gongzhu.review.lines import lines_of
from gongzhu.review.sheet import Continuation, matter_of
from gongzhu.rules import Action, Claim, Expose, Pass, Phase, RuleSet
from gongzhu.texts import LANGUAGES
from gongzhu.view import View, view_of

LAST_TRICKS = 4
"""A puzzle with at most this number of cards in hand has the theme `ending`."""
EXITS = frozenset({"exit", "keep_exits"})
"""Names of the advice that gives a puzzle the theme `exit`."""


def theme_of(view: View, explanation: Explanation, best: Action) -> Theme:
    """The theme of a puzzle, such as a key card or a slam. `explanation` compares its best choice
    `best` with the next one."""
    if isinstance(best, Pass):
        return "passing"
    if isinstance(best, Expose):
        return "exposing"
    matter = matter_of(view, explanation)
    if matter == "slam":
        found = explanation.difference
        return "slam" if found is None or is_ours(view, found.seat) else "stop"
    if matter in ("pig", "sheep", "doubler", "partner"):
        return matter
    if any(advice.name in EXITS for advice in explain(view, best)):
        return "exit"
    if view.own is not None and len(view.own.hand) <= LAST_TRICKS:
        return "ending"
    return "hearts" if matter == "hearts" else "points"


LIMIT, LIMIT_HEARTS = 25.0, 2.5
"""The least lead of the best choice over the next that makes a puzzle, in points of Gong Zhu and of
Hearts."""
TEMPERING = (0.75, 0.25)
"""The two exponents to which the likelihoods of sampled deals are raised in turn: the larger, the
more is concluded from the others' actions about their cards."""
FIRST_LOOK, SECOND_LOOK = 24, 192
"""Number of deals on which choices are compared in the first and in the second screening."""
FIRST_HOPE, SECOND_HOPE = 0.6, 1.2
"""The least lead of the best choice in the first and in the second screening, as a multiple of the
least lead of a puzzle."""
BATCHES, BATCH = 16, 128
"""Number of batches of deals on which each choice is rolled out by the learned policy, and number
of deals in each batch."""
STEPS, STEPS_HEARTS = (50, 100, 200, 400), (2, 4, 8)
"""Possible widths of the bins of a `PuzzleSpread`, in points of Gong Zhu and of Hearts, in the
order in which they are tried; the first with which at most `BINS` bins are needed is used."""
BINS = 16
"""Greatest number of bins of a `PuzzleSpread`. The most extreme 2% of the deals are counted in the
outermost bins."""


class PuzzlePosition(Struct, frozen=True):
    """A position that is a puzzle with the learned policy playing on after each choice; it remains
    to be checked with `steady` playing on."""

    view: View
    candidates: Candidates
    """The choices of the seat."""
    judgement: Judgement
    """The results of rollouts."""
    lead: Estimate
    """The lead of the best choice over the next, in points."""
    theme: Theme
    seed: str
    """The seed from which deals are sampled."""


def puzzles_in(record: DealRecord, seed: str) -> tuple[Puzzle, ...]:
    """The puzzles of a recorded deal, at most one of each theme. The same record and seed give the
    same puzzles.

    Raises RecordError for a record of an impossible deal.
    """
    positions = []
    for ply, step in enumerate(transitions(record)):
        if not isinstance(step.action, Claim):
            here = child_seed(seed, "puzzle", record.game, record.deal, ply)
            found = screened(view_of(step.before, step.seat), here)
            if found is not None:
                positions.append(found)
    return tuple(_one_of_each_theme(positions, record))


def screened(view: View, seed: str) -> PuzzlePosition | None:
    """The position of a view with its best choice, if it is a puzzle with the learned policy
    playing on; otherwise None."""
    if view.public.phase is Phase.MOON or len(view.playable()) == 1:
        return None
    rules = view.rules
    limit = limit_of(rules)
    candidates = candidates_of(view, packed_rules(rules), policy_of(rules))
    if len(candidates.actions) < 2 or candidates.task.utility.unit == GAME:
        return None
    first = judge(view, candidates, _belief(seed, "first", 0), batches=1, size=FIRST_LOOK)
    if first.lead.estimate.mean < FIRST_HOPE * limit:
        return None
    second = judge(view, candidates, _belief(seed, "second", 0), batches=1, size=SECOND_LOOK)
    best = candidates.actions[second.lead.best]
    if second.lead.estimate.mean < SECOND_HOPE * limit or not _is_missed(view, best):
        return None
    leads = []
    judgement = None
    for number in range(len(TEMPERING)):
        belief = _belief(seed, "proof", number)
        found = judge(view, candidates, belief, batches=BATCHES, size=BATCH)
        if found.lead.estimate.low < limit or candidates.actions[found.lead.best] != best:
            return None
        leads.append(found.lead.estimate)
        judgement = judgement or found
    assert judgement is not None
    analysis = summarise(view, candidates, judgement.stats)
    explanation = explanation_of(view, analysis)
    if explanation.best.action not in best or explanation.other is None:
        return None
    theme = theme_of(view, explanation, best[0])
    least = min(leads, key=lambda each: each.mean)
    return PuzzlePosition(view, candidates, judgement, least, theme, seed)


def checked_with_steady(position: PuzzlePosition, preset: str | None) -> Puzzle | None:
    """The puzzle made from a position, if the best choice also leads by enough with `steady`
    playing on; otherwise None. `preset` is the name of the preset, or None for custom rules."""
    view, candidates, judgement = position.view, position.candidates, position.judgement
    limit = limit_of(view.rules)
    beliefs = tuple(_belief(position.seed, "steady", number) for number in range(len(TEMPERING)))
    best = judgement.lead.best
    by_steady = judge_by_steady(view, candidates, beliefs, best, limit)
    if by_steady is None:
        return None
    analysis = summarise(view, candidates, judgement.stats)
    explanation = explanation_of(view, analysis)
    request = request_of(view)
    attempts = attempts_at(view, candidates.actions[best], position.seed)
    rating = rating_of(attempts)
    everyone = seats(view.rules.players)
    return Puzzle(
        id=id_of(request),
        rules=preset or "",
        theme=position.theme,
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        request=request,
        best=candidates.actions[best][0],
        lead=min((position.lead, by_steady), key=lambda each: each.mean).rounded(2),
        choices=choices_of(candidates, judgement),
        spread=spread_of(view.rules, judgement),
        line=line_of(view, candidates, best, id_of(request)),
        tries=attempts,
        sentence={
            lang: sentence(view, analysis, explanation, lang, [f"{{{at}}}" for at in everyone])
            for lang in LANGUAGES
        },
    )


def line_of(view: View, candidates: Candidates, best: int, puzzle: str) -> Continuation:
    """The rest of a typical deal after the candidate at index `best`. `puzzle` is the id of the
    puzzle, which serves as the seed."""
    typical, *_ = lines_of(view, candidates, best, int(child_seed(puzzle, "line", 0)[:15], 16))
    return typical


def limit_of(rules: RuleSet) -> float:
    """The least lead, in points, of a puzzle's best choice over the next under these rules."""
    return LIMIT if rules.aim == "high" else LIMIT_HEARTS


def id_of(request: object) -> str:
    """The id of a position: the first 10 hexadecimal digits of the SHA-256 of the request as
    JSON."""
    digest = hashlib.sha256(msgspec.json.encode(request))
    return digest.hexdigest()[:10]


def _one_of_each_theme(positions: Iterable[PuzzlePosition], record: DealRecord) -> Iterable[Puzzle]:
    themes: set[Theme] = set()
    for position in sorted(positions, key=lambda each: -each.lead.low):
        if position.theme not in themes:
            puzzle = checked_with_steady(position, record.preset)
            if puzzle is not None:
                themes.add(position.theme)
                yield puzzle


def _is_missed(view: View, best: tuple[Action, ...]) -> bool:
    rng = Random(0)  # neither bot uses it
    bots = NoviceBot(), SteadyBot()
    chosen = (bot.choose(view, rng, 0.0) for bot in bots)
    return any(ordered(each) not in best for each in chosen)


def _belief(seed: str, what: str, number: int) -> Belief:
    return Belief(int(child_seed(seed, what, number)[:15], 16), TEMPERING[number])


def choices_of(candidates: Candidates, judgement: Judgement) -> tuple[PuzzleChoice, ...]:
    """The choices in ascending order of their distance behind the best, with their average
    points."""
    stats, best = judgement.stats, judgement.lead.best
    top = stats.values(best).mean()
    choices = [
        PuzzleChoice(
            actions,
            round(float(top - stats.values(index).mean()), 2),
            round(float(stats.points(index).mean()), 2),
        )
        for index, actions in enumerate(candidates.actions)
    ]
    return tuple(sorted(choices, key=lambda choice: choice.behind))


def spread_of(rules: RuleSet, judgement: Judgement) -> PuzzleSpread:
    """The distribution of the points of the deal after the best choice and after the second
    best."""
    lead, stats = judgement.lead, judgement.stats
    best, second = stats.points(lead.best), stats.points(lead.second)
    least, most = np.quantile(np.concatenate([best, second]), (0.01, 0.99))
    steps = STEPS if rules.aim == "high" else STEPS_HEARTS
    step = next((width for width in steps if (most - least) // width < BINS - 1), steps[-1])
    low = int(least // step) * step
    bins = int((most - low) // step) + 1
    return PuzzleSpread(low, step, _binned(best, low, step, bins), _binned(second, low, step, bins))


def _binned(points: Floats, low: int, step: int, bins: int) -> tuple[int, ...]:
    bin_indices = np.clip((points - low) // step, 0, bins - 1).astype(np.int64)
    counts = np.bincount(bin_indices, minlength=bins)
    return tuple(round(1000 * int(count) / len(points)) for count in counts)
