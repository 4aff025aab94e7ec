"""The command-line framework, built on Typer: help in the language of the environment, our own
error messages, and commands that are imported only when called."""

import re
from difflib import get_close_matches
from importlib import import_module
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from gongzhu.cli.common import system_language
from gongzhu.cli.usage import refuse, told, usage_told
from gongzhu.texts import say, width_of, wrap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Function = TypeVar("Function", bound="Callable[..., Any]")
WIDEST = 100
"""Greatest width of help pages in columns: longer lines are hard to read."""
NAMES = 0.4
"""Greatest share of the width of a help page for the column of names. The description of a longer
name starts on a line of its own."""
USAGE = {"[OPTIONS]": "cli.help.options", "COMMAND [ARGS]...": "cli.help.words"}
"""Message keys of our translations, by the English words that Typer writes into a usage line."""
ADDED = {
    "help": "cli.help.shown",
    "install_completion": "cli.help.install_completion",
    "show_completion": "cli.help.show_completion",
}
"""Message keys of the help of the options that Typer adds, by parameter name."""
EXTRAS = {
    "default": "cli.help.default",
    "required": "cli.help.required",
    "env var": "cli.help.variable",
}
"""Message keys of our translations, by the English words that Typer writes in brackets after a
description."""
KINDS = {"str": "TEXT", "int": "N", "float": "N", "path": "PATH", "file": "FILE"}
"""Our names for the values of options, by Typer's names."""
_KIND = re.compile(r" <(?:list\[)?(\w+)(?: range)?\]?>$")
_NEEDED = re.compile(r"^\{(.*)\}")
"""Matches the braces that Typer writes around a required argument in a usage line."""


class _Ours:
    """Base of commands and groups: prints our help page, in the language of the environment."""

    def get_params(self, ctx: Any) -> list[Any]:
        """The parameters of the command, including the options that Typer adds, with our help for
        these."""
        params: list[Any] = super().get_params(ctx)  # type: ignore[misc] # it stands before a command
        for param in params:
            if param.name in ADDED:
                param.help = say(ADDED[param.name], system_language())
                # With None, Typer would import Pydantic to convert it to bool, which takes longer
                # than all the rest.
                param.default = False
        return params

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n".join(_page(self, ctx)))


class Command(_Ours, TyperCommand):
    """A command of the program, with our own error messages and help page."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments that follow the command's name. Returns an empty list. Exits with
        status 2 if they are invalid or there are too many."""
        ctx.allow_extra_args = True
        with usage_told(ctx):
            left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            refuse(ctx, told("needless", words=" ".join(left)))
        return left


class Group(_Ours, TyperGroup):
    """A group of commands, such as `gongzhu rules`, with our own error messages and help page."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if not args:  # Typer shows the help page by raising an error.
            return super().parse_args(ctx, args)
        with usage_told(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the subcommand named by `args[0]`. Returns the name of the subcommand, the
        subcommand, and the remaining arguments. Exits with status 2 if there is no such
        subcommand."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            near = get_close_matches(args[0], self.list_commands(ctx))
            refuse(ctx, told("no_command", near, name=args[0]))
        return super().resolve_command(ctx, args)


class Late(Command):
    """Stands for a command or group whose module is imported only when it is called, or asked for
    its help page or shell completion. Listing it in the help of the program needs no import."""

    def __init__(self, name: str, place: str, about: str) -> None:
        """`place` names the function or `Program` as `MODULE:NAME`, with the full name of the
        module. `about` is the message key of the description."""
        super().__init__(name, help=say(about, system_language()), rich_markup_mode=None)
        self._place = place

    def load(self) -> Any:
        """Import the module, and return the command or group as Typer's own object."""
        module, _, name = self._place.partition(":")
        found = getattr(import_module(module), name)
        if isinstance(found, Program):
            found.info.name, found.info.help = self.name, self.help
            return typer.main.get_group(found)
        alone = Program(add_completion=False)
        alone.command(self.name, help=self.help)(found)
        return typer.main.get_command(alone)

    def make_context(self, *place: Any, **more: Any) -> Any:
        """A context of the command that was loaded, so that it is called instead of this object."""
        return self.load().make_context(*place, **more)


class Program(typer.Typer):
    """A collection of commands, whose help and errors are our own: the whole program, or a group of
    subcommands."""

    def __init__(self, *, cls: type[Group] = Group, **asked: Any) -> None:
        super().__init__(cls=cls, rich_markup_mode=None, pretty_exceptions_enable=False, **asked)

    def command(
        self, name: str | None = None, about: str = "", **asked: Any
    ) -> "Callable[[Function], Function]":
        """A decorator that registers a function as a command. `name` defaults to the function's
        name, `about` is the message key of its description, and `asked` goes to
        `typer.Typer.command`."""
        asked = {"help": say(about, system_language())} if about else asked
        return super().command(name, cls=Command, **asked)


def _page(command: Any, ctx: Any) -> "Iterator[str]":
    """The lines of the help page of a command or group: usage, description, arguments, options and
    subcommands."""
    width = min(get_terminal_size().columns, WIDEST)
    lang = system_language()
    pieces = [
        say(USAGE[piece], lang) if piece in USAGE else _NEEDED.sub(r"\1", piece)
        for piece in command.collect_usage_pieces(ctx)
    ]
    words = " ".join([ctx.command_path, *pieces])
    yield from wrap(say("cli.help.usage", lang, words=words), width)
    if command.help:
        yield ""
        yield from wrap(command.help, width)
    sections: dict[str, list[tuple[str, str]]] = {"argument": [], "option": [], "command": []}
    for param in command.get_params(ctx):
        kind, record = param.param_type_name, param.get_help_record(ctx)
        if record is not None:
            # For arguments, which are all text, only the name is shown.
            name = record[0].partition(" <")[0] if kind == "argument" else _named(record[0])
            sections[kind].append((name, _told(record[1])))
    for name, one in getattr(command, "commands", {}).items():
        sections["command"].append((name, one.help or ""))
    for kind, rows in sections.items():
        if rows:
            yield from ("", typer.style(say(f"cli.help.{kind}", lang), bold=True))
            yield from _rows(rows, width)
    yield ""


def _named(option: str) -> str:
    """The names of an option with its kind of value, both as Typer lists them, with our word for
    the kind, such as `--seed TEXT`."""
    return _KIND.sub(lambda kind: f" {KINDS.get(kind[1], kind[1])}", option)


def _told(about: str) -> str:
    """A description as Typer gives it, in which the additions in brackets at the end, such as the
    default value, are translated."""
    description, bracket, added = about.rpartition("  [")
    if not bracket:
        return about
    told = []
    for part in added.removesuffix("]").split("; "):
        name, _, value = part.partition(": ")
        key = EXTRAS.get(name)
        told.append(say(key, system_language(), value=value) if key else part)
    return f"{description}  [{'; '.join(told)}]"


def _rows(rows: "list[tuple[str, str]]", width: int) -> "Iterator[str]":
    """The lines of a section of a help page: each name, with its wrapped description in a second
    column."""
    column = min(int(NAMES * width), max(width_of(name) for name, _ in rows) + 4)
    for name, about in rows:
        first, *others = wrap(about, max(width - column, 20))
        shown, gap = f"  {typer.style(name, fg='cyan')}", column - width_of(name) - 2
        yield from [shown + " " * gap + first] if gap >= 2 else [shown, " " * column + first]
        yield from (" " * column + line for line in others)
