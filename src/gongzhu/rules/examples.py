"""The rule files in `examples`: games that people play, each with a reference to its
description."""

from functools import cache

from msgspec import Struct

from gongzhu.rules.loading import EXAMPLES, NamedRules, parse_rules

SOURCE = "# Source: "
"""Beginning of the comment line in every example file that gives the reference."""


class ExampleRules(Struct, frozen=True):
    """A rule file that comes with the program, parsed."""

    name: str
    """The file's name without `.toml`, by which `load_rules` finds it."""
    source: str
    """Reference to the description of the game: a page, a program or a person."""
    named: NamedRules


@cache
def example_rules() -> tuple[ExampleRules, ...]:
    """Every rule file that comes with the program, sorted by name.

    >>> [example.source for example in example_rules() if example.name == "black-maria"]
    ['GameRules, “Black Maria” (gamerules.com)']
    """
    return tuple(_example(name, text) for name, text in sorted(_texts().items()))


def _texts() -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in EXAMPLES.glob("*.toml")}


def _example(name: str, text: str) -> ExampleRules:
    (source,) = (line for line in text.splitlines() if line.startswith(SOURCE))
    return ExampleRules(name, source.removeprefix(SOURCE), parse_rules(text, name))
