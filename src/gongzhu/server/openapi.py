"""The HTTP API as an OpenAPI 3.1 document: `python -m gongzhu.server.openapi`.

The document is kept in docs/protocol/openapi.json; a test compares, and that no path is left out.
"""

import inspect
import json
import re
import sys
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from gongzhu import __version__
from gongzhu.server import bodies
from gongzhu.server.api.games import GamesApi
from gongzhu.server.api.me import MeApi
from gongzhu.server.api.rules import RulesApi
from gongzhu.server.api.tables import TablesApi
from gongzhu.server.asyncapi import PLACE, reachable
from gongzhu.server.problems import language
from gongzhu.server.schema import wire_schema
from gongzhu.texts import LANGUAGES

PROBLEM = bodies.Problem
JSON = "application/json"
LINES = "application/x-ndjson"
TEXT = "text/plain"
REFUSED = {"GET": (403, 404, 503), "POST": (400, 401, 403, 413, 422, 429, 503)}
"""Statuses of refusals, by method."""


class Operation(Struct, frozen=True):
    """What one path does by one method."""

    method: str
    path: str
    handler: Callable[..., Any]
    takes: type[Struct] | str | None
    """The form of the body, or its kind where that is no JSON."""
    gives: type[Struct] | str
    """The same of the answer."""
    status: int = 200
    """Of the answer where all is well."""


OPERATIONS = (
    Operation("GET", "/api/me", MeApi.show, None, bodies.Me),
    Operation("POST", "/api/me", MeApi.introduce, bodies.Introduce, bodies.Me),
    Operation("POST", "/api/me/recovery", MeApi.make_code, None, bodies.RecoveryCode),
    Operation("POST", "/api/me/recover", MeApi.recover, bodies.Recover, bodies.Me),
    Operation("POST", "/api/me/sign-out-others", MeApi.sign_out_others, None, bodies.Me),
    Operation("POST", "/api/bots", MeApi.make_bot, bodies.Introduce, bodies.BotToken, 201),
    Operation("GET", "/api/rules", RulesApi.show, None, bodies.RulesForm),
    Operation(
        "POST", "/api/rules/explain", RulesApi.explain, bodies.RulesAsked, bodies.RulesExplained
    ),
    Operation("GET", "/api/lobby", TablesApi.lobby, None, bodies.Lobby),
    Operation("POST", "/api/tables", TablesApi.open, bodies.OpenTable, bodies.TableOpened, 201),
    Operation("GET", "/api/tables/{table}/deals/{count}", TablesApi.deal, None, bodies.DealSheet),
    Operation("GET", "/api/games/{game}", GamesApi.show, None, bodies.GameSheet),
    Operation("GET", "/api/games/{game}.jsonl", GamesApi.jsonl, None, LINES),
    Operation("GET", "/api/games/{game}.txt", GamesApi.text, None, TEXT),
    Operation("GET", "/api/games/{game}.evidence.jsonl", GamesApi.evidence, None, LINES),
    Operation("POST", "/api/records", GamesApi.read, "application/octet-stream", bodies.GameSheet),
)


def openapi() -> dict[str, Any]:
    """The document. What it says in words is what the source says."""
    paths: dict[str, Any] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _described(operation)
    forms = [form for one in OPERATIONS for form in (one.takes, one.gives)]
    named = {form.__name__ for form in (*forms, PROBLEM) if isinstance(form, type)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "gongzhu",
            "version": __version__,
            "description": inspect.getdoc(bodies),
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
    names = re.findall(r"\{(\w+)\}", operation.path)
    well = {"description": "Done.", "content": _content(operation.gives)}
    refused = {"description": inspect.getdoc(PROBLEM), "content": _content(PROBLEM)}
    found: dict[str, Any] = {
        "operationId": handler.__qualname__.replace("Api.", "_").lower(),
        "parameters": [_in_path(name) for name in names] + [_LANGUAGE],
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


def _in_path(name: str) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0} if name == "count" else {"type": "string"}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _content(form: type[Struct] | str) -> dict[str, Any]:
    if isinstance(form, str):
        return {form: {"schema": {"type": "string"}}}
    return {JSON: {"schema": {"$ref": PLACE.format(name=form.__name__)}}}


def main() -> None:
    """Print the document."""
    json.dump(openapi(), sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
