"""Reports errors in the command line in one line, in the language of the system.

Typer's own errors are in English, and those about numbers are worded by Pydantic. Their form may
change with Typer: tests/cli/test_usage.py tries each kind.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn, get_args

from typer import TyperException

from gongzhu.cli.common import fail, system_language
from gongzhu.texts import say

_PATH_FAULTS = {
    "does not exist": "not_there",
    "is a directory": "folder",
    "is not readable": "not_readable",
}
_OF_PATH = re.compile(rf"""(['"])(.*)\1 ({"|".join(_PATH_FAULTS)})\.$""")
"""Matches Typer's message about a path; its groups are the path and what is wrong."""


@contextmanager
def usage_told(ctx: Any) -> Iterator[None]:
    """Within this context, exit with our own error message if the arguments of the command of `ctx`
    are wrong."""
    try:
        yield
    except TyperException as error:
        refuse(ctx, _problem(ctx, error))


def refuse(ctx: Any, problem: str) -> NoReturn:
    """Exit with the error message `problem`, and say where to read about the command of `ctx`."""
    fail(told("see", problem=problem, command=ctx.command_path))


def told(key: str, near: Iterable[str] = (), **values: object) -> str:
    """The message `cli.usage.KEY`, followed by the names in `near`, which resemble the one that was
    mistyped."""
    meant = " / ".join(near)
    return say(f"cli.usage.{key}", system_language(), **values) + (
        told("meant", names=meant) if meant else ""
    )


def _problem(ctx: Any, error: TyperException) -> str:
    """The error in our own words; in Typer's words if it is of an unusual kind. The kinds have no
    public names, but differ in what they hold."""
    match vars(error):
        case {"param": param, "message": ""} if param is not None:
            return told("missing", name=_name(param))
        case {"param": param} if param is not None:
            return _unfit(param, error)
        case {"option_name": name, "possibilities": near}:
            return told("no_option", sorted(near or ()), name=name)
        case {"option_name": name}:
            switch = any(name in param.opts and param.is_flag for param in ctx.command.params)
            return told("no_value" if switch else "value", name=name)
    return error.format_message()


def _unfit(param: Any, error: TyperException) -> str:
    """The message for a value that is not one of the allowed words, no number in the allowed range,
    or a bad path."""
    name, wanted = _name(param), param.type_descriptor.annotation
    found: list[dict[str, Any]] = getattr(error.__cause__, "errors", list)()
    kind = str(wanted)
    if not found:
        path = _OF_PATH.search(error.message)
        if path is None:
            return f"{name} {error.message}"
        return told(_PATH_FAULTS[path[3]], name=name, value=path[2])
    if "Literal" in kind:
        allowed = told("one_of", words=", ".join(_words(wanted)))
    elif "int" in kind or "float" in kind:
        allowed = told("whole" if "int" in kind else "number")
        if param.max is not None:
            allowed = told("between", kind=allowed, low=param.min, high=param.max)
        elif param.min is not None:
            allowed = told("least", kind=allowed, low=param.min)
    else:
        return f"{name} {found[0]['input']}: {error.message}"
    return told("unfit", name=name, value=found[0]["input"], allowed=allowed)


def _words(wanted: Any) -> list[str]:
    """The words of a Literal type, which may be optional."""
    return [word for part in get_args(wanted) for word in (_words(part) or [part]) if part]


def _name(param: Any) -> str:
    """The long name of an option, or the name of an argument as the usage line shows it."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    return str(max(param.opts, key=len))
