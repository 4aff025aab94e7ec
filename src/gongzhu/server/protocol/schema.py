"""The JSON schema of all messages and HTTP bodies: `python -m gongzhu.server.protocol.schema`."""

import inspect
import json
import sys
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.inspect import StructType, multi_type_info

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


def sent_whole() -> list[str]:
    """The names of the types that the server always sends with all their fields, whatever it may
    leave out when it reads them."""
    given = [one.gives for one in OPERATIONS if isinstance(one.gives, type)]
    found: set[type[Struct]] = set()
    for sent in multi_type_info([ToPlayer, Problem, Health, PartsReady, *given]):
        _add_structs(sent, found)
    return sorted(one.__name__ for one in found if not one.__struct_config__.omit_defaults)


def _add_structs(part: object, found: set[type[Struct]]) -> None:
    """Add the classes of all structs that a description of a type holds."""
    if isinstance(part, tuple):
        for item in part:
            _add_structs(item, found)
    elif isinstance(part, Struct) and not (isinstance(part, StructType) and part.cls in found):
        if isinstance(part, StructType):
            found.add(part.cls)
        for name in part.__struct_fields__:
            _add_structs(getattr(part, name), found)


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
    """Print the JSON schema of all messages and bodies, and which of them are sent whole."""
    printed = {"$defs": wire_schema(), "sent_whole": sent_whole()}
    json.dump(printed, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
