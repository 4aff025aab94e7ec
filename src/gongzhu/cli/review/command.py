"""`gongzhu review`: what each decision of recorded deals cost, and what was luck."""

import errno
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    LANG,
    Force,
    LangName,
    argument,
    escaped,
    fail,
    fail_at,
    option,
    refuse_existing,
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


Seed = Annotated[str, option("cli.review.seed", "--seed")]


def review(
    files: Annotated[list[Path], argument("cli.review.file", "FILE")],
    *,
    seed: Seed = "",
    jobs: Jobs = 1,
    cluster: ClusterAddress = None,
    as_json: Annotated[bool, option("cli.review.json", "--json")] = False,
    summary: Annotated[bool, option("cli.review.summary", "--summary")] = False,
    html: Annotated[Path | None, option("cli.review.html", metavar="OUT", dir_okay=False)] = None,
    force: Force = False,
    lang: LangName = LANG,
) -> None:
    """Print the review of every deal in the files as soon as it is made, and a summary; or write
    all reviews into an HTML page."""
    if (html is not None) + as_json + summary > 1:
        fail(say("cli.review.one_form", lang))
    if html is not None:
        refuse_existing(html, force, lang)
        if not html.absolute().parent.is_dir():
            # Checked before the work, which takes minutes and would be lost.
            fail_at(html, FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)), lang)
    output = _Output(lang, html, as_json=as_json, summary=summary)
    sound = True
    with workers(jobs, cluster, lang) as pool:
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
