"""Worlds: deals that fit the knowledge of a seat, sampled uniformly or by the likelihood of the
others' actions."""

from gongzhu.bots.worlds.constraints import DealConstraints, constraints_of
from gongzhu.bots.worlds.posterior import OVERSAMPLING, TEMPERING, PosteriorSampler, log_likelihoods
from gongzhu.bots.worlds.sampling import Worlds, place_face_down, sample_into, sample_worlds

__all__ = [
    "OVERSAMPLING",
    "TEMPERING",
    "DealConstraints",
    "PosteriorSampler",
    "Worlds",
    "constraints_of",
    "log_likelihoods",
    "place_face_down",
    "sample_into",
    "sample_worlds",
]
