"""Pages as the tests read them, and the names that they use for messages."""

import re
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SPAN = re.compile(r"`([^`\n]+)`")


def name_of(page: Path) -> str:
    """The path of a page within the project."""
    return page.relative_to(ROOT).as_posix()


def rows_of(page: Path, head: str) -> list[list[str]]:
    """The cells of the rows of the table whose first heading is `head`."""
    table = page.read_text("utf-8").partition(f"\n| {head} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in table.split("\n")[2:]]


def code_in(cell: str) -> list[str]:
    """The code within a sentence."""
    return SPAN.findall(cell)


def tag_of(kind: type[Struct]) -> str:
    """The `type` of a message, a command, a fact or an event."""
    tag = kind.__struct_config__.tag
    assert isinstance(tag, str)
    return tag
