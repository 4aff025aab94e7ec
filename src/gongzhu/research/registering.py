"""The names under which PettingZoo makes the environments."""

from importlib.util import find_spec

IDS = {"gongzhu": "gongzhu/GongZhu-v0", "hearts": "gongzhu/Hearts-v0"}


def register() -> None:
    """Register the environments with PettingZoo, where it is installed and has a registry."""
    if find_spec("pettingzoo") is None:
        return
    import pettingzoo

    if not hasattr(pettingzoo, "register"):
        return  # before 1.27
    for game, name in IDS.items():
        if name not in pettingzoo.aec_registry:
            place = f"gongzhu.research.aec:{game}"
            pettingzoo.register("aec", name, f"{place}_env")
            pettingzoo.register("parallel", name, f"{place}_parallel_env")
