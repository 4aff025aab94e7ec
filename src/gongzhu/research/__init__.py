"""Gong Zhu and Hearts as environments for research.

`vector` plays many deals at once. `aec` has environments for PettingZoo, `single` for Gymnasium,
`spiel` for OpenSpiel; importing this package registers them where these are installed (`pip install
gongzhu[research,openspiel]`).
The numbers of actions stand in `gongzhu.research.actions`, the bytes of an observation in
`gongzhu.research.layout`; they are the same for every environment.
"""

from gongzhu.research.actions import ACTIONS, action_of, any_action, numbers_of
from gongzhu.research.dataset import Decision, decisions, read_dataset
from gongzhu.research.encoding import decode, encode
from gongzhu.research.layout import Layout
from gongzhu.research.registering import register
from gongzhu.research.vector import Vector, vector

__all__ = [
    "ACTIONS",
    "Decision",
    "Layout",
    "Vector",
    "action_of",
    "any_action",
    "decisions",
    "decode",
    "encode",
    "numbers_of",
    "read_dataset",
    "vector",
]

register()
