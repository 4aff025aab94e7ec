"""What stands instead of an expression when somebody made a small mistake."""

import ast
from collections.abc import Iterator

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
    ast.BitXor: ast.BitOr,
}
OPPOSITES = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNWRAPPED = {"sorted", "reversed", "set", "frozenset", "abs"}
UNCALLED = {"strip", "lstrip", "rstrip", "lower", "upper", "casefold"}


def others(node: ast.AST, *, texts: bool) -> Iterator[ast.expr]:
    """What may stand in an expression's place, in that of a text only where `texts`."""
    match node:
        case ast.Compare(left, ops, comparators):
            for at, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    changed = [*ops[:at], other(), *ops[at + 1 :]]
                    yield ast.Compare(left, changed, comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for at in range(len(values)):
                rest = values[:at] + values[at + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, operator, right):
            if type(operator) in ARITHMETIC:
                yield ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.Constant(value):
            yield from _other_values(value, texts=texts)
        case ast.Call(ast.Name(name), args, keywords):
            if name in OPPOSITES:
                yield ast.Call(ast.Name(OPPOSITES[name], ast.Load()), args, keywords)
            if name in UNWRAPPED and len(args) == 1:
                yield args[0]
            if name not in OPPOSITES:  # their arguments have no order
                yield from _swapped(node)
        case ast.Call(ast.Attribute(value, name), args):
            if name in UNCALLED and isinstance(value, ast.expr):
                yield value
            yield from _swapped(node)
        case _:
            pass


def _swapped(node: ast.Call) -> Iterator[ast.expr]:
    """The call with its first two arguments in the other order."""
    match node.args:
        case [first, second, *rest]:
            starred = isinstance(first, ast.Starred) or isinstance(second, ast.Starred)
            if not starred and ast.dump(first) != ast.dump(second):
                yield ast.Call(node.func, [second, first, *rest], node.keywords)
        case _:
            pass


def _other_values(value: object, *, texts: bool) -> Iterator[ast.expr]:
    match value:
        case bool():
            yield ast.Constant(value=not value)
        case int() | float():
            yield ast.Constant(value=value + 1)
        case str() if texts:
            yield ast.Constant(value=value + "~")
        case bytes():
            yield ast.Constant(value=value + b"~")
        case _:
            pass
