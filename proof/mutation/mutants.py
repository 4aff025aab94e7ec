"""Small mistakes made on purpose in a module's source: the mutants of `make mutants`.

Nothing is changed where no test could or should notice: docstrings, imports, type annotations
and aliases, decorators, `assert` and `assert_never` (they inform the type checker), `__all__`,
`__repr__`, the words of an error that is raised, `strict` in `zip` (an assertion too), and the
keywords of a class that only make it faster or stricter (`frozen`, `kw_only` …).
"""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType

from proof.mutation.expressions import ARITHMETIC, others

TYPE_MAKERS = {"TypeVar", "NewType", "Literal", "Annotated", "Union", "Optional"}
BORING_KEYWORDS = {"frozen", "kw_only", "slots", "gc", "weakref", "cache_hash"}

Function = tuple[str, int]
"""A function by its qualified name and its first line, as its code object knows them."""


@dataclass(frozen=True)
class Mutant:
    """One mistake: where, what stood there, what stands there instead."""

    module: str
    line: int
    lines: range
    """The lines of the statement: a test that runs none of them cannot notice."""
    function: Function | None
    """The outermost function around it; None: the mistake is made while the module is imported."""
    before: str
    after: str
    number: int
    """How many mutants of the same line and the same words came before it."""
    _owner: ast.AST
    _field: str
    _value: object
    _compile: Callable[[], CodeType]

    @property
    def key(self) -> str:
        """Its name, which a change elsewhere in the module leaves alone."""
        where = self.function[0] if self.function else ""
        return f"{self.module}:{where}: {self.before} -> {self.after} #{self.number}"

    def code(self) -> CodeType:
        """The module with the mistake in it. Raises SyntaxError where it cannot stand there."""
        whole = getattr(self._owner, self._field)
        setattr(self._owner, self._field, self._value)
        try:
            return self._compile()
        finally:
            setattr(self._owner, self._field, whole)


def mutants_of(path: Path, module: str) -> list[Mutant]:
    """Every mutant of a module, in the order of its source."""
    tree = ast.parse(path.read_text(encoding="utf-8"))

    def compiled() -> CodeType:
        return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)

    finder = _Finder(module, compiled)
    finder.block(tree, "body")
    return finder.found


