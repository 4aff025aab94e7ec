"""The review of a deal as it is kept, and as it is told in one language."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field

from gongzhu.bots.reasons.wording import with_names
from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.cards import Card, Seat
from gongzhu.review.loss_class import LossClass
from gongzhu.rules import Action, Mode
from gongzhu.texts import Lang

Kind = Literal["pass", "expose", "play", "moon"]
Part = Literal["pass", "expose", "lead", "follow", "discard", "moon"]
Matter = Literal["pig", "sheep", "doubler", "slam", "hearts", "partner", "game", "points"]
LinePlace = Literal["typical", "low", "high"]


class ReviewedChoice(Struct, frozen=True):
    """A choice that the search looked at."""

    action: Action
    behind: Estimate
    """How far it is behind the best choice on the same deals, in the unit of the decision's aim;
    never below 0, but `low` is where the deals leave it open."""
    points: Estimate
    """Points of the seat's side in the deal, as the score sheet has them."""
    samples: int
    """Deals that it was played out on: fewer for a choice that soon fell behind."""
    histogram: tuple[int, ...]
    """Of these deals, how many came to points in each bin of the review."""


class Continuation(Struct, frozen=True, kw_only=True):
    """A continuation after the best choice, in one of the deals that fit what the seat knew."""

    place: LinePlace
    """The outcome lies nearest to the mean, or to the 10th or the 90th percentile for the seat's
    side, of the deals that were sampled."""
    hands: tuple[tuple[Card, ...], ...]
    """By seat, as they were before the choice."""
    passed: tuple[tuple[Card, ...], ...] = ()
    """By seat, where passing was still to be done."""
    exposed: tuple[dict[Card, Mode], ...] = ()
    """By seat, where exposing was still to be done."""
    seats: tuple[Seat, ...]
    """Of each of the plays."""
    plays: tuple[Card, ...]
    """The cards that are played until the deal is over, the best choice first if it is one."""
    points: tuple[int, ...]
    """By seat, the points of its side in the deal."""


class Decision(Struct, frozen=True, kw_only=True):
    """A decision between choices that differ."""

    ply: int
    """What had happened in the deal before: passes, exposures and plays, each seat's for itself."""
    seat: Seat
    kind: Kind
    part: Part
    """The part of the deal; a play is a lead, follows suit, or discards."""
    action: Action
    best: Action
    """The choice that was made where nothing was found to be better."""
    aim: Aim
    """The unit of the losses: that of the deal, but points of the seat's side alone where no choice
    could change the game."""
    loss: Estimate
    given: tuple[float, ...]
    """By side, what the decision brought it, measured against the best choice."""
    hindsight: float | None
    """Of a decision with a class: what it cost in the true deal, in the unit of the aim."""
    classed: LossClass | None = field(name="class")
    matter: Matter | None
    """Of a decision with a class: what it was about."""
    advice: str | None
    """Of a decision with a class: the advice of the strategy pages that it goes against, by name,
    where there is one."""
    choices: tuple[ReviewedChoice, ...]
    """Every choice that was looked at, the best one first, then by how far they are behind; choices
    that come to the same have the same figures."""
    lines: tuple[Continuation, ...]
    """Of a decision with a class, but for the moon: a typical one, a bad one and a good one."""


class ReviewedDecision(Decision, frozen=True, kw_only=True):
    """A decision as it is kept."""

    sentences: dict[Lang, str]
    """Of a decision with a class: the reason why the best choice is better. `{0}` stands for the
    name of a seat."""


class ToldDecision(Decision, frozen=True, kw_only=True):
    """A decision in one language."""

    sentence: str
    """Of a decision with a class: the reason why the best choice is better."""


class ExpectedPoints(Struct, frozen=True):
    """The points that the deal would come to from one moment on, by its true cards."""

    ply: int
    """What had happened before, as decisions count it."""
    trick: int | None
    """Tricks that are over; None before the first card."""
    points: tuple[Estimate, ...]
    """By seat, the points of its side as the score sheet has them: the mean of playouts, and its
    95% interval. Nobody could see these cards: it is hindsight."""


