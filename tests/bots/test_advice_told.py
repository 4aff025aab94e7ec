"""Every line of the documents' advice is told where it decides what steady does, and only there.

Its positions are those that people read, `examples.toml` beside the bot. In the others the bot sits
in seat 0; seats play in turn from `leader`.
"""

import pytest

from gongzhu.bots.selfplay import next_to_act
from gongzhu.bots.steady.advice_playing import HEURISTICS as PLAYING
from gongzhu.bots.steady.examples import Example, advice_groups, examples
from gongzhu.bots.steady.explaining import HEURISTICS as PASSING
from gongzhu.bots.steady.explaining import explain
from gongzhu.cards import Card
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, Action, Expose, Pass, Phase, Play, RuleSet, apply, start_deal
from gongzhu.texts import LANGUAGES, keys
from gongzhu.view import View, view_of
from tests.bots.steady_choices import chosen
from tests.support.positions import cards_of, position, seen

HEARTS = PRESETS["hearts-denexa"].rules
OMNIBUS = PRESETS["hearts-omnibus"].rules
PAGAT = PRESETS["gongzhu-pagat"].rules
PARTNERS = PRESETS["gongzhu-pagat-partners"].rules

BOTH = (HEARTS, PAGAT)
SEAT_1_LEADS = ["2C 5C KC 9C", "TC 3C AC 4C"]
"""Two rounds of clubs; the bot is the last to play then."""
SEAT_0_LEADS = ["2C 5C 4C 9C"]
CLUBS_ARE_OUT = ["2C 5C KC 9C", "AC 3C TC 4C"]
"""Two rounds of clubs, after which the bot has none and seat 3 leads."""
TOP = "AH KH QH JH TH 9H"


def told(view: View) -> list[str]:
    """The lines that speak for what steady does, what counts most first."""
    return [advice.name for advice in explain(view, chosen(view))]


def told_for(view: View, code: str) -> list[str]:
    """The lines that speak for playing this card."""
    assert view.seat is not None
    return [advice.name for advice in explain(view, Play(Card(code)))]


def void(rules: RuleSet, hand: str) -> View:
    """Seat 3 leads a third round of clubs, and the bot has none."""
    return position(rules, hand, leader=1, tricks=CLUBS_ARE_OUT, trick="6C")


def last(rules: RuleSet, trick: str, hand: str) -> View:
    """The bot plays last to a trick that seat 1 leads."""
    return position(rules, hand, leader=1, tricks=SEAT_1_LEADS, trick=trick)


def lead(rules: RuleSet, hand: str) -> View:
    """The bot leads to the second trick."""
    return position(rules, hand, leader=1, tricks=SEAT_0_LEADS)


def passes(rules: RuleSet, hand: str) -> View:
    """The bot chooses what to pass to the left."""
    return position(rules, hand, phase=Phase.PASSING, number=0)


def exposes(hand: str) -> View:
    """The bot chooses what to expose."""
    return position(PAGAT, hand, phase=Phase.EXPOSING)


def done_in(action: Action) -> tuple[Card, ...]:
    """The cards of an action."""
    match action:
        case Play(card):
            return (card,)
        case Pass(cards):
            return cards
        case Expose(modes):
            return tuple(modes)
        case _:
            raise AssertionError(action)


CASES = [
    pytest.param(line, example, id=f"{line}-{number}")
    for line, found in examples().items()
    for number, example in enumerate(found)
]


@pytest.mark.parametrize(("line", "example"), CASES)
def test_a_line_is_told_where_it_decides(line: str, example: Example) -> None:
    view = seen(example)
    assert line in told(view)
    assert done_in(chosen(view)) == cards_of(example.answer)
    (advice,) = (each for each in explain(view, chosen(view)) if each.name == line)
    if "{cards}" in keys("en")[f"advice.{line}"]:
        assert advice.cards == cards_of(example.about or example.answer)


def test_there_is_a_position_and_a_sentence_for_every_line() -> None:
    lines = {line.name for line in PLAYING} | {line.name for line in PASSING}
    lines |= {
        f"{verb}_{name}"
        for verb in ("expose", "hide")
        for name in ("pig", "sheep", "doubler", "hearts")
    }
    lines |= {"keep_pig", "pass_losers"}
    assert examples().keys() == lines
    assert sorted(line for group in advice_groups().values() for line in group) == sorted(lines)
    for lang in LANGUAGES:
        for start in ("advice.", "strategy.title."):
            assert {key.removeprefix(start) for key in keys(lang) if key.startswith(start)} == lines
        groups = {key.removeprefix("strategy.group.") for key in keys(lang)}
        assert advice_groups().keys() <= groups


