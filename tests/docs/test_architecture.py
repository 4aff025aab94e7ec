"""The architecture page: its pictures are those that the script draws, and its places exist."""

import re
from pathlib import Path

import pytest

from docs import draw_architecture

ROOT = Path(__file__).parents[2]
PAGES = ("docs/architecture.md", "docs/zh/architecture.md")


@pytest.mark.parametrize("file", draw_architecture.pictures(), ids=lambda file: file.name)
def test_a_picture_is_up_to_date(file: Path) -> None:
    """After a change of floors or stops: run docs/draw_architecture.py."""
    assert file.read_text("utf-8") == draw_architecture.pictures()[file]


def test_every_floor_is_in_the_picture() -> None:
    floors = {name for row in draw_architecture.floors() for name in row}
    assert floors == {"web", *draw_architecture.FLOORS}
    assert {floor for floor, *_ in draw_architecture.CARD} <= floors


@pytest.mark.parametrize("page", PAGES)
def test_every_place_that_is_named_exists(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    named = set(re.findall(r"`([\w./-]+\.(?:py|ts|svelte|json|md)|[a-z]+/[\w/-]+)`", text))
    roots = (ROOT, ROOT / "src/gongzhu", ROOT / "web/src", ROOT / "web/src/table", ROOT / "docs")
    missing = {name for name in named if not any((root / name).exists() for root in roots)}
    assert missing == set()
