"""Figures of the size and the shape of the code, of any commit.

    python -m scripts.house [COMMIT] [--docstrings N] [--seed N] [--names]

Reads `src` from git, HEAD unless another commit is named, and prints one figure a line. With
`--docstrings` it prints so many docstrings instead, drawn by `--seed`, for somebody to read who has
not seen the code; with `--names` also what the last four figures count. What one move passes is
told by `scripts/move_trace.py`, which runs the code.

* lines of code: those with a token, without comments, docstrings and imports;
* longest chain of imports: modules of `gongzhu.server` that import each other one after the other,
  in functions and for types as well. A name that a package imports for others counts as imported
  from the module that defines it, and the modules of a circle count all;
* class names that exist twice: of top-level classes and those within others;
* callables set from outside: attributes of another object to which a class of `server` or `store`
  assigns a method of its own, a function of the same module, a lambda, a `partial` or `self`, each
  counted once for its name;
* unpromised names: names of the classes in `uvicorn.protocols`, as they are installed here, that a
  class of ours which inherits from one defines, uses or has a slot for, but for those of
  `asyncio.Protocol`; and what is imported from a module of another library, or by a name, that
  begins with an underscore.
"""

import argparse
import ast
import asyncio
import importlib
import inspect
import io
import random
import subprocess
import sys
import tarfile
import tokenize
from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DOCUMENTED = (ast.Module, ast.ClassDef, *FUNCTIONS)
LAYOUT = {"COMMENT", "DEDENT", "ENDMARKER", "INDENT", "NEWLINE", "NL"}
UPPER = ("src/gongzhu/server/", "src/gongzhu/store/")
UNPROMISED = "uvicorn.protocols"
"""Modules whose classes are documented nowhere."""


def sources(commit: str, root: Path = ROOT) -> dict[str, str]:
    """The Python files of `src` by their path. Raises CalledProcessError for no commit."""
    archive = subprocess.run(
        ["git", "archive", commit, "src"], cwd=root, stdout=subprocess.PIPE, check=True
    ).stdout
    found: dict[str, str] = {}
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        for member in files:
            content = files.extractfile(member)
            if content is not None and member.name.endswith(".py"):
                found[member.name] = content.read().decode()
    return found


class House:
    """The figures of one version of the code."""

    def __init__(self, files: dict[str, str]) -> None:
        """`files`: source by path, such as `src/gongzhu/cards/card.py`."""
        self._files = files
        self._trees = {path: ast.parse(source) for path, source in files.items()}
        self._modules = {
            ".".join(Path(path).with_suffix("").parts[1:]).removesuffix(".__init__"): path
            for path in files
        }

    def figures(self) -> dict[str, int]:
        """What each figure is called, and the figure."""
        lines = {path: self.lines_of_code(path) for path in self._files}
        return {
            "lines of code": sum(lines.values()),
            "lines of code in server and store": sum(
                count for path, count in lines.items() if path.startswith(UPPER)
            ),
            "files": len(self._files),
            "longest chain of imports in server": len(self.longest_chain("gongzhu.server")),
            "class names that exist twice": len(self.doubled_classes()),
            "callables set from outside": len(self.set_from_outside()),
            "unpromised names of other libraries": len(self.unpromised()),
        }

    def lines_of_code(self, path: str) -> int:
        """Lines that are neither blank, comment, docstring nor import."""
        lines: set[int] = set()
        for token in tokenize.generate_tokens(io.StringIO(self._files[path]).readline):
            if tokenize.tok_name[token.type] not in LAYOUT:
                lines |= {
                    number
                    for number, text in enumerate(token.string.split("\n"), token.start[0])
                    if text.strip()
                }
        for node in ast.walk(self._trees[path]):
            match node:
                case ast.Import() | ast.ImportFrom() | ast.Expr(value=ast.Constant(value=str())):
                    lines -= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        return len(lines)

    @cached_property
    def _handed_on(self) -> dict[tuple[str, str], tuple[str, str]]:
        """Where the names come from that packages import for others."""
        return {
            (module, alias.asname or alias.name): (node.module, alias.name)
            for module, path in self._modules.items()
            if path.endswith("/__init__.py")
            for node in self._trees[path].body
            if isinstance(node, ast.ImportFrom) and node.module
            for alias in node.names
        }

    def _imported(self, module: str) -> Iterator[str]:
        for node in ast.walk(self._trees[self._modules[module]]):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names if alias.name in self._modules)
            elif isinstance(node, ast.ImportFrom) and node.module in self._modules:
                for alias in node.names:
                    place = (node.module, alias.name)
                    while place in self._handed_on:
                        place = self._handed_on[place]
                    below = ".".join(place)
                    yield below if below in self._modules else place[0]

    def longest_chain(self, package: str) -> list[str]:
        """The modules of the longest chain of imports within a package, from the top."""
        within = [name for name in self._modules if f"{name}.".startswith(f"{package}.")]
        graph = {
            name: {other for other in self._imported(name) if other in within and other != name}
            for name in within
        }
        reach = {name: _reachable(graph, name) for name in within}
        longest: dict[str, list[str]] = {}

        def chain(name: str) -> list[str]:
            if name not in longest:
                circle = [name, *sorted(o for o in reach[name] if name in reach[o] and o != name)]
                below = {other for one in circle for other in graph[one]} - set(circle)
                longest[name] = circle + max(map(chain, sorted(below)), key=len, default=[])
            return longest[name]

        return max(map(chain, sorted(within)), key=len, default=[])

    def _classes(self) -> Iterator[ast.ClassDef]:
        for tree in self._trees.values():
            yield from (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef))

    def doubled_classes(self) -> list[str]:
        """The names that more than one class has."""
        names = Counter(node.name for node in self._classes())
        return sorted(name for name, count in names.items() if count > 1)

    def set_from_outside(self) -> list[str]:
        """The attributes of other objects to which a callable is assigned in `server` and
        `store`."""
        found = set()
        upper = [tree for path, tree in self._trees.items() if path.startswith(UPPER)]
        for tree in upper:
            functions = _functions(tree)
            for owner in (node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)):
                methods = _functions(owner)
                for node in ast.walk(owner):
                    match node:
                        case ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"))]):
                            pass
                        case ast.Assign(targets=[ast.Attribute(attr=name)], value=value):
                            if _is_callable(value, functions, methods):
                                found.add(name)
        return sorted(found)

    def unpromised(self) -> list[str]:
        """Names of other libraries that may change at any time, as CLASS.NAME or MODULE.NAME."""
        found = set()
        foreign: dict[str, tuple[str, set[str]]] = {}
        for tree in self._trees.values():
            for node in ast.walk(tree):
                if not isinstance(node, ast.ImportFrom) or not node.module:
                    continue
                theirs = not node.module.startswith(("gongzhu", "__future__"))
                for alias in node.names:
                    name = f"{node.module}.{alias.name}"
                    if theirs and any(part.startswith("_") for part in name.split(".")):
                        found.add(name)
                    elif node.module.startswith(UNPROMISED):
                        foreign[alias.name] = (name, _names_of(node.module, alias.name))
        grown = True
        while grown:
            grown = False
            for node in self._classes():
                bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
                inherited = next((foreign[base] for base in bases if base in foreign), None)
                if inherited and node.name not in foreign:
                    foreign[node.name], grown = inherited, True
                    base, names = inherited
                    found |= {f"{base}.{name}" for name in _named(node) & names}
        return sorted(found)

    def docstrings(self, count: int, seed: int) -> list[str]:
        """As many docstrings by chance, each below the place and the name that it stands at."""
        every = [
            f"{path}: {getattr(node, 'name', 'module')}\n{text}"
            for path, tree in sorted(self._trees.items())
            for node in ast.walk(tree)
            if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node))
        ]
        return random.Random(seed).sample(every, min(count, len(every)))


