"""Reviews of deals that were played: the cost of each decision, and the part of luck in the result.

Only `deal_review`, the modules that it imports, and `warm` need compiled kernels.
"""

from gongzhu.cards import Seat
from gongzhu.review.sheet import (
    DealOutline,
    DealReview,
    JudgedDecision,
    LossClass,
    ReviewedDecision,
    SeatLedger,
    ToldDeal,
    ToldDecision,
    class_of,
    put_together,
    read_review,
    told_deal,
    told_decision,
)
from gongzhu.rules import PRESETS
from gongzhu.view import view_of

__all__ = [
    "DealOutline",
    "DealReview",
    "JudgedDecision",
    "LossClass",
    "ReviewedDecision",
    "SeatLedger",
    "ToldDeal",
    "ToldDecision",
    "class_of",
    "put_together",
    "read_review",
    "told_deal",
    "told_decision",
    "warm",
]


def warm() -> None:
    """Compile every kernel that reviews and forks use, or load the compiled ones. It takes about a
    minute the first time, and about a second after that."""
    from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
    from gongzhu.review.deal_review import DealReviewer
    from gongzhu.review.fork import fork_point_at
    from gongzhu.review.redraw import redrawn

    preset = "hearts-denexa"
    rules = PRESETS[preset].rules
    setup = SelfPlayConfig(rules=rules, preset=preset, levels=("random",), seed="warm")
    record = next(play_deals(setup))
    reviewer = DealReviewer(record, "")
    reviewer.outline()
    passed = reviewer.decision(0)
    assert passed is not None, "a pass is a decision"
    assert passed.lines, "cards that are passed by chance are a mistake"
    begun = fork_point_at(record, rules.players).deal
    redrawn(view_of(begun, Seat(0)), "")
