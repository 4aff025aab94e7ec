"""The distilled network as plain sums of floats, from a view: what the kernels are held to."""

import numpy as np

from gongzhu.bots.distilled.weights import FILE
from gongzhu.bots.network.inputs import (
    BROKEN,
    CARDS,
    HEARTS_INPUTS,
    PASSED,
    PLAYED,
    SEATS,
    TABLE,
    inputs_of,
)
from gongzhu.cards import Card
from gongzhu.view import View


def card_probabilities(view: View, temperature: float = 1.0) -> dict[Card, float]:
    """The probability of each card that the view's seat, which is to play, may play."""
    assert view.own is not None
    on = np.zeros(HEARTS_INPUTS)
    on[inputs_of(view, view.own.hand)] = 1
    gone = on[PLAYED:TABLE].reshape(SEATS, CARDS).max(axis=0)
    units = np.concatenate([on[:PLAYED], gone, on[TABLE:PASSED], on[BROKEN : BROKEN + 1]])
    with np.load(FILE) as saved:
        for layer in range(3):
            units = units if not layer else np.maximum(units, 0)
            units = units @ (saved[f"matrix-{layer}"] * saved[f"step-{layer}"])
            units += saved[f"bias-{layer}"]
    cards = view.playable()
    scores = np.array([units[card.index] for card in cards]) / temperature
    chances = np.exp(scores - scores.max())
    return dict(zip(cards, (chances / chances.sum()).tolist(), strict=True))
