"""A review as a self-contained HTML page, which can be opened from the disk without a server."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from gongzhu.records import DealRecord, presentable_record
from gongzhu.review import DealReview, ToldDeal, told_deal
from gongzhu.server.config.settings import BUNDLE
from gongzhu.server.games.sheets import GameSheet, game_sheet
from gongzhu.texts import LANGUAGES, Lang

PAGE = BUNDLE / ".review.html"
"""The template of the page, built with the browser bundle from web/src/review-file."""
PLACE = ">WRITTEN<"
"""The text in the template that is replaced by the review."""


class Written(Struct, frozen=True):
    """The data of the page, matching `Written` in web/src/review-file/reviewed.svelte.ts."""

    lang: Lang
    sheet: GameSheet
    reviews: tuple[ToldDeal, ...]
    """The reviews in the language `lang`."""
    sentences: dict[Lang, tuple[tuple[str, ...], ...]]
    """For each language, the sentences about the decisions of each deal."""


def page_of(reviewed: Sequence[tuple[DealRecord, DealReview]], lang: Lang) -> str:
    """The page for at least one deal with its review. Raises OSError if the template was not
    built."""
    template = PAGE.read_text("utf-8")
    records = [presentable_record(record) for record, _ in reviewed]
    told = {
        each: tuple(
            told_deal(review, each, record.players)
            for record, (_, review) in zip(records, reviewed, strict=True)
        )
        for each in LANGUAGES
    }
    sentences = {
        each: tuple(tuple(decision.sentence for decision in deal.decisions) for deal in deals)
        for each, deals in told.items()
    }
    written = Written(lang, game_sheet(records, lang), told[lang], sentences)
    # Escaped so that the data can neither end the element around it nor begin another.
    data = msgspec.json.encode(written).decode().replace("<", "\\u003c")
    before, place, after = template.partition(PLACE)
    assert place, "the page has a place for the review"
    return f"{before}>{data}<{after}"
