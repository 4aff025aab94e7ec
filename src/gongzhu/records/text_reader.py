"""The form for people, read deal by deal."""

from collections.abc import Iterable, Iterator

from gongzhu.records.draft import KEPT, Draft, drafts
from gongzhu.records.entry import Entry, records_of
from gongzhu.records.fault import RecordError
from gongzhu.records.lexer import Tag, text_lines, tokens
from gongzhu.records.model import DealRecord
from gongzhu.records.text_deal import build


def read_text(source: str | Iterable[str | bytes]) -> Iterator[DealRecord]:
    """The records of a text, or of lines as a file gives them, one by one.

    Raises RecordError, with line and column, at the first one that cannot be read.
    """
    return records_of(scan_text(source.split("\n") if isinstance(source, str) else source))


def scan_text(lines: Iterable[str | bytes]) -> Iterator[Entry]:
    """Each deal's record, or the first thing in it that cannot be read."""
    kept: dict[str, Tag] = {}
    options: tuple[Tag, ...] = ()
    found: DealRecord | RecordError | None = None
    for draft in drafts(tokens(text_lines(lines))):
        if "Rules" in draft.tags:
            options = ()
        if "Rules" in draft.tags or draft.options:
            kept.pop("Preset", None)
        options += tuple(draft.options)
        tags = kept | draft.tags
        kept = {key: tag for key, tag in tags.items() if key.rstrip("01234") in KEPT}
        found = _read(draft, tags, options, found)
        yield Entry(draft.line, found)


def _read(
    draft: Draft,
    tags: dict[str, Tag],
    options: tuple[Tag, ...],
    before: DealRecord | RecordError | None,
) -> DealRecord | RecordError:
    if draft.error:
        return draft.error
    try:
        return build(draft, tags, options, before)
    except RecordError as error:
        return error
