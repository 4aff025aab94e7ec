"""From what the tries came to, to a judgement."""

from gongzhu.bots.search.choices import Choices
from gongzhu.bots.search.judgement import Choice, Estimate, Judgement
from gongzhu.bots.search.tally import Tally
from gongzhu.bots.search.trying import DOUBLERS, PIGS, SHEEPS, SLAMS, Floats
from gongzhu.cards import DOUBLER, PIG, SHEEP, Card
from gongzhu.rules import Action, RuleSet, point_cards
from gongzhu.view import View

WITHIN = 1.96
"""Standard errors to either side of a mean that make its 95 % interval."""

COUNTED: dict[Card, int] = {PIG: PIGS, SHEEP: SHEEPS, DOUBLER: DOUBLERS}


def summed_up(view: View, choices: Choices, tally: Tally) -> Judgement:
    """The judgement: choices that stayed longer in contest first, then those with better means."""
    assert view.seat is not None
    found = [
        _choice(view.rules, tally, place, action)
        for place, actions in enumerate(choices.actions)
        for action in actions
    ]
    found.sort(key=lambda choice: (-choice.samples, -choice.value.mean))
    return Judgement(
        seat=view.seat,
        aim="game" if choices.task.aim.game else "points",
        choices=tuple(found),
        complete=choices.complete,
    )


def _choice(rules: RuleSet, tally: Tally, place: int, action: Action) -> Choice:
    samples = int(tally.samples[place])
    shares = tally.counts[place, : rules.players] / samples
    counting = point_cards(rules)
    return Choice(
        action=action,
        value=_estimate(tally.values(place)),
        points=_estimate(tally.points(place)),
        captures={
            card: tuple(shares[:, kind].tolist())
            for card, kind in COUNTED.items()
            if card in counting
        },
        slam=tuple(shares[:, SLAMS].tolist()),
        samples=samples,
    )


def _estimate(values: Floats) -> Estimate:
    mean = float(values.mean())
    error = float(values.std()) / max(1, len(values) - 1) ** 0.5
    return Estimate(mean, mean - WITHIN * error, mean + WITHIN * error)
