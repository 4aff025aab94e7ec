"""The review of a deal: its decisions one by one, and the parts of luck and of skill in its result.

Every decision is judged by the knowledge of its seat at the time: the choice is compared with the
best one on deals that fit the seat's view. Its effect with the true cards is hindsight, and counts
as luck.
"""

from functools import cached_property

from msgspec.structs import replace

from gongzhu.bots.network import covers, log_probabilities
from gongzhu.bots.policy import policy_of
from gongzhu.bots.reasons import comparison, sentence
from gongzhu.bots.search.action_stats import ActionStats, aim_of
from gongzhu.bots.search.analysis import Aim, AnalysedChoice, Analysis, Estimate
from gongzhu.bots.search.candidates import Candidates, candidates_of, network_pass
from gongzhu.bots.search.config import REVIEWS
from gongzhu.bots.search.search import analyse, explore
from gongzhu.bots.search.utility import GAME, OWN, utility_of
from gongzhu.bots.steady.explaining import explain
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import seats
from gongzhu.dealing import child_seed
from gongzhu.records import DealRecord, transitions
from gongzhu.review.figures import NO_LOSS, Loss, bins_of, choices_of, loss_of, on_equal_deals
from gongzhu.review.lines import lines_of
from gongzhu.review.sheet import (
    DealOutline,
    DealReview,
    ExpectedPoints,
    Kind,
    Part,
    ReviewedChoice,
    ReviewedDecision,
    class_of,
    matter_of,
    put_together,
)
from gongzhu.review.true_deal import (
    expected_points,
    hindsight,
    scored_points,
    values_of_hands,
    values_of_result,
)
from gongzhu.rules import Action, ChooseMoon, Claim, Expose, Pass, Phase, Play, side_of, sides
from gongzhu.rules.actions import same_action
from gongzhu.rules.options import MOST_PLAYERS
from gongzhu.texts import LANGUAGES
from gongzhu.view import View, view_of

DIGITS = 7
"""Number of decimals to which losses are rounded: few, to save space, but enough for the parts of a
ledger to add up to its result."""
SEAT_NAMES = tuple(f"{{{seat}}}" for seat in range(MOST_PLAYERS))
"""Placeholders for the names of players in stored sentences, by seat; they are filled in when a
review is shown."""


def review_deal(record: DealRecord, *, seed: str = "") -> DealReview:
    """Review a recorded deal. The same record and seed give the same review.

    Raises RecordError for a record of an impossible deal.
    """
    reviewer = DealReviewer(record, seed)
    outline = reviewer.outline()
    found = (reviewer.decision(ply) for ply in outline.plies)
    return put_together(outline, [each for each in found if each is not None])


