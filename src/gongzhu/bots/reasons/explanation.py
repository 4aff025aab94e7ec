"""The explanation of a choice: the choices that are as good, and its difference from another."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots.reasons.differences import Difference, differences, is_ours
from gongzhu.bots.search.analysis import AnalysedChoice, Analysis
from gongzhu.cards import HEARTS, Card
from gongzhu.rules import Action, ChooseMoon, Expose, GongzhuRules
from gongzhu.view import View

ExplanationKind = Literal[
    "only",  # there is one choice
    "equal",  # the choice asked about differs by a negligible difference at most
    "open",  # the choice asked about is not significantly worse
    "equal_all",  # no choice is significantly worse
    "shot",  # after a moon: one way to count it is better
    "shot_equal",  # after a moon: neither is
    "difference",  # one capture or slam explains most of the points
    "exposed",  # two exposures differ in a card
    "limit",  # the chance to win the game, not the points of the deal
    "points",  # points that nothing single explains
    "hearts",  # points that lie in the hearts
    "rivals",  # points that the rivals get out of it
    "network",  # rollouts find the other no worse: the network would rather not
]

ChoiceStanding = Literal["best", "equal", "open", "worse"]
"""The best choice; worse by a negligible difference at most; not significantly worse; significantly
worse. The prior of the search counts."""

MAIN_SHARE = 0.4
"""The share of the points between two choices that a difference must explain to be named."""
MIN_CHANGE = 0.02
"""The smallest change of a probability that is worth naming."""
NEGLIGIBLE, NEGLIGIBLE_HEARTS, NEGLIGIBLE_GAME = 1.0, 0.1, 0.01
"""Negligible differences in points of Gong Zhu, points of Hearts, and value of the game."""
MIN_SLAM = 0.1
"""A slam is no reason where its probability is below this with either choice."""


class Explanation(Struct, frozen=True):
    """The reason why one choice is better than another, or that it is not."""

    kind: ExplanationKind
    good: tuple[AnalysedChoice, ...]
    """The best choices: none is significantly worse than the best."""
    other: AnalysedChoice | None = None
    """The choice that they are compared with."""
    difference: Difference | None = None
    """The main difference between them, if a single one explains enough."""
    card: Card | None = None
    """The card that only one of the two exposes."""


def explanation_of(view: View, analysis: Analysis, asked: Action | None = None) -> Explanation:
    """Compare the best choice with the one that is asked about, or else with the best of those
    that are significantly worse.

    Raises ValueError when `asked` is not in the analysis.
    """
    good = tuple(choice for choice in analysis.choices if alike(view, analysis, choice))
    if isinstance(good[0].action, ChooseMoon):
        return _shot(analysis, good)
    if len(analysis.choices) == 1:
        return Explanation("only", good)
    other: AnalysedChoice | None
    if asked is None:
        worse = [choice for choice in analysis.choices if choice not in good]
        if not worse:
            return Explanation("equal_all", good)
        # Reasons that can be counted say more than the network's taste.
        level = _negligible(view, analysis)
        other = next((choice for choice in worse if choice.behind.mean > level), worse[0])
    else:
        other = next((item for item in analysis.choices if item.action == asked), None)
        if other is None:
            raise ValueError("the analysis holds no such choice")
        if other in good:
            return _among_good(view, analysis, good, other)
    return _compare(view, analysis, good, other)


def standing(view: View, analysis: Analysis, choice: AnalysedChoice) -> ChoiceStanding:
    """Compare a choice with the best one on the deals that both were rolled out on."""
    best, behind = analysis.choices[0], choice.behind
    if choice is best:
        return "best"
    ahead = behind.mean + choice.preferred
    if choice.samples == best.samples and ahead <= _negligible(view, analysis):
        return "equal"
    return "open" if behind.low + choice.preferred <= 0 else "worse"


def _negligible(view: View, analysis: Analysis) -> float:
    """A negligible difference, in the unit of the values."""
    if analysis.aim == "game":
        return NEGLIGIBLE_GAME
    return NEGLIGIBLE if isinstance(view.rules, GongzhuRules) else NEGLIGIBLE_HEARTS


def alike(view: View, analysis: Analysis, choice: AnalysedChoice) -> bool:
    """True if a choice is not significantly worse than the best one. One that was eliminated is
    worse: that is why it was."""
    eliminated = choice.samples < analysis.choices[0].samples
    return not eliminated and standing(view, analysis, choice) != "worse"


def favour(view: View, one: AnalysedChoice, other: AnalysedChoice) -> float:
    """Points of the deal by which the one choice is ahead, in either game."""
    apart = one.points.mean - other.points.mean
    return apart if isinstance(view.rules, GongzhuRules) else -apart


def _shot(analysis: Analysis, good: tuple[AnalysedChoice, ...]) -> Explanation:
    """The moon was shot, and its points are decided for certain."""
    best, other = analysis.choices
    return Explanation("shot" if len(good) == 1 else "shot_equal", (best,), other)


def _among_good(
    view: View, analysis: Analysis, good: tuple[AnalysedChoice, ...], asked: AnalysedChoice
) -> Explanation:
    """The choice asked about is one of the best."""
    worse = next((choice for choice in analysis.choices if choice not in good), None)
    if asked != good[0]:
        equal = standing(view, analysis, asked) == "equal"
        return Explanation("equal" if equal else "open", good, asked)
    return (
        Explanation("equal_all", good) if worse is None else _compare(view, analysis, good, worse)
    )


def _compare(
    view: View, analysis: Analysis, good: tuple[AnalysedChoice, ...], other: AnalysedChoice
) -> Explanation:
    best = good[0]
    ahead = favour(view, best, other)
    error = (other.points_behind.high - other.points_behind.low) / 2
    apart = other.behind.mean if analysis.aim == "points" else ahead
    card = _exposed_by_one(best, other)
    if card is not None:
        return Explanation("exposed", good, other, card=card)
    if other.behind.mean <= _negligible(view, analysis):
        return Explanation("network", good, other)
    everything = differences(view, best, other)
    found = [each for each in everything if each.gain > 0 and _is_worth_naming(each)]
    if ahead <= error and analysis.aim == "game":
        return Explanation("limit", good, other)
    if found and found[0].gain >= MAIN_SHARE * abs(apart):
        main = found[0]
        if main.topic == "doubler":
            # What it doubles is only guessed at; it cannot explain more than there is.
            main = replace(main, gain=min(main.gain, abs(apart)))
        return Explanation("difference", good, other, main)
    # What two partners make, the other two lack: told even where one's own side gains too.
    if ahead < apart / 2 and (ahead <= error or view.rules.partners != "none"):
        return Explanation("rivals", good, other)
    # Points that the key cards do not explain are in the hearts, while there are any.
    explained = sum(difference.gain for difference in everything if is_ours(view, difference.seat))
    taken = sum(card in HEARTS for pile in view.public.captured for card in pile)
    hearts = taken < len(HEARTS) and ahead - explained > ahead / 2
    return Explanation("hearts" if hearts else "points", good, other)


def _is_worth_naming(difference: Difference) -> bool:
    if difference.topic == "slam" and max(difference.here, difference.there) < MIN_SLAM:
        return False
    return abs(difference.here - difference.there) >= MIN_CHANGE


def _exposed_by_one(one: AnalysedChoice, other: AnalysedChoice) -> Card | None:
    """The card that two exposures treat differently, if there is one."""
    if not (isinstance(one.action, Expose) and isinstance(other.action, Expose)):
        return None
    here, there = one.action.modes, other.action.modes
    return next((card for card in one.captures if here.get(card) != there.get(card)), None)
