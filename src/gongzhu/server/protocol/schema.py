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

PLACE = "#/components/schemas/{name}"
"""The form of references to a schema in the OpenAPI and AsyncAPI documents."""
UNIONS: Mapping[str, Any] = {
    "Action": Action,
    "Command": Command,
    "FromPlayer": FromPlayer,
    "ToPlayer": ToPlayer,
    "Fact": Fact,
}
"""The union types that have a name of their own in the schema."""


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


def reachable(schemas: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """The named schemas, with all schemas that they refer to directly or indirectly."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _named(schemas[name])
    return {name: schemas[name] for name in schemas if name in found}


def _named(part: object) -> list[str]:
    """The names of the schemas that a schema refers to."""
    if isinstance(part, list):
        return [name for item in part for name in _named(item)]
    if not isinstance(part, dict):
        return []
    here = [part["$ref"].rpartition("/")[2]] if isinstance(part.get("$ref"), str) else []
    return here + [name for item in part.values() for name in _named(item)]


def main() -> None:
    """Print the JSON schema of all messages and bodies."""
    json.dump({"$defs": wire_schema()}, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
