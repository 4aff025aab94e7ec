"""Explains a choice: how it compares with the others, and what makes the difference."""

from collections.abc import Iterator
from typing import Literal, get_args

from msgspec import Struct

from gongzhu.bots.search.analysis import LEVEL_GAMES, AnalysedChoice, Analysis
from gongzhu.cards import ACE_OF_HEARTS, PIG, SHEEP, Card, Seat, Suit, seats
from gongzhu.rules import Action, ChooseMoon, Expose, RuleSet, side_of, sides
from gongzhu.rules.actions import same_action
from gongzhu.rules.facts import (
    counting_hearts,
    grave_loss,
    point_cards,
    points_sign,
    slam_cards,
    values_of,
)
from gongzhu.rules.options import NONE
from gongzhu.rules.score import all_tricks_pile, slam_points
from gongzhu.rules.score_lines import factor
from gongzhu.view import View

Topic = Literal["pig", "sheep", "doubler", "slam"]


def card_of(rules: RuleSet, topic: Topic) -> Card | None:
    """The card that a topic is about; None for a slam."""
    match topic:
        case "pig":
            return PIG
        case "sheep":
            return SHEEP
        case "doubler":
            return rules.doubler
        case "slam":
            return None


class Difference(Struct, frozen=True):
    """A difference between two choices of a seat: the probabilities that one particular seat
    captures a key card, or makes a slam, after the one choice and after the other."""

    topic: Topic
    """The event whose probability differs: the capture of a key card, or a slam."""
    seat: Seat
    """The seat that makes the capture or slam."""
    here: float
    """Its probability after the first choice, 0 to 1."""
    there: float
    """Its probability after the other choice, 0 to 1."""
    gain: float
    """Approximate value of the difference in points for the side that chooses: positive if it
    favours the first choice, in Hearts too."""


def differences(view: View, one: AnalysedChoice, other: AnalysedChoice) -> list[Difference]:
    """The differences between the choices `one` (the first) and `other`, beginning with the one
    that most favours the first."""
    found = list(_all(view, one, other))
    return sorted(found, key=lambda difference: -difference.gain * _nearness(view, difference.seat))


def is_ours(view: View, seat: Seat) -> bool:
    """True if the seat is on the side of the view's seat."""
    assert view.seat is not None
    return side_of(view.rules, seat) == side_of(view.rules, view.seat)


def _nearness(view: View, seat: Seat) -> float:
    """A factor on a difference's points when the main difference is chosen: 1 for the own side, 0.6
    for a rival. When a card goes from a rival to the own side, it is better described as the own
    side's gain than as the rival's loss."""
    return 1.0 if is_ours(view, seat) else 0.6


def _all(view: View, one: AnalysedChoice, other: AnalysedChoice) -> Iterator[Difference]:
    rules, seat = view.rules, view.seat
    assert seat is not None
    rivals = len(sides(rules)) - 1
    # The seat itself first: of equal differences, the first is named.
    for at in sorted(seats(rules.players), key=lambda at: (at != seat, not is_ours(view, at))):
        ours = is_ours(view, at)
        share = 1.0 if ours else -1.0 / rivals
        for topic, chances in _chances(rules, one, other, at).items():
            if ours or topic != "doubler":
                gain = (chances[0] - chances[1]) * points_of(view, topic, one, other) * share
                yield Difference(topic, at, *chances, gain)


def _chances(
    rules: RuleSet, one: AnalysedChoice, other: AnalysedChoice, at: Seat
) -> dict[Topic, tuple[float, float]]:
    """By topic (a key card or a slam), the probability that the seat `at` captures or makes it,
    after the choice `one` and after `other`."""
    found: dict[Topic, tuple[float, float]] = {}
    for topic in get_args(Topic):
        card = card_of(rules, topic)
        if card is not None and card in one.captures and card in other.captures:
            found[topic] = one.captures[card][at], other.captures[card][at]
    return {**found, "slam": (one.slam[at], other.slam[at])}


def points_of(view: View, topic: Topic, one: AnalysedChoice, other: AnalysedChoice) -> float:
    """Approximate points of a capture or slam for the seat that makes it, with the sign reversed in
    Hearts so that more is better. `one` and `other` only matter for the doubler."""
    rules, sign = view.rules, points_sign(view.rules)
    exposed = {item.card: item.mode for item in view.public.exposed}
    if view.own is not None:
        exposed |= {item.card: item.mode for item in view.own.exposures or ()}
    match topic:
        case "pig":
            return sign * values_of(rules).get(PIG, 0) * factor(exposed, PIG)
        case "sheep":
            return sign * values_of(rules).get(SHEEP, 0) * factor(exposed, SHEEP)
        case "slam" if rules.all_hearts == "in-favour":
            # The hearts then also do not count against their captor.
            hearts = abs(sum(values_of(rules)[card] for card in counting_hearts(rules)))
            return 1.5 * hearts * factor(exposed, ACE_OF_HEARTS)
        case "slam":
            return slam_points(rules, sorted(slam_cards(rules)), exposed)
        case "doubler":
            # It doubles the rest of its pile, by the mean of the two choices' points.
            return sign * (one.points.mean + other.points.mean) / 2


