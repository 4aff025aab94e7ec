"""Makes the text in records from elsewhere safe to show."""

from msgspec.structs import replace

from gongzhu.records.model import DealRecord
from gongzhu.texts import presentable

LONGEST_COMMENT = 2000
"""Greatest length of a comment that is shown, in characters."""


def presentable_record(record: DealRecord) -> DealRecord:
    """A record from elsewhere, with names and comments that a page or terminal can safely show. A
    player without a visible name is called by the number of the seat, from 1.

    >>> [record] = read_text(Path("examples/friday.gzn").read_text("utf-8"))
    >>> presentable_record(record).players
    ('Ann', 'Bo', '小王', 'Dee')
    """
    players = (presentable(name) or str(seat) for seat, name in enumerate(record.players, start=1))
    comments = {
        place: presentable(comment, LONGEST_COMMENT) for place, comment in record.comments.items()
    }
    event = presentable(record.event, LONGEST_COMMENT)
    return replace(record, players=tuple(players), comments=comments, event=event)