def _functions(owner: ast.ClassDef | ast.Module) -> set[str]:
    """The functions of a module, or the methods of a class that are not read like a field."""
    return {
        node.name
        for node in owner.body
        if isinstance(node, FUNCTIONS)
        and not any("property" in ast.unparse(one) for one in node.decorator_list)
    }


def _is_callable(value: ast.expr, functions: set[str], methods: set[str]) -> bool:
    match value:
        case ast.Lambda() | ast.Name(id="self") | ast.Call(func=ast.Name(id="partial")):
            return True
        case ast.Name(id=name):
            return name in functions
        case ast.Attribute(attr=name):
            return name in methods
    return False


def _reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    found, left = set[str](), [start]
    while left:
        new = graph[left.pop()] - found
        found |= new
        left += new
    return found


def _names_of(module: str, name: str) -> set[str]:
    """The names that a class of another library has, or gives its instances; none where it is not
    there any more."""
    try:
        found = getattr(importlib.import_module(module), name, None)
    except ImportError:
        return set()
    names = set()
    for one in inspect.getmro(found) if inspect.isclass(found) else ():
        if one.__module__.startswith(UNPROMISED):
            names |= {attribute for attribute in vars(one) if not attribute.startswith("__")}
            for node in ast.walk(ast.parse(inspect.getsource(sys.modules[one.__module__]))):
                if isinstance(node, ast.ClassDef) and node.name == one.__name__:
                    names |= _named(node)
    return names - set(dir(asyncio.Protocol))


def _named(node: ast.ClassDef) -> set[str]:
    """The names of its own instances that a class defines, uses or has a slot for."""
    names = set()
    for inner in ast.walk(node):
        match inner:
            case (
                ast.Attribute(attr=name, value=ast.Name(id="self") | ast.Call())
                | ast.FunctionDef(name=name)
                | ast.AsyncFunctionDef(name=name)
            ):
                names.add(name)
            case ast.Assign(targets=[ast.Name(id="__slots__")], value=ast.Tuple(elts=slots)):
                names |= {str(slot.value) for slot in slots if isinstance(slot, ast.Constant)}
    return names


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("commit", nargs="?", default="HEAD")
    parser.add_argument("--docstrings", type=int, default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=0, metavar="N")
    parser.add_argument("--names", action="store_true", help="also print what is counted")
    asked = parser.parse_args()
    house = House(sources(asked.commit))
    if asked.docstrings:
        print("\n\n".join(house.docstrings(asked.docstrings, asked.seed)))
        return
    for title, figure in house.figures().items():
        print(f"{figure:>7,}  {title}")
    if asked.names:
        print("", *house.longest_chain("gongzhu.server"), sep="\n  ")
        for names in (house.doubled_classes(), house.set_from_outside(), house.unpromised()):
            print("", *names, sep="\n  ")


if __name__ == "__main__":
    main()
