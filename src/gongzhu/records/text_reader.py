"""Reads the text format of records, one deal at a time."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from gongzhu.cards import Seat, seats
from gongzhu.records.fault import RecordError
from gongzhu.records.lexer import Tag, text_lines, tokens, wrong
from gongzhu.records.model import FORMAT, DealRecord, FileEntry, records_of
from gongzhu.records.parsed_deal import KEPT, ParsedDeal, parsed_deals
from gongzhu.records.replay import replayed
from gongzhu.records.shape import misfit
from gongzhu.records.text_values import (
    bad_value,
    check_seats,
    read_exposures,
    read_hands,
    read_moon,
    read_number,
    read_numbers,
    read_passes,
    read_plays,
    read_rules,
    read_timings,
    read_yes,
)
from gongzhu.rules import PRESETS, RuleSet, piles, sides
from gongzhu.texts import typed

Tags = Mapping[str, Tag]
Before = DealRecord | RecordError | None
"""The result of reading the previous deal of the same text: its record or its error, or None for
the first deal."""

_RESULTS = {
    "scores": "Scores",
    "totals": "Totals",
    "game_over": "GameOver",
    "winners": "Winners",
    "losers": "Losers",
}
_TAG_OF = _RESULTS | {
    "event": "Event",
    "date": "Date",
    "origin": "Origin",
    "preset": "Preset",
    "game": "Game",
    "deal": "Deal",
    "dealer_seed": "Seed",
    "totals_before": "Before",
    "first_leader": "Play",
    "claimed": "Claim",
}
"""The tag that gives each field of a record, for errors about wrong values. `players` are given by
the tags Seat0, Seat1, …."""


def build(parsed: ParsedDeal, tags: Tags, options: Sequence[Tag], before: Before) -> DealRecord:
    """The record of a deal. `tags` (by name) and `options` include those of earlier deals that
    still apply.

    Raises RecordError, with the position, for anything that cannot be interpreted.
    """
    if "Format" in tags and read_number(tags["Format"]) != FORMAT:
        raise bad_value(tags["Format"])
    for key in ("Rules", "Play"):
        if key not in tags:
            raise parsed.lacks(f"no_{key.lower()}")
    named = read_rules(tags["Rules"], options)
    rules = named.rules
    check_seats(parsed, rules)
    game, deal = _game_and_deal(parsed, tags, before)
    plays = read_plays(parsed, tags["Play"], rules)
    record = DealRecord(
        preset=_preset(tags["Preset"]) if "Preset" in tags else named.preset,
        rules=rules,
        players=tuple(_text(tags, f"Seat{seat}") or "" for seat in seats(rules.players)),
        game=game,
        deal=deal,
        dealer_seed=_text(tags, "Seed"),
        first_leader=_seat(tags["Play"]) if tags["Play"].value else plays[0][0],
        hands=read_hands(parsed, tags, rules),
        passes=read_passes(parsed, tags, rules),
        exposures=tuple(
            read_exposures(tags[key], rules.doubler) if (key := f"Expose{seat}") in tags else {}
            for seat in seats(rules.players)
        ),
        plays=plays,
        claimed=_seat(tags["Claim"]) if "Claim" in tags else None,
        moon_choice=read_moon(tags["Moon"]) if "Moon" in tags else None,
        scores=_points(tags, "Scores", len(piles(rules))),
        totals_before=_totals_before(parsed, tags, (rules, game, deal), before),
        totals=_points(tags, "Totals", len(sides(rules))),
        game_over="GameOver" in tags and read_yes(tags["GameOver"]),
        winners=_several_seats(tags, "Winners"),
        losers=_several_seats(tags, "Losers"),
        comments=parsed.comments,
        timings=read_timings(parsed),
        event=_text(tags, "Event") or "",
        date=typed(_text(tags, "Date") or ""),
        origin=_text(tags, "Origin") or "",
    )
    path = misfit(record)
    if path:
        raise bad_value(tags[_tag_of(path)])
    return _with_results(record, parsed, tags)


def _tag_of(path: str) -> str:
    """The name of the tag that gives the field at this path, as returned by `misfit`."""
    if path.startswith("players"):
        return f"Seat{path[-2]}"
    return _TAG_OF[path]


def _with_results(record: DealRecord, parsed: ParsedDeal, tags: Tags) -> DealRecord:
    """The record, with results that the text omits computed from its plays."""
    wanted = {field for field, key in _RESULTS.items() if key not in tags}
    if "GameOver" in tags:
        wanted -= {"winners", "losers"}
    if not wanted & {"scores", "totals", "game_over"}:
        return record
    try:
        right, _ = replayed(record)
    except RecordError as error:
        number = error.fault.position.play
        at = parsed.plays[number - 1].word if number else tags["Play"]
        raise RecordError(error.fault.at(at.line, at.column)) from error
    return replace(record, **{field: getattr(right, field) for field in wanted})


def _game_and_deal(parsed: ParsedDeal, tags: Tags, before: Before) -> tuple[int, int]:
    """The numbers of the game and the deal. If not given, they continue from the previous deal."""
    given = {key: read_number(tags[key]) for key in ("Game", "Deal") if key in tags}
    if len(given) == 2:
        return given["Game"], given["Deal"]
    if isinstance(before, RecordError):
        raise parsed.lacks("after_unreadable")
    if before is None or _occasion(tags) != (before.event, before.origin):
        return given.get("Game", 0), given.get("Deal", 0)
    deal = given.get("Deal", 0 if before.game_over else before.deal + 1)
    game = given.get("Game", before.game if deal > before.deal else before.game + 1)
    return game, deal if game == before.game else given.get("Deal", 0)


def _occasion(tags: Tags) -> tuple[str, str]:
    return _text(tags, "Event") or "", _text(tags, "Origin") or ""


def _totals_before(
    parsed: ParsedDeal, tags: Tags, now: tuple[RuleSet, int, int], before: Before
) -> tuple[int, ...]:
    """The totals before the deal: as given, or 0 for the first deal of a game, or those after the
    previous deal. `now` has the rules, game number and deal number of this deal."""
    rules, _, deal = now
    if "Before" in tags:
        return read_numbers(tags["Before"])
    if deal == 0:
        return (0,) * len(sides(rules))
    if isinstance(before, DealRecord) and now == (before.rules, before.game, before.deal + 1):
        return before.totals
    raise parsed.lacks("no_before")


def _preset(tag: Tag) -> str | None:
    """The preset's name as given, which this version need not know, or None if empty."""
    name = typed(tag.value)
    return (name if name in PRESETS else tag.value) or None


