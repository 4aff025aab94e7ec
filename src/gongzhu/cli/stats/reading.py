"""Computes players' statistics from files of records."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from gongzhu.cards import Seat
from gongzhu.cli.common import fail, shown_name
from gongzhu.cli.verify import opened, tell_again
from gongzhu.records import DealRecord, Once, RecordError, Verifier, scan_file
from gongzhu.stats import FamilyReport, Statistics, deal_statistics, named, report
from gongzhu.texts import Lang, say


def read_reports(
    files: Sequence[Path], player: str | None, lang: Lang
) -> dict[str, tuple[FamilyReport, ...]]:
    """The figures of every player in the files by name, or only of `player`, whose name may be
    given as it is shown. Exits with an error message at the first fault, and if no player has that
    name."""
    found: dict[str, Statistics] = {}
    for record in _records(files, lang):
        table = named(record.players)
        for seat, name in enumerate(record.players):
            if player in (None, name, shown_name(name)):
                one, who = deal_statistics(record, Seat(seat), table), player or name
                found[who] = found.get(who, Statistics()) + one
    if player is not None and player not in found:
        fail(say("stats.nobody", lang, name=player))
    return {name: report(one) for name, one in found.items()}


def _records(files: Sequence[Path], lang: Lang) -> Iterator[DealRecord]:
    """Every record of the files, checked by replaying it. Repeated deals are skipped, and their
    number is printed at the end. Exits with an error message at the first fault."""
    once = Once()
    for file in files:
        verifier = Verifier()
        with opened(file, lang) as stream:
            for entry in scan_file(stream):
                record = entry.found
                if isinstance(record, RecordError):
                    fail(say("cli.file", lang, file=file, error=record.text(lang)))
                for fault in verifier.check(record):
                    error = fault.at(entry.line).text(lang)
                    fail(say("cli.file", lang, file=file, error=error))
                if once.new(record):
                    yield record
        if not verifier.deals:
            fail(say("stats.no_records", lang, file=file))
    tell_again(once, lang)
