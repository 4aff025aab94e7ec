"""Which choices are as good as the best one, and what tells it from another."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.bots.reasons.differences import Matter, is_ours, matters
from gongzhu.bots.search.analysis import Choice, Judgement
from gongzhu.cards import HEARTS, Card
from gongzhu.rules import Action, ChooseMoon, Expose, GongzhuRules
from gongzhu.view import View

Kind = Literal[
    "only",
    "equal",
    "open",
    "equal_all",
    "shot",
    "shot_equal",
    "matter",
    "exposed",
    "limit",
    "points",
    "hearts",
    "rivals",
]

Standing = Literal["best", "equal", "open", "worse"]
"""The best choice; worse by no more than a trifle; worse or not, the deals cannot tell; worse
beyond doubt."""

TELLING = 0.4
"""What part of the difference between two choices one matter must make up to be told."""
TOLD = 0.02
"""Chances that differ by less are not worth a word."""
TRIFLE, HEARTS_TRIFLE, GAME_TRIFLE = 1.0, 0.1, 0.01
"""Differences that do not matter: points in either game, and a part of the game near its end."""
LIKELY = 0.1
"""A slam that is less likely with either choice is no reason."""


class Reason(Struct, frozen=True):
    """Why the one choice is better than the other, or that it is not."""

    kind: Kind
    good: tuple[Choice, ...]
    """The best choices: alike as far as the estimate can tell."""
    other: Choice | None = None
    """What they are compared with."""
    matter: Matter | None = None
    """What tells them apart most, where it is one thing."""
    card: Card | None = None
    """That only one of the two exposes."""


def reason_of(view: View, judgement: Judgement, asked: Action | None = None) -> Reason:
    """What a judgement says of the best choice against the one that is asked about, or else
    against the best of those that are worse.

    Raises ValueError when the judgement holds no such choice as is asked about.
    """
    good = tuple(choice for choice in judgement.choices if alike(view, judgement, choice))
    if isinstance(good[0].action, ChooseMoon):
        return _shot(judgement, good)
    if len(judgement.choices) == 1:
        return Reason("only", good)
    if asked is None:
        other = next((choice for choice in judgement.choices if choice not in good), None)
        if other is None:
            return Reason("equal_all", good)
    else:
        other = next((item for item in judgement.choices if item.action == asked), None)
        if other is None:
            raise ValueError("the judgement holds no such choice")
        if other in good:
            return _among_good(view, judgement, good, other)
    return _told(view, judgement, good, other)


def standing(view: View, judgement: Judgement, choice: Choice) -> Standing:
    """How a choice stands to the best one, on the deals that both were tried on."""
    best, behind = judgement.choices[0], choice.behind
    if choice is best:
        return "best"
    points = TRIFLE if isinstance(view.rules, GongzhuRules) else HEARTS_TRIFLE
    trifle = points if judgement.aim == "points" else GAME_TRIFLE
    if choice.samples == best.samples and behind.mean <= trifle:
        return "equal"
    return "open" if behind.low <= 0 else "worse"


def alike(view: View, judgement: Judgement, choice: Choice) -> bool:
    """Whether a choice is as good as the best one, as far as the deals tell. One that was given up
    early is worse: that is why it was."""
    given_up = choice.samples < judgement.choices[0].samples
    return not given_up and standing(view, judgement, choice) != "worse"


def favour(view: View, one: Choice, other: Choice) -> float:
    """How many points of the deal the one choice is ahead, more is better in either game."""
    apart = one.points.mean - other.points.mean
    return apart if isinstance(view.rules, GongzhuRules) else -apart


def _shot(judgement: Judgement, good: tuple[Choice, ...]) -> Reason:
    """The moon was shot: nothing is left to chance but the rest of the game."""
    best, other = judgement.choices
    return Reason("shot" if len(good) == 1 else "shot_equal", (best,), other)


def _among_good(
    view: View, judgement: Judgement, good: tuple[Choice, ...], asked: Choice
) -> Reason:
    """What is asked about is one of the best."""
    worse = next((choice for choice in judgement.choices if choice not in good), None)
    if asked != good[0]:
        equal = standing(view, judgement, asked) == "equal"
        return Reason("equal" if equal else "open", good, asked)
    return Reason("equal_all", good) if worse is None else _told(view, judgement, good, worse)


def _told(view: View, judgement: Judgement, good: tuple[Choice, ...], other: Choice) -> Reason:
    best = good[0]
    ahead = favour(view, best, other)
    error = (other.points_behind.high - other.points_behind.low) / 2
    apart = other.behind.mean if judgement.aim == "points" else ahead
    card = _exposed_by_one(best, other)
    if card is not None:
        return Reason("exposed", good, other, card=card)
    everything = matters(view, best, other)
    found = [each for each in everything if each.gain > 0 and _worth_a_word(each)]
    if ahead <= error and judgement.aim == "game":
        return Reason("limit", good, other)
    if found and found[0].gain >= TELLING * abs(apart):
        told = found[0]
        if told.what == "doubler":
            # What it doubles is only guessed at; it cannot explain more than there is.
            told = replace(told, gain=min(told.gain, abs(apart)))
        return Reason("matter", good, other, told)
    if ahead <= error:
        return Reason("rivals", good, other)
    # What the cards that are looked at do not explain lies in the hearts, while there are any.
    explained = sum(matter.gain for matter in everything if is_ours(view, matter.seat))
    taken = sum(card in HEARTS for pile in view.public.captured for card in pile)
    hearts = taken < len(HEARTS) and ahead - explained > ahead / 2
    return Reason("hearts" if hearts else "points", good, other)


def _worth_a_word(matter: Matter) -> bool:
    if matter.what == "slam" and max(matter.here, matter.there) < LIKELY:
        return False
    return abs(matter.here - matter.there) >= TOLD


def _exposed_by_one(one: Choice, other: Choice) -> Card | None:
    """A card that counts more after one of two exposures than after the other."""
    if not (isinstance(one.action, Expose) and isinstance(other.action, Expose)):
        return None
    here, there = one.action.modes, other.action.modes
    return next((card for card in one.captures if here.get(card) != there.get(card)), None)
