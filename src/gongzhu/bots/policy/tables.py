"""What the policy has learned, and for which rules it holds."""

from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gongzhu.cards import DOUBLER, HEARTS, KEY_CARDS, PIG, SHEEP, Rank, Suit
from gongzhu.packed.boards import board_of, code_of_card
from gongzhu.rules import HeartsRules, RuleSet, point_cards, score_piles

Weights: TypeAlias = NDArray[np.float64]

LEARNED = "learned.npz"
FAMILIES = ("hearts", "solo", "partners")
"""For each there are tables of their own."""
PIG_WORTH = -100
"""What the pig is worth, whatever points the rules give her: the measure of all other cards."""


class Policy(NamedTuple):
    """How likely a good player plays, passes and exposes what, for kernels."""

    playing: Weights
    passing: Weights
    exposing: Weights
    worth: NDArray[np.int64]
    """What each card adds to a pile by itself, by its code, where the pig adds -100. The doubler,
    which depends on the pile, is nothing here."""
    ranks: NDArray[np.int64]
    """0 for a card below the key card of its suit, 1 for that card, 2 for one above it; hearts:
    2 to 4, 5 to 10, J to A."""
    slam: int
    """The cards of a slam or moon."""
    pig: int
    sheep: int
    """None where it does not count."""
    doubler: int
    """None where it does not count."""


def family_of(rules: RuleSet) -> str:
    """Which of the `FAMILIES` the rules belong to."""
    if isinstance(rules, HeartsRules):
        return "hearts"
    return "solo" if rules.partners == "none" else "partners"


@lru_cache(maxsize=64)
def policy_of(rules: RuleSet) -> Policy:
    """The learned policy under these rules."""
    family = family_of(rules)
    learned = _learned()
    playing, passing, exposing = (
        np.exp(learned[f"{family}-{what}"].astype(np.float64))
        for what in ("playing", "passing", "exposing")
    )
    return with_weights(rules, playing, passing, exposing)


def with_weights(rules: RuleSet, playing: Weights, passing: Weights, exposing: Weights) -> Policy:
    """A policy of these weights, all above 0, under these rules."""
    counting = point_cards(rules)
    return Policy(
        playing,
        passing,
        exposing,
        worth=_worth(rules),
        ranks=_ranks(),
        slam=board_of(counting if isinstance(rules, HeartsRules) else HEARTS),
        pig=board_of([PIG]),
        sheep=board_of({SHEEP} & set(counting)),
        doubler=board_of({DOUBLER} & set(counting)),
    )


@cache
def _learned() -> dict[str, NDArray[np.float16]]:
    with (files("gongzhu.bots.policy") / LEARNED).open("rb") as file, np.load(file) as tables:
        return dict(tables)


def _worth(rules: RuleSet) -> NDArray[np.int64]:
    worth = np.zeros(64, np.int64)
    pig = score_piles(rules, [[PIG]], {}, [0]).points[0]
    for card in point_cards(rules):
        if card is not DOUBLER:
            points = score_piles(rules, [[card]], {}, [0]).points[0]
            worth[code_of_card(card)] = round(PIG_WORTH * points / pig)
    return worth


@cache
def _ranks() -> NDArray[np.int64]:
    ranks = np.zeros(64, np.int64)
    for key in KEY_CARDS:
        for rank in Rank:
            place = rank.order - 2
            if key.suit is Suit.HEARTS:
                ranks[16 * key.suit.order + place] = (rank.order > 4) + (rank.order > 10)
            else:
                above = (rank.order >= key.order) + (rank.order > key.order)
                ranks[16 * key.suit.order + place] = above
    return ranks