class DealReviewer:
    """Reviews a deal in parts, one for each decision and an outline, which can be made in any order
    and in several processes. `review_deal` makes all of them."""

    def __init__(self, record: DealRecord, seed: str) -> None:
        """`seed` seeds all random numbers of the review. Raises RecordError for a record of an
        impossible deal."""
        self.of = record, seed
        self._record = record
        self._seed = seed
        self._steps = list(transitions(record))

    def outline(self) -> DealOutline:
        """The part of the review that does not depend on the decisions."""
        record, rules = self._record, self._record.rules
        near = utility_of(packed_rules(rules), 0, record.totals_before, record.deal).unit == GAME
        return DealOutline(
            game=record.game,
            deal=record.deal,
            aim="game" if near else "points",
            bins=bins_of(rules),
            expected=self._expected(),
            plies=tuple(
                ply
                for ply, step in enumerate(self._steps)
                if not isinstance(step.action, Claim)
                and not _forced(view_of(step.before, step.seat))
            ),
            dealt=values_of_hands(self._steps[0].before, self._number("dealt")),
            result=values_of_result(self._steps[-1].step[0]),
            sides=tuple(side_of(rules, seat) for seat in seats(rules.players)),
        )

    def _expected(self) -> tuple[ExpectedPoints, ...]:
        found = []
        phase = None
        for ply, step in enumerate(self._steps):
            public = step.before.public
            begun = public.phase is Phase.PLAYING
            if public.phase is Phase.MOON or (
                public.phase is phase and (not begun or public.trick)
            ):
                continue
            phase = public.phase
            points = expected_points(step.before, self._number("expected", ply))
            found.append(ExpectedPoints(ply, len(public.tricks) if begun else None, points))
        last = self._steps[-1].step[0]
        result = scored_points(last)
        return (*found, ExpectedPoints(len(self._steps), len(last.public.tricks), result))

    def _number(self, what: str, ply: int = 0) -> int:
        """The random seed for one part of the review, given by `what`, the name of a computation,
        and the index of an action."""
        part = (self._record.game, self._record.deal, what, ply)
        return int(child_seed(self._seed, "review", *part)[:15], 16)

    def decision(self, ply: int) -> ReviewedDecision | None:
        """The review of the action at index `ply` (0-based) of the deal, which must be one of the
        outline's `plies`; None if all choices have the same value."""
        step = self._steps[ply]
        view, action, rules = view_of(step.before, step.seat), step.action, self._record.rules
        candidates = _candidates(view, action)
        if len(candidates.actions) < 2:
            return None
        search = _Search(view, action, candidates, self._number("best", ply))
        analysis = search.analysis
        if all(choice.behind == NO_LOSS for choice in analysis.choices):
            return None
        if search.aim != "game":
            candidates = _for_points(candidates)
        best = analysis.choices[0].action
        pair = _place(candidates, best), _place(candidates, action)
        if pair[0] == pair[1]:
            loss = Loss(_open(analysis), (0.0,) * len(sides(rules)))
        else:
            loss = loss_of(view, candidates, pair, self._number("loss", ply))
        if loss.own.mean <= 0 or _network_prefers(view, candidates, pair):
            # On other deals no choice is better than the one made; or the rollouts may be mistaken.
            best = action
            loss = Loss(Estimate(0.0, 0.0, max(0.0, loss.own.high)), (0.0,) * len(sides(rules)))
        loss = _rounded(loss)
        found = ReviewedDecision(
            ply=ply,
            seat=step.seat,
            kind=_kind(action),
            part=_part(view, action),
            action=action,
            best=best,
            aim=search.aim,
            loss=loss.own,
            given=loss.given,
            hindsight=None,
            classed=class_of(rules, search.aim, loss.own),
            matter=None,
            advice=None,
            choices=search.choices(pair[1], best, loss.own),
            lines=(),
            sentences={},
        )
        if found.classed is None:
            return found
        analysis = search.with_loss(analysis, pair[1], loss.own)
        explanation = comparison(view, analysis, _as_analysed(analysis, action))
        return replace(
            found,
            hindsight=hindsight(step.before, candidates, pair, self._number("hindsight", ply)),
            matter=matter_of(view, explanation),
            advice=_broken_advice(view, action, best),
            lines=lines_of(view, candidates, pair[0], self._number("lines", ply)),
            sentences={
                lang: sentence(view, analysis, explanation, lang, SEAT_NAMES) for lang in LANGUAGES
            },
        )


