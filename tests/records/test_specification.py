"""docs/records.md against the program: its examples are read, written and verified."""

import re
from pathlib import Path

import pytest

from gongzhu.records import (
    DealRecord,
    Verifier,
    read_jsonl,
    read_text,
    scan_text,
    write_jsonl,
    write_text,
)
from gongzhu.records.draft import NAMES, OF_SEATS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "records.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


CANONICAL, BY_HAND, FAULT = blocks("text")
(LINE,) = blocks("json")


def test_the_first_example_is_canonical_and_lies_among_the_examples() -> None:
    assert (ROOT / "examples" / "friday.gzn").read_text("utf-8") == CANONICAL
    assert "".join(write_text(read_text(CANONICAL))) == CANONICAL


def test_the_line_is_the_same_deal() -> None:
    assert "".join(write_jsonl(read_text(CANONICAL))) == LINE
    assert "".join(write_text(read_jsonl(LINE))) == CANONICAL


@pytest.mark.parametrize("example", [CANONICAL, BY_HAND])
def test_the_examples_are_true(example: str) -> None:
    (record,) = read_text(example)
    assert Verifier().check(record) == []


def test_the_example_by_hand_leaves_out_what_it_says() -> None:
    (record,) = read_text(BY_HAND)
    assert record.preset == "hearts-denexa"
    assert record.scores == (26, 26, 26, 0)
    assert record.comments == {"40": "the moon is near"}


def test_the_fault_is_told_so() -> None:
    meddled = CANONICAL.replace("10♣  Q♠", "3♠   Q♠")
    (fault,) = Verifier().verify(scan_text(meddled.split("\n")))
    assert fault.text() + "\n" == FAULT


def rows(head: str) -> list[str]:
    """The names in the first column of the table with this head."""
    table = PAGE.partition(f"\n| {head} |")[2].partition("\n\n")[0]
    return re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in table.split("\n")[2:]))


def test_every_tag_is_explained() -> None:
    seats = {f"{name}{seat}" for name in OF_SEATS for seat in (0, 4)}
    assert set(rows("Tag")) == {name for name in NAMES.values() if name not in OF_SEATS} | seats


def test_every_field_is_explained_in_its_order() -> None:
    order = [*DealRecord.__struct_fields__]
    # Two of a kind share a row.
    order.remove("totals_before")
    order.insert(order.index("totals"), "totals_before")
    assert rows("Field") == order