class _Finder:
    """Walks through a module and collects what may be changed."""

    def __init__(self, module: str, compiled: Callable[[], CodeType]) -> None:
        self.found: list[Mutant] = []
        self._module = module
        self._compiled = compiled
        self._classes: tuple[str, ...] = ()
        self._function: Function | None = None
        self._lines = range(0)
        self._returns_truth = False
        self._raising = False
        self._bound: set[str] = set()
        self._keys: dict[str, int] = {}

    def block(self, owner: ast.AST, field: str) -> None:
        """The statements of a block, each of them and each without."""
        statements: list[ast.stmt] = getattr(owner, field)
        for place, statement in enumerate(statements):
            if self._outside(statement):
                continue
            self._lines = _lines_of(statement)
            if self._may_go(statement):
                self._note_item(owner, field, place, ast.Pass())
            self._statement(owner, field, place, statement)

    def _statement(self, owner: ast.AST, field: str, place: int, node: ast.stmt) -> None:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._define(node)
            case ast.ClassDef():
                self._class(node)
            case ast.If() | ast.While():
                self._note(node, "test", ast.Constant(value=False))
                if isinstance(node, ast.If):
                    self._note(node, "test", ast.Constant(value=True))
                self._children(node)
            case ast.For():
                self._note(node, "iter", ast.Tuple(elts=[], ctx=ast.Load()))
                self._bind(node.target)
                self._children(node)
            case ast.Match():
                self._children(node)
                for at, case in enumerate(node.cases):
                    self._case(node, at, case)
            case ast.Try():
                self._try(node)
            case ast.Return():
                self._return(node)
                self._children(node)
            case ast.Raise():
                self._raising = True
                self._children(node)
                self._raising = False
            case ast.Break():
                self._note_item(owner, field, place, ast.Continue())
            case ast.Continue():
                self._note_item(owner, field, place, ast.Break())
            case ast.AugAssign():
                other = ARITHMETIC.get(type(node.op))
                if other:
                    self._note(node, "op", other())
                self._children(node)
            case ast.Assign():
                self._children(node)
                for target in node.targets:
                    self._bind(target)
            case ast.AnnAssign():
                self._bind(node.target)
                self._child(node, "value", node.value)
            case _:
                self._children(node)

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        self._children(node.args)
        outer = (self._function, self._returns_truth, self._bound)
        if self._function is None:
            first = node.decorator_list[0].lineno if node.decorator_list else node.lineno
            self._function = (".".join((*self._classes, node.name)), first)
        self._returns_truth = isinstance(node.returns, ast.Name) and node.returns.id == "bool"
        self._bound = {arg.arg for arg in ast.walk(node.args) if isinstance(arg, ast.arg)}
        self.block(node, "body")
        self._function, self._returns_truth, self._bound = outer

    def _class(self, node: ast.ClassDef) -> None:
        for keyword in node.keywords:
            if keyword.arg not in BORING_KEYWORDS:
                self._child(keyword, "value", keyword.value)
        outer = self._classes
        self._classes = (*outer, node.name)
        self.block(node, "body")
        self._classes = outer

    def _case(self, match: ast.Match, place: int, case: ast.match_case) -> None:
        if _never(case.body):
            return
        self._lines = range(case.pattern.lineno, case.body[0].lineno)
        if not _catches_all(case):
            self._note_item(match, "cases", place, None)
        if case.guard is not None:
            self._note(case, "guard", None)
            self._note(case, "guard", ast.Constant(value=False))
            self._child(case, "guard", case.guard)
        self._children(case.pattern)
        self.block(case, "body")

    def _try(self, node: ast.Try) -> None:
        self.block(node, "body")
        for handler in node.handlers:
            self._lines = range(handler.lineno, handler.body[0].lineno)
            if not isinstance(handler.body[0], ast.Raise):
                self._note(handler, "body", [ast.Raise()])
            self.block(handler, "body")
        self.block(node, "orelse")
        self.block(node, "finalbody")

    def _return(self, node: ast.Return) -> None:
        if node.value is None or isinstance(node.value, ast.Constant):
            return
        if self._returns_truth:
            self._note(node, "value", ast.Constant(value=True))
            self._note(node, "value", ast.Constant(value=False))
        else:
            self._note(node, "value", ast.Constant(value=None))

    def _children(self, node: ast.AST) -> None:
        """Everything inside, by the fields of the node."""
        lines = self._lines
        for field, value in ast.iter_fields(node):
            if field in {"annotation", "returns", "decorator_list", "cases"}:
                continue
            self._lines = lines
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                self.block(node, field)
            elif isinstance(value, list):
                for place, item in enumerate(value):
                    if isinstance(item, ast.AST):
                        self._expression(item, node, field, place)
            else:
                self._child(node, field, value)
        self._lines = lines

    def _child(self, owner: ast.AST, field: str, value: object) -> None:
        if isinstance(owner, ast.keyword) and owner.arg == "strict":
            return
        if isinstance(value, ast.AST):
            self._expression(value, owner, field, None)

    def _expression(self, node: ast.AST, owner: ast.AST, field: str, place: int | None) -> None:
        for other in others(node, texts=not self._raising):
            if place is None:
                self._note(owner, field, other)
            else:
                self._note_item(owner, field, place, other)
        match node:
            case ast.comprehension():
                for at in range(len(node.ifs)):
                    self._note_item(node, "ifs", at, None)
            case ast.Call():
                for at, keyword in enumerate(node.keywords):
                    if keyword.arg == "strict":
                        continue
                    self._note_item(node, "keywords", at, None)
            case _:
                pass
        self._children(node)

    def _may_go(self, node: ast.stmt) -> bool:
        """Whether something is left that runs, and runs otherwise, without the statement."""
        match node:
            case ast.Expr() | ast.AugAssign() | ast.Raise() | ast.Delete():
                return True
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                return True
            case ast.Assign(targets=[ast.Name(name)]):
                return name in self._bound
            case _:
                return False

    def _bind(self, target: ast.expr) -> None:
        self._bound |= {name.id for name in ast.walk(target) if isinstance(name, ast.Name)}

    def _outside(self, node: ast.stmt) -> bool:
        """Whether a statement is none of those that tests can tell anything about."""
        match node:
            case ast.Import() | ast.ImportFrom() | ast.Assert() | ast.Pass():
                return True
            case ast.Expr(ast.Constant()):
                return True
            case ast.FunctionDef(name="__repr__"):
                return True
            case ast.AnnAssign(annotation=ast.Name("TypeAlias")):
                return True
            case ast.Assign([ast.Name("__all__")]):
                return True
            case ast.Assign(_, value):
                return self._function is None and _is_type(value)
            case ast.If(ast.Name("TYPE_CHECKING")):
                return True
            case _:
                return _never([node])

    def _note_item(self, owner: ast.AST, field: str, place: int, item: ast.AST | None) -> None:
        """One item of a list is another, or is not there."""
        items: list[ast.AST] = getattr(owner, field)
        rest = [*items[:place], *([item] if item else []), *items[place + 1 :]]
        self._add(owner, field, rest, items[place], item)

    def _note(self, owner: ast.AST, field: str, value: ast.AST | list[ast.Raise] | None) -> None:
        before = getattr(owner, field)
        if isinstance(value, list):
            self._add(owner, field, value, before[0], value[0])
        else:
            self._add(owner, field, value, before, value)

    def _add(
        self, owner: ast.AST, field: str, value: object, before: ast.AST, after: ast.AST | None
    ) -> None:
        was, now = _words(before), _words(after)
        key = f"{self._function} {was} -> {now}"
        number = self._keys[key] = self._keys.get(key, -1) + 1
        line = getattr(before, "lineno", self._lines.start)
        self.found.append(
            Mutant(
                self._module,
                line,
                self._lines,
                self._function,
                was,
                now,
                number,
                owner,
                field,
                value,
                self._compiled,
            )
        )


