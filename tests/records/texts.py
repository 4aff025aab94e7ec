"""Records as text, with some of it left out."""

import re

from gongzhu.records import DealRecord, write_text


def text_of(*records: DealRecord) -> str:
    return "".join(write_text(records))


def without(text: str, *names: str) -> str:
    """The text without the tags of these names."""
    return "".join(
        line
        for line in text.splitlines(keepends=True)
        if not re.match(rf"\[({'|'.join(names)})\d? ", line)
    )
