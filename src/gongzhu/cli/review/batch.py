"""Reviewing the records of a file: in this process, or deal by deal by a pool of workers."""

from collections.abc import Generator, Iterable, Iterator
from functools import partial

from msgspec import Struct

from gongzhu.computing import HERE, Pool
from gongzhu.records import DealRecord, FileEntry, Once, RecordError, RecordFault, Verifier
from gongzhu.review import DealReview
from gongzhu.review.deal_review import review_deal


class ReviewedRecord(Struct, frozen=True):
    """A record of a file with its review, or with what is wrong with it; neither for a deal that
    was met before."""

    record: DealRecord | None
    review: DealReview | None
    faults: tuple[RecordFault, ...] = ()


def reviewed(
    entries: Iterable[FileEntry], *, seed: str, once: Once, pool: Pool = HERE
) -> Generator[ReviewedRecord, None, None]:
    """Every record of a file, in order and with the same review for any pool. One with a fault, as
    `gongzhu verify` finds it, is not reviewed, nor is a deal that was met before. Raises
    ClusterError."""
    return pool.map(partial(_reviewed, seed), _checked(entries, once))


def _checked(entries: Iterable[FileEntry], once: Once) -> Iterator[ReviewedRecord]:
    """The records to review, and in the place of others their faults."""
    verifier = Verifier()
    for entry in entries:
        if isinstance(entry.found, RecordError):
            yield ReviewedRecord(None, None, (entry.found.fault,))
        elif faults := verifier.check(entry.found):
            yield ReviewedRecord(None, None, tuple(fault.at(entry.line) for fault in faults))
        else:
            yield ReviewedRecord(entry.found if once.new(entry.found) else None, None)


def _reviewed(seed: str, checked: ReviewedRecord) -> ReviewedRecord:
    if checked.record is None:
        return checked
    return ReviewedRecord(checked.record, review_deal(checked.record, seed=seed))
