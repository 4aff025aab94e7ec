"""The review of a deal: what adds up, what is judged, and by what knowledge."""

from collections.abc import Iterable
from functools import cache
from itertools import islice
from random import Random

import msgspec
import pytest

from gongzhu.bots.levels import bot_of
from gongzhu.bots.network import log_probabilities
from gongzhu.bots.policy import policy_of
from gongzhu.bots.search.candidates import candidates_of, network_pass
from gongzhu.bots.search.config import REVIEWS
from gongzhu.bots.search.search import analyse, explore
from gongzhu.bots.selfplay import SelfPlayConfig, next_to_act, play_deals
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card
from gongzhu.records import DealRecord, record_deal, transitions
from gongzhu.review import DealReview, ReviewedDecision, class_of
from gongzhu.review.deal_review import DealReviewer, review_deal
from gongzhu.review.figures import on_equal_deals
from gongzhu.rules import (
    PRESETS,
    Action,
    Claim,
    Deal,
    Expose,
    Game,
    Pass,
    Phase,
    apply,
    rules_from_preset,
    side_of,
)
from gongzhu.rules.events import Hands
from gongzhu.server.games.packed_reviews import pack_review, unpack_review
from gongzhu.view import view_of

pytestmark = pytest.mark.rest

PLAYED = ("gongzhu-pagat", "hearts-denexa")
RARER = ("gongzhu-pagat-partners", "gongzhu-pagat-5")


@cache
def record_of(preset: str, number: int = 0) -> DealRecord:
    """A deal of a novice and a steady player each way; -1: the last one of a game."""
    setup = SelfPlayConfig(
        rules=PRESETS[preset].rules, preset=preset, levels=("novice", "steady"), seed="review"
    )
    if number >= 0:
        return next(islice(play_deals(setup), number, None))
    return next(record for record in play_deals(setup) if record.game_over)


def review_of(preset: str, number: int = 0) -> DealReview:
    return _reviews(preset, number)


@cache
def _reviews(preset: str, number: int) -> DealReview:
    return review_deal(record_of(preset, number))


def decisions_of(record: DealRecord, plies: Iterable[int]) -> list[ReviewedDecision]:
    """The part of a review that is about some actions, made without the rest."""
    reviewer = DealReviewer(record, "")
    found = (reviewer.decision(ply) for ply in plies)
    return [each for each in found if each is not None]


def test_any_card_may_be_the_doubler_that_is_exposed() -> None:
    rules = rules_from_preset(
        "hearts-omnibus", {"players": 5, "sale": "open", "doubler": "9S", "pass_cycle": ["none"]}
    )[1]
    setup = SelfPlayConfig(rules=rules, preset=None, levels=("random",), seed="2")
    exposing = [
        each
        for record in islice(play_deals(setup), 3)
        for each in decisions_of(record, range(rules.players))
    ]
    assert "doubler" in {each.matter for each in exposing}
    assert Card("9S") in {
        card for each in exposing for line in each.lines for way in line.exposed for card in way
    }


@pytest.mark.parametrize("preset", PLAYED)
def test_nothing_is_lost_where_the_network_would_rather_do_what_was_done(preset: str) -> None:
    steps = list(transitions(record_of(preset)))
    judged = [each for each in review_of(preset).decisions if each.best != each.action]
    assert judged
    for each in judged:
        step = steps[each.ply]
        view = view_of(step.before, step.seat)
        groups = candidates_of(
            view,
            packed_rules(view.rules),
            policy_of(view.rules),
            *network_pass(view),
            step.action,
        ).actions
        pair = [
            next(group for group in groups if any(same(action, one) for one in group))
            for action in (each.best, each.action)
        ]
        better, done = log_probabilities(view, pair)
        assert done <= better, (each.ply, each.action, each.best)


def same(one: Action, other: Action) -> bool:
    if isinstance(one, Pass) and isinstance(other, Pass):
        return set(one.cards) == set(other.cards)
    return one == other


