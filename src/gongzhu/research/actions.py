"""The numbers of actions, 0 to ACTIONS-1: the same in every environment and under all rules.

| number | action | |---|---| | 0–51 | the card with this index: play it, or pick it to pass | |
52–132 | expose key cards: 52 plus a number with a digit for each key card, in base 3 | | 133, 134 |
let the moon count for the others; for oneself | | 135 | claim: end the deal, since no card that is
left counts |

Cards are passed by picking them one after the other, in any order. The digits of an exposure are
those of the doubler (times 1), J♦ (3), A♥ (9) and Q♠ (27): 0 does not expose the card, 1 exposes it
openly or, where cards are put up for sale, face down (both double its value), and 2 face up
(quadruples it).
"""

from typing import Any, assert_never

import numpy as np
from numpy.typing import NDArray

from gongzhu.cards import ACE_OF_HEARTS, PACK, PIG, SHEEP, Card
from gongzhu.packed.packing import key_place
from gongzhu.rules import Action, ChooseMoon, Claim, Expose, Mode, Pass, Play, RuleSet

EXPOSE = len(PACK)
"""The number of the action that exposes nothing; the numbers of all exposures follow it."""
KEYS = 4
"""The number of key cards."""
EXPOSURES_THERE_ARE = 3**KEYS
"""The number of exposures: each key card is not exposed, or exposed in one of two modes."""
MOON = EXPOSE + EXPOSURES_THERE_ARE
"""The number of the action that lets a shot moon count for the others; the next number lets it
count for the shooter itself."""
CLAIM = MOON + 2
"""The number of the claim."""
ACTIONS = CLAIM + 1
"""The number of all actions; they are numbered from 0."""


def number_of(action: Action) -> int:
    """The number of an action. Raises TypeError for a `Pass`, which has several numbers, one for
    each card (`numbers_of`)."""
    match action:
        case Play(card):
            return card.index
        case Expose(modes):
            return EXPOSE + sum(
                (2 if mode == "up" else 1) * 3 ** key_place(card) for card, mode in modes.items()
            )
        case ChooseMoon(choice):
            return MOON + (choice == "self")
        case Claim():
            return CLAIM
        case Pass():
            raise TypeError("a pass is the picks of its cards")
        case _:
            assert_never(action)


def numbers_of(action: Action) -> tuple[int, ...]:
    """The action numbers with which an environment is stepped, one after another, to take an
    action: one for each card of a `Pass`, otherwise a single one.

    >>> numbers_of(Play(Card("2C")))
    (0,)
    >>> numbers_of(Pass((Card("2C"), Card("AS"), Card("KS"))))
    (0, 51, 50)
    """
    if isinstance(action, Pass):
        return tuple(card.index for card in action.cards)
    return (number_of(action),)


def key_cards_by_digit(rules: RuleSet) -> tuple[Card | None, ...]:
    """The key cards in the order of the digits of an exposure, which is also their order in a MODES
    word (`gongzhu.packed.layout`); the first is None if the rules have no doubler."""
    return rules.doubler, SHEEP, ACE_OF_HEARTS, PIG


def action_of(rules: RuleSet, number: int) -> Play | Expose | ChooseMoon | Claim:
    """The action with this number; for a card, the action of playing it. Raises ValueError for any
    other number, and for exposing a doubler under rules without one.

    >>> action_of(PRESETS["gongzhu-pagat"].rules, 0)
    Play(card=<Card.TWO_OF_CLUBS: '2C'>)
    """
    if 0 <= number < EXPOSE:
        return Play(PACK[number])
    if EXPOSE <= number < MOON:
        return Expose(_modes(rules, number - EXPOSE))
    if MOON <= number < CLAIM:
        return ChooseMoon("others" if number == MOON else "self")
    if number == CLAIM:
        return Claim()
    raise ValueError(f"actions are 0 to {ACTIONS - 1}, not {number}")


def any_action(masks: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each row of masks (uint8 [n, ACTIONS]), all equally likely: int64
    [n]. No row may be all 0.

    >>> masks = np.zeros((2, ACTIONS), np.uint8)
    >>> masks[:, 7] = 1
    >>> any_action(masks, np.random.default_rng(0))
    array([7, 7])
    """
    # Draws are above 0, since the product is 0 for actions that are not allowed.
    draws: NDArray[Any] = 1 - rng.random(masks.shape, np.float32)
    return (masks * draws).argmax(axis=1)


def _modes(rules: RuleSet, digits: int) -> dict[Card, Mode]:
    modes: dict[Card, Mode] = {}
    for card in key_cards_by_digit(rules):
        digits, digit = divmod(digits, 3)
        if digit and card is None:
            raise ValueError("these rules have no doubler to expose")
        if digit and card is not None:
            modes[card] = "up" if digit == 2 else "open" if rules.sale == "open" else "down"
    return modes
