"""Reviews the records of a file, in this process or deal by deal in a worker pool."""

from collections.abc import Generator, Iterable, Iterator
from functools import partial

from msgspec import Struct

from gongzhu.computing import HERE, Pool
from gongzhu.records import DealRecord, FileEntry, Once, RecordError, RecordFault, Verifier
from gongzhu.review import DealReview
from gongzhu.review.deal_review import review_deal


class ReviewedRecord(Struct, frozen=True):
    """A record with its review, or the fault found in it; neither for a deal that was met
    before."""

    record: DealRecord | None
    review: DealReview | None
    faults: tuple[RecordFault, ...] = ()


def reviewed(
    entries: Iterable[FileEntry], *, seed: str, once: Once, pool: Pool = HERE
) -> Generator[ReviewedRecord, None, None]:
    """Review every record of a file, in order; the result is the same for every pool. Records with
    a fault, as `gongzhu verify` finds it, and repeated deals are not reviewed. Raises
    ClusterError."""
    return pool.map(partial(_reviewed, seed), _checked(entries, once))


def _checked(entries: Iterable[FileEntry], once: Once) -> Iterator[ReviewedRecord]:
    """The records to review, with faults in the place of faulty records."""
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
