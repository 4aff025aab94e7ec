"""The golden tables are those that the program makes, and following them comes to what they say."""

import json

import msgspec
import pytest

from gongzhu.table import Fact, TableView, evolve_table_view
from tests.table.golden_tables import GOLDEN, TABLES, golden


@pytest.mark.parametrize("name", TABLES)
def test_golden_tables_are_as_they_are_made(name: str) -> None:
    text = (GOLDEN / f"{name}.json").read_text("utf-8")
    assert text == golden(name), "run tests/table/make_golden.py, and read the difference"


@pytest.mark.parametrize("name", TABLES)
def test_following_the_golden_facts_gives_the_golden_views(name: str) -> None:
    data = json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))
    for observer in data["observers"]:
        view = msgspec.convert(observer["snapshot"], TableView)
        assert view.seat == observer["seat"]
        after = dict(observer["after"])
        for number, update in enumerate(observer["updates"], start=1):
            for fact in msgspec.convert(update, tuple[Fact, ...]):
                view = evolve_table_view(view, fact)
            if number in after:
                assert msgspec.to_builtins(view) == msgspec.to_builtins(
                    msgspec.convert(after[number], TableView)
                )
        assert len(observer["updates"]) in after
