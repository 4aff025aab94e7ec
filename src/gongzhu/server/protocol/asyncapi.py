"""The WebSocket protocol as an AsyncAPI 3 document: `python -m gongzhu.server.protocol.asyncapi`.

The document is kept in docs/protocol/asyncapi.json; a test checks that it is up to date.
"""

import inspect
import json
import sys
from typing import Any, get_args

from gongzhu import __version__
from gongzhu.server.live import messages
from gongzhu.server.live.messages import FromPlayer, ToPlayer
from gongzhu.server.protocol.schema import PLACE, reachable, wire_schema
from gongzhu.server.tables.socket import TableSocket

CHANNEL = "table"


def asyncapi() -> dict[str, Any]:
    """The AsyncAPI document as plain data; its descriptions are the docstrings of the source."""
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


def main() -> None:
    """Print the AsyncAPI document as JSON."""
    json.dump(asyncapi(), sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