@pytest.mark.parametrize(
    ("preset", "number"),
    [
        *((preset, 0) for preset in PLAYED),
        pytest.param("gongzhu-pagat", -1, marks=pytest.mark.long),
        *(pytest.param(preset, 0, marks=pytest.mark.long) for preset in RARER),
    ],
)
def test_luck_and_skill_come_to_the_result(preset: str, number: int) -> None:
    record, review = record_of(preset, number), review_of(preset, number)
    rules = record.rules
    assert review.aim == ("points" if number >= 0 else "game")
    for row in review.ledger:
        assert row.dealt + row.luck + row.given + row.own == pytest.approx(row.result, abs=1e-6)
        # Near a game's end, choices that cannot change who wins it are compared by points.
        own = [
            each for each in review.decisions if each.seat == row.seat and each.aim == review.aim
        ]
        assert row.own == pytest.approx(-sum(each.loss.mean for each in own), abs=1e-6)
        side = side_of(rules, row.seat)
        if review.aim == "points":
            assert row.result == pytest.approx(_against_the_others(record, side))
    for each in review.decisions:
        assert each.aim in (review.aim, "points")
        assert each.given[side_of(rules, each.seat)] == pytest.approx(-each.loss.mean)
        if each.aim == review.aim:
            assert sum(each.given) == pytest.approx(0, abs=1e-6)
        assert each.classed == class_of(rules, each.aim, each.loss)
        named = (each.matter, each.hindsight, each.sentences or None)
        assert named.count(None) == (3 if each.classed is None else 0)
        # A class is given only where it is sure.
        assert "not for sure" not in each.sentences.get("en", "")
        assert "difference is" not in each.sentences.get("en", "")
        assert all(sum(one.histogram) == one.samples for one in each.choices)
        assert {len(one.histogram) for one in each.choices} == {len(review.bins) + 1}
        assert [line.place for line in each.lines] in ([], ["typical", "low", "high"])
        assert bool(each.lines) == (each.classed is not None and each.kind != "moon")
    assert [each.trick for each in review.expected if each.trick is not None][-1] == len(
        record.hands[0]
    )


@pytest.mark.parametrize("preset", PLAYED[:1])
def test_a_review_is_kept_in_few_bytes(preset: str) -> None:
    review = review_of(preset)
    packed = pack_review(review)
    assert unpack_review(packed) == review
    assert msgspec.json.encode(unpack_review(packed)) == msgspec.json.encode(review)
    assert len(packed) < 0.2 * len(msgspec.json.encode(review))


def _against_the_others(record: DealRecord, side: int) -> float:
    """Points of a side in a deal, less the average of the others', with more the better."""
    after, before = record.totals, record.totals_before
    points = [now - then for now, then in zip(after, before, strict=True)]
    others = [each for at, each in enumerate(points) if at != side]
    apart = points[side] - sum(others) / len(others)
    return -apart if record.rules.family == "hearts" else apart


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "hearts-denexa"])
def test_every_choice_between_different_things_is_judged_and_no_other(preset: str) -> None:
    record, review = record_of(preset), review_of(preset)
    actions = dict(enumerate(transitions(record)))
    for each in review.decisions:
        step = actions[each.ply]
        assert (step.seat, step.action) == (each.seat, each.action)
        view = view_of(step.before, step.seat)
        assert view.why_illegal(each.best) is None
        assert each.loss.low <= each.loss.mean <= each.loss.high
        assert (each.loss.mean > 0) == (each.best != each.action)
        assert view.public.phase is not Phase.PLAYING or len(view.playable()) > 1
    judged = {each.ply for each in review.decisions}
    free = {
        ply
        for ply, step in actions.items()
        if step.before.public.phase is Phase.PASSING and not isinstance(step.action, Claim)
    }
    assert free <= judged


@pytest.mark.parametrize("preset", PLAYED)
def test_choices_are_ordered_by_how_far_they_are_behind(preset: str) -> None:
    """What was done is behind by its loss."""
    decisions = review_of(preset).decisions
    assert any(each.best != each.action for each in decisions)
    for each in decisions:
        behind = [(choice.action, choice.behind) for choice in each.choices]
        assert next(found.mean for action, found in behind if action == each.best) == 0
        assert (each.action, each.loss) in behind
        means = [choice.behind.mean for choice in each.choices]
        assert means == sorted(means)


def test_mistakes_in_points_are_told_where_the_game_is_decided() -> None:
    """They stay out of the ledger, which is in chances of the game."""
    record = record_of("gongzhu-pagat")
    lost = msgspec.structs.replace(record, totals_before=(-3000, 0, 0, 0))
    review = review_deal(lost)
    own = [each for each in review.decisions if each.seat == 0]
    assert review.aim == "game"
    assert {each.aim for each in own} == {"points"}
    assert any(each.classed is not None for each in own)
    counted = [each for each in review.decisions if each.aim == "game"]
    for row in review.ledger:
        assert row.own == -sum(each.loss.mean for each in counted if each.seat == row.seat)
        assert row.dealt + row.luck + row.given + row.own == pytest.approx(row.result)