def _words(node: ast.AST | None) -> str:
    """A node on one line, in so many letters."""
    if node is None:
        return "(nothing)"
    if isinstance(node, ast.operator):
        return type(node).__name__
    if isinstance(node, ast.match_case):
        return f"case {ast.unparse(node.pattern)}"
    words = " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
    return words if len(words) <= 110 else words[:107] + "…"


def _lines_of(node: ast.stmt) -> range:
    """The lines of a simple statement; of a compound one, those before its block."""
    inner: Sequence[ast.stmt] = getattr(node, "body", ())
    if isinstance(node, ast.Match):
        return range(node.lineno, node.cases[0].pattern.lineno)
    if inner:
        return range(node.lineno, max(inner[0].lineno, node.lineno + 1))
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _never(body: Sequence[ast.stmt]) -> bool:
    """Whether this is what no value can reach."""
    match body:
        case [ast.Expr(ast.Call(ast.Name("assert_never")))]:
            return True
        case _:
            return False


def _catches_all(case: ast.match_case) -> bool:
    return isinstance(case.pattern, ast.MatchAs) and case.pattern.pattern is None and not case.guard


def _is_type(value: ast.expr) -> bool:
    """Whether a value at the top of a module is a type with another name."""
    match value:
        case ast.BinOp(_, ast.BitOr()):
            return True
        case ast.Subscript(ast.Name(name)):
            return name in TYPE_MAKERS or name[:1].isupper() or name in {"tuple", "dict", "list"}
        case ast.Call(ast.Name(name)):
            return name in TYPE_MAKERS
        case _:
            return False
