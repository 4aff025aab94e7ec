"""docs/records.md in both languages against the program: its examples are read, written and
verified."""

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
from gongzhu.records.parsed_deal import NAMES, OF_SEATS
from gongzhu.texts import Lang, say

ROOT = Path(__file__).parents[2]
PAGES = {
    "en": (ROOT / "docs" / "records.md").read_text("utf-8"),
    "zh": (ROOT / "docs" / "zh" / "records.md").read_text("utf-8"),
}
in_both_languages = pytest.mark.parametrize("lang", PAGES)


def blocks(lang: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGES[lang], re.DOTALL | re.MULTILINE)


CANONICAL, BY_HAND, _ = blocks("en", "text")


@in_both_languages
def test_both_pages_have_the_same_examples(lang: str) -> None:
    assert blocks(lang, "text")[:2] == [CANONICAL, BY_HAND]


def test_the_first_example_is_canonical_and_lies_among_the_examples() -> None:
    assert (ROOT / "examples" / "friday.gzn").read_text("utf-8") == CANONICAL
    assert "".join(write_text(read_text(CANONICAL))) == CANONICAL


@in_both_languages
def test_the_line_is_the_same_deal(lang: str) -> None:
    (line,) = blocks(lang, "json")
    assert "".join(write_jsonl(read_text(CANONICAL))) == line
    assert "".join(write_text(read_jsonl(line))) == CANONICAL


@pytest.mark.parametrize("example", [CANONICAL, BY_HAND])
def test_the_examples_are_true(example: str) -> None:
    (record,) = read_text(example)
    assert Verifier().check(record) == []


def test_the_example_by_hand_leaves_out_what_it_says() -> None:
    (record,) = read_text(BY_HAND)
    assert record.preset == "hearts-denexa"
    assert record.scores == (26, 26, 26, 0)
    assert record.comments == {"40": "the moon is near"}


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_fault_is_told_so(lang: Lang) -> None:
    meddled = CANONICAL.replace("10♣  Q♠", "3♠   Q♠")
    (fault,) = Verifier().verify(scan_text(meddled.split("\n")))
    told = say("cli.file", lang, file="friday.gzn", error=fault.text(lang))
    assert told + "\n" == blocks(lang, "text")[2]


def rows(lang: str, *heads: str) -> list[str]:
    """The names in the first column of the table that has one of these heads."""
    (table,) = (
        PAGES[lang].partition(f"\n| {head} |")[2].partition("\n\n")[0]
        for head in heads
        if f"\n| {head} |" in PAGES[lang]
    )
    return re.findall(r"`(\w+)`", " ".join(row.split("|")[1] for row in table.split("\n")[2:]))


@in_both_languages
def test_every_tag_is_explained(lang: str) -> None:
    seats = {f"{name}{seat}" for name in OF_SEATS for seat in (0, 7)}
    tags = {name for name in NAMES.values() if name not in OF_SEATS}
    assert set(rows(lang, "Tag", "标签")) == tags | seats


@in_both_languages
def test_every_field_is_explained_in_its_order(lang: str) -> None:
    order = [*DealRecord.__struct_fields__]
    # Two of a kind share a row.
    order.remove("totals_before")
    order.insert(order.index("totals"), "totals_before")
    assert rows(lang, "Field", "字段") == order
