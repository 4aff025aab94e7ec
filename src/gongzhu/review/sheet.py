"""The structs of a deal's review: as stored, with sentences in every language, and as sent, in one
language."""

from collections.abc import Sequence
from typing import Literal

import msgspec
from msgspec import Struct, field

from gongzhu.bots.reasons import Explanation
from gongzhu.bots.reasons.explanation import Topic, card_of, is_ours
from gongzhu.bots.reasons.wording import with_names
from gongzhu.bots.search.analysis import Aim, Estimate
from gongzhu.cards import Card, Seat
from gongzhu.rules import Action, Mode, RuleSet
from gongzhu.rules.facts import penalty_sum
from gongzhu.texts import Lang
from gongzhu.view import View

LossClass = Literal["inaccuracy", "mistake", "blunder"]
CLASSES: tuple[LossClass, ...] = ("inaccuracy", "mistake", "blunder")

LIMITS, LIMITS_HEARTS, LIMITS_GAME = (5.0, 15.0, 40.0), (0.3, 1.0, 3.0), (0.02, 0.05, 0.10)
"""The least losses of an inaccuracy, a mistake and a blunder: in points of Gong Zhu, in points of
Hearts (under house rules both are multiplied by `penalty_sum(rules)` divided by its usual value),
and in value of the game (0 to 1)."""


def limits_of(rules: RuleSet, aim: Aim) -> tuple[float, float, float]:
    """The least losses, in the unit `aim`, of an inaccuracy, a mistake and a blunder."""
    if aim == "game":
        return LIMITS_GAME
    base, usual = (LIMITS, 300) if rules.aim == "high" else (LIMITS_HEARTS, 26)
    scale = penalty_sum(rules) / usual or 1.0
    inaccuracy, mistake, blunder = base
    return inaccuracy * scale, mistake * scale, blunder * scale


def class_of(rules: RuleSet, aim: Aim, loss: Estimate) -> LossClass | None:
    """The class of a decision, by the lower bound of its loss in the unit `aim`: the most serious
    class whose limit the bound reaches; None if it reaches none."""
    cleared = [limit <= loss.low for limit in limits_of(rules, aim)]
    return CLASSES[sum(cleared) - 1] if any(cleared) else None


Kind = Literal["pass", "expose", "play", "moon"]
Part = Literal["pass", "expose", "lead", "follow", "discard", "moon"]
Matter = Literal["pig", "sheep", "doubler", "slam", "hearts", "partner", "game", "points"]
LinePlace = Literal["typical", "low", "high"]


class ReviewedChoice(Struct, frozen=True):
    """A choice that a seat had at a decision, with the estimates of the search."""

    action: Action
    behind: Estimate
    """The distance to the best choice on the same deals, in the unit of the decision. The mean is
    never below 0; `low` is below 0 if the deals do not show which of the two is better."""
    points: Estimate
    """Points of the seat's side in the deal, as on the score sheet."""
    samples: int
    """Number of deals on which the choice was played out; smaller for a choice that was eliminated
    early."""
    histogram: tuple[int, ...]
    """Number of these deals that ended with points in each bin of the review."""


class Continuation(Struct, frozen=True, kw_only=True):
    """A possible course of the deal after the best choice, in one of the deals that fit the view of
    the seat."""

    place: LinePlace
    """The name of this course among the sampled deals: typical (the one nearest to the mean), bad
    or good (`low` and `high`: the 10th and the 90th percentile for the seat's side)."""
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
    """A decision between choices of different value, with its judgement."""

    ply: int
    """Number of actions in the deal before this one: each pass, exposure and play of a seat counts
    as one."""
    seat: Seat
    """The seat that decided."""
    kind: Kind
    """The kind of decision."""
    part: Part
    """The part of the deal: passing, exposing, leading, following suit or discarding."""
    action: Action
    """The action that was chosen."""
    best: Action
    """The best choice; the choice that was made if nothing better was found."""
    aim: Aim
    """The unit of the losses: the same as for the deal, or the points of the seat's side alone if
    no choice could change who wins the game."""
    loss: Estimate
    """The value of the best choice minus that of the action, never below 0 in the mean."""
    given: tuple[float, ...]
    """By side, its gain (positive) or loss by the decision, compared with the best choice."""
    hindsight: float | None
    """Only for a decision that is at least an inaccuracy: its cost with the true cards, in the unit
    of the decision."""
    classed: LossClass | None = field(name="class")
    """The class of the loss, or None if it is too small for an inaccuracy."""
    matter: Matter | None
    """Only for a decision that is at least an inaccuracy: the subject of the mistake, such as a key
    card or a slam."""
    advice: str | None
    """Only for a decision that is at least an inaccuracy: the name of the advice on the strategy
    pages that it goes against, if there is one."""
    choices: tuple[ReviewedChoice, ...]
    """Every choice that was examined, in ascending order of the distance behind the best one;
    equivalent choices have the same figures."""
    lines: tuple[Continuation, ...]
    """Only for a decision that is at least an inaccuracy, and not about the moon: a typical
    continuation after the best choice, a bad one and a good one."""


class ReviewedDecision(JudgedDecision, frozen=True, kw_only=True):
    """A judged decision as it is stored, with its sentence in every language."""

    sentences: dict[Lang, str]
    """Only for a decision that is at least an inaccuracy: a sentence on why the best choice is
    better, by language. `{0}` is a placeholder for the name of seat 0, and so on."""


