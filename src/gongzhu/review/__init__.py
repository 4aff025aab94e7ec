"""Review of deals that were played: what each decision cost, and what was luck.

Nothing here needs the kernels but `deal_review` and what it imports.
"""

from gongzhu.review.loss_class import LossClass, class_of
from gongzhu.review.sheet import (
    DealOutline,
    DealReview,
    Decision,
    ReviewedDecision,
    SeatLedger,
    ToldDeal,
    ToldDecision,
    put_together,
    read_review,
    told_deal,
    told_decision,
)

__all__ = [
    "DealOutline",
    "DealReview",
    "Decision",
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
]
