"""Reads the form for people, one deal at a time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gongzhu.records.fault import RecordError
from gongzhu.records.file_entry import FileEntry, records_of
from gongzhu.records.lexer import Tag, text_lines, tokens, wrong
from gongzhu.records.model import DealRecord
from gongzhu.records.parsed_deal import KEPT, ParsedDeal, parsed_deals
from gongzhu.records.text_deal import build

MOST_OPTIONS = 100
"""Greatest number of options that apply at once; a game has a quarter as many."""


def read_text(source: str | Iterable[str | bytes]) -> Iterator[DealRecord]:
    """The records of a text, or of lines as a file gives them, one by one.

    Raises RecordError, with line and column, for the first record that cannot be read.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> record.players, record.scores
    (('Ann', 'Bo', '小王', 'Dee'), (0, -1000, 60, -110))
    """
    return records_of(scan_text(source.split("\n") if isinstance(source, str) else source))


def scan_text(lines: Iterable[str | bytes], most_tokens: int | None = None) -> Iterator[FileEntry]:
    """Each deal's record, or the first thing in it that cannot be read. Reading stops after
    `most_tokens` tags, words and comments, and the last deal then reports that.

    >>> [entry] = scan_text(["1: QX"])
    >>> entry.found.fault.text("en")
    'line 1, column 1: "1:" is outside any tag, and [Play] has not come yet'
    """
    kept: dict[str, Tag] = {}
    options: tuple[Tag, ...] = ()
    found: DealRecord | RecordError | None = None
    for parsed in parsed_deals(tokens(text_lines(lines), most_tokens)):
        if "Rules" in parsed.tags:
            options = ()
        if "Rules" in parsed.tags or parsed.options:
            kept.pop("Preset", None)
        said = {_option_name(tag) for tag in parsed.options}
        options = (*(tag for tag in options if _option_name(tag) not in said), *parsed.options)
        if len(options) > MOST_OPTIONS:
            over = options[MOST_OPTIONS]
            parsed.error = parsed.error or wrong(over, "many_options", most=MOST_OPTIONS)
            options = options[:MOST_OPTIONS]
        tags = kept | parsed.tags
        kept = {key: tag for key, tag in tags.items() if key.rstrip("01234") in KEPT}
        found = _read(parsed, tags, options, found)
        yield FileEntry(parsed.line, found)


def _option_name(tag: Tag) -> str:
    """The key of an option, as far as it can be seen without parsing the option, so that a repeated
    option replaces the earlier one."""
    return tag.value.partition("=")[0].strip()


def _read(
    parsed: ParsedDeal,
    tags: Mapping[str, Tag],
    options: Sequence[Tag],
    before: DealRecord | RecordError | None,
) -> DealRecord | RecordError:
    if parsed.error:
        return parsed.error
    try:
        return build(parsed, tags, options, before)
    except RecordError as error:
        return error