class _Search:
    """The search for the best choice in a decision; the choice that was made is among its
    candidates."""

    def __init__(self, view: View, action: Action, candidates: Candidates, seed: int) -> None:
        self._view = view
        self._action = action
        self._candidates = candidates
        self._seed = seed

    @cached_property
    def _stats(self) -> ActionStats:
        return explore(self._view, self._candidates, seed=self._seed, config=REVIEWS)

    @cached_property
    def analysis(self) -> Analysis:
        """The analysis of the search, from which the explanation of the best choice is made."""
        if self._view.public.phase is Phase.MOON:
            # The explanation of this choice is about the game.
            return analyse(self._view, seed=self._seed, config=REVIEWS, also=(self._action,))
        return on_equal_deals(self._view, self._candidates, self._stats)

    @cached_property
    def aim(self) -> Aim:
        """The unit in which the choices are compared: points, or the value of the game."""
        return aim_of(self._candidates, self._stats)

    def choices(self, made: int, best: Action, loss: Estimate) -> tuple[ReviewedChoice, ...]:
        """The choices for the review: first those equivalent to `best`, then the others in
        ascending order of their distance behind it. `made` is the index of the candidate that was
        chosen, and `loss` its loss, which was measured after the search."""
        candidates = self._candidates
        first = _place(candidates, best)
        placed = [
            (_place(candidates, each.action), each)
            for each in choices_of(self._view, candidates, self._stats)
        ]
        found = [
            (index != first, replace(each, behind=loss) if index == made else each)
            for index, each in placed
        ]
        found.sort(key=lambda each: (each[0], each[1].behind.mean))
        return tuple(each for _, each in found)

    def with_loss(self, analysis: Analysis, made: int, loss: Estimate) -> Analysis:
        """The analysis with `loss`, which was measured afterwards on more deals, as the distance
        behind the best of the candidate at index `made`."""
        choices = tuple(
            replace(choice, behind=loss)
            if _place(self._candidates, choice.action) == made
            else choice
            for choice in analysis.choices
        )
        return replace(analysis, choices=choices)


def _network_prefers(view: View, candidates: Candidates, pair: tuple[int, int]) -> bool:
    """True if the network prefers the choice that was made to the one that the rollouts found
    better; `pair` has the indices of these candidates, the better one first."""
    if view.public.phase is Phase.MOON or not covers(view.rules):
        return False
    better, done = log_probabilities(view, [candidates.actions[index] for index in pair])
    return done > better


def _rounded(loss: Loss) -> Loss:
    return Loss(loss.own.rounded(DIGITS), tuple(round(value, DIGITS) for value in loss.given))


def _broken_advice(view: View, action: Action, best: Action) -> str | None:
    """The name of the first piece of advice that supports `best` but not `action`, the choice that
    was made; None if there is none."""
    followed = {each.name for each in explain(view, action)}
    return next((each.name for each in explain(view, best) if each.name not in followed), None)


def _forced(view: View) -> bool:
    return view.public.phase is Phase.PLAYING and len(view.playable()) == 1


def _candidates(view: View, action: Action) -> Candidates:
    packed = packed_rules(view.rules)
    found = candidates_of(view, packed, policy_of(view.rules), *network_pass(view), action)
    if view.public.phase is not Phase.MOON:
        return found
    # A moon is judged in the unit of the deal, so that the parts of its ledger add up.
    near = utility_of(packed, found.task.utility.side, view.public.totals, view.public.number)
    return Candidates(found.actions, found.task._replace(utility=near), found.complete)


def _for_points(candidates: Candidates) -> Candidates:
    """The same candidates, compared by the points of the seat's side alone if they were compared by
    the value of the game: then the choice can no longer change who wins."""
    task = candidates.task
    if task.utility.unit != GAME:
        return candidates
    own = task._replace(utility=task.utility._replace(unit=OWN))
    return Candidates(candidates.actions, own, candidates.complete)


def _open(analysis: Analysis) -> Estimate:
    """The loss of the best choice found by an analysis: 0, with an interval up to the largest
    amount by which another choice may still be better."""
    most = analysis.choices[0].samples
    rivals = (each for each in analysis.choices if each.samples == most)
    return Estimate(0.0, 0.0, max(-each.behind.low for each in rivals))


def _place(candidates: Candidates, action: Action) -> int:
    """The index of the candidate that contains an action or one equivalent to it."""
    return next(
        index
        for index, actions in enumerate(candidates.actions)
        if any(same_action(each, action) for each in actions)
    )


def _as_analysed(analysis: Analysis, action: Action) -> AnalysedChoice:
    """The analysed choice with this action."""
    return next(choice for choice in analysis.choices if same_action(choice.action, action))


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
