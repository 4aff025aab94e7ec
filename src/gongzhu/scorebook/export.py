"""Exports a scorebook as CSV for spreadsheets, or as Markdown for people."""

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby

from gongzhu.cards import show_cards
from gongzhu.scorebook.book import Book, CountedDeal, seats_of
from gongzhu.scorebook.explain import number, signed
from gongzhu.texts import Lang, say, width_of


def export_book(book: Book, ending: str, lang: Lang = "en") -> bytes:
    """The content of an export file. `ending` is its extension, one of the keys of EXPORTS.

    >>> book = Book(rules=load_rules("gongzhu-pagat"), names=("Ann", "Bo", "Cy", "Di"))
    >>> print(export_book(book, ".md").decode().splitlines()[0])
    # Scores, gongzhu-pagat
    """
    return EXPORTS[ending](book, lang)


def _csv(book: Book, lang: Lang) -> bytes:
    """CSV with one row for each deal. Begins with a byte order mark, so that spreadsheets recognise
    UTF-8."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(_csv_head(book, lang))
    for place, counted in enumerate(book.counted(), start=1):
        writer.writerow(_csv_row(book, place, counted))
    return text.getvalue().encode("utf-8-sig")


def _csv_head(book: Book, lang: Lang) -> list[str]:
    return [
        *(say(f"score.export.{key}", lang) for key in ("game", "deal")),
        *(say("score.export.score", lang, name=name) for name in book.pile_names()),
        *(say("score.export.total", lang, name=name) for name in book.side_names()),
        *(say("score.export.cards", lang, name=name) for name in book.pile_names()),
        *(say(f"score.export.{key}", lang) for key in ("exposed", "winners", "losers")),
    ]


def _csv_row(book: Book, place: int, counted: CountedDeal) -> list[object]:
    result = counted.result
    ends = (result.winners, result.losers) if result else ((), ())
    exposed = [f"{card} {mode}" for card, mode in counted.entry.exposed.items()]
    return [
        counted.game_number + 1,
        place,
        *counted.score.points,
        *counted.game.totals,
        *(show_cards(cards) for cards in counted.entry.captures),
        ", ".join(exposed),
        *(
            ", ".join(book.names[seat] for seat in seats_of(book.rules.rules, chosen))
            for chosen in ends
        ),
    ]


def _page(book: Book, lang: Lang) -> bytes:
    """A Markdown page whose tables are also aligned as plain text."""
    title = say("score.export.title", lang, rules=book.rules.name)
    return "\n".join([f"# {title}", *_sections(book, lang)]).encode() + b"\n"


def _sections(book: Book, lang: Lang) -> Iterator[str]:
    names = book.side_names()
    numbered = enumerate(book.counted(), start=1)
    for game, group in groupby(numbered, key=lambda item: item[1].game_number):
        deals = list(group)
        yield f"\n## {say('score.show.game', lang, number=game + 1)}\n"
        rows = [[say("score.show.deal_column", lang), *map(_safe, book.pile_names())]]
        rows += [[str(place), *map(signed, counted.score.points)] for place, counted in deals]
        yield from _aligned(rows)
        last = deals[-1][1]
        yield ""
        for side, name in enumerate(names):
            total = number(last.game.totals[side])
            ending = ""
            if last.result and side in last.result.winners:
                ending = say("score.export.won", lang)
            elif last.result and side in last.result.losers:
                ending = say("score.export.lost", lang)
            yield say("score.export.line", lang, name=_safe(name), total=total, ending=ending)
    match = book.standing().match
    yield f"\n## {say('score.show.after_games', lang, count=match.played)}\n"
    keys = ("player", "games_lost", "strips", "round_points")
    heads = [say(f"score.show.{key}", lang) for key in keys]
    columns = (map(_safe, names), match.lost, match.strips, match.round_points)
    yield from _aligned(
        [heads, *([str(cell) for cell in row] for row in zip(*columns, strict=True))]
    )


def _safe(name: str) -> str:
    """The name with `|` replaced, so that it stays within its table cell."""
    return name.replace("|", "¦")


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Yields the lines of a Markdown table with aligned columns. The first row is the header."""
    widths = [max(3, *(width_of(row[place]) for row in rows)) for place in range(len(rows[0]))]
    for place, row in enumerate(rows):
        padded = [
            " " * (width - width_of(cell)) + cell for width, cell in zip(widths, row, strict=True)
        ]
        yield f"| {' | '.join(padded)} |"
        if not place:
            yield f"|{'|'.join('-' * (width + 1) + ':' for width in widths)}|"


EXPORTS: dict[str, Callable[[Book, Lang], bytes]] = {".csv": _csv, ".md": _page, ".txt": _page}
"""The functions that export a book, by file extension."""
