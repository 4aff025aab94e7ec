"""The protocol as others read it is the protocol as it is."""

import json
from pathlib import Path

from gongzhu.server.asyncapi import asyncapi
from gongzhu.server.schema import wire_schema

KEPT = Path(__file__).parents[2] / "docs" / "protocol" / "asyncapi.json"


def test_the_kept_document_is_the_one_that_the_source_makes() -> None:
    # Otherwise: python -m gongzhu.server.asyncapi > docs/protocol/asyncapi.json
    assert KEPT.read_text("utf-8") == json.dumps(asyncapi(), ensure_ascii=False, indent=2) + "\n"


def test_everything_that_is_referred_to_is_there() -> None:
    def references(part: object) -> set[str]:
        if isinstance(part, list):
            return {name for item in part for name in references(item)}
        if isinstance(part, dict):
            here = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
            return here | {name for item in part.values() for name in references(item)}
        return set()

    document = asyncapi()
    for reference in references(document):
        place = document
        for step in reference.removeprefix("#/").split("/"):
            place = place[step]
        assert place is not None


def test_the_bodies_of_the_http_api_are_described_too() -> None:
    assert {"Problem", "OpenTable", "Lobby", "GameSheet", "FromPlayer"} <= wire_schema().keys()
