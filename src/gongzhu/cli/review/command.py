"""`gongzhu review`: what each decision of recorded deals cost, and what was luck."""

import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gongzhu.cli.common import (
    Force,
    LangName,
    as_lang,
    fail,
    help_text,
    refuse_existing,
    system_language,
)
from gongzhu.cli.long_work import progress, told_if_slow
from gongzhu.cli.verify import opened
from gongzhu.cli.whole_file import write_whole
from gongzhu.texts import Lang, say

if TYPE_CHECKING:
    from collections.abc import Generator

    from gongzhu.cli.review.batch import ReviewedRecord

LANG = system_language()
MOST_JOBS = 256

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help=help_text("review.file"))]
Seed = Annotated[str, typer.Option("--seed", help=help_text("review.seed"))]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, max=MOST_JOBS, metavar="N", help=help_text("review.jobs")),
]
AsJson = Annotated[bool, typer.Option("--json", help=help_text("review.json"))]
Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="OUT", dir_okay=False, help=help_text("review.html")),
]


def review(
    file: RecordFile,
    *,
    seed: Seed = "",
    jobs: Jobs = 1,
    as_json: AsJson = False,
    html: Html = None,
    force: Force = False,
    lang: LangName = LANG,
) -> None:
    """Print the review of every deal of a file, each as soon as it is made, or write all of them
    into a page."""
    from gongzhu.cli.review.show import review_json, review_text
    from gongzhu.review import told_deal

    language = as_lang(lang)
    if html is not None:
        if as_json:
            fail(say("cli.review.one_form", language))
        refuse_existing(html, force, language)
    sound, found = True, False
    kept = []
    with closing(_reviewed(file, language, seed, jobs, hidden=html is None)) as results:
        for each in results:
            found = True
            for fault in each.faults:
                sound = False
                typer.echo(fault.text(language), err=True)
            if each.record is None or each.review is None:
                continue
            if html is not None:
                kept.append((each.record, each.review))
                continue
            told = told_deal(each.review, language, each.record.players)
            text = review_json(told) if as_json else review_text(each.record, told, language)
            sys.stdout.write(text)
            sys.stdout.flush()
    if html is not None and kept:
        from gongzhu.cli.review.page import page_of

        try:
            write_whole(html, [page_of(kept, language)])
        except OSError as error:
            where = error.filename or html
            fail(say("cli.convert.unwritable", language, file=where, error=error.strerror))
    if not found:
        typer.echo(say("stats.no_records", language, file=file), err=True)
    if not (sound and found):
        raise typer.Exit(1)


def _reviewed(
    file: Path, lang: Lang, seed: str, jobs: int, *, hidden: bool
) -> "Generator[ReviewedRecord, None, None]":
    """The records of a file, reviewed one after the other, with a bar that shows how far it is."""
    from gongzhu.cli.review.batch import reviewed
    from gongzhu.records import DealRecord, scan_file
    from gongzhu.review import warming

    with opened(file, lang) as stream:
        entries = list(scan_file(stream))
        if any(isinstance(entry.found, DealRecord) for entry in entries):
            # Here, so that several processes do not all do it at once.
            with told_if_slow(say("cli.compiling", lang)):
                warming.warm()
        with (
            progress(len(entries), hidden=hidden) as advance,
            closing(reviewed(entries, seed=seed, jobs=jobs)) as results,
        ):
            for each in results:
                advance()
                yield each
