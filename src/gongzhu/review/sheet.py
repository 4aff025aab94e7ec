"""The review of a deal as it is stored, and as it is shown in one language."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field

from gongzhu.bots.reasons import Explanation
from gongzhu.bots.reasons.explanation import is_ours
from gongzhu.bots.reasons.wording import with_names
from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.cards import ACE_OF_HEARTS, DOUBLER, PIG, SHEEP, Card, Seat
from gongzhu.rules import Action, GongzhuRules, Mode, RuleSet
from gongzhu.texts import Lang
from gongzhu.view import View

LossClass = Literal["inaccuracy", "mistake", "blunder"]
CLASSES: tuple[LossClass, ...] = ("inaccuracy", "mistake", "blunder")

LIMITS, LIMITS_HEARTS, LIMITS_GAME = (5.0, 15.0, 40.0), (0.3, 1.0, 3.0), (0.02, 0.05, 0.10)
"""The losses at which each class begins: in points of Gong Zhu, points of Hearts, and value of the
game."""


def limits_of(rules: RuleSet, aim: Aim) -> tuple[float, float, float]:
    """The losses from which a decision is an inaccuracy, a mistake, a blunder."""
    if aim == "game":
        return LIMITS_GAME
    return LIMITS if isinstance(rules, GongzhuRules) else LIMITS_HEARTS


def class_of(rules: RuleSet, aim: Aim, loss: Estimate) -> LossClass | None:
    """The most serious class whose limit the lower bound of a loss reaches; None if it reaches
    none."""
    cleared = [limit <= loss.low for limit in limits_of(rules, aim)]
    return CLASSES[sum(cleared) - 1] if any(cleared) else None


Kind = Literal["pass", "expose", "play", "moon"]
Part = Literal["pass", "expose", "lead", "follow", "discard", "moon"]
Matter = Literal["pig", "sheep", "doubler", "slam", "hearts", "partner", "game", "points"]
LinePlace = Literal["typical", "low", "high"]


class ReviewedChoice(Struct, frozen=True):
    """A choice that the search looked at."""

    action: Action
    behind: Estimate
    """How far the choice is behind the best one on the same deals, in the unit of the decision's
    aim. The value is never below 0; `low` may be, where the deals do not settle it."""
    points: Estimate
    """Points of the seat's side in the deal, as on the score sheet."""
    samples: int
    """Number of deals on which the choice was played out; smaller for a choice that soon fell
    behind."""
    histogram: tuple[int, ...]
    """Number of these deals that ended with points in each bin of the review."""


class Continuation(Struct, frozen=True, kw_only=True):
    """A continuation after the best choice, in one of the deals that fit what the seat knew."""

    place: LinePlace
    """Which outcome of the sampled deals this is: the one nearest to the mean, or to the 10th or
    the 90th percentile for the seat's side."""
    hands: tuple[tuple[Card, ...], ...]
    """The hands before the choice, by seat."""
    passed: tuple[tuple[Card, ...], ...] = ()
    """Passed cards by seat, if passing was still to be done."""
    exposed: tuple[dict[Card, Mode], ...] = ()
    """Exposed cards by seat, if exposing was still to be done."""
    seats: tuple[Seat, ...]
    """The seat that made each of the plays."""
    plays: tuple[Card, ...]
    """The cards played until the end of the deal; if the best choice is a card, it is the first."""
    points: tuple[int, ...]
    """By seat, the points of its side in this deal."""


class JudgedDecision(Struct, frozen=True, kw_only=True):
    """A decision between choices that differ."""

    ply: int
    """Number of actions in the deal before this one: each seat's pass, exposure and plays count one
    each."""
    seat: Seat
    kind: Kind
    part: Part
    """The part of the deal: passing, exposing, leading, following suit or discarding."""
    action: Action
    best: Action
    """The best choice; the one that was made if nothing better was found."""
    aim: Aim
    """The unit of the losses: the same as for the deal, or the points of the seat's side alone
    where no choice could change who wins the game."""
    loss: Estimate
    given: tuple[float, ...]
    """What the decision gained or lost each side, compared with the best choice."""
    hindsight: float | None
    """For a decision with a class: what it cost with the true cards, in the unit of the aim."""
    classed: LossClass | None = field(name="class")
    matter: Matter | None
    """For a decision with a class: its subject."""
    advice: str | None
    """For a decision with a class: the name of the advice on the strategy pages that it goes
    against, if there is one."""
    choices: tuple[ReviewedChoice, ...]
    """Every choice that was examined, ordered by how far it is behind the best one; equivalent
    choices have the same figures."""
    lines: tuple[Continuation, ...]
    """For a decision with a class, except about the moon: a typical continuation, a bad one and a
    good one."""


