"""`gongzhu review`: what each decision of recorded deals cost, and what was luck."""

import sys
from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from gongzhu.cli.common import LangName, as_lang, help_text, system_language
from gongzhu.cli.verify import opened
from gongzhu.texts import say

LANG = system_language()
MOST_JOBS = 256

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help=help_text("review.file"))]
Seed = Annotated[str, typer.Option("--seed", help=help_text("review.seed"))]
Jobs = Annotated[
    int,
    typer.Option("--jobs", "-j", min=1, max=MOST_JOBS, metavar="N", help=help_text("review.jobs")),
]
AsJson = Annotated[bool, typer.Option("--json", help=help_text("review.json"))]


def review(
    file: RecordFile,
    *,
    seed: Seed = "",
    jobs: Jobs = 1,
    as_json: AsJson = False,
    lang: LangName = LANG,
) -> None:
    """Print the review of every deal of a file, each as soon as it is made."""
    from gongzhu.cli.review.batch import reviewed
    from gongzhu.cli.review.show import review_json, review_text
    from gongzhu.records import scan_file
    from gongzhu.review import told_deal

    language = as_lang(lang)
    sound, found = True, False
    with (
        opened(file, language) as stream,
        closing(reviewed(scan_file(stream), seed=seed, jobs=jobs)) as results,
    ):
        for each in results:
            found = True
            for fault in each.faults:
                sound = False
                typer.echo(fault.text(language), err=True)
            if each.record is not None and each.review is not None:
                told = told_deal(each.review, language, each.record.players)
                text = review_json(told) if as_json else review_text(each.record, told, language)
                sys.stdout.write(text)
                sys.stdout.flush()
    if not found:
        typer.echo(say("stats.no_records", language, file=file), err=True)
    if not (sound and found):
        raise typer.Exit(1)
