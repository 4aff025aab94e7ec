"""A neural network that plays both games: it gives probabilities for passing, exposing and playing.

It is the actor of an actor-critic pair trained by proximal policy optimisation in self-play; the
critic sees all hands (`training.train_actor_critic`). The search uses its probabilities as a prior.
"""

from gongzhu.bots.network.probabilities import (
    PassProbabilities,
    card_probabilities,
    exposing_probability,
    likeliest,
    log_probabilities,
)
from gongzhu.bots.network.weights import covers

__all__ = [
    "PassProbabilities",
    "card_probabilities",
    "covers",
    "exposing_probability",
    "likeliest",
    "log_probabilities",
]
