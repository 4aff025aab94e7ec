"""The review of a deal: its decisions one by one, and what of its result was luck and what skill.

Every decision is judged by what its seat knew then: the choice is compared with the best one on
deals that fit the seat's view. What the true cards made of it is hindsight, and counts as luck.
"""

from typing import Literal

from msgspec import Struct, field

from gongzhu.bots.policy import policy_of
from gongzhu.bots.reasons import explanation_of, sentence
from gongzhu.bots.search.analysis import Aim, Analysis, Estimate
from gongzhu.bots.search.candidates import Candidates, candidates_of
from gongzhu.bots.search.search import analyse
from gongzhu.bots.search.utility import utility_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Seat, seats
from gongzhu.dealing import child_seed
from gongzhu.records import DealRecord, Transition, transitions
from gongzhu.review.loss import NO_LOSS, Loss, LossClass, class_of, loss_of
from gongzhu.review.matter import Matter, matter_of
from gongzhu.review.true_deal import hindsight, values_of_hands, values_of_result
from gongzhu.rules import Action, ChooseMoon, Claim, Expose, Pass, Phase, Play, side_of, sides
from gongzhu.texts import Lang
from gongzhu.view import View, view_of

ROLLOUTS = 8_000
"""Rollouts to find the best choice, before it is compared with the one made on other deals."""

Kind = Literal["pass", "expose", "play", "moon"]
Part = Literal["pass", "expose", "lead", "follow", "discard", "moon"]


class ReviewedDecision(Struct, frozen=True, kw_only=True):
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
    """The unit of the losses."""
    loss: Estimate
    given: tuple[float, ...]
    """By side, what the decision brought it, measured against the best choice."""
    hindsight: float | None
    """Of a decision with a class: what it cost in the true deal, in the unit of the aim."""
    classed: LossClass | None = field(name="class")
    matter: Matter | None
    """Of a decision with a class: what it was about."""
    sentence: str
    """Of a decision with a class: the reason why the best choice is better."""


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
    """The losses of the seat's own decisions, below 0."""
    result: float
    """Points of the seat's side less the average of its rivals' (with the sign turned in Hearts),
    or the value of the game."""


class DealReview(Struct, frozen=True):
    """A deal's decisions in order, and its ledger by seat."""

    game: int
    deal: int
    aim: Aim
    decisions: tuple[ReviewedDecision, ...]
    ledger: tuple[SeatLedger, ...]


def review_deal(record: DealRecord, *, seed: str = "", lang: Lang = "en") -> DealReview:
    """The review of a recorded deal. The same record, seed and language give the same review.

    Raises RecordError at what cannot have happened.
    """
    steps = list(transitions(record))
    reviewer = _Reviewer(record, seed, lang)
    decisions = tuple(
        found
        for ply, step in enumerate(steps)
        if (found := reviewer.decision(ply, step)) is not None
    )
    dealt = values_of_hands(steps[0].before, reviewer.number("dealt"))
    result = values_of_result(steps[-1].step[0])
    rules = record.rules
    ledger = []
    for seat in seats(rules.players):
        side = side_of(rules, seat)
        own = -sum(each.loss.mean for each in decisions if each.seat == seat)
        given = sum(each.given[side] for each in decisions if each.seat != seat)
        luck = result[side] - dealt[side] - own - given
        ledger.append(SeatLedger(seat, dealt[side], luck, given, own, result[side]))
    near = utility_of(packed_rules(rules), 0, record.totals_before).game
    aim: Aim = "game" if near else "points"
    return DealReview(record.game, record.deal, aim, decisions, tuple(ledger))


