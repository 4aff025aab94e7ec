"""Where compiled kernels are kept, and who never needs them."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import gongzhu
from gongzhu.packed import caching

pytestmark = pytest.mark.rest

PACKAGE = Path(gongzhu.__file__).parent
USE_A_KERNEL = """
from gongzhu.packed.layout import new_state
from gongzhu.packed.rules import pack_rules
from gongzhu.packed.tricks import seat_to_play
from gongzhu.rules import PRESETS
print(seat_to_play(pack_rules(PRESETS["hearts-denexa"].rules), new_state()))
"""


def run(code: str, **environment: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name != caching.VARIABLE}
    command = [sys.executable, "-W", "error", "-c", code]
    done = subprocess.run(
        command, env=kept | environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A copy of the package, in which nothing is compiled yet."""
    package = tmp_path / "site" / "gongzhu"
    shutil.copytree(PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    return package


def blocked(folder: Path) -> None:
    """Let nobody make this folder, not even root."""
    folder.write_text("in the way", "utf-8")


def compiled(folder: Path) -> set[str]:
    return {path.name.split(".")[1].split("-")[0] for path in folder.rglob("*.nbi")}


def places(package: Path) -> Mapping[str, str]:
    """The environment of a program that uses that package, with a home beside it."""
    home = package.parents[1] / "home"
    home.mkdir(exist_ok=True)
    return {
        "PYTHONPATH": str(package.parent),
        "HOME": str(home),
        "XDG_CACHE_HOME": "",
        "TMPDIR": str(home.parent),
    }


def test_kernels_are_kept_beside_the_code(package: Path) -> None:
    assert run(USE_A_KERNEL, **places(package)) == "0\n"
    assert "seat_to_play" in compiled(package / "packed" / "__pycache__" / "kernels")


def test_a_package_for_reading_leaves_them_with_the_user(package: Path) -> None:
    blocked(package / "packed" / "__pycache__")
    environment = places(package)
    assert run(USE_A_KERNEL, **environment) == "0\n"
    assert "seat_to_play" in compiled(Path(environment["HOME"]) / ".cache" / "gongzhu")


def test_without_a_place_of_ones_own_a_temporary_one_will_do(package: Path) -> None:
    blocked(package / "packed" / "__pycache__")
    environment = places(package)
    blocked(Path(environment["HOME"]) / ".cache")
    assert run(USE_A_KERNEL, **environment) == "0\n"
    assert list(Path(environment["TMPDIR"]).glob("gongzhu-kernels-*")) == []


def test_the_user_may_name_a_folder(package: Path, tmp_path: Path) -> None:
    named = {caching.VARIABLE: str(tmp_path / "mine")}
    assert run(USE_A_KERNEL, **places(package), **named) == "0\n"
    assert "seat_to_play" in compiled(tmp_path / "mine")
    assert not (package / "packed" / "__pycache__" / "kernels").exists()


def test_what_came_compiled_is_taken_along(
    package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv(caching.VARIABLE, "")
    monkeypatch.setattr(caching, "PACKAGE", package)
    caching.choose_folder()
    beside = Path(os.environ[caching.VARIABLE])
    assert package in beside.parents
    (beside / "tricks.nbi").write_text("compiled", "utf-8")
    can_write = caching.can_write
    monkeypatch.setattr(caching, "can_write", lambda it: it != beside and can_write(it))
    monkeypatch.setenv(caching.VARIABLE, "")
    caching.choose_folder()
    folder = Path(os.environ[caching.VARIABLE])
    assert tmp_path / "cache" in folder.parents
    assert (folder / "tricks.nbi").read_text("utf-8") == "compiled"


def test_changed_kernels_are_compiled_anew(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba itself would not notice a change in another file than the kernel's own."""
    monkeypatch.setattr(caching, "PACKAGE", package)
    folders = []
    for change in ("", "# a word more\n"):
        with (package / "packed" / "tricks.py").open("a", encoding="utf-8") as source:
            source.write(change)
        monkeypatch.setenv(caching.VARIABLE, "")
        caching.choose_folder()
        folders.append(Path(os.environ[caching.VARIABLE]))
    assert [folder.exists() for folder in folders] == [False, True]


def test_folders_of_compiled_code_are_not_looked_into(package: Path) -> None:
    """Another process may be deleting them."""
    before = caching._state(package)
    folder = package / "packed" / "__pycache__" / "kernels"
    folder.mkdir(parents=True)
    (folder / "old.py").write_text("import gongzhu.packed", "utf-8")
    assert caching._state(package) == before


def test_kernels_of_other_programs_are_compiled_anew_too(tmp_path: Path) -> None:
    """Also where only a module without kernels has changed, from which a number is taken."""
    (tmp_path / "asking.py").write_text(
        "from answers import answer\n"
        "from gongzhu.packed.jit import kernel\n"
        "@kernel\ndef ask():\n    return answer()\n",
        "utf-8",
    )
    (tmp_path / "answers.py").write_text(
        "from gongzhu.packed.jit import kernel\n"
        "from numbers_of_mine import NUMBER\n"
        "@kernel\ndef answer():\n    return NUMBER\n",
        "utf-8",
    )
    environment = {"PYTHONPATH": str(tmp_path), caching.VARIABLE: str(tmp_path / "kept")}
    for number in (1, 2):
        (tmp_path / "numbers_of_mine.py").write_text(f"NUMBER = {number}\n", "utf-8")
        assert run("from asking import ask; print(ask())", **environment) == f"{number}\n"
    assert compiled(tmp_path / "kept" / "asking") == {"ask"}
    assert len(list((tmp_path / "kept" / "asking").iterdir())) == 1


def test_what_does_not_search_loads_no_numbers() -> None:
    code = """
import importlib, pkgutil, sys
for floor in ("cards", "cli", "dealing", "records", "rules", "scorebook", "server", "store",
              "table", "texts", "view"):
    package = importlib.import_module(f"gongzhu.{floor}")
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
import gongzhu.bots.reasons, gongzhu.packed
print(sorted({"llvmlite", "numba", "numpy"} & set(sys.modules)))
"""
    assert run(code) == "[]\n"