class TestNotTold:
    """The same cards where the reason for the advice is not there."""

    def test_drive_the_pig_with_a_card_to_catch_her(self) -> None:
        view = lead(PAGAT, "2S 5S KS 3D 8D KD 4H 6H JH 7D TD 3C")
        assert "drive_pig" not in told_for(view, "5S")

    def test_the_pig_is_gone_while_she_is_out(self) -> None:
        view = void(HEARTS, "AS 4S KH 5H 2H 3D 6D TD 8D 7S 7D")
        assert told(view) == ["throw_high_spade"]

    def test_who_got_the_pig_when_nobody_did(self) -> None:
        hand = "AS 4S 3D 8D KD 4H 6H JH 7D TD 5S 9S"
        view = position(HEARTS, hand, leader=1, tricks=["2C KC 3C 9C"], trick="6S 7S")
        assert "passed_pig" not in told_for(view, "AS")

    def test_shed_while_the_pig_may_fall(self) -> None:
        hand = "AS 3S 2H 3D 8D KD 7D TD 5C 9C 4C 7C 8C"
        view = position(PAGAT, hand, leader=3, trick="6S")
        assert told_for(view, "AS") == []

    def test_throw_the_pig_on_the_partners_trick(self) -> None:
        hand = "QS 4S 2S 4H 5S 9S 8D 7D 3S 7S TS KD QD"
        view = position(PARTNERS, hand, leader=1, trick="6C AC 8C")
        assert "throw_pig" not in told_for(view, "QS")

    def test_a_free_first_trick_where_points_may_fall_on_it(self) -> None:
        hand = "AC 4C 3C 3D 8D KD 4H 6H JH 7D TD 5S 9S"
        view = position(PAGAT, hand, leader=1, trick="2C 5C 7C")
        assert "free_trick" not in told_for(view, "AC")

    def test_stop_what_is_split_already(self) -> None:
        hand = "JH 4H 5S 9S 8C 7C 3S 7S TS KC"
        tricks = ["AH 5H 6H 2H", "8H 7H KH 3H", "5C 4C AC QC"]
        view = position(PAGAT, hand, leader=1, tricks=tricks, trick="TH 6D 9H")
        assert told_for(view, "JH") == []

    def test_give_up_what_was_never_hoped_for(self) -> None:
        hand = "JH 9H 7S 6S 4S AS KS 9D 7D 5D 2D"
        tricks = ["2C AC 3C 4C", "KC 9C 2H 5C"]
        view = position(HEARTS, hand, leader=0, tricks=tricks, trick="JC TC 4D")
        assert "give_up" not in told(view)

    def test_guard_a_pig_that_somebody_else_has(self) -> None:
        view = lead(HEARTS, "JS 4S 9H 3D 8D KD 4H 6H JH 7D TD 3C")
        assert "guard_pig" not in told_for(view, "3C")

    def test_anything_for_the_only_card(self) -> None:
        view = last(HEARTS, "6D 7D 8D", "QD 2S 9H 5H 2H 8S 4S 7S 3S 6S TS")
        assert told(view) == []

    def test_anything_for_the_worst_card(self) -> None:
        view = last(HEARTS, "6S 5S QS", "AS KS 2S 3D 5D 7D 9D 4H 6H 8H TD")
        assert told_for(view, "AS") == []

    def test_anything_for_other_exposures(self) -> None:
        view = exposes("QS 9S 7S 5S 4S 2S 6D 9D TD 9C KC KH QH")
        assert explain(view, Expose({})) == ()

    def test_anything_for_breaking_up_a_hand_to_shoot_with(self) -> None:
        view = passes(HEARTS, "AS KS QS AH KH QH JH TH 9H AC KC QC 3D")
        assert explain(view, Pass(cards_of("AH KH QH"))) == ()


def test_other_choices_of_the_seat_have_their_reasons_too() -> None:
    """K♠ is not what steady throws with A♠ in hand, and still better thrown than kept."""
    view = void(HEARTS, "AS KS 4S 9H 5H 3D 6D TD 8D 7S 7D")
    assert told(view)[0] == "throw_high_spade"
    assert told_for(view, "KS")[0] == "throw_high_spade"


def test_a_good_pass_that_is_not_steadys_is_explained() -> None:
    view = passes(HEARTS, "7S 4S 3S 2S 5D 8D 4D AH KH 6C 3C 8C 4C")
    advice = explain(view, Pass(cards_of("AH KH 8C")))
    assert [(each.name, each.cards) for each in advice] == [
        ("pass_high_hearts", cards_of("AH KH")),
    ]


@pytest.mark.parametrize("name", ["gongzhu-boulder", "gongzhu-pagat-5", "hearts-omnibus"])
def test_a_deal_is_explained_from_its_beginning_to_its_end(name: str) -> None:
    """What counts most comes first, and every sentence can be said in both languages."""
    rules = PRESETS[name].rules
    deal, _ = start_deal(rules, deal_hands(rules, "advice"), 0)
    spoken = 0
    while deal.public.phase is not Phase.ENDED:
        seat = next_to_act(deal)
        view = view_of(deal, seat)
        action = chosen(view)
        points = [advice.points for advice in explain(view, action)]
        assert points == sorted(points, reverse=True)
        assert all(each > 0 for each in points)
        for advice in explain(view, action):
            assert all("{" not in advice.text(lang) for lang in LANGUAGES)
            assert set(advice.cards) <= set(view.own.hand if view.own else ())
        spoken += bool(points)
        deal, _ = apply(deal, seat, action)
    assert spoken > 20
