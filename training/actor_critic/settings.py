"""The settings of a training run."""

import json
from importlib.util import find_spec
from typing import Any, NamedTuple


class Settings(NamedTuple):
    """The settings of a training run; the defaults are those that the shipped networks had."""

    hearts: bool
    """Hearts is learned; otherwise Gong Zhu."""
    deals: int = 16384
    """Deals of a round."""
    batches: int = 32
    """Gradient steps of an epoch; they divide the deals."""
    epochs: int = 2
    """How often a round is learned from."""
    widths: tuple[int, ...] = (512, 256)
    """Units of the actor's hidden layers."""
    critic_widths: tuple[int, ...] = (1024, 512)
    rates: tuple[float, float] = (5e-4, 4e-5)
    """Learning rates, at first and at last."""
    entropy: tuple[float, float] = (0.01, 0.001)
    """The bonus for a nat, at first and at last, in standard deviations of the advantage."""
    copies: int = 8
    """How often the demonstrations are copied before self-play; 0: it begins from nothing."""
    seed: int = 1

    @property
    def game(self) -> str:
        """The name of the game, as in commands and names of files."""
        return "hearts" if self.hearts else "gongzhu"

    def text(self) -> str:
        """These settings as JSON."""
        return json.dumps(self._asdict())


class CannotTrain(Exception):
    """Why a training run cannot begin or go on, in one line."""


def settings_of(text: str) -> Settings:
    """The settings that were written as JSON."""
    told: dict[str, Any] = {
        name: tuple(one) if isinstance(one, list) else one for name, one in json.loads(text).items()
    }
    return Settings(**told)


def has_engine() -> bool:
    """Whether gongzhu is here with what its kernels need; a lent machine may have JAX alone."""
    return all(find_spec(name) for name in ("gongzhu", "msgspec", "numba"))
