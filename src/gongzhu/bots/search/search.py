"""Judging what a seat may do: all choices on the same deals, more deals for those in contest."""

from gongzhu.bots.policy import Policy, habits_of, policy_of
from gongzhu.bots.search.action_stats import Tally
from gongzhu.bots.search.analysis import Judgement
from gongzhu.bots.search.budget import LEAST, Clock, Count, Meter
from gongzhu.bots.search.candidates import Choices, choices_of
from gongzhu.bots.search.config import MASTER, Strength
from gongzhu.bots.search.deal_sampler import Supply, no_cards
from gongzhu.bots.search.rollouts import MOONS, Deals, new_findings, try_choices
from gongzhu.bots.search.summary import summed_up
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.rules import Action, Phase
from gongzhu.view import View


def judge(
    view: View,
    *,
    seed: int,
    iterations: int | None = None,
    seconds: float | None = None,
    keep: int = 1,
) -> Judgement:
    """What the choices of the view's seat, which must act, are worth.

    `iterations` is how many times a deal is played out; the same seed and iterations give the
    same judgement. `seconds` is how long it may take instead; without either it is what `MASTER`
    takes. So many choices as `keep` are all tried on the same deals to the end; of more the worse
    are given up on the way. With one choice, of cards that do the same, and none to `keep` beside
    it, next to no tries are made.
    """
    policy = policy_of(view.rules)
    choices = choices_of(view, packed_rules(view.rules), policy)
    meter = _meter(view, iterations, seconds, MASTER)
    return summed_up(view, choices, _tried(view, choices, policy, seed, meter, MASTER, keep))


def decide(
    view: View,
    *,
    seed: int,
    level: Strength,
    seconds: float | None = None,
    policy: Policy | None = None,
) -> tuple[Action, ...]:
    """The best that the view's seat, which must act, may do: all actions that came to the same.

    They are found as by `judge`, in so many seconds, or in what the level takes. `policy` is how
    deals are played out; None: by the learned one.
    """
    policy = policy or policy_of(view.rules)
    choices = choices_of(view, packed_rules(view.rules), policy)
    tally = _tried(view, choices, policy, seed, _meter(view, None, seconds, level), level, keep=1)
    return tuple(action for place in tally.best() for action in choices.actions[place])


def _tried(
    view: View,
    choices: Choices,
    policy: Policy,
    seed: int,
    meter: Meter,
    level: Strength,
    keep: int,
) -> Tally:
    """What the choices came to."""
    packed = packed_rules(view.rules)
    if len(choices.actions) == keep == 1:
        meter = Count(LEAST)
    tally = Tally(len(choices.actions))

    def try_on(deals: Deals) -> None:
        findings = new_findings(len(choices.actions), len(deals.down))
        try_choices(packed, policy, choices.task, deals, tally.wanted, findings)
        tally.add(findings)
        meter.spent(len(deals.down) * len(tally.wanted))

    if choices.task.kind == MOONS:
        try_on(no_cards(view.rules.players))
        return tally
    supply = Supply(view, habits_of(view.rules), seed, level)
    rounds = max(1, ((len(choices.actions) - 1) // keep).bit_length())
    for left in range(rounds, 0, -1):
        meter.begin_round(left)
        while deals := meter.deals(len(tally.wanted)):
            try_on(supply.take(deals))
        if len(tally.wanted) > keep:
            tally.narrow()
        if len(tally.wanted) == 1:
            break
    return tally


def _meter(view: View, iterations: int | None, seconds: float | None, level: Strength) -> Meter:
    if seconds:
        return Clock(seconds)
    before_play = view.public.phase in (Phase.PASSING, Phase.EXPOSING)
    return Count(iterations or (level.beforehand if before_play else level.iterations))
