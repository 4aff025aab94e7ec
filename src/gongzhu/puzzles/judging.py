"""Judges a position: estimates the lead of the seat's best choice over the others, on sampled deals
that fit its view."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from msgspec import Struct

from gongzhu.bots import Bot
from gongzhu.bots.evaluation import add_up
from gongzhu.bots.policy import opponent_model_of, policy_of
from gongzhu.bots.search.action_stats import ActionStats
from gongzhu.bots.search.analysis import Estimate
from gongzhu.bots.search.candidates import Candidates
from gongzhu.bots.search.rollouts import SampledDeals, new_rollout_stats, rollout_actions
from gongzhu.bots.selfplay import next_to_act
from gongzhu.bots.steady import SteadyBot
from gongzhu.bots.worlds import PosteriorSampler
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card, Seat, seats
from gongzhu.packed.bits import hash_combine
from gongzhu.packed.boards import board_of, cards_of
from gongzhu.packed.layout import Floats, new_rng
from gongzhu.review.true_deal import values_of_result
from gongzhu.rules import (
    Action,
    Deal,
    Exposure,
    Own,
    Phase,
    Play,
    apply,
    exposure_modes,
)
from gongzhu.view import View, view_of


def deal_in(view: View, boards: Sequence[int], down: int) -> Deal:
    """A full deal in the position of the view, with these hands (`boards`, bitboards by seat, after
    played cards are removed) and these unplayed cards lying face down (`down`, a bitboard).

    The cards that the others passed are left out, except those passed to the seat itself.
    """
    seat, mine, public = view.seat, view.own, view.public
    assert seat is not None
    assert mine is not None
    played: dict[Seat, list[Card]] = {at: [] for at in seats(public.players)}
    for at, card in public.plays:
        played[at].append(card)
    hidden = set(cards_of(down))
    giver = None if mine.received is None else (seat - public.passing) % public.players

    def own(at: Seat) -> Own:
        if at == seat:
            return mine
        hand = tuple(sorted(cards_of(boards[at])))
        exposures = None
        if public.phase is Phase.PLAYING and exposure_modes(view.rules):
            shown = (each for each in public.exposed if each.seat == at)
            face_down = (Exposure(at, card, "down") for card in hand if card in hidden)
            exposures = (*shown, *face_down)
        gave = mine.received if at == giver else None
        return Own(
            hand=hand,
            dealt=tuple(sorted((*hand, *played[at]))),
            passed=gave,
            received=None if gave is None else (),
            exposures=exposures,
        )

    return Deal(view.rules, public, tuple(own(at) for at in seats(public.players)))


def value_played_on(deal: Deal, seat: Seat, action: Action, bot: Bot, side: int) -> float:
    """The utility of an action of `seat` to the side `side` when the bot plays all seats afterwards
    to the end of the deal: the side's points minus its rivals' average, with the sign reversed in
    Hearts."""
    deal, _ = apply(deal, seat, action)
    counting = packed_rules(deal.rules).points
    while deal.public.phase is not Phase.ENDED:
        at = next_to_act(deal)
        if deal.public.phase is Phase.PLAYING and not _counts(deal, counting):
            # No card that counts is left: the choice of cards does not matter.
            view = view_of(deal, at)
            deal, _ = apply(deal, at, Play(view.playable()[0]))
            continue
        deal, _ = apply(deal, at, bot.choose(view_of(deal, at), _UNUSED_RNG, 0.0))
    return values_of_result(deal)[side]


_UNUSED_RNG = Random(0)
"""The random numbers passed to the bot `steady`, which ignores them."""


def _counts(deal: Deal, counting: int) -> bool:
    left = board_of(deal.public.trick)
    for own in deal.own:
        left |= board_of(own.hand)
    rules = deal.rules
    return bool(left & counting) or rules.queen_of_diamonds or rules.all_tricks != "none"


STUDENT_99 = {6: 4.032, 8: 3.499, 12: 3.106, 16: 2.947, 24: 2.807}
"""Quantiles of Student's t distribution, two-sided 99%, by the number of batches."""

STEADY_BATCH = 8
"""Number of deals in each batch of `judge_by_steady`."""
STEADY_LOOKS = (6, 12, 24)
"""The numbers of batches after which the lead is tested, to stop early if it is clear."""
FAR = 2.0
"""A choice that is behind by more than this multiple of the required lead is dropped after the
first batches that `steady` plays."""


class Belief(Struct, frozen=True):
    """The settings with which deals are sampled: the seed, and the exponent to which the likelihood
    of the others' actions is raised; with exponent 0 all deals that fit are equally likely."""

    seed: int
    tempering: float


class Lead(NamedTuple):
    """The best candidate and its lead over the closest other, with a 99% interval; `best` and
    `second` are the indices of these two candidates."""

    best: int
    second: int
    estimate: Estimate


class Judgement(NamedTuple):
    """The results of rolling out all candidates of a position with the learned policy."""

    lead: Lead
    stats: ActionStats
    """Statistics of all candidates on all deals."""


