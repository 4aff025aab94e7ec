"""The protocol as others read it is the protocol as it is."""

import json
from pathlib import Path

import pytest

from gongzhu.server.app import create_app
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.protocol import asyncapi, openapi, sent_whole, wire_schema
from tests.support.asgi import Answer, ask, scope_of
from tests.support.memory_store import MemoryStore
from tests.support.stores import in_loop

PROTOCOL = Path(__file__).parents[2] / "docs" / "protocol"
DOCUMENTS = {"asyncapi": asyncapi, "openapi": openapi}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_kept_document_is_the_one_that_the_source_makes(name: str) -> None:
    # Otherwise: python -m gongzhu.server.NAME > docs/protocol/NAME.json
    kept = (PROTOCOL / f"{name}.json").read_text("utf-8")
    assert kept == json.dumps(DOCUMENTS[name](), ensure_ascii=False, indent=2) + "\n"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_everything_that_is_referred_to_is_there(name: str) -> None:
    def references(part: object) -> set[str]:
        if isinstance(part, list):
            return {name for item in part for name in references(item)}
        if isinstance(part, dict):
            here = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
            return here | {name for item in part.values() for name in references(item)}
        return set()

    document = DOCUMENTS[name]()
    for reference in references(document):
        place = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
        assert place is not None


@in_loop
async def test_a_refused_method_is_told_of_all_others() -> None:
    app = create_app(ServerConfig(processes=0), MemoryStore())
    async with app.router.lifespan_context(app):
        for path, allowed in {
            "/api/me": "GET, HEAD, POST",
            "/api/bots": "POST",
            "/api/games/x.txt": "GET, HEAD",
            "/nothing": "GET, HEAD",
        }.items():
            answer = Answer()
            await ask(app, scope_of("http", path, "", "PUT"), b"", answer)
            assert (answer.status, dict(answer.headers)["allow"]) == (405, allowed)


def test_the_bodies_of_the_http_api_are_described_too() -> None:
    assert {"Problem", "OpenTable", "Lobby", "GameSheet", "FromPlayer"} <= wire_schema().keys()


def test_a_body_is_sent_whole_unless_its_defaults_are_left_out() -> None:
    whole = set(sent_whole())
    assert {"TableState", "SeatState", "Clock", "Lobby"} <= whole
    assert not {"Ask", "Update", "Configure", "OpenTable"} & whole