class ToldDecision(JudgedDecision, frozen=True, kw_only=True):
    """A judged decision as it is sent, with its sentence in one language."""

    sentence: str
    """A sentence on why the best choice is better; empty unless the decision is at least an
    inaccuracy."""


class ExpectedPoints(Struct, frozen=True):
    """The expected points of each side in one position of the deal, given the true cards."""

    ply: int
    """Number of actions in the deal before this position, counted as for decisions."""
    trick: int | None
    """Number of finished tricks; None before the first card."""
    points: tuple[Estimate, ...]
    """By seat, the expected points of its side: the mean of playouts with the true cards, and its
    95% interval. This is hindsight, since no player could see these cards."""


class SeatLedger(Struct, frozen=True):
    """A seat's result in a deal, split into its parts: `dealt`, `luck`, `given` and `own` add up to
    `result`, in the unit of the deal. Partners share all but `own` and `given`."""

    seat: Seat
    dealt: float
    """The value of the true hands before any action."""
    luck: float
    """The part of the result that no decision explains: `result` minus the other parts."""
    given: float
    """The gains and losses of the seat's side by others' decisions, a partner's included."""
    own: float
    """The losses of the seat's own decisions as a negative number, in the unit of the deal."""
    result: float
    """Points of the seat's side minus the average of its rivals' (with the sign reversed in
    Hearts), or the value of the game."""


class DealOutline(Struct, frozen=True, kw_only=True):
    """The part of a deal's review that does not depend on the judgement of its decisions."""

    game: int
    """Number of the game within the match, 0-based."""
    deal: int
    """Number of the deal within its game, 0-based."""
    aim: Aim
    """The unit of the parts of the result, and of most decisions: points, or the value of the
    game."""
    bins: tuple[int, ...]
    """The limits between the bins of histograms, in points, ascending. A limit belongs to the bin
    above it; the outer bins have no end. They depend on the rules alone."""
    expected: tuple[ExpectedPoints, ...]
    """The expected points at the beginning, after passing, after exposing and after every trick, in
    this order; the last element is the result."""
    plies: tuple[int, ...]
    """The indices of the deal's actions that were not forced, and so may be decisions."""
    dealt: tuple[float, ...]
    """By side, the value of the true hands before any action, in the unit of the deal."""
    result: tuple[float, ...]
    """By side, the result of the deal in the same unit."""
    sides: tuple[int, ...]
    """The side of each seat."""


class DealReview(Struct, frozen=True, kw_only=True):
    """The review of a deal as it is stored: its decisions in order, and the parts of each seat's
    result."""

    game: int
    """Number of the game within the match, 0-based."""
    deal: int
    """Number of the deal within its game, 0-based."""
    aim: Aim
    """The unit of the parts of the result, and of most decisions: points, or the value of the
    game."""
    bins: tuple[int, ...]
    """The limits between the bins of histograms, in points."""
    decisions: tuple[ReviewedDecision, ...]
    """The decisions, in the order in which they were made."""
    ledger: tuple[SeatLedger, ...]
    """By seat, the parts of its result."""
    expected: tuple[ExpectedPoints, ...]
    """The expected points in the course of the deal, as in `DealOutline.expected`."""


class ToldDeal(Struct, frozen=True, kw_only=True):
    """The review of a deal as it is sent, in one language."""

    game: int
    """Number of the game within the match, 0-based."""
    deal: int
    """Number of the deal within its game, 0-based."""
    aim: Aim
    """The unit of the ledger, and of most decisions: points, or the value of the game."""
    bins: tuple[int, ...]
    """The limits between the bins of histograms, in points. A limit belongs to the bin above it;
    the outer bins have no end. They are the same for all deals under the same rules."""
    decisions: tuple[ToldDecision, ...]
    """The decisions in the order in which they were made."""
    ledger: tuple[SeatLedger, ...]
    """By seat, the parts of its result."""
    expected: tuple[ExpectedPoints, ...]
    """The expected points at the beginning, after passing, after exposing and after every trick, in
    this order; the last element is the result."""


def put_together(outline: DealOutline, decisions: Sequence[ReviewedDecision]) -> DealReview:
    """The review of a deal, made from its outline and all of its decisions."""
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
    """A stored review in one language, with the players' `names`, by seat, in its sentences."""
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
    """A stored decision in one language, with the players' `names`, by seat, in its sentence."""
    fields = {name: getattr(decision, name) for name in JudgedDecision.__struct_fields__}
    sentence = with_names(decision.sentences.get(lang, ""), names)
    return ToldDecision(**fields, sentence=sentence)


read_review = msgspec.json.Decoder(DealReview).decode
"""A function that decodes a review from JSON; raises msgspec.DecodeError."""


KEYS: tuple[Topic, ...] = ("pig", "sheep", "doubler")
"""The topics that are about one key card; the fourth one, A♥, is about the hearts."""


def matter_of(view: View, explanation: Explanation) -> Matter:
    """The subject of a mistake: the key card or slam that the explanation names, or `partner` for
    one that the partner captures or makes; `game` for the end of the game; `points` if there is no
    particular subject."""
    if explanation.card is not None:
        card = explanation.card
        return next((key for key in KEYS if card_of(view.rules, key) is card), "hearts")
    if explanation.difference is not None:
        found = explanation.difference
        mate = found.seat != view.seat and is_ours(view, found.seat)
        return "partner" if mate else found.topic
    if explanation.kind in ("game", "shot", "shot_equal"):
        return "game" if explanation.kind == "game" else "slam"
    return "hearts" if explanation.kind == "hearts" else "points"
