"""The HTTP API as an OpenAPI 3.1 document: `python -m gongzhu.server.protocol.openapi`.

The document is kept in docs/protocol/openapi.json; a test checks that it is up to date.
"""

import inspect
import json
import re
import sys
from typing import Any

from msgspec import Struct

from gongzhu import __version__
from gongzhu.server.edge.operation import Operation
from gongzhu.server.edge.problems import Problem, language
from gongzhu.server.protocol import operations
from gongzhu.server.protocol.operations import OPERATIONS
from gongzhu.server.protocol.schema import PLACE, reachable, wire_schema
from gongzhu.texts import LANGUAGES

JSON = "application/json"
REFUSED = {"GET": (403, 404, 421, 429, 503), "POST": (400, 401, 403, 404, 413, 421, 422, 429, 503)}
"""The HTTP statuses with which requests may be refused, by method."""


def openapi() -> dict[str, Any]:
    """The OpenAPI document; its descriptions are the docstrings of the source."""
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
            "description": inspect.getdoc(operations),
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


def main() -> None:
    """Print the OpenAPI document as JSON."""
    json.dump(openapi(), sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
