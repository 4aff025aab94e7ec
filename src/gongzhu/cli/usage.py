"""Reports errors in the command line as one line, in the language of the environment.

Typer's own errors are in English, and those about numbers come from Pydantic. Their structure may
change with Typer: tests/cli/test_usage.py checks each kind.
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
"""Matches Typer's message about a path. Group 2 is the path, and group 3 the fault in English."""


@contextmanager
def usage_told(ctx: Any) -> Iterator[None]:
    """If Typer raises an error about the arguments of the command in `ctx` within this context,
    print our own message instead and exit with status 2."""
    try:
        yield
    except TyperException as error:
        refuse(ctx, _problem(ctx, error))


def refuse(ctx: Any, problem: str) -> NoReturn:
    """Exit with status 2. Prints `problem`, and how to read the help of the command in `ctx`."""
    fail(told("see", problem=problem, command=ctx.command_path))


def told(key: str, near: Iterable[str] = (), **values: object) -> str:
    """The message `cli.usage.KEY`, filled in with `values`. If there are names in `near`, they are
    added as suggestions for a mistyped one."""
    meant = " / ".join(near)
    return say(f"cli.usage.{key}", system_language(), **values) + (
        told("meant", names=meant) if meant else ""
    )


def _problem(ctx: Any, error: TyperException) -> str:
    """Our message for an error in the arguments of the command in `ctx`, in the language of the
    environment. Typer raises private exception classes, so the kind of error is recognised by the
    attributes of `error`. For an unknown kind, Typer's own message is returned."""
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
    """The message about a value that the parameter `param` does not accept: not one of the allowed
    words, not a number in the allowed range, or a path that cannot be used. `error` is Typer's
    error about it."""
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
    """The words that a Literal type allows, also if it is in a union with None."""
    return [word for part in get_args(wanted) for word in (_words(part) or [part]) if part]


def _name(param: Any) -> str:
    """The name of the parameter `param` in messages: for an option its longest spelling, such as
    `--seed`, and for an argument its name in the usage line, such as `FILE`."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    return str(max(param.opts, key=len))
