"""The JSON schema of all messages and HTTP bodies: `python -m gongzhu.server.protocol.schema`."""

import inspect
import json
import sys
from collections.abc import Mapping
from typing import Any

import msgspec

from gongzhu.rules import Action
from gongzhu.server.edge.problems import Problem
from gongzhu.server.live.messages import FromPlayer, ToPlayer
from gongzhu.server.monitoring.readiness import Health, PartsReady
from gongzhu.server.protocol.operations import OPERATIONS
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
    bodies = [form for one in OPERATIONS for form in (one.takes, one.gives)]
    forms = [form for form in (*bodies, Problem, Health, PartsReady) if isinstance(form, type)]
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
