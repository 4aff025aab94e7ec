"""Registers the environments under their names with PettingZoo, Gymnasium and OpenSpiel."""

from importlib.util import find_spec

IDS = {"gongzhu": "gongzhu/GongZhu-v0", "hearts": "gongzhu/Hearts-v0"}


def register() -> None:
    """Register the environments with PettingZoo, Gymnasium and OpenSpiel, where these are
    installed."""
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
            place = f"gongzhu.research.single:{game}"
            gymnasium.register(name, f"{place}_env", vector_entry_point=f"{place}_vector_env")


def _with_pettingzoo() -> None:
    import pettingzoo

    if not hasattr(pettingzoo, "register"):
        return  # before 1.27
    for game, name in IDS.items():
        if name not in pettingzoo.aec_registry:
            place = f"gongzhu.research.aec:{game}"
            pettingzoo.register("aec", name, f"{place}_env")
            pettingzoo.register("parallel", name, f"{place}_parallel_env")


def _with_open_spiel() -> None:
    from gongzhu.research.spiel import register_games

    register_games()
