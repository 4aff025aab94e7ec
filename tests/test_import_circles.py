"""No module of the program imports another one that leads back to it, but for types alone."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"


def modules(folder: Path) -> dict[str, Path]:
    """Every module of the packages in the folder, by its full name."""
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"): path
        for path in folder.rglob("*.py")
    }


def imports(folder: Path) -> dict[str, set[str]]:
    """The modules that each module imports when it runs, in its functions too: not those below
    TYPE_CHECKING."""
    known = modules(folder)
    named: dict[str, set[str]] = {module: set() for module in known}
    for module, path in known.items():
        tree = ast.parse(path.read_bytes())
        for_types = {
            node
            for block in ast.walk(tree)
            if isinstance(block, ast.If) and ast.unparse(block.test) == "TYPE_CHECKING"
            for node in ast.walk(block)
        }
        for node in ast.walk(tree):
            if node in for_types:
                continue
            if isinstance(node, ast.Import):
                named[module] |= {alias.name for alias in node.names} & known.keys()
            elif isinstance(node, ast.ImportFrom) and node.module in known:
                for alias in node.names:
                    below = f"{node.module}.{alias.name}"
                    named[module].add(below if below in known else node.module)
    return named


def circle_in(folder: Path) -> list[str]:
    """The modules of one import circle, the first one again at the end; none where there is
    none."""
    try:
        TopologicalSorter(imports(folder)).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_imports_go_in_a_circle() -> None:
    assert circle_in(SOURCE) == []


def test_a_circle_is_found_through_functions_and_not_through_types(tmp_path: Path) -> None:
    (tmp_path / "house").mkdir()
    (tmp_path / "house/__init__.py").write_text("")
    (tmp_path / "house/door.py").write_text("import house.key\n")
    (tmp_path / "house/key.py").write_text(
        "if TYPE_CHECKING:\n    from house import lock\nfrom house import __version__\n"
    )
    (tmp_path / "house/lock.py").write_text("from house.door import Door\n")
    assert circle_in(tmp_path) == []
    (tmp_path / "house/key.py").write_text("from house import lock\n")
    (tmp_path / "house/lock.py").write_text("def turn():\n    from house.door import Door\n")
    circle = circle_in(tmp_path)
    assert set(circle) == {"house.door", "house.key", "house.lock"}
    assert circle[0] == circle[-1]