def test_choices_are_compared_on_the_same_deals() -> None:
    """One that was given up early would else be worth more by kinder deals."""
    record = record_of("gongzhu-pagat")
    step = next(
        step
        for step in transitions(record)
        if step.before.public.phase is Phase.PLAYING
        and len(view_of(step.before, step.seat).playable()) > 4
    )
    view = view_of(step.before, step.seat)
    candidates = candidates_of(view, packed_rules(view.rules), policy_of(view.rules))
    stats = explore(view, candidates, seed=2, config=REVIEWS)
    first = stats.best()[0]
    best, most = stats.values(first), stats.points(first)
    assert any(count < len(best) for count in stats.samples)
    found = {choice.action: choice for choice in on_equal_deals(view, candidates, stats).choices}
    for index, actions in enumerate(candidates.actions):
        own, points = stats.values(index), stats.points(index)
        lost = float((best[: len(own)] - own).mean())
        fewer = float((most[: len(points)] - points).mean())
        for action in actions:
            assert found[action].behind.mean == pytest.approx(max(0, lost))
            assert found[action].points.mean == pytest.approx(float(most.mean()) - fewer)


def test_what_comes_later_does_not_change_what_is_said_of_a_decision() -> None:
    """Two deals that are the same up to a card; and the same review, byte for byte, twice."""
    record = record_of("hearts-denexa")
    apart, other = _continued_otherwise(record, at=30)
    earlier = [
        [msgspec.json.encode(each) for each in decisions if each.ply < apart]
        for decisions in (
            review_of("hearts-denexa").decisions,
            decisions_of(other, range(apart)),
        )
    ]
    assert len(earlier[0]) > 15
    # Hindsight is by the true cards, and these are the same in both.
    assert earlier[0] == earlier[1]


def test_what_others_hold_does_not_change_what_is_said_of_a_decision() -> None:
    """Exposing and the first lead of who holds 10♣ and 2♠, while the other hands change places."""
    record = record_of("gongzhu-pagat")
    first_hand, own, third, last = record.hands
    around = (third, own, last, first_hand)
    first, second = (
        [
            msgspec.structs.replace(each, hindsight=None)
            for each in decisions_of(_dealt(record, hands), range(5))
            if each.seat == 1
        ]
        for hands in (record.hands, around)
    )
    assert len(first) == 2
    assert first == second


@pytest.mark.parametrize(
    "preset", ["gongzhu-pagat", pytest.param("hearts-denexa", marks=pytest.mark.long)]
)
def test_a_card_thrown_away_is_found(preset: str) -> None:
    """In a deal by steady players somebody does the worst thing that can be done."""
    ply, record, lost = _planted(preset)
    (found,) = decisions_of(record, [ply])
    assert found.classed in ("mistake", "blunder"), (lost, found)


def _continued_otherwise(record: DealRecord, at: int) -> tuple[int, DealRecord]:
    """The record with another card at the first free choice from a ply on, and that ply."""
    for ply, step in enumerate(transitions(record)):
        view = view_of(step.before, step.seat)
        others = [action for action in view.legal_actions() if action != step.action]
        if ply >= at and others and not isinstance(others[-1], Claim):
            return ply, _played_on(record, apply(step.before, step.seat, others[-1])[0])
    raise AssertionError("there is no choice")


def _dealt(record: DealRecord, hands: Hands) -> DealRecord:
    """The same deal with other hands, in which nobody exposes anything."""
    rules = record.rules
    deal, _ = Game.new(rules).deal(hands)
    while deal.public.phase is Phase.EXPOSING:
        seat = next_to_act(deal)
        deal, _ = apply(deal, seat, Expose({}))
    return _played_on(record, deal)


def _played_on(record: DealRecord, deal: Deal) -> DealRecord:
    """A record of the deal, played to its end by steady players."""
    steady = bot_of("steady")
    rngs = [Random(seat) for seat in range(record.rules.players)]
    while deal.public.phase is not Phase.ENDED:
        seat = next_to_act(deal)
        action = steady.choose(view_of(deal, seat), rngs[seat], 0.0)
        deal, _ = apply(deal, seat, action)
    game = Game(record.rules, record.totals_before, record.deal).after_deal(deal.public)
    return record_deal(deal, game, players=record.players, preset=record.preset)


def _planted(preset: str) -> tuple[int, DealRecord, float]:
    """A deal in which one card is thrown away: its ply, the record, and what the card costs."""
    least = 3.0 if preset == "hearts-denexa" else 40.0
    record = record_of(preset)
    for ply, step in enumerate(transitions(record)):
        view = view_of(step.before, step.seat)
        if view.public.phase is not Phase.PLAYING or len(view.playable()) < 2:
            continue
        analysis = analyse(view, seed=1, rollouts=4_000, keep=13)
        worst: Action = analysis.choices[-1].action
        lost = analysis.choices[-1].behind
        if lost.low > least * 1.3:
            return ply, _played_on(record, apply(step.before, step.seat, worst)[0]), lost.mean
    raise AssertionError("nothing can be thrown away here")
