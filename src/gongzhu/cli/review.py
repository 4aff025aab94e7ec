"""`gongzhu review`: computes what each decision in recorded deals cost compared with the best
choice, and how much of the result was luck."""

import errno
import os
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec import Struct, json

from gongzhu.cli.common import (
    LANG,
    Force,
    LangName,
    argument,
    escaped,
    fail,
    fail_at,
    option,
    refusing_at,
)
from gongzhu.cli.files import opened, refuse_existing, tell_again
from gongzhu.cli.long_work import ClusterAddress, Jobs, progress, told_if_slow, workers
from gongzhu.texts import LANGUAGES, Lang, say

if TYPE_CHECKING:
    from gongzhu.computing import Pool
    from gongzhu.records import DealRecord, FileEntry, Once
    from gongzhu.review import DealReview, ToldDeal
    from gongzhu.server.games.sheets import GameSheet

TEMPLATE = ".review.html"
"""Name of the template of the HTML page in the web bundle, built from web/src/review-file."""
PLACE = ">WRITTEN<"
"""The text in the template that is replaced by the reviews as JSON."""


def review(
    files: Annotated[list[Path], argument("cli.review.file", "FILE")],
    *,
    seed: Annotated[str, option("cli.review.seed", "--seed")] = "",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    as_json: Annotated[bool, option("cli.review.json", "--json")] = False,
    summary: Annotated[bool, option("cli.review.summary", "--summary")] = False,
    html: Annotated[Path | None, option("cli.review.html", metavar="OUT", dir_okay=False)] = None,
    force: Force = False,
    lang: LangName = LANG,
) -> None:
    """Review every deal in the files. By default each review is printed as soon as it is made, and
    a summary at the end. `summary` leaves out the reviews, and `html` writes them into a page
    instead. Exits with status 1 if any record is faulty."""
    if (html is not None) + as_json + summary > 1:
        fail(say("cli.review.one_form", lang))
    if html is not None:
        refuse_existing(html, force, lang)
        if not html.absolute().parent.is_dir():
            # Checked before the work, which takes minutes and would be lost.
            fail_at(html, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), lang)
    from gongzhu.cli.review_text import Tally, review_json, review_text, summary_text
    from gongzhu.records import Once, presentable_record
    from gongzhu.review import told_deal
    from gongzhu.scorebook import write_whole

    streams = html is None and not summary
    once, tally, sound = Once(), Tally(), True
    kept: list[tuple[DealRecord, DealReview]] = []
    with workers(jobs, cluster, lang) as pool:
        for file in files:
            with closing(_reviewed(file, seed, once, pool, hidden=streams, lang=lang)) as results:
                for each in results:
                    for fault in each.faults:
                        sound = False
                        typer.echo(escaped(fault), err=True)
                    if each.record is None or each.review is None:
                        continue
                    if html is not None:
                        kept.append((each.record, each.review))
                        continue
                    tally.add(each.record, each.review)
                    if streams:
                        record = presentable_record(each.record)
                        told = told_deal(each.review, lang, record.players)
                        text = review_json(told) if as_json else review_text(record, told, lang)
                        sys.stdout.write(text)
                        sys.stdout.flush()
    tell_again(once, lang)
    if html is None and not as_json:
        sys.stdout.write(summary_text(tally, lang))
    elif html is not None and kept:
        with refusing_at(html, OSError, lang=lang):
            write_whole(html, [page_of(kept, lang).encode()])
    if not sound:
        raise typer.Exit(1)


class ReviewedRecord(Struct, frozen=True):
    """A record with its review, or the messages about its faults. All fields are empty for a deal
    that was reviewed before."""

    record: "DealRecord | None" = None
    review: "DealReview | None" = None
    faults: tuple[str, ...] = ()


def _reviewed(
    file: Path, seed: str, once: "Once", pool: "Pool", *, hidden: bool, lang: Lang
) -> Generator[ReviewedRecord, None, None]:
    """Review every record of `file` in order, with a progress bar unless `hidden`. `seed`
    determines the randomness of the analysis, so the result is the same for every pool. `once`
    recognises deals that were reviewed before, also in earlier files. Faulty records and those of
    repeated deals are passed on without a review. A file without records gives one item with a
    fault. Raises ClusterError."""
    from gongzhu.records import DealRecord, scan_file
    from gongzhu.review import warm

    with opened(file, lang) as stream:
        entries = list(scan_file(stream))
        if any(isinstance(entry.found, DealRecord) for entry in entries):
            # Compiled here, so that the worker processes do not all do it at once.
            with told_if_slow(say("bots.compiling", lang)):
                warm()
        with (
            progress(len(entries), hidden=hidden) as advance,
            closing(pool.map(partial(_judged, seed), _checked(file, entries, once, lang))) as found,
        ):
            for each in found:
                advance()
                yield each
    if not entries:
        yield ReviewedRecord(faults=(say("stats.no_records", lang, file=file),))


def _checked(
    file: Path, entries: "Iterable[FileEntry]", once: "Once", lang: Lang
) -> Iterator[ReviewedRecord]:
    """For each entry of the file, in order, an item with its record or with the messages about its
    faults. A deal that `once` recognises as seen before gives an empty item."""
    from gongzhu.records import RecordError, Verifier

    verifier = Verifier()
    for entry in entries:
        found = entry.found
        if isinstance(found, RecordError):
            faults = [found.fault]
        else:
            faults = [fault.at(entry.line) for fault in verifier.check(found)]
        if not isinstance(found, RecordError) and not faults:
            yield ReviewedRecord(found if once.new(found) else None)
        else:
            told = (say("cli.file", lang, file=file, error=fault.text(lang)) for fault in faults)
            yield ReviewedRecord(faults=tuple(told))


def _judged(seed: str, checked: ReviewedRecord) -> ReviewedRecord:
    from gongzhu.review.deal_review import review_deal

    if checked.record is None:
        return checked
    return ReviewedRecord(checked.record, review_deal(checked.record, seed=seed))


class WrittenReview(Struct, frozen=True):
    """The data of the HTML page, which match `Written` in
    web/src/review-file/reviewed.svelte.ts."""

    lang: Lang
    """The language in which the page opens."""
    sheet: "GameSheet"
    reviews: "tuple[ToldDeal, ...]"
    """The reviews in the language `lang`."""
    sentences: dict[Lang, tuple[tuple[str, ...], ...]]
    """For each language and each deal, one sentence for each decision."""


def page_of(reviewed: "Sequence[tuple[DealRecord, DealReview]]", lang: Lang) -> str:
    """The HTML page with these deals and their reviews, of which there must be at least one. It
    opens in `lang`. Raises OSError if the template was not built."""
    from gongzhu.records import presentable_record
    from gongzhu.review import told_deal
    from gongzhu.server.config.settings import BUNDLE
    from gongzhu.server.games.sheets import game_sheet

    template = (BUNDLE / TEMPLATE).read_text("utf-8")
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
    written = WrittenReview(lang, game_sheet(records, lang), told[lang], sentences)
    # Escaped so that the data can neither end the element around it nor begin another.
    data = json.encode(written).decode().replace("<", "\\u003c")
    before, place, after = template.partition(PLACE)
    assert place, "the page has a place for the review"
    return f"{before}>{data}<{after}"
