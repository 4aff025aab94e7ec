"""Every fault of a store has its sentence, and no sentence is left over."""

import ast
from collections.abc import Iterator
from pathlib import Path

from gongzhu import store
from gongzhu.store import ChangeRefused, Conflict, StoreError, TableMoved
from gongzhu.store.sqlite_file import _PROBLEMS
from gongzhu.texts import keys

SOURCES = sorted(Path(store.__file__).parent.glob("*.py"))


def problems() -> Iterator[str]:
    """What is given to StoreError as its problem, wherever it is made."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(ast.Name(id="StoreError"), [ast.Constant(str(problem)), *_]):
                    yield problem
    yield from _PROBLEMS.values()
    yield from (one.problem for one in (ChangeRefused(), Conflict("a", 1, 1), TableMoved("a")))


def test_faults_and_sentences_are_the_same() -> None:
    told = {key for key in keys("en") if key.startswith("store.fault.")}
    assert {f"store.fault.{problem}" for problem in problems()} == told


def test_a_fault_says_itself_in_either_language() -> None:
    fault = StoreError("stalled", seconds=10)
    assert str(fault) == fault.text("en") != fault.text("zh")
    assert "10" in fault.text("zh")
    assert fault.again().text() == fault.text()