class SeatLedger(Struct, frozen=True):
    """What the result of a deal is made of, for a seat: the first four add up to the last, in the
    unit of the deal's aim. Partners share all but `own` and `given`."""

    seat: Seat
    dealt: float
    """What the true hands were worth before anything was done in the deal."""
    luck: float
    given: float
    """What the others' decisions brought, partners' too."""
    own: float
    """The losses of the seat's own decisions in the deal's unit, below 0."""
    result: float
    """Points of the seat's side less the average of its rivals' (with the sign turned in Hearts),
    or the value of the game."""


class DealOutline(Struct, frozen=True, kw_only=True):
    """All of a deal's review that does not depend on its decisions."""

    game: int
    deal: int
    """Of its game, from 0."""
    aim: Aim
    bins: tuple[int, ...]
    """The limits between the bins of histograms, in points, each of which belongs to the bin above
    it; the outer bins have no end. They follow from the rules alone."""
    expected: tuple[ExpectedPoints, ...]
    """At the beginning, after passing, after exposing and after every trick; the last one is the
    result."""
    plies: tuple[int, ...]
    """The actions that may be decisions: nothing forced them."""
    dealt: tuple[float, ...]
    """By side, what the true hands were worth before anything was done."""
    result: tuple[float, ...]
    """By side, in the same unit."""
    sides: tuple[int, ...]
    """By seat."""


class DealReview(Struct, frozen=True, kw_only=True):
    """The review of a deal as it is kept: its decisions in order, and its ledger by seat."""

    game: int
    deal: int
    """Of its game, from 0."""
    aim: Aim
    bins: tuple[int, ...]
    """As the outline has them."""
    decisions: tuple[ReviewedDecision, ...]
    ledger: tuple[SeatLedger, ...]
    expected: tuple[ExpectedPoints, ...]


class ToldDeal(Struct, frozen=True, kw_only=True):
    """The review of a deal in one language."""

    game: int
    deal: int
    """Of its game, from 0."""
    aim: Aim
    """The unit of the ledger, and of most decisions."""
    bins: tuple[int, ...]
    """The limits between the bins of histograms, in points, each of which belongs to the bin above
    it; the outer bins have no end. They are the same for all deals by the same rules."""
    decisions: tuple[ToldDecision, ...]
    """In order."""
    ledger: tuple[SeatLedger, ...]
    """By seat."""
    expected: tuple[ExpectedPoints, ...]
    """At the beginning, after passing, after exposing and after every trick; the last one is the
    result."""


def put_together(outline: DealOutline, decisions: Sequence[ReviewedDecision]) -> DealReview:
    """The review of a deal, from its outline and all of its decisions."""
    ledger = []
    counted = [each for each in decisions if each.aim == outline.aim]
    for at, side in enumerate(outline.sides):
        seat = Seat(at)
        own = -sum(each.loss.mean for each in counted if each.seat == seat)
        given = sum(each.given[side] for each in counted if each.seat != seat)
        dealt, result = outline.dealt[side], outline.result[side]
        ledger.append(SeatLedger(seat, dealt, result - dealt - own - given, given, own, result))
    return DealReview(
        game=outline.game,
        deal=outline.deal,
        aim=outline.aim,
        bins=outline.bins,
        decisions=tuple(decisions),
        ledger=tuple(ledger),
        expected=outline.expected,
    )


def told_deal(review: DealReview, lang: Lang, names: Sequence[str]) -> ToldDeal:
    """A review in one language; `names` are those of the players, by seat."""
    return ToldDeal(
        game=review.game,
        deal=review.deal,
        aim=review.aim,
        bins=review.bins,
        decisions=tuple(told_decision(each, lang, names) for each in review.decisions),
        ledger=review.ledger,
        expected=review.expected,
    )


def told_decision(decision: ReviewedDecision, lang: Lang, names: Sequence[str]) -> ToldDecision:
    """A decision in one language."""
    fields = {name: getattr(decision, name) for name in Decision.__struct_fields__}
    sentence = with_names(decision.sentences.get(lang, ""), names)
    return ToldDecision(**fields, sentence=sentence)


read_review = msgspec.json.Decoder(DealReview).decode
"""The review that was written down as JSON."""
