"""The form for people, read deal by deal."""

from collections.abc import Iterable, Iterator

from gongzhu.records.fault import RecordError
from gongzhu.records.file_entry import FileEntry, records_of
from gongzhu.records.lexer import Tag, text_lines, tokens
from gongzhu.records.model import DealRecord
from gongzhu.records.parsed_deal import KEPT, ParsedDeal, parsed_deals
from gongzhu.records.text_deal import build


def read_text(source: str | Iterable[str | bytes]) -> Iterator[DealRecord]:
    """The records of a text, or of lines as a file gives them, one by one.

    Raises RecordError, with line and column, at the first one that cannot be read.
    """
    return records_of(scan_text(source.split("\n") if isinstance(source, str) else source))


def scan_text(lines: Iterable[str | bytes]) -> Iterator[FileEntry]:
    """Each deal's record, or the first thing in it that cannot be read."""
    kept: dict[str, Tag] = {}
    options: tuple[Tag, ...] = ()
    found: DealRecord | RecordError | None = None
    for parsed in parsed_deals(tokens(text_lines(lines))):
        if "Rules" in parsed.tags:
            options = ()
        if "Rules" in parsed.tags or parsed.options:
            kept.pop("Preset", None)
        options += tuple(parsed.options)
        tags = kept | parsed.tags
        kept = {key: tag for key, tag in tags.items() if key.rstrip("01234") in KEPT}
        found = _read(parsed, tags, options, found)
        yield FileEntry(parsed.line, found)


def _read(
    parsed: ParsedDeal,
    tags: dict[str, Tag],
    options: tuple[Tag, ...],
    before: DealRecord | RecordError | None,
) -> DealRecord | RecordError:
    if parsed.error:
        return parsed.error
    try:
        return build(parsed, tags, options, before)
    except RecordError as error:
        return error
