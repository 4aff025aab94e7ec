"""The tables of folding and its test vectors, against the fold itself."""

import json
import re
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct

from gongzhu.rules import Event
from gongzhu.server.live.messages import Snapshot, Update
from gongzhu.table import Fact, TableState, TableView, evolve_table_view
from gongzhu.table.facts import Happened
from tests.docs.fold_vectors import VECTORS, vectors
from tests.docs.reading import DOCS, code_in, name_of, rows_of, tag_of
from tests.table.golden_tables import GOLDEN

PAGES = (DOCS / "protocol.md", DOCS / "zh" / "protocol.md")
FACTS = {"en": "fact", "zh": "事实"}
EVENTS = {"en": "event in `happened`", "zh": "`happened` 里的事件"}
each_page = pytest.mark.parametrize("page", PAGES, ids=name_of)


def rows(page: Path, heads: dict[str, str]) -> dict[str, str]:
    """By fact or event, what the page says that it changes."""
    cells = rows_of(page, heads["zh" if page.parent.name == "zh" else "en"])
    found = {code_in(first)[0]: changes for first, changes in cells}
    assert len(found) == len(cells)
    return found


# --- the tables --------------------------------------------------------------------------------


def differing(before: Struct, after: Struct, prefix: str = "") -> set[str]:
    """The fields that are not the same."""
    return {
        f"{prefix}{field}"
        for field in before.__struct_fields__
        if getattr(before, field) != getattr(after, field)
    }


def changed(before: TableView, after: TableView) -> set[str]:
    """The fields that differ, as the page writes them, without places in lists."""
    found = differing(before.state, after.state)
    if len(before.state.seats) == len(after.state.seats):
        found -= {"seats"}
        for old, new in zip(before.state.seats, after.state.seats, strict=True):
            found |= differing(old, new, "seats.")
    found -= {"fair"}
    found |= differing(before.state.fair, after.state.fair, "fair.")
    if before.deal is None or after.deal is None:
        return found | ({"deal"} if before.deal != after.deal else set())
    found |= differing(before.deal.public, after.deal.public, "public.")
    if before.deal.own is not None and after.deal.own is not None:
        found |= differing(before.deal.own, after.deal.own, "own.")
    return found | ({"chosen"} if before.deal.chosen != after.deal.chosen else set())


@cache
def seen_changes() -> dict[str, set[str]]:
    """By fact, and by event within `happened`, all fields that it changed in the golden tables and
    in the test vectors."""
    found: dict[str, set[str]] = defaultdict(set)
    sights: list[tuple[Any, list[Any]]] = [
        (observer["snapshot"], observer["updates"])
        for file in sorted(GOLDEN.glob("*.json"))
        for observer in json.loads(file.read_text("utf-8"))["observers"]
    ]
    for observer in json.loads(VECTORS.read_text("utf-8"))["observers"]:
        seen = [update["facts"] for update in observer["updates"]]
        sights.append((observer["snapshot"]["table"], seen))
    for first, updates in sights:
        view = msgspec.convert(first, TableView)
        for facts in msgspec.convert(updates, list[tuple[Fact, ...]]):
            for fact in facts:
                after = evolve_table_view(view, fact)
                kind = fact.event if isinstance(fact, Happened) else fact
                found[tag_of(type(kind))] |= changed(view, after)
                view = after
    return found


def said_to_change(cell: str, roots: set[str]) -> set[str]:
    """The fields that a row names, without places in lists."""
    spans = [re.sub(r"\[\w*\]", "", span) for span in code_in(cell)]
    return {span for span in spans if re.fullmatch(r"[a-z_.]+", span) and root_of(span) in roots}


def root_of(path: str) -> str:
    return path.partition(".")[0]


def within(path: str, others: set[str]) -> bool:
    """True if the field is one of the others, or a part of one."""
    return any(path == other or path.startswith(f"{other}.") for other in others)


DEAL = {"deal", "public", "own", "chosen"}
UNSEEN = {
    "opened": {"table", "settings", "stage", "seats"},
    "configured": {"host"},
    "swapped": {"round_points"},
    "game_began": {"seats.failed"},
    "deal_called": {"fair.previous"},
    "deal_scored": {"fair.contributions", "fair.heard"},
    "deal_aborted": {"fair.contributions", "fair.heard"},
    "game_ended": {"round_points"},
    "closed": {"until"},
}
"""Fields that have the new value already wherever these facts come in the golden tables. Nobody
follows the opening of a table, since everybody begins with a snapshot."""


@each_page
def test_there_is_a_row_for_every_fact_and_every_event(page: Path) -> None:
    assert set(rows(page, FACTS)) == {tag_of(kind) for kind in get_args(Fact)}
    assert set(rows(page, EVENTS)) == {tag_of(kind) for kind in get_args(Event)}


def said(page: Path) -> dict[str, set[str]]:
    """By fact and by event, the fields that the page says it changes."""
    facts, events = rows(page, FACTS), rows(page, EVENTS)
    of_state = {*TableState.__struct_fields__, *DEAL}
    found = {fact: said_to_change(cell, of_state) for fact, cell in facts.items()}
    del found["happened"]
    return found | {event: said_to_change(cell, DEAL) for event, cell in events.items()}


@each_page
def test_every_field_that_a_fact_changes_is_named_in_its_row(page: Path) -> None:
    seen = seen_changes()
    for name, fields in said(page).items():
        assert {field for field in seen[name] if not within(field, fields)} == set(), name


@each_page
def test_no_row_names_a_field_that_stays(page: Path) -> None:
    seen = seen_changes()
    stays = {name: set[str]() for name in UNSEEN}
    for name, fields in said(page).items():
        for field in fields:
            if seen[name] == {"deal"} and root_of(field) in DEAL:
                continue
            if not any(within(change, {field}) or within(field, {change}) for change in seen[name]):
                stays.setdefault(name, set()).add(field)
    assert stays == UNSEEN


# --- the vectors -------------------------------------------------------------------------------


def test_the_vectors_are_as_they_are_made() -> None:
    text = VECTORS.read_text("utf-8")
    assert text == vectors(), "run tests/docs/fold_vectors.py, and read the difference"
    assert len(text) < 200_000


@pytest.mark.parametrize("place", range(6))
def test_folding_the_vectors_gives_their_views(place: int) -> None:
    observer = json.loads(VECTORS.read_text("utf-8"))["observers"][place]
    first = msgspec.convert(observer["snapshot"], Snapshot)
    view, seq = first.table, first.seq
    assert view.seat == first.you.seat == observer["seat"]
    expected = {known["seq"]: known["table"] for known in observer["views"]}
    for update in msgspec.convert(observer["updates"], list[Update]):
        assert update.seq == seq + 1
        seq = update.seq
        for fact in update.facts:
            view = evolve_table_view(view, fact)
        if seq in expected:
            assert json.loads(msgspec.json.encode(view)) == expected.pop(seq)
    assert expected == {}
    assert view.state.stage == ("finished" if observer["name"] == "played_out" else "scored")