class _Reviewer:
    """Reviews the decisions of a deal."""

    def __init__(self, record: DealRecord, seed: str, lang: Lang) -> None:
        self._record = record
        self._seed = seed
        self._lang = lang

    def number(self, what: str, ply: int = 0) -> int:
        """The seed of a part of the review."""
        place = (self._record.game, self._record.deal, what, ply)
        return int(child_seed(self._seed, "review", *place)[:15], 16)

    def decision(self, ply: int, step: Transition) -> ReviewedDecision | None:
        """The review of an action; None where the seat had no choice between things that differ."""
        view = view_of(step.before, step.seat)
        if isinstance(step.action, Claim) or _forced(view):
            return None
        candidates = _candidates(view, step.action)
        if len(candidates.actions) < 2:
            return None
        seed = self.number("best", ply)
        analysis = analyse(view, seed=seed, rollouts=ROLLOUTS, also=step.action)
        if all(choice.behind == NO_LOSS for choice in analysis.choices):
            return None
        rules = self._record.rules
        aim: Aim = "game" if candidates.task.utility.game else "points"
        action, best = step.action, analysis.choices[0].action
        pair = _place(candidates, best), _place(candidates, action)
        if pair[0] == pair[1]:
            loss = Loss(_open(analysis), (0.0,) * len(sides(rules)))
        else:
            loss = loss_of(view, candidates, pair, self.number("loss", ply))
        if loss.own.mean <= 0:
            # On other deals nothing is better than what was done.
            best = action
            loss = Loss(Estimate(0.0, 0.0, max(0.0, loss.own.high)), (0.0,) * len(sides(rules)))
        classed = class_of(rules, aim, loss.own)
        cost = matter = None
        reason = ""
        if classed is not None:
            cost = hindsight(step.before, candidates, pair, self.number("hindsight", ply))
            explanation = explanation_of(view, analysis, _as_analysed(analysis, action))
            matter = matter_of(view, explanation)
            reason = sentence(view, analysis, explanation, self._lang, self._record.players)
        return ReviewedDecision(
            ply=ply,
            seat=step.seat,
            kind=_kind(action),
            part=_part(view, action),
            action=action,
            best=best,
            aim=aim,
            loss=loss.own,
            given=loss.given,
            hindsight=cost,
            classed=classed,
            matter=matter,
            sentence=reason,
        )


def _forced(view: View) -> bool:
    return view.public.phase is Phase.PLAYING and len(view.playable()) == 1


def _candidates(view: View, action: Action) -> Candidates:
    packed = packed_rules(view.rules)
    found = candidates_of(view, packed, policy_of(view.rules), action)
    if view.public.phase is not Phase.MOON:
        return found
    # A moon is weighed like the rest of the deal, so that the parts of its ledger can be added.
    near = utility_of(packed, found.task.utility.side, view.public.totals)
    return Candidates(found.actions, found.task._replace(utility=near), found.complete)


def _open(analysis: Analysis) -> Estimate:
    """The loss of the choice that an analysis found to be the best: none, but another may still be
    better by as much as the deals tried leave open."""
    most = analysis.choices[0].samples
    rivals = (each for each in analysis.choices if each.samples == most)
    return Estimate(0.0, 0.0, max(-each.behind.low for each in rivals))


def _place(candidates: Candidates, action: Action) -> int:
    """The place of the candidate that an action is one of."""
    return next(
        place
        for place, actions in enumerate(candidates.actions)
        if any(_same(each, action) for each in actions)
    )


def _as_analysed(analysis: Analysis, action: Action) -> Action:
    """An action in the form that the analysis holds it in."""
    return next(choice.action for choice in analysis.choices if _same(choice.action, action))


def _same(one: Action, other: Action) -> bool:
    """True if two actions do the same: the order of passed cards does not matter."""
    if isinstance(one, Pass) and isinstance(other, Pass):
        return set(one.cards) == set(other.cards)
    return one == other


def _kind(action: Action) -> Kind:
    match action:
        case Pass():
            return "pass"
        case Expose():
            return "expose"
        case ChooseMoon():
            return "moon"
        case _:
            return "play"


def _part(view: View, action: Action) -> Part:
    if not isinstance(action, Play):
        kind = _kind(action)
        assert kind != "play", "a claim is no decision"
        return kind
    led = view.public.trick[:1]
    if not led:
        return "lead"
    return "follow" if action.card.suit is led[0].suit else "discard"
