"""Every line of the documents' advice is told where it decides what steady does, and only there.

The bot sits in seat 0; seats play in turn from `leader`.
"""

import pytest

from gongzhu.bots.selfplay import next_to_act
from gongzhu.bots.steady.advice_exposing import NAMES
from gongzhu.bots.steady.advice_passing import HEURISTICS as PASSING
from gongzhu.bots.steady.advice_playing import HEURISTICS as PLAYING
from gongzhu.bots.steady.explaining import explain
from gongzhu.cards import Card
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, Expose, Pass, Phase, Play, RuleSet, apply, start_deal
from gongzhu.texts import LANGUAGES, keys
from gongzhu.view import View, view_of
from tests.bots.steady_choices import chosen
from tests.support.positions import cards_of, position

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


POSITIONS: dict[str, list[View]] = {
    "drive_pig": [lead(rules, "2S 5S 9S 3D 8D KD 4H 6H JH 7D TD 3C") for rules in BOTH],
    "beware_of_pig": [lead(rules, "AS KS 9S 3D 8D KD 4H 6H JH 7D TD 3C") for rules in BOTH],
    "pig_is_gone": [
        position(
            rules,
            "AS 4S KH 5H 2H 3D 6D TD 8D 7S 7D",
            leader=1,
            tricks=["2C 5C KC 9C", "9S 3S QS TS"],
            trick="6C 7C 4C",
        )
        for rules in BOTH
    ],
    "passed_pig": [
        position(
            HEARTS,
            "AS 4S 3D 8D KD 4H 6H JH 7D TD 5S 9S",
            leader=1,
            tricks=["2C KC 3C 9C"],
            trick="6S 7S",
            passed="QS QD 2D",
            number=2,
        )
    ],
    "spend_high_spade": [
        last(rules, "6S 5S 9S", f"{high} 2S 3D 5D 7D 9D 4H 6H 8H TD 3H")
        for high in ("AS", "KS")
        for rules in BOTH
    ],
    "shed_high_spade": [
        position(
            PAGAT,
            f"{high} 3S 2H 3D 8D KD 7D TD 5C 9C 4C 7C 8C",
            leader=3,
            trick="6S",
            exposed="QS",
            held={2: "QS 4S 8S 7S"},
        )
        for high in ("AS", "KS")
    ],
    "throw_pig": [void(rules, "QS 4S AH 9H 5H 3D 6D TD KD 7S 2H") for rules in BOTH],
    "throw_high_spade": [
        void(rules, f"{high} 4S 9H 5H 2H 3D 6D TD 8D 7S 7D")
        for high in ("AS", "KS")
        for rules in BOTH
    ],
    "throw_high_heart": [
        void(rules, f"8S 4S {high} 5H 2H 3D 6D TD 8D 7S 7D")
        for high in ("AH", "KH")
        for rules in BOTH
    ],
    "trap": [void(rules, "8S 4S 3S TH 9H 8H 5D 4D 3D 2D 6D") for rules in BOTH],
    "queen_under": [
        last(rules, f"6S 5S {high}", "QS 3S 2S 3D 5D 7D 9D 4H 6H 8H TD")
        for high in ("AS", "KS")
        for rules in BOTH
    ],
    "just_under": [
        *(last(rules, "6D AH 9D", "8D 2D 3D 9H 5H 2H 8S 4S 7S 3S 7H") for rules in BOTH),
        position(PAGAT, "KH 3H 2H 3D 8D KD 7D TD 5S 9S 4C 7C 8C", leader=2, trick="5H AH"),
    ],
    "win_harmless": [last(HEARTS, "6D 7D 8D", "QD 3D 2S 9H 5H 2H 8S 4S 7S 3S 6S")],
    "win_high": [
        position(
            HEARTS,
            "4D TD QD KD 7H 8H JH QH KH",
            seat=2,
            leader=3,
            tricks=["2C AC KC JC", "7S KS 9S AS", "8S 6S 4S 5C", "JS 5S TS AH"],
            trick="4H 5H 6H",
        )
    ],
    "free_trick": [
        position(HEARTS, "AC 4C 3C 3D 8D KD 4H 6H JH 7D TD 5S 9S", leader=3, trick="2C"),
        position(HEARTS, "AS 4S 3D 8D KD 4H 6H JH 7D TD 5S 9S 2D", leader=3, trick="2C"),
    ],
    "duck": [last(rules, "6S 5S QS", "AS KS 2S 3D 5D 7D 9D 4H 6H 8H TD") for rules in BOTH],
    "take_sheep": [
        position(PAGAT, "AD 3D 2D 3H 4H 5H 5S 9S 4C 7C 8C 9C 6S", leader=1, trick="4D JD 7D"),
        position(PAGAT, "JD 3D 2D 3H 4H 5H 5S 9S 4C 7C 8C 9C 6S", leader=1, trick="4D TD 7D"),
    ],
    "save_sheep": [
        position(PAGAT, "JD 3D 2D 3H 4H 5H 5S 9S 4C 7C 8C 9C 6S", leader=1, trick="4D KD 7D")
    ],
    "take_doubler": [
        position(
            PAGAT,
            "AC 2C 2H 4H 5S 9S 8D 7D 3S 7S TS",
            leader=1,
            tricks=["JD 2D 3D AD", "4S JS 6S 8S"],
            trick="8C 7C TC",
        )
    ],
    "flee_doubler": [
        position(
            PAGAT,
            "AC 2C 2H 4H 5S 9S 8D 7D 3S 7S TS",
            leader=1,
            tricks=["QS 2S 4S AS", "3D KD TD 9D"],
            trick="8C 7C TC",
        )
    ],
    "guard_pig": [lead(rules, "QS 4S 9H 3D 8D KD 4H 6H JH 7D TD 3C") for rules in BOTH],
    "keep_exits": [void(rules, "2H 3H 2D 3D 8D 7D 6D 5S 6S 7S 8S") for rules in BOTH],
    "exit": [
        position(
            HEARTS,
            "4C 6C 8C TC AC 8H 9H TH QS",
            seat=2,
            leader=3,
            tricks=["2C KC 8S JC", "JS 6S KS AS", "9S KH 5S 7S", "2S QH 4S TS"],
        )
    ],
    "make_void": [lead(rules, "QS 8S 7S 6S 3D 7C 8C JC QC 9H TH JH") for rules in BOTH],
    "stop_sweep": [
        position(
            PAGAT,
            "JH 4H 5S 9S 8C 7C 3S 7S TS KC QC",
            leader=1,
            tricks=["AH 5H 6H 2H", "KH 7H 8H 3H"],
            trick="TH 2C 9H",
        )
    ],
    "sweep": [
        position(
            HEARTS, f"{TOP} AS KS 3S AD KD QD", leader=0, tricks=["2C AC 3C 4C"], trick="5S 6S QS"
        ),
        position(
            HEARTS,
            f"{TOP} AS KS AD KD 2D",
            leader=0,
            tricks=["2C AC 3C 4C", "KC 9C 8C 5C"],
            trick="JC TC 4D",
        ),
    ],
    "save_winners": [position(HEARTS, f"AC KC 3C AS KS QS {TOP} AD", leader=3, trick="2C")],
    "give_up": [
        position(
            HEARTS,
            f"{TOP} AS KS AD KD 2D",
            leader=0,
            tricks=["2C AC 3C 4C", "KC 9C 2H 5C"],
            trick="JC TC 4D",
        ),
    ],
    "partner": [
        position(PARTNERS, "JD 2D 2H 4H 5S 9S 8C 7C 3S 7S TS KC QC", leader=1, trick="5D AD 3D"),
        position(PARTNERS, "QS 4S 2S 4H 5S 9S 8D 7D 3S 7S TS KD QD", leader=1, trick="6C AC 8C"),
    ],
    "pass_pig": [
        passes(HEARTS, f"{spades} 3D 5D 8D 9D 4H 5H 7H 3C 6C 8C")
        for spades in ("QS 4D JC", "QS 4S JC", "QS TS 4D")
    ],
    "keep_pig": [passes(HEARTS, "QS TS 8S 7S 4S 3S KD 4D AH JH 9H 8H 6C")],
    "pass_high_spades": [passes(HEARTS, "AS KS 4S 3D 5D 8D 9D 4H 5H 7H 3C 6C 8C")],
    "pass_high_hearts": [passes(HEARTS, "7S 4S 3S 2S 5D 8D 4D AH KH 6C 3C 8C 4C")],
    "pass_long_suit": [passes(HEARTS, "7S 4S 3S 2S 4D 3D 2H 3H AC KC QC JC 9C")],
    "pass_short_suit": [passes(HEARTS, "QS 4S JC 3D 5D 8D 9D 4H 5H 7H 3C 6C 8C")],
    "pass_sheep": [passes(OMNIBUS, "7S 4S 3S 2S 4H 3H 2H 3C 4C 5C 6C JD 4D")],
    "pass_losers": [passes(HEARTS, "AS KS QS AH KH QH JH TH 9H AC KC QC 3D")],
    "expose_pig": [exposes("QS 9S 7S 5S 4S 2S 6D 9D TD 9C KC KH QH")],
    "hide_pig": [
        exposes(f"{spades} 6D 9D TD 9C KC KH QH 2D 8C 8H")
        for spades in ("QS 3H 5H", "QS 4S 5H", "QS KS 4S")
    ],
    "expose_sheep": [exposes("JD AD KD 9D 4D 9S 7S 5S 9C KC KH QH 2H")],
    "hide_sheep": [exposes("JD 9D 4D 3D 6S 9S 7S 5S 9C KC KH QH 2H")],
    "expose_doubler": [exposes("TC 8C 6C 5C 3C 2C 9S 7S 9D 6D KD KH QH")],
    "hide_doubler": [exposes("TC KC 9S 7S 5S 4S 9D 6D KD KH QH 9H 3D")],
    "expose_hearts": [
        exposes("AH KH QH JH TH 9H 8H AS KS AD KD AC KC"),
        exposes("AH 6H 5H 4H 3H 2H 4S 3S 2S 3D 2D 3C 2C"),
    ],
    "hide_hearts": [exposes("AH QH JH 9S 7S 5S 9D 6D KD TD 9C KC 4C")],
}
"""By line: where it decides what steady does."""

CASES = [
    pytest.param(line, view, id=f"{line}-{number}")
    for line, views in POSITIONS.items()
    for number, view in enumerate(views)
]


@pytest.mark.parametrize(("line", "view"), CASES)
def test_a_line_is_told_where_it_decides(line: str, view: View) -> None:
    assert line in told(view)


def test_there_is_a_position_and_a_sentence_for_every_line() -> None:
    lines = {line.name for line in PLAYING} | {line.name for line in PASSING}
    lines |= {f"{verb}_{name}" for verb in ("expose", "hide") for name in NAMES.values()}
    lines |= {"keep_pig", "pass_losers"}
    assert set(POSITIONS) == lines
    for lang in LANGUAGES:
        told_of = {key.partition(".")[2] for key in keys(lang) if key.startswith("advice.")}
        assert told_of == lines


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
