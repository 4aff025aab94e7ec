"""Reviewing the records of a file: in this process, or deal by deal in several at once."""

import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from multiprocessing import get_context

from msgspec import Struct

from gongzhu.records import DealRecord, FileEntry, RecordError, RecordFault, Verifier
from gongzhu.review import DealReview
from gongzhu.review.deal_review import review_deal

DEALS_AHEAD = 2
"""Deals queued for each process, so that none waits for another's long deal."""


class ReviewedRecord(Struct, frozen=True):
    """A record of a file with its review, or with what is wrong with it."""

    record: DealRecord | None
    review: DealReview | None
    faults: tuple[RecordFault, ...] = ()


def reviewed(
    entries: Iterable[FileEntry], *, seed: str, jobs: int
) -> Generator[ReviewedRecord, None, None]:
    """Every record of a file, in order and with the same review for any number of jobs. One with a
    fault, as `gongzhu verify` finds it, is not reviewed."""
    checked = _checked(entries)
    if jobs == 1:
        for each in checked:
            yield each if each.record is None else _reviewed(each.record, seed)
        return
    with closing(_side_by_side(checked, seed, jobs)) as results:
        yield from results


def _checked(entries: Iterable[FileEntry]) -> Iterator[ReviewedRecord]:
    """The records to review, and in the place of others their faults."""
    verifier = Verifier()
    for entry in entries:
        if isinstance(entry.found, RecordError):
            yield ReviewedRecord(None, None, (entry.found.fault,))
        elif faults := verifier.check(entry.found):
            yield ReviewedRecord(None, None, tuple(fault.at(entry.line) for fault in faults))
        else:
            yield ReviewedRecord(entry.found, None)


def _side_by_side(
    checked: Iterator[ReviewedRecord], seed: str, jobs: int
) -> Generator[ReviewedRecord, None, None]:
    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_ignore_interrupts)
    try:
        ahead: deque[Future[ReviewedRecord] | ReviewedRecord] = deque()
        for each in checked:
            ahead.append(each if each.record is None else pool.submit(_reviewed, each.record, seed))
            if len(ahead) >= DEALS_AHEAD * jobs:
                yield _done(ahead.popleft())
        while ahead:
            yield _done(ahead.popleft())
    finally:
        pool.shutdown(cancel_futures=True)


def _done(each: Future[ReviewedRecord] | ReviewedRecord) -> ReviewedRecord:
    return each.result() if isinstance(each, Future) else each


def _reviewed(record: DealRecord, seed: str) -> ReviewedRecord:
    return ReviewedRecord(record, review_deal(record, seed=seed))


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of the terminal; the first one alone decides what it means."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
