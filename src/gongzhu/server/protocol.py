"""The HTTP API and the protocol of a table's socket as documents, generated from types and
docstrings: `python -m gongzhu.server.protocol openapi`.

`openapi` prints an OpenAPI 3.1 document, `asyncapi` an AsyncAPI 3 document, and `schema` the JSON
schema of all messages and bodies, from which the client's types are generated. The first two are
stored in docs/protocol. A test checks that they are up to date.
"""

import inspect
import json
import re
import sys
from collections.abc import Callable, Mapping
from typing import Any, get_args

import msgspec
from msgspec import Struct
from msgspec.inspect import StructType, multi_type_info

from gongzhu import __version__
from gongzhu.rules import Action
from gongzhu.server.app import OPERATIONS
from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.problems import Problem, language
from gongzhu.server.live import messages
from gongzhu.server.live.messages import FromPlayer, ToPlayer
from gongzhu.server.monitoring.readiness import Health, PartsReady
from gongzhu.server.tables.socket import TableSocket
from gongzhu.table import Command, Fact
from gongzhu.texts import LANGUAGES

PLACE = "#/components/schemas/{name}"
"""Template of references to a schema in the OpenAPI and AsyncAPI documents."""
UNIONS: Mapping[str, Any] = {
    "Action": Action,
    "Command": Command,
    "FromPlayer": FromPlayer,
    "ToPlayer": ToPlayer,
    "Fact": Fact,
}
"""The union types that have a name of their own in the schema."""


def wire_schema(template: str = "#/$defs/{name}") -> dict[str, Any]:
    """The JSON schemas of all messages and bodies, by name. `template` is the format of references
    between them, with the placeholder `{name}`."""
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
    """The sorted names of the types that the server always sends with all their fields, even those
    that a client may omit."""
    given = [one.gives for one in OPERATIONS if isinstance(one.gives, type)]
    found: set[type[Struct]] = set()
    for sent in multi_type_info([ToPlayer, Problem, Health, PartsReady, *given]):
        _add_structs(sent, found)
    return sorted(one.__name__ for one in found if not one.__struct_config__.omit_defaults)


def _add_structs(part: object, found: set[type[Struct]]) -> None:
    """Add the classes of all structs in a type description, as `msgspec.inspect` gives it, to
    `found`."""
    if isinstance(part, tuple):
        for item in part:
            _add_structs(item, found)
    elif isinstance(part, Struct) and not (isinstance(part, StructType) and part.cls in found):
        if isinstance(part, StructType):
            found.add(part.cls)
        for name in part.__struct_fields__:
            _add_structs(getattr(part, name), found)


def reachable(schemas: dict[str, Any], names: list[str]) -> dict[str, Any]:
    """The schemas with these names, and all schemas that they refer to directly or indirectly."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _named(schemas[name])
    return {name: schemas[name] for name in schemas if name in found}


def _named(part: object) -> list[str]:
    """The names of the schemas that a part of a schema refers to."""
    if isinstance(part, list):
        return [name for item in part for name in _named(item)]
    if not isinstance(part, dict):
        return []
    here = [part["$ref"].rpartition("/")[2]] if isinstance(part.get("$ref"), str) else []
    return here + [name for item in part.values() for name in _named(item)]


# --- OpenAPI ------------------------------------------------------------------------------------

JSON = "application/json"
REFUSED = {"GET": (403, 404, 421, 429, 503), "POST": (400, 401, 403, 404, 413, 421, 422, 429, 503)}
"""HTTP statuses with which requests may be refused, by method."""


def openapi() -> dict[str, Any]:
    """The OpenAPI document, as plain data. Its descriptions are docstrings."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        methods = paths.setdefault(operation.path.replace(":number}", "}"), {})
        methods[operation.method.lower()] = _described(operation)
    forms = [form for one in OPERATIONS for form in (one.takes, one.gives)]
    named = {form.__name__ for form in (*forms, Problem) if isinstance(form, type)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "gongzhu",
            "version": __version__,
            "description": "All operations of the HTTP API.",
            "license": {"name": "MIT"},
        },
        "paths": paths,
        "components": {
            "schemas": reachable(wire_schema(PLACE), sorted(named)),
            "securitySchemes": {
                "guest": {"type": "apiKey", "in": "cookie", "name": "gongzhu"},
                "bot": {"type": "http", "scheme": "bearer"},
            },
        },
        "security": [{}, {"guest": []}, {"bot": []}],
    }


