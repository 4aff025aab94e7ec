"""Public functions show themselves by an example in their docstring, which is run."""

import doctest
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import FunctionType

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src/gongzhu"
PACKAGES = ("cards", "rules", "view", "records", "scorebook", "bots", "research")
AT_HAND = ("cards", "rules", "dealing", "view", "records")
"""An example may use the public names of these packages, and `Path`, `Random` and `np`."""
UNSHOWN = {
    "parquet_there",
    "read_dataset",
    "read_parquet",
    "warm",
    "write_parquet",
    "write_whole",
}
"""They need files of some size, or have nothing to show."""


def public_functions() -> Iterator[FunctionType]:
    for package in PACKAGES:
        module = importlib.import_module(f"gongzhu.{package}")
        for name in module.__all__:
            if inspect.isfunction(found := getattr(module, name)):
                yield found


def modules() -> list[str]:
    """The modules of these packages whose docstrings have examples."""
    files = (path for package in PACKAGES for path in (SOURCE / package).rglob("*.py"))
    return [
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in sorted(files)
        if ">>> " in path.read_text("utf-8")
    ]


def test_every_public_function_has_an_example() -> None:
    missing = {one.__name__ for one in public_functions() if ">>> " not in (one.__doc__ or "")}
    assert missing == UNSHOWN


@pytest.mark.parametrize("name", modules())
def test_examples(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {"Path": Path, "Random": Random, "np": np}
    for package in AT_HAND:
        module = importlib.import_module(f"gongzhu.{package}")
        names |= {public: getattr(module, public) for public in module.__all__}
    module = importlib.import_module(name)
    failed, tried = doctest.testmod(module, globs=names | vars(module))
    assert tried
    assert not failed
