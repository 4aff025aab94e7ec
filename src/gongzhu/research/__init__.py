"""Gong Zhu and Hearts as environments for research.

`vector` plays many deals at once. `aec` has environments for PettingZoo, `single` for Gymnasium,
`spiel` for OpenSpiel; importing this package registers them if these libraries are installed (`pip
install gongzhu[research,openspiel]`).

`gongzhu.research.actions` defines the numbers of actions, `gongzhu.research.layout` the bytes of an
observation, `gongzhu.research.rule_numbers` the rules as numbers. They are the same for every
environment.
"""

from importlib.util import find_spec

from gongzhu.research.actions import ACTIONS, action_of, any_action, numbers_of
from gongzhu.research.dataset import Decision, decisions, read_dataset
from gongzhu.research.encoding import decode, encode
from gongzhu.research.layout import Layout
from gongzhu.research.rule_numbers import RULE_NUMBERS, RULE_PLACES, rule_numbers
from gongzhu.research.vector import Vector, vector

__all__ = [
    "ACTIONS",
    "RULE_NUMBERS",
    "RULE_PLACES",
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
    "rule_numbers",
    "vector",
]

IDS = {"gongzhu": "gongzhu/GongZhu-v0", "hearts": "gongzhu/Hearts-v0"}
"""Id of the Gymnasium environment of each game."""


def register() -> None:
    """Register the environments with those of PettingZoo, Gymnasium and OpenSpiel that are
    installed; may be called again."""
    if find_spec("gymnasium"):
        _with_gymnasium()
    if find_spec("pettingzoo"):
        _with_pettingzoo()
    if find_spec("pyspiel"):
        _with_open_spiel()


def _with_gymnasium() -> None:
    import gymnasium

    for game, name in IDS.items():
        if name not in gymnasium.registry:
            entry_point = f"gongzhu.research.single:{game}"
            gymnasium.register(
                name, f"{entry_point}_env", vector_entry_point=f"{entry_point}_vector_env"
            )


def _with_pettingzoo() -> None:
    import pettingzoo

    if not hasattr(pettingzoo, "register"):
        return  # before 1.27
    for game, name in IDS.items():
        if name not in pettingzoo.aec_registry:
            entry_point = f"gongzhu.research.aec:{game}"
            pettingzoo.register("aec", name, f"{entry_point}_env")
            pettingzoo.register("parallel", name, f"{entry_point}_parallel_env")


def _with_open_spiel() -> None:
    from gongzhu.research.spiel import register_games

    register_games()


register()
