"""A review as a page in a file of its own, which opens from the disk and asks no server."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from gongzhu.records import DealRecord, presentable_record
from gongzhu.review import DealReview, ToldDeal, told_deal
from gongzhu.server.bodies import GameSheet
from gongzhu.server.config import BUNDLE
from gongzhu.server.games import game_sheet
from gongzhu.texts import LANGUAGES, Lang

PAGE = BUNDLE / ".review.html"
"""The page that a review is written into, made with the browser bundle from web/src/review-file."""
PLACE = ">WRITTEN<"
"""What stands in it where the review belongs."""


class Written(Struct, frozen=True):
    """All that the page shows; `Written` in web/src/review-file/reviewed.svelte.ts."""

    lang: Lang
    sheet: GameSheet
    reviews: tuple[ToldDeal, ...]
    """In that language."""
    sentences: dict[Lang, tuple[tuple[str, ...], ...]]
    """By language, those of each deal's decisions."""


def page_of(reviewed: Sequence[tuple[DealRecord, DealReview]], lang: Lang) -> str:
    """The page of some deals with their reviews, at least one. Raises OSError where the bundle was
    not made."""
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
    # Nothing in the data may end the element that it stands in, or begin another.
    data = msgspec.json.encode(written).decode().replace("<", "\\u003c")
    before, place, after = template.partition(PLACE)
    assert place, "the page has a place for the review"
    return f"{before}>{data}<{after}"
