"""The mistakes that `make mutants` makes: wherever a test could tell, and nowhere else."""

from pathlib import Path
from textwrap import dedent

from proof.mutation.mutants import Mutant, mutants_of


def mutants(tmp_path: Path, text: str) -> list[Mutant]:
    path = tmp_path / "module.py"
    path.write_text(dedent(text), encoding="utf-8")
    return mutants_of(path, "module")


def changes(tmp_path: Path, text: str) -> list[str]:
    return [f"{mutant.before} -> {mutant.after}" for mutant in mutants(tmp_path, text)]


def test_small_mistakes_of_every_kind(tmp_path: Path) -> None:
    text = """
        def price(count: int, *, club: bool = False) -> int:
            total = 3 * count
            if club and count > 10:
                total -= min(count, 7)
            return total
    """
    assert changes(tmp_path, text) == [
        "False -> True",
        "3 * count -> 3 + count",
        "3 -> 4",
        "club and count > 10 -> False",
        "club and count > 10 -> True",
        "club and count > 10 -> club or count > 10",
        "club and count > 10 -> count > 10",
        "club and count > 10 -> club",
        "count > 10 -> count >= 10",
        "count > 10 -> count <= 10",
        "10 -> 11",
        "total -= min(count, 7) -> pass",
        "Sub -> Add",
        "min(count, 7) -> max(count, 7)",
        "7 -> 8",
        "total -> None",
    ]


def test_nothing_that_no_test_could_tell(tmp_path: Path) -> None:
    text = '''
        """A module."""
        import os
        Size = int | str
        __all__ = ["f"]

        @cache(size=3)
        def f(a: "str", b: int | None = None) -> "str":
            """Does it."""
            assert a, "there"
            match a:
                case _:
                    assert_never(a)
            raise ValueError("words")
    '''
    assert changes(tmp_path, text) == ["raise ValueError('words') -> pass"]


def test_a_mutant_is_the_module_with_one_mistake(tmp_path: Path) -> None:
    found = mutants(tmp_path, "def two() -> int:\n    return 1 + 1\n")
    results = []
    for mutant in found:
        space: dict[str, object] = {}
        exec(mutant.code(), space)
        two = space["two"]
        assert callable(two)
        results.append(two())
    assert results == [None, 0, 3, 3]
    assert len({mutant.key for mutant in found}) == 4
    assert {mutant.function for mutant in found} == {("two", 1)}
