"""A network that plays both games: the probabilities of what a seat may pass, expose and play.

It is an actor that proximal policy optimisation has trained in play against itself, with a critic
that sees all hands (`training.train_actor_critic`). A search takes what it says for its prior.
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