def _text(tags: Tags, key: str) -> str | None:
    return tags[key].value if key in tags else None


def _points(tags: Tags, key: str, count: int) -> tuple[int, ...]:
    """The numbers in a tag, or `count` zeros if the tag is missing."""
    return read_numbers(tags[key]) if key in tags else (0,) * count


def _seat(tag: Tag) -> Seat:
    return Seat(read_number(tag))


def _several_seats(tags: Tags, key: str) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat in read_numbers(tags[key])) if key in tags else ()


MOST_OPTIONS = 100
"""Greatest number of `[Option]` tags that apply to a deal, several times what all options need."""


def read_text(source: str | Iterable[str | bytes]) -> Iterator[DealRecord]:
    """Yields the records in a text, or in lines as read from a file.

    Raises RecordError, with line and column, for the first record that cannot be read.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> record.players, record.scores
    (('Ann', 'Bo', '小王', 'Dee'), (0, -1000, 60, -110))
    """
    return records_of(scan_text(source.split("\n") if isinstance(source, str) else source))


def scan_text(lines: Iterable[str | bytes], most_tokens: int | None = None) -> Iterator[FileEntry]:
    """Yields an entry for each deal in a text: its record, or the error for the first thing in it
    that cannot be read. Reading stops after `most_tokens` tags, words and comments (None: no
    limit). The last entry then is an error that says so.

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
        kept = {key: tag for key, tag in tags.items() if key.rstrip("01234567") in KEPT}
        found = _read(parsed, tags, options, found)
        yield FileEntry(parsed.line, found)


def _option_name(tag: Tag) -> str:
    """The key of an option without parsing its value, so that a repeated option replaces the
    earlier one."""
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