def judge(
    view: View, candidates: Candidates, belief: Belief, *, batches: int, size: int
) -> Judgement:
    """Roll out every candidate with the learned policy on `batches` times `size` sampled deals. If
    STUDENT_99 lacks the number of batches, the interval of the lead has width 0."""
    packed, policy = packed_rules(view.rules), policy_of(view.rules)
    total = len(candidates.actions)
    stats, means = ActionStats(total), []
    sampler = _sampler(view, belief)
    for number in range(batches):
        worlds = sampler.sample(size)
        rng = new_rng(hash_combine(belief.seed & (1 << 63) - 1, number))
        batch = new_rollout_stats(total, size)
        deals = SampledDeals(worlds.hands, worlds.down, rng)
        rollout_actions(packed, policy, candidates.task, deals, stats.surviving, batch)
        stats.add(batch)
        means.append(batch.values.mean(axis=1))
    return Judgement(lead_of(np.array(means)), stats)


def judge_by_steady(
    view: View, candidates: Candidates, beliefs: tuple[Belief, ...], best: int, limit: float
) -> Estimate | None:
    """The smallest lead of the candidate at index `best` over any other when the bot `steady` plays
    all seats after the choice. Leads and `limit` are in points of the seat's side minus its rivals'
    average, with the sign reversed in Hearts. The deals are sampled batch by batch, with the
    settings in `beliefs` in turn.

    None if the lead over some other candidate is not shown with 99% confidence to be at least
    `limit` on all batches together, or if its average over the batches of one of the beliefs is
    less than `limit`. Candidates that are far behind are dropped early. Most positions that fail do
    so on the first batches.
    """
    bot = SteadyBot()
    side, seat = candidates.task.utility.side, Seat(candidates.task.seat)
    samplers = [_sampler(view, belief) for belief in beliefs]
    actions = [same[0] for same in candidates.actions]
    rivals = [index for index in range(len(actions)) if index != best]
    leads: dict[int, list[float]] = {index: [] for index in rivals}
    for batch in range(STEADY_LOOKS[-1]):
        worlds = samplers[batch % len(samplers)].sample(STEADY_BATCH)
        sums = dict.fromkeys(rivals, 0.0)
        for hands, down in zip(worlds.hands.tolist(), worlds.down.tolist(), strict=True):
            deal = deal_in(view, hands, down)
            mine = value_played_on(deal, seat, actions[best], bot, side)
            for index in rivals:
                sums[index] += mine - value_played_on(deal, seat, actions[index], bot, side)
        for index in rivals:
            leads[index].append(sums[index] / STEADY_BATCH)
        batches = batch + 1
        least = min(add_up(leads[index]) / batches for index in rivals)
        if batches == len(samplers):
            if least < limit / 2:
                return None
            near = max(FAR * limit, least + limit)
            rivals = [index for index in rivals if add_up(leads[index]) / batches <= near]
        if batches in STEADY_LOOKS:
            found = [np.array(leads[index]) for index in rivals]
            estimates = [estimate_99(each) for each in found]
            by_belief = min(
                float(each[start :: len(samplers)].mean())
                for each in found
                for start in range(len(samplers))
            )
            if min(each.low for each in estimates) >= limit <= by_belief:
                return min(estimates, key=lambda each: each.mean)
            if any(_hopeless(each, limit) for each in found):
                return None
    return None


def _hopeless(leads: Floats, limit: float) -> bool:
    """True if a test after all batches is unlikely to show a lead of `limit`, given the leads in
    the batches so far."""
    last = STEADY_LOOKS[-1]
    error = float(leads.std(ddof=1)) / last**0.5 * STUDENT_99[last]
    return bool(leads.mean() - error < limit)


def lead_of(means: Floats) -> Lead:
    """The lead of the best candidate over the closest other; `means`: float64 [batches,
    candidates], the mean utility of each candidate in each batch."""
    overall = means.mean(axis=0)
    best = int(overall.argmax())
    rivals = [index for index in range(means.shape[1]) if index != best]
    estimates = {index: estimate_99(means[:, best] - means[:, index]) for index in rivals}
    second = min(rivals, key=lambda index: estimates[index].low)
    return Lead(best, second, estimates[second])


def estimate_99(means: Floats) -> Estimate:
    """The mean of the means of batches, float64 [batches], with its 99% interval; the interval has
    width 0 if STUDENT_99 lacks the number of batches."""
    mean = float(means.mean())
    count = len(means)
    if count not in STUDENT_99:
        return Estimate(mean, mean, mean)
    error = float(means.std(ddof=1)) / count**0.5 * STUDENT_99[count]
    return Estimate(mean, mean - error, mean + error)


def _sampler(view: View, belief: Belief) -> PosteriorSampler:
    model = opponent_model_of(view.rules)
    return PosteriorSampler(view, model, belief.seed, tempering=belief.tempering)
