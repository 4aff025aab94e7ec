"""Reports errors in the command line in one line, in the language of the system.

Typer's own errors are in English, and those about numbers are worded by Pydantic. Their form may
change with Typer: tests/cli/test_usage.py tries each kind.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import Any, NoReturn, get_args

from typer._click.exceptions import (
    BadOptionUsage,
    BadParameter,
    MissingParameter,
    NoArgsIsHelpError,
    NoSuchOption,
    UsageError,
)

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
    """Exit with our own error message if the arguments of this context's command are wrong."""
    try:
        yield
    except NoArgsIsHelpError:
        raise
    except UsageError as error:
        _fail(ctx, _problem(ctx, error))


def no_such_command(ctx: Any, name: str) -> NoReturn:
    """Exit with an error message: the group of this context has no such command."""
    near = get_close_matches(name, ctx.command.list_commands(ctx))
    _fail(ctx, _say("no_command", name=name) + _meant(near))


def needless_words(ctx: Any, words: Iterable[str]) -> NoReturn:
    """Exit with an error message: the command of this context does not take these arguments."""
    _fail(ctx, _say("needless", words=" ".join(words)))


def _fail(ctx: Any, problem: str) -> NoReturn:
    fail(_say("see", problem=problem, command=ctx.command_path))


def _problem(ctx: Any, error: UsageError) -> str:
    """The error in our own words; in Typer's words if it is of an unusual kind."""
    match error:
        case MissingParameter(param=param) if param is not None:
            return _say("missing", name=_name(param))
        case NoSuchOption(option_name=name, possibilities=near):
            return _say("no_option", name=name) + _meant(sorted(near or ()))
        case BadOptionUsage(option_name=name):
            switch = any(name in param.opts and param.is_flag for param in ctx.command.params)
            return _say("no_value" if switch else "value", name=name)
        case BadParameter(param=param) if param is not None:
            return _unfit(param, error)
    return error.format_message()


def _unfit(param: Any, error: BadParameter) -> str:
    """The message for a value that is not one of the allowed words, no number in the allowed range,
    or a bad path."""
    name, cause, wanted = _name(param), error.__cause__, param.type_descriptor.annotation
    found: list[dict[str, Any]] = getattr(cause, "errors", list)()
    kind = str(wanted)
    if not found:
        path = _OF_PATH.search(error.message)
        if path is None:
            return f"{name} {error.message}"
        return _say(_PATH_FAULTS[path[3]], name=name, value=path[2])
    if "Literal" in kind:
        allowed = _say("one_of", words=", ".join(_words(wanted)))
    elif "int" in kind or "float" in kind:
        allowed = _say("whole" if "int" in kind else "number")
        if param.max is not None:
            allowed = _say("between", kind=allowed, low=param.min, high=param.max)
        elif param.min is not None:
            allowed = _say("least", kind=allowed, low=param.min)
    else:
        return f"{name} {found[0]['input']}: {error.message}"
    return _say("unfit", name=name, value=found[0]["input"], allowed=allowed)


def _words(wanted: Any) -> list[str]:
    """The words of a Literal type, which may be optional."""
    return [word for part in get_args(wanted) for word in (_words(part) or [part]) if part]


def _name(param: Any) -> str:
    """The long name of an option, or the name of an argument as the usage line shows it."""
    if param.param_type_name == "argument":
        return str(param.metavar or param.name.upper())
    return str(max(param.opts, key=len))


def _meant(names: Iterable[str]) -> str:
    near = " / ".join(names)
    return _say("meant", names=near) if near else ""


def _say(key: str, **values: object) -> str:
    return say(f"cli.usage.{key}", system_language(), **values)
