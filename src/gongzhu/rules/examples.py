"""The rule files of `examples`: games that people play, each with where it is described."""

from functools import cache

from msgspec import Struct

from gongzhu.rules.loading import EXAMPLES, NamedRules, parse_rules

SOURCE = "# Source: "
"""What the line of such a file that says where the game is described begins with."""


class ExampleRules(Struct, frozen=True):
    """A rule file that comes with the program."""

    name: str
    """The file's name without its ending, by which the rules are loaded."""
    source: str
    """Where the game is described: a page, a program or a person, as in a list of references."""
    named: NamedRules


@cache
def example_rules() -> tuple[ExampleRules, ...]:
    """Every rule file that comes with the program, by name.

    >>> [example.source for example in example_rules() if example.name == "black-maria"]
    ['GameRules, “Black Maria” (gamerules.com)']
    """
    return tuple(_example(name, text) for name, text in sorted(_texts().items()))


def _texts() -> dict[str, str]:
    return {path.stem: path.read_text("utf-8") for path in EXAMPLES.glob("*.toml")}


def _example(name: str, text: str) -> ExampleRules:
    (source,) = (line for line in text.splitlines() if line.startswith(SOURCE))
    return ExampleRules(name, source.removeprefix(SOURCE), parse_rules(text, name))
