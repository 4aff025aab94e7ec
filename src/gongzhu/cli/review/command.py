"""`gongzhu review`: what each decision of recorded deals cost, and what was luck."""

import errno
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    Force,
    LangName,
    as_lang,
    escaped,
    fail,
    fail_at,
    help_text,
    refuse_existing,
    system_language,
)
from gongzhu.cli.long_work import progress, told_if_slow
from gongzhu.cli.verify import opened, tell_again
from gongzhu.cli.workers import ClusterAddress, Jobs, workers
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from collections.abc import Generator

    from gongzhu.cli.review.batch import ReviewedRecord
    from gongzhu.computing import Pool
    from gongzhu.records import DealRecord
    from gongzhu.review import DealReview

LANG = system_language()

RecordFiles = Annotated[list[Path], typer.Argument(metavar="FILE", help=help_text("review.file"))]
Seed = Annotated[str, typer.Option("--seed", help=help_text("review.seed"))]
AsJson = Annotated[bool, typer.Option("--json", help=help_text("review.json"))]
Summary = Annotated[bool, typer.Option("--summary", help=help_text("review.summary"))]
Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="OUT", dir_okay=False, help=help_text("review.html")),
]


def review(
    files: RecordFiles,
    *,
    seed: Seed = "",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
    summary: Summary = False,
    html: Html = None,
    force: Force = False,
    lang: LangName = LANG,
) -> None:
    """Print the review of every deal in the files as soon as it is made, and a summary; or write
    all reviews into an HTML page."""
    language = as_lang(lang)
    if (html is not None) + as_json + summary > 1:
        fail(say("cli.review.one_form", language))
    if html is not None:
        refuse_existing(html, force, language)
        if not html.absolute().parent.is_dir():
            # Checked before the work, which takes minutes and would be lost.
            fail_at(html, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), language)
    output = _Output(language, html, as_json=as_json, summary=summary)
    sound = True
    with workers(jobs, cluster, language) as pool:
        for file in files:
            sound &= _review_file(file, seed, pool, output)
    output.finish()
    if not sound:
        raise typer.Exit(1)


def _review_file(file: Path, seed: str, pool: "Pool", output: "_Output") -> bool:
    """Review a file and print its faults; returns whether there were none."""
    found, sound = False, True
    with closing(_reviewed(file, seed, pool, output)) as results:
        for each in results:
            found = True
            for fault in each.faults:
                sound = False
                told = fault.text(output.lang)
                line = say("cli.file", output.lang, file=file, error=told)
                typer.echo(escaped(line), err=True)
            if each.record is not None and each.review is not None:
                output.take(each.record, each.review)
    if not found:
        typer.echo(escaped(say("stats.no_records", output.lang, file=file)), err=True)
    return found and sound


class _Output:
    """The output of reviews: as text, as JSON, as a summary, or as an HTML page."""

    def __init__(self, lang: Lang, html: Path | None, *, as_json: bool, summary: bool) -> None:
        from gongzhu.cli.review.summary import Tally
        from gongzhu.records import Once

        self.lang = lang
        self.once = Once()
        """Recognises deals that were reviewed already."""
        self._html = html
        self._as_json = as_json
        self.streams = html is None and not summary
        """True if each review is printed as soon as it is made."""
        self._tally = Tally()
        self._kept: list[tuple[DealRecord, DealReview]] = []

    def take(self, record: "DealRecord", review: "DealReview") -> None:
        """Add the review of a deal to the output."""
        if self._html is not None:
            self._kept.append((record, review))
            return
        if not self._as_json:
            self._tally.add(record, review)
        if self.streams:
            self._print(record, review)

    def _print(self, record: "DealRecord", review: "DealReview") -> None:
        from gongzhu.cli.review.show import review_json, review_text
        from gongzhu.records import presentable_record
        from gongzhu.review import told_deal

        record = presentable_record(record)
        told = told_deal(review, self.lang, record.players)
        sys.stdout.write(
            review_json(told) if self._as_json else review_text(record, told, self.lang)
        )
        sys.stdout.flush()

    def finish(self) -> None:
        """Finish the output after the last deal."""
        tell_again(self.once, self.lang)
        if self._html is None:
            from gongzhu.cli.review.summary import summary_text

            sys.stdout.write(summary_text(self._tally, self.lang))
        elif self._kept:
            _write_page(self._html, self._kept, self.lang)


def _write_page(path: Path, kept: "list[tuple[DealRecord, DealReview]]", lang: Lang) -> None:
    from gongzhu.cli.review.page import page_of
    from gongzhu.scorebook import write_whole

    try:
        write_whole(path, [page_of(kept, lang).encode()])
    except OSError as error:
        fail_at(path, error, lang)


def _reviewed(
    file: Path, seed: str, pool: "Pool", output: "_Output"
) -> "Generator[ReviewedRecord, None, None]":
    """Review the records of a file one after another, with a progress bar."""
    from gongzhu.cli.review.batch import reviewed
    from gongzhu.records import DealRecord, scan_file
    from gongzhu.review import warm

    with opened(file, output.lang) as stream:
        entries = list(scan_file(stream))
        if any(isinstance(entry.found, DealRecord) for entry in entries):
            # Compiled here, so that the worker processes do not all do it at once.
            with told_if_slow(say("bots.compiling", output.lang)):
                warm()
        with (
            progress(len(entries), hidden=output.streams) as advance,
            closing(reviewed(entries, seed=seed, once=output.once, pool=pool)) as results,
        ):
            for each in results:
                advance()
                yield each