ExplanationKind = Literal[
    "only",  # there is one choice
    "same",  # the choice asked about is equal within a twentieth of a negligible difference
    "equal",  # it differs by a negligible difference at most
    "open",  # it is behind by less than the error
    "equal_all",  # all choices differ by negligible differences at most
    "open_all",  # no choice is clearly worse
    "shot",  # after a moon: one of the two payments is better
    "shot_equal",  # after a moon: neither payment is better
    "difference",  # one capture or slam explains most of the points
    "exposed",  # two exposures differ in a card
    "game",  # a chance to win the game that no single cause explains
    "points",  # points that no single cause explains
    "hearts",  # points of the hearts
    "cards",  # points of hearts and of other point cards that have no topic
    "rivals",  # points of the rivals
    "network",  # rollouts cannot tell the two apart, and the network prefers the one
    "network_against",  # rollouts put the other ahead by more than the error, but not the network
]

ChoiceStanding = Literal["best", "equal", "open", "worse"]
"""The comparison of a choice with the best one: `best`, it is the best; `equal`, it is behind by a
negligible difference at most; `open`, it is behind by more, but within the error (or is ranked
before such a choice); `worse`, it is clearly behind. Only rollouts count: if the network's prior
made the difference, no choice is clearly worse."""

MAIN_SHARE = 0.4
"""The least fraction of the point difference between two choices that a single cause must explain
to be named."""
MIN_CHANGE = 0.02
"""The smallest change of a probability that an explanation may name as a reason."""
NEGLIGIBLE, NEGLIGIBLE_LOW = 1 / 100, 0.1 / 13
"""The largest differences that are negligible, as shares of a grave loss: in Gong Zhu one point, in
Hearts a tenth of a point."""
MIN_SLAM = 0.1
"""A slam is not named as a reason if its probability is below this after both choices."""


class Explanation(Struct, frozen=True):
    """The result of comparing the best choice with another one: the reason why it is better, or
    that there is no clear difference. Made by `explanation_of`."""

    kind: ExplanationKind
    """The kind of reason."""
    best: AnalysedChoice
    other: AnalysedChoice | None = None
    """The choice with which the best one is compared."""
    difference: Difference | None = None
    """The main difference between the two choices, if a single one explains enough."""
    card: Card | None = None
    """The card that only one of the two choices exposes."""


def explanation_of(view: View, analysis: Analysis, asked: Action | None = None) -> Explanation:
    """Compare the best choice with `asked`, the choice that somebody asked about; if None, with a
    choice that only the network ranks behind the best, or else with the first that is clearly
    worse.

    Raises ValueError when `asked` is not in the analysis.
    """
    best, *others = analysis.choices
    found = standings(view, analysis)
    if isinstance(best.action, ChooseMoon):
        # The moon was shot, and the effect of each payment is certain.
        return Explanation("shot" if "worse" in found else "shot_equal", best, others[0])
    if not others:
        return Explanation("only", best)
    if asked is not None and not same_action(asked, best.action):
        indices = range(len(others) + 1)
        index = next(
            (each for each in indices if same_action(analysis.choices[each].action, asked)), None
        )
        if index is None:
            raise ValueError("the analysis holds no such choice")
        return _compared(view, analysis, analysis.choices[index], found[index])
    overruled = [choice for choice in others if _is_overruled(view, analysis, choice)]
    if overruled:
        return _by_network(best, overruled[0])
    if "worse" not in found:
        return Explanation("open_all" if "open" in found else "equal_all", best)
    return comparison(view, analysis, analysis.choices[found.index("worse")])


def standings(view: View, analysis: Analysis) -> tuple[ChoiceStanding, ...]:
    """The comparison of each choice with the best one, in the order of the choices. No clearly
    worse choice comes before one that may be as good as the best."""
    negligible = _negligible(view, analysis)
    choices = analysis.choices
    level = [choice.behind.mean <= negligible for choice in choices]
    near = [even or choice.behind.low <= 0 for even, choice in zip(level, choices, strict=True)]
    last = max(index for index, may_be_as_good in enumerate(near) if may_be_as_good)
    return tuple(
        "best" if index == 0 else "equal" if even else "open" if index <= last else "worse"
        for index, even in enumerate(level)
    )


