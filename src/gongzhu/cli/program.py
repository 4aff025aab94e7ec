"""The command-line framework on top of Typer: help in the language of the system, and commands that
are imported only when called."""

import re
from importlib import import_module
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Any, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

from gongzhu.cli.common import help_text, system_language
from gongzhu.cli.usage import needless_words, no_such_command, usage_told
from gongzhu.texts import say, width_of, wrap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Function = TypeVar("Function", bound="Callable[..., Any]")
WIDEST = 100
"""Largest width of help pages in columns: longer lines are hard to read."""
NAMES = 0.4
"""Largest share of the width for the column of names; the description of a longer name starts on a
new line."""
USAGE = {"[OPTIONS]": "cli.help.options", "COMMAND [ARGS]...": "cli.help.words"}
"""Typer's English words in a usage line, and the message keys of our translations."""
EXTRAS = {
    "default": "cli.help.default",
    "required": "cli.help.required",
    "env var": "cli.help.variable",
}
"""Typer's English words in brackets after a description, and the message keys of our
translations."""
KINDS = {"str": "TEXT", "int": "N", "float": "N", "path": "PATH", "file": "FILE"}
"""Typer's names for the values of options, and ours."""
_KIND = re.compile(r" <(?:list\[)?(\w+)(?: range)?\]?>$")
_NEEDED = re.compile(r"^\{(.*)\}")
"""Matches the braces that Typer writes around a required argument in a usage line."""


def retold(option: Any, key: str) -> Any:
    """One of Typer's own options with its help in the language of the system; `key` is the message
    key of the help."""
    if option is not None:
        option.help = help_text(f"help.{key}")
        # With None, Typer would import Pydantic to convert it to bool, which takes longer than all
        # the rest.
        option.default = False
    return option


class Command(TyperCommand):
    """A command with our own error messages and help page."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. Exits with an error message if there are arguments left over."""
        ctx.allow_extra_args = True
        with usage_told(ctx):
            left = super().parse_args(ctx, args)
        if left and not ctx.resilient_parsing:
            needless_words(ctx, left)
        return left

    def get_help_option(self, ctx: Any) -> Any:
        return retold(super().get_help_option(ctx), "shown")

    def format_help(self, ctx: Any, formatter: Any) -> None:
        formatter.write("\n".join(_page(self, ctx, [])))


class Group(TyperGroup):
    """A group of commands with our own error messages and help page."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with usage_told(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Find the command named by the first argument; returns it with the remaining arguments.
        Exits with an error message if there is none."""
        if self.get_command(ctx, args[0]) is None and not ctx.resilient_parsing:
            no_such_command(ctx, args[0])
        return super().resolve_command(ctx, args)

    def get_help_option(self, ctx: Any) -> Any:
        return retold(super().get_help_option(ctx), "shown")

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of this name, with its description; None if there is none."""
        command = super().get_command(ctx, cmd_name)
        if isinstance(command, Late):
            command.help = command.about
        return command

    def format_help(self, ctx: Any, formatter: Any) -> None:
        commands = [(name, self.get_command(ctx, name)) for name in self.list_commands(ctx)]
        rows = [(name, command.help or "") for name, command in commands if not command.hidden]
        formatter.write("\n".join(_page(self, ctx, rows)))


class Late(Command):
    """A command or group whose module is imported only when it is called or asked for help or
    completion. Listing it needs no import."""

    def __init__(self, name: str, place: str, about: str) -> None:
        """`place` is where to find the function or `Program`, as `module:name`; `about` is the
        message key of the description."""
        super().__init__(name, rich_markup_mode=None)
        self._place = place
        self._about = about

    @property
    def about(self) -> str:
        """The description of the command."""
        return say(self._about, system_language())

    def load(self) -> TyperCommand | TyperGroup:
        """Import and return the actual command."""
        module, _, name = self._place.partition(":")
        found = getattr(import_module(module), name)
        if isinstance(found, Program):
            found.info.name, found.info.help = self.name, self.about
            return typer.main.get_group(found)
        alone = Program(add_completion=False)
        alone.command(self.name, help=self.about)(found)
        command = typer.main.get_command(alone)
        assert isinstance(command, TyperCommand), "one function is one command"
        return command

    def make_context(self, *place: Any, **more: Any) -> Any:
        """The context of the actual command, which then handles everything else."""
        return self.load().make_context(*place, **more)


class Program(typer.Typer):
    """A group of commands, or the whole program."""

    def __init__(self, *, cls: type[Group] = Group, **asked: Any) -> None:
        super().__init__(cls=cls, rich_markup_mode=None, pretty_exceptions_enable=False, **asked)

    def command(self, name: str | None = None, **asked: Any) -> "Callable[[Function], Function]":
        """Register a function as a command."""
        return super().command(name, cls=Command, **asked)


def _page(command: Any, ctx: Any, commands: list[tuple[str, str]]) -> "Iterator[str]":
    """The lines of the help page of a command or group."""
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
    params = command.get_params(ctx)
    for kind in ("argument", "option"):
        records = [param.get_help_record(ctx) for param in params if param.param_type_name == kind]
        # For arguments, which are all text, only the name is shown.
        rows = [
            (name.partition(" <")[0] if kind == "argument" else _named(name), _told(about))
            for name, about in filter(None, records)
        ]
        yield from _rows(kind, rows, width)
    yield from _rows("command", commands, width)
    yield ""


def _named(option: str) -> str:
    """The names of an option, followed by our name for its value."""
    return _KIND.sub(lambda kind: f" {KINDS.get(kind[1], kind[1])}", option)


def _told(about: str) -> str:
    """A description, with Typer's English additions in brackets translated."""
    description, bracket, added = about.rpartition("  [")
    if not bracket:
        return about
    told = []
    for part in added.removesuffix("]").split("; "):
        name, _, value = part.partition(": ")
        key = EXTRAS.get(name)
        told.append(say(key, system_language(), value=value) if key else part)
    return f"{description}  [{'; '.join(told)}]"


def _heading(key: str) -> str:
    return typer.style(help_text(f"help.{key}"), bold=True)


def _rows(kind: str, rows: "list[tuple[str, str]]", width: int) -> "Iterator[str]":
    """A section of the help page: names, with their descriptions beside them."""
    if not rows:
        return
    yield ""
    yield _heading(kind)
    column = min(int(NAMES * width), max(width_of(name) for name, _ in rows) + 4)
    for name, about in rows:
        lines = wrap(about, max(width - column, 20))
        shown = f"  {typer.style(name, fg='cyan')}"
        gap = column - width_of(name) - 2
        if gap < 2:
            yield shown
            shown, gap = "", column
        yield f"{shown}{' ' * gap}{lines[0]}"
        for line in lines[1:]:
            yield " " * column + line