def _described(operation: Operation) -> dict[str, Any]:
    handler = operation.handler
    parameters = re.findall(r"\{(\w+):?(\w*)\}", operation.path)
    well = {"description": "Done.", "content": _content(operation.gives)}
    refused = {"description": inspect.getdoc(Problem), "content": _content(Problem)}
    found: dict[str, Any] = {
        "operationId": handler.__name__,
        "parameters": [*(_in_path(name, form) for name, form in parameters), _LANGUAGE, _SESSION],
        "responses": {
            f"{operation.status}": well,
            **{f"{status}": refused for status in REFUSED[operation.method]},
        },
    }
    if operation.takes is not None:
        found["requestBody"] = {"required": True, "content": _content(operation.takes)}
    return found


_LANGUAGE = {
    "name": "lang",
    "in": "query",
    "required": False,
    "description": inspect.getdoc(language),
    "schema": {"type": "string", "examples": [*LANGUAGES]},
}
_SESSION = {
    "name": "X-Gongzhu-Session",
    "in": "header",
    "required": False,
    "description": "The session that the cookie is to be of, by `Me.session`; otherwise it is not"
    " believed. A program need not say it.",
    "schema": {"type": "string"},
}


def _in_path(name: str, form: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0} if form == "number" else {"type": "string"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _content(form: type[Struct] | str) -> dict[str, Any]:
    if isinstance(form, str):
        return {form: {"schema": {"type": "string"}}}
    return {JSON: {"schema": {"$ref": PLACE.format(name=form.__name__)}}}


# --- AsyncAPI -----------------------------------------------------------------------------------

CHANNEL = "table"


def asyncapi() -> dict[str, Any]:
    """The AsyncAPI document, as plain data. Its descriptions are docstrings."""
    from_player = [form.__name__ for form in get_args(FromPlayer)]
    to_player = [form.__name__ for form in get_args(ToPlayer)]
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "gongzhu",
            "version": f"{messages.VERSION}",
            "description": inspect.getdoc(messages),
            "license": {"name": "MIT"},
            "x-program-version": __version__,
        },
        "defaultContentType": "application/json",
        "channels": {
            CHANNEL: {
                "address": "/api/tables/{table}/socket",
                "description": inspect.getdoc(TableSocket),
                "parameters": {"table": {}},
                "messages": {
                    name: {"$ref": f"#/components/messages/{name}"}
                    for name in (*from_player, *to_player)
                },
                "bindings": {"ws": {"method": "GET"}},
            }
        },
        "operations": {
            "fromPlayer": _operation("receive", from_player),
            "toPlayer": _operation("send", to_player),
        },
        "components": {
            "messages": {
                form.__name__: {
                    "name": form.__name__,
                    "summary": (inspect.getdoc(form) or "").split("\n\n")[0],
                    "payload": {"$ref": PLACE.format(name=form.__name__)},
                }
                for form in (*get_args(FromPlayer), *get_args(ToPlayer))
            },
            "schemas": reachable(wire_schema(PLACE), [*from_player, *to_player]),
            "securitySchemes": {
                "guest": {"type": "httpApiKey", "in": "cookie", "name": "gongzhu"},
                "bot": {"type": "http", "scheme": "bearer"},
            },
        },
    }


def _operation(action: str, names: list[str]) -> dict[str, Any]:
    channel = f"#/channels/{CHANNEL}"
    return {
        "action": action,
        "channel": {"$ref": channel},
        "messages": [{"$ref": f"{channel}/messages/{name}"} for name in names],
    }


def schema() -> dict[str, Any]:
    """The JSON schemas of all messages and bodies (`$defs`), and the names of types that are always
    sent with all fields (`sent_whole`)."""
    return {"$defs": wire_schema(), "sent_whole": sent_whole()}


DOCUMENTS: Mapping[str, Callable[[], dict[str, Any]]] = {
    "openapi": openapi,
    "asyncapi": asyncapi,
    "schema": schema,
}


def main() -> None:
    """Print the document named on the command line, as JSON."""
    json.dump(DOCUMENTS[sys.argv[1]](), sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