def _negligible(view: View, analysis: Analysis) -> float:
    """The largest difference between choices that is negligible, in the unit of the analysis:
    points, or value of the game."""
    if analysis.aim == "game":
        return LEVEL_GAMES
    share = NEGLIGIBLE if view.rules.aim == "high" else NEGLIGIBLE_LOW
    return share * grave_loss(view.rules)


def _is_overruled(view: View, analysis: Analysis, choice: AnalysedChoice) -> bool:
    """True if rollouts prefer this choice to the best one, which the network prefers. Near the end
    of a game points decide between equal chances, and the network is not used."""
    behind = choice.behind
    middle = (behind.low + behind.high) / 2
    return analysis.aim == "points" and behind.mean == 0 and middle < -_negligible(view, analysis)


def _compared(
    view: View, analysis: Analysis, other: AnalysedChoice, standing: ChoiceStanding
) -> Explanation:
    if _is_overruled(view, analysis, other):
        return _by_network(analysis.choices[0], other)
    if standing != "equal" and other.behind.low > 0:
        return comparison(view, analysis, other)
    unseen = _negligible(view, analysis) / 20
    same = -unseen < other.behind.low and other.behind.high < unseen
    kind: ExplanationKind = "same" if same else "equal" if standing == "equal" else "open"
    return Explanation(kind, analysis.choices[0], other)


def _by_network(best: AnalysedChoice, other: AnalysedChoice) -> Explanation:
    return Explanation("network" if other.behind.high > 0 else "network_against", best, other)


def comparison(view: View, analysis: Analysis, other: AnalysedChoice) -> Explanation:
    """The reason why the best choice of the analysis is better than `other`, which is clearly
    worse."""
    best = analysis.choices[0]
    ahead = _favour(view, best, other)
    error = (other.points_behind.high - other.points_behind.low) / 2
    apart = other.behind.mean if analysis.aim == "points" else ahead
    card = _exposed_by_one(best, other)
    if card is not None:
        return Explanation("exposed", best, other, card=card)
    if ahead <= error and analysis.aim == "game":
        return Explanation("game", best, other)
    everything = differences(view, best, other)
    found = [each for each in everything if each.gain > 0 and _is_worth_naming(each)]
    if found and found[0].gain >= MAIN_SHARE * abs(apart):
        return Explanation("difference", best, other, found[0])
    if analysis.aim == "game":
        return Explanation("game", best, other)
    # A gain of one partnership is a loss of the other; it is named even if the own side gains too.
    if ahead < apart / 2 and (ahead <= error or view.rules.partners != "none"):
        return Explanation("rivals", best, other)
    # Points that the key cards do not explain are in the other cards, while there are any.
    explained = sum(difference.gain for difference in everything if is_ours(view, difference.seat))
    left = cards_without_topic(view)
    if not left or _may_tricks_count(view) or ahead - explained <= ahead / 2:
        return Explanation("points", best, other)
    hearts = all(card.suit is Suit.HEARTS for card in left)
    return Explanation("hearts" if hearts else "cards", best, other)


def cards_without_topic(view: View) -> list[Card]:
    """The point cards that nobody has captured yet and that no topic is about: all but the pig, the
    sheep and the doubler. Cards of value 0 are left out."""
    values = values_of(view.rules)
    topics = {PIG, SHEEP, view.rules.doubler}
    taken = {card for pile in view.public.captured for card in pile}
    return [card for card in point_cards(view.rules) if card not in topics | taken and values[card]]


def _may_tricks_count(view: View) -> bool:
    """True if tricks may still bring points themselves: those after Q♦, or all of them."""
    rules, public = view.rules, view.public
    every = not public.tricks or all_tricks_pile(rules, public) is not None
    return rules.queen_of_diamonds or (rules.all_tricks != NONE and every)


def _favour(view: View, one: AnalysedChoice, other: AnalysedChoice) -> float:
    """The number of points of the deal by which the choice `one` is ahead of `other` for the side
    that chooses; with the sign reversed in Hearts, so that more is better."""
    return points_sign(view.rules) * (one.points.mean - other.points.mean)


def _is_worth_naming(difference: Difference) -> bool:
    if difference.topic == "slam" and max(difference.here, difference.there) < MIN_SLAM:
        return False
    return abs(difference.here - difference.there) >= MIN_CHANGE


def _exposed_by_one(one: AnalysedChoice, other: AnalysedChoice) -> Card | None:
    """The card that only one of two choices to expose exposes; None if there is no single such
    card."""
    if not (isinstance(one.action, Expose) and isinstance(other.action, Expose)):
        return None
    here, there = one.action.modes, other.action.modes
    return next((card for card in one.captures if here.get(card) != there.get(card)), None)
