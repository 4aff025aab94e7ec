"""A small network that plays rollouts, distilled from the network of `gongzhu.bots.network`.

It has learned to play cards with the probabilities that the big one gives them, by the same
knowledge of a seat without who played which card and what was passed, and is forty times as fast:

- G. Hinton, O. Vinyals, J. Dean, "Distilling the knowledge in a neural network", 2015;
- A. A. Rusu et al., "Policy distillation", ICLR 2016.

`training.distil_network` trains it.
"""

from gongzhu.bots.distilled.rollouts import (
    distilled_probability,
    new_units,
    roll_out_distilled,
    write_seen,
)
from gongzhu.bots.distilled.weights import (
    NO_NETWORK,
    DistilledNetwork,
    distilled_network_of,
)

__all__ = [
    "NO_NETWORK",
    "DistilledNetwork",
    "distilled_network_of",
    "distilled_probability",
    "new_units",
    "roll_out_distilled",
    "write_seen",
]
