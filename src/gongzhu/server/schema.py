"""The JSON schema of all messages and HTTP bodies: `python -m gongzhu.server.schema` prints it."""

import inspect
import json
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from gongzhu.rules import Action
from gongzhu.server import bodies
from gongzhu.server.messages import FromPlayer, ToPlayer
from gongzhu.table import Command, Fact

UNIONS: Mapping[str, Any] = {
    "Action": Action,
    "Command": Command,
    "FromPlayer": FromPlayer,
    "ToPlayer": ToPlayer,
    "Fact": Fact,
}
"""The unions that have a name of their own in the schema."""


def wire_schema(template: str = "#/$defs/{name}") -> dict[str, Any]:
    """The JSON schemas of every message and body, by name; `template` is the form of the references
    between them."""
    forms = [
        form
        for form in vars(bodies).values()
        if isinstance(form, type) and issubclass(form, msgspec.Struct)
    ]
    shapes, parts = msgspec.json.schema_components(
        [*UNIONS.values(), *forms], ref_template=template
    )
    for part in parts.values():
        if "description" in part:
            # Docstrings keep the indentation of their source before Python 3.13.
            part["description"] = inspect.cleandoc(part["description"])
    named = dict(zip(UNIONS, shapes, strict=False))
    return dict(sorted({**parts, **named}.items()))


def main() -> None:
    """Print the JSON schema of all messages and bodies."""
    json.dump({"$defs": wire_schema()}, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