class ReviewedDecision(JudgedDecision, frozen=True, kw_only=True):
    """A decision as it is kept."""

    sentences: dict[Lang, str]
    """For a decision with a class: why the best choice is better, by language. `{0}` stands for the
    name of seat 0."""


class ToldDecision(JudgedDecision, frozen=True, kw_only=True):
    """A decision in one language."""

    sentence: str
    """For a decision with a class: why the best choice is better."""


class ExpectedPoints(Struct, frozen=True):
    """The points that the deal would come to from one moment on, by its true cards."""

    ply: int
    """Number of actions in the deal before this moment, counted as for decisions."""
    trick: int | None
    """Number of finished tricks; None before the first card."""
    points: tuple[Estimate, ...]
    """By seat, the expected points of its side: the mean of playouts with the true cards, and its
    95% interval. It is hindsight, as no player could see these cards."""


class SeatLedger(Struct, frozen=True):
    """What the result of a deal is made of, for a seat: the first four add up to the last, in the
    unit of the deal's aim. Partners share all but `own` and `given`."""

    seat: Seat
    dealt: float
    """What the true hands were worth before any action."""
    luck: float
    given: float
    """What the decisions of the others brought, a partner's included."""
    own: float
    """The losses of the seat's own decisions as a negative number, in the deal's unit."""
    result: float
    """Points of the seat's side minus the average of its rivals' (with the sign reversed in
    Hearts), or the value of the game."""


class DealOutline(Struct, frozen=True, kw_only=True):
    """All of a deal's review that does not depend on its decisions."""

    game: int
    deal: int
    """Number of the deal within its game, 0-based."""
    aim: Aim
    bins: tuple[int, ...]
    """The limits between the bins of histograms, in points. A limit belongs to the bin above it;
    the outer bins have no end. They depend on the rules alone."""
    expected: tuple[ExpectedPoints, ...]
    """The expected points at the beginning, after passing, after exposing and after every trick;
    the last entry is the result."""
    plies: tuple[int, ...]
    """The plies of actions that may be decisions because they were not forced."""
    dealt: tuple[float, ...]
    """By side, what the true hands were worth before any action."""
    result: tuple[float, ...]
    """By side, the result in the same unit."""
    sides: tuple[int, ...]
    """The side of each seat."""


class DealReview(Struct, frozen=True, kw_only=True):
    """The review of a deal as it is kept: its decisions in order, and its ledger by seat."""

    game: int
    deal: int
    """Number of the deal within its game, 0-based."""
    aim: Aim
    bins: tuple[int, ...]
    """The limits between the bins of histograms, in points."""
    decisions: tuple[ReviewedDecision, ...]
    ledger: tuple[SeatLedger, ...]
    expected: tuple[ExpectedPoints, ...]


class ToldDeal(Struct, frozen=True, kw_only=True):
    """The review of a deal in one language."""

    game: int
    deal: int
    """Number of the deal within its game, 0-based."""
    aim: Aim
    """The unit of the ledger, and of most decisions."""
    bins: tuple[int, ...]
    """The limits between the bins of histograms, in points. A limit belongs to the bin above it;
    the outer bins have no end. They are the same for all deals under the same rules."""
    decisions: tuple[ToldDecision, ...]
    """The decisions in the order in which they were made."""
    ledger: tuple[SeatLedger, ...]
    """What the result is made of, by seat."""
    expected: tuple[ExpectedPoints, ...]
    """The expected points at the beginning, after passing, after exposing and after every trick;
    the last entry is the result."""


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
    """A review in one language; `names` are the players' names, by seat."""
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
    """A decision in one language; `names` are the players' names, by seat."""
    fields = {name: getattr(decision, name) for name in JudgedDecision.__struct_fields__}
    sentence = with_names(decision.sentences.get(lang, ""), names)
    return ToldDecision(**fields, sentence=sentence)


read_review = msgspec.json.Decoder(DealReview).decode
"""Decodes a review from JSON."""


OF_CARD: dict[Card, Matter] = {
    PIG: "pig",
    SHEEP: "sheep",
    DOUBLER: "doubler",
    ACE_OF_HEARTS: "hearts",
}


def matter_of(view: View, explanation: Explanation) -> Matter:
    """The subject that the explanation of a choice names; `game` for the end of the game, `points`
    if it is nothing in particular."""
    if explanation.card is not None:
        return OF_CARD[explanation.card]
    if explanation.difference is not None:
        found = explanation.difference
        mate = found.seat != view.seat and is_ours(view, found.seat)
        return "partner" if mate else found.topic
    if explanation.kind in ("game", "shot", "shot_equal"):
        return "game" if explanation.kind == "game" else "slam"
    return "hearts" if explanation.kind == "hearts" else "points"
