"""Review of deals that were played: what each decision cost, and what was luck."""

from gongzhu.review.deal_review import DealReview, ReviewedDecision, SeatLedger, review_deal
from gongzhu.review.loss import Loss, LossClass, class_of

__all__ = [
    "DealReview",
    "Loss",
    "LossClass",
    "ReviewedDecision",
    "SeatLedger",
    "class_of",
    "review_deal",
]
