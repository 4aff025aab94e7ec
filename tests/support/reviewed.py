"""Decisions as reviews have them, made up: no kernels are needed for them."""

from gongzhu.bots.search.analysis import Estimate
from gongzhu.cards import Card, Seat
from gongzhu.review import DealReview, ReviewedDecision, SeatLedger
from gongzhu.review.sheet import Matter, Part, ReviewedChoice
from gongzhu.rules import Play

NOTHING = Estimate(0.0, 0.0, 0.0)
BEST, OTHER = Play(Card("2S")), Play(Card("AS"))


def decided(
    seat: int, loss: float, part: Part = "lead", matter: Matter | None = None, ply: int = 4
) -> ReviewedDecision:
    """A decision by points; it is a mistake if it has a matter."""
    action = OTHER if loss else BEST
    own = Estimate(loss, loss, loss)
    return ReviewedDecision(
        ply=ply,
        seat=Seat(seat),
        kind="play",
        part=part,
        action=action,
        best=BEST,
        aim="points",
        loss=own,
        given=tuple(-loss if side == seat else loss / 3 for side in range(4)),
        hindsight=None if matter is None else 3.0,
        classed=None if matter is None else "mistake",
        matter=matter,
        advice=None,
        choices=tuple(ReviewedChoice(each, NOTHING, NOTHING, 1, (1, 0)) for each in (BEST, OTHER)),
        lines=(),
        sentences={} if matter is None else {"en": "{1} holds the pig.", "zh": "猪在{1}手里。"},
    )


def reviewed(*decisions: ReviewedDecision) -> DealReview:
    """The review of a deal with these decisions; its ledger is nothing but them."""
    ledger = []
    for seat in range(4):
        own = -sum(each.loss.mean for each in decisions if each.seat == seat)
        ledger.append(SeatLedger(Seat(seat), 0.0, 0.0, 0.0, own, own))
    return DealReview(
        game=0,
        deal=0,
        aim="points",
        bins=(0,),
        decisions=decisions,
        ledger=tuple(ledger),
        expected=(),
    )
