"""Sentences from made-up numbers: each says what tells two choices apart, with the numbers."""

import re
from typing import Literal

import pytest
from msgspec.structs import replace

from gongzhu.bots.reasons import explanation_of, hint_of, sentence
from gongzhu.bots.reasons.wording import with_names
from gongzhu.bots.search.analysis import AnalysedChoice, Analysis
from gongzhu.cards import PIG, SHEEP, Card
from gongzhu.rules import Action, ChooseMoon, Expose, Pass, Play, RuleSet
from gongzhu.texts import Lang
from gongzhu.view import View
from tests.bots.reasons.positions import GONGZHU, HEARTS, ME, PARTNERS, PIG_APART, SPADES, seen
from tests.support.analyses import analysis, chances, choice, estimate


def said(
    view: View,
    *choices: AnalysedChoice,
    lang: Lang = "en",
    asked: Action | None = None,
    aim: Literal["points", "game"] = "points",
) -> str:
    names = ("Ann", "Ben", "Cem", "Dua")
    found = analysis(*choices, aim=aim)
    return hint_of(view, found, lang, asked=asked, names=names).sentence


def test_the_pig_is_told_with_its_chances_and_its_price() -> None:
    assert said(seen(), *PIG_APART) == (
        "Playing 9♠ keeps the chance that you take the pig at 4%; with K♠ it is 31%, "
        "which alone costs about 27 points."
    )
    assert said(seen(), *PIG_APART, lang="zh") == (
        "出 9♠，你拿到猪的可能只有 4%；若出 K♠，就是 31%，单这一项大约就多丢 27 分。"
    )


def test_a_chance_that_stays_high_is_lowered_not_kept() -> None:
    told = said(
        seen(),
        choice(SPADES[0], -55, captures={PIG: chances(0.55)}),
        choice(SPADES[1], -90, captures={PIG: chances(0.9)}),
    )
    assert told.startswith("Playing 9♠ lowers the chance that you take the pig to 55%")


def test_in_hearts_the_queen_costs_thirteen() -> None:
    told = said(
        seen(HEARTS),
        choice(SPADES[0], 3.0, value=2, half=0.2, captures={PIG: chances(0.1)}),
        choice(SPADES[1], 6.9, value=-2, half=0.2, captures={PIG: chances(0.4)}),
    )
    assert "about 3.9 points" in told


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("matter", "numbers"),
    [
        ("sheep", ("60%", "35%", "25")),
        ("partner's sheep", ("60%", "35%", "25")),
        ("a rival's pig", ("80%", "40%", "Ben")),
        ("a rival's sheep", ("10%", "70%", "Dua")),
        ("slam", ("40%", "10%")),
        ("a rival's slam", ("2%", "30%", "Ben")),
    ],
)
def test_what_differs_most_is_told(matter: str, numbers: tuple[str, ...], lang: Lang) -> None:
    view = seen(PARTNERS if "partner" in matter else GONGZHU)
    sheep, pig = SHEEP, PIG
    best, other = {
        "sheep": (
            choice(SPADES[0], 60, captures={sheep: chances(0.6)}),
            choice(SPADES[1], 35, captures={sheep: chances(0.35)}),
        ),
        "partner's sheep": (
            choice(SPADES[0], 60, captures={sheep: chances(0, 0, 0.6)}),
            choice(SPADES[1], 35, captures={sheep: chances(0, 0, 0.35)}),
        ),
        "a rival's pig": (
            choice(SPADES[0], 5, value=20, captures={pig: chances(0, 0.8)}),
            choice(SPADES[1], 4, value=5, captures={pig: chances(0, 0.4)}),
        ),
        "a rival's sheep": (
            choice(SPADES[0], 5, value=20, captures={sheep: chances(0, 0, 0, 0.1)}),
            choice(SPADES[1], 4, value=5, captures={sheep: chances(0, 0, 0, 0.7)}),
        ),
        "slam": (
            choice(SPADES[0], 40, slam=chances(0.4)),
            choice(SPADES[1], -20, slam=chances(0.1)),
        ),
        "a rival's slam": (
            choice(SPADES[0], -20, value=5, slam=chances(0, 0.02)),
            choice(SPADES[1], -15, value=-30, slam=chances(0, 0.3)),
        ),
    }[matter]
    told = said(view, best, other, lang=lang)
    assert all(number in told for number in numbers), told
    if lang == "en":
        assert "partner" not in told or "partner" in matter


def test_choices_within_the_error_are_called_equal() -> None:
    close = (choice(SPADES[0], 10), choice(SPADES[1], 9))
    assert said(seen(), *close).startswith(
        "It makes little difference what you choose: expect about +10"
    )
    asked = said(seen(), *close, asked=Play(SPADES[1]))
    assert asked == (
        "Playing 9♠ is about as good: with K♠ the difference is 1.0 ±2.8 points on the same "
        "simulated deals."
    )


def test_equally_good_cards_are_named_together_against_the_next() -> None:
    low = choice(SPADES[2], 2.5, captures={PIG: chances(0.05)})
    told = said(seen(), PIG_APART[0], low, PIG_APART[1])
    assert told.startswith("Playing 9♠ or 7♠ keeps")
    assert "with K♠" in told


def test_what_the_network_would_rather_not_play_is_called_that() -> None:
    """If rollouts find it no worse; they still are the reason if another one is worse."""
    best = choice(SPADES[0], 3)
    disliked = replace(choice(SPADES[1], 3), behind=estimate(0, 2), preferred=15.0)
    found = replace(analysis(best), choices=(best, disliked))
    hint = hint_of(seen(), found, "en")
    assert hint.sentence == (
        "Playing 9♠ is what the network prefers, after learning from tens of millions of deals, "
        "though with K♠ the simulated deals come out no worse."
    )
    assert (hint.standing, hint.good) == (("best", "worse"), 1)
    assert hint_of(seen(), found, "zh").sentence == (
        "出 9♠ 和出 K♠，只看模拟，后者并不差；不过，从几千万副牌里学出来的神经网络更倾向前者。"
    )
    worse = replace(choice(SPADES[2], -40), behind=estimate(43, 2))
    found = replace(found, choices=(best, disliked, worse))
    assert "7♠" in hint_of(seen(), found, "en").sentence


def test_the_card_that_is_asked_about_is_compared() -> None:
    view = seen()
    middle = choice(SPADES[2], -5, captures={PIG: chances(0.12)})
    told = said(view, PIG_APART[0], middle, PIG_APART[1], asked=Play(SPADES[1]))
    assert "with K♠ it is 31%" in told
    with pytest.raises(ValueError, match="no such choice"):
        said(view, *PIG_APART, asked=Play(Card("2C")))


def test_near_the_end_of_the_game_points_are_not_all() -> None:
    choices = (
        choice(SPADES[0], -10, value=0.6, half=0.02),
        choice(SPADES[1], 15, value=0.4, half=0.02),
    )
    near = said(seen(), *choices, aim="game")
    points = [replace(each, value=estimate(100 * each.value.mean, 2)) for each in choices]
    far = said(seen(), *points)
    assert near.startswith("This deal may end the game")
    assert "a chance of 60% not to lose it" in near
    assert "it is 40%" in near
    assert far.startswith("Playing 9♠ is better because the others get less")


def test_points_that_are_the_same_are_told_once() -> None:
    alike = choice(SPADES[0], 5, value=20), choice(SPADES[1], 5, value=5)
    assert said(seen(), *alike) == (
        "Playing 9♠ is better because the others get less out of it; for you it comes to about +5 "
        "points either way."
    )
    near = (choice(SPADES[0], 5, value=0.6, half=0.02), choice(SPADES[1], 5, value=0.4, half=0.02))
    assert said(seen(), *near, aim="game").endswith("of 60% not to lose it; with K♠ it is 40%.")


def test_what_the_other_side_gets_is_the_reason_where_it_is_most_of_it() -> None:
    view = seen(PARTNERS)
    apart = choice(SPADES[0], -112, value=46), choice(SPADES[1], -158, value=-161)
    assert said(view, *apart) == (
        "Playing 9♠ is better because the other side gets about 161 points less out of it: for "
        "your side it is worth −112 points on average, with K♠ −158."
    )
    assert "对方要少得大约 161 分：你们平均得 −112 分" in said(view, *apart, lang="zh")
    alike = choice(SPADES[0], 5, value=20), choice(SPADES[1], 5, value=5)
    assert said(view, *alike).endswith(
        "gets about 15 points less out of it; for your side it comes to about +5 points either way."
    )
    own = choice(SPADES[0], -112, value=46), choice(SPADES[1], -158, value=-10)
    assert "the other side" not in said(view, *own)


def test_a_card_that_is_better_not_exposed_is_named_as_such() -> None:
    none = choice(Expose({}), 10, captures={SHEEP: chances(0.1)})
    sheep = choice(Expose({SHEEP: "open"}), -10, captures={SHEEP: chances(0.08)})
    assert said(seen(), none, sheep) == (
        "Exposing nothing is better: J♦ would count for more when exposed, and would then go to "
        "you with a chance of 8%, to others with 92%."
    )


def test_chinese_characters_stand_side_by_side() -> None:
    slam = choice(SPADES[0], 40, slam=chances(0.4)), choice(SPADES[1], -20, slam=chances(0.001))
    assert said(seen(), *slam, lang="zh").endswith("若出 K♠，是不到 1%。")


def test_what_no_card_explains_is_put_down_to_the_hearts() -> None:
    told = said(seen(), choice(SPADES[0], -10), choice(SPADES[1], -40))
    assert told.endswith("most of the difference lies in the hearts.")
    assert "−10" in told
    assert "−40" in told


@pytest.mark.parametrize(
    ("rules", "figures"), [(GONGZHU, ("+25", "−14")), (HEARTS, ("+25.0", "−14.0"))]
)
@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("own", [(-10, -40), (-40, -10), (20, 20)])
def test_a_review_compares_points_against_the_others(
    rules: RuleSet, figures: tuple[str, str], lang: Lang, own: tuple[float, float]
) -> None:
    best, other = (
        choice(card, points, value=value)
        for card, points, value in zip(SPADES, own, (25, -14), strict=False)
    )
    view, found = seen(rules), analysis(best, other)
    told = sentence(view, found, explanation_of(view, found), lang, against=True)
    assert all(figure in told for figure in figures), told
    assert not {"10", "40", "20"} & set(re.findall(r"\d+", told)), told


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_kind_of_choice_has_words(lang: Lang) -> None:
    own = seen(HEARTS).own
    assert own is not None
    pairs: list[tuple[Action, Action]] = [
        (Pass(own.hand[:3]), Pass(own.hand[3:6])),
        (Expose({}), Expose({PIG: "down", SHEEP: "open"})),
        (ChooseMoon("others"), ChooseMoon("self")),
    ]
    for one, other in pairs:
        told = said(seen(), choice(one, 30), choice(other, -30), lang=lang)
        back = said(seen(), choice(other, 40), choice(one, -40), lang=lang)
        assert told != back
        assert "{" not in told + back


def test_the_only_choice_is_called_that() -> None:
    assert (
        said(seen(), choice(SPADES[0], 3)) == "Playing 9♠ is the only choice the rules allow here."
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_exposure_is_weighed_by_who_gets_the_card(lang: Lang) -> None:
    """Exposing nothing is better here though the sheep would count twice for whoever takes it."""
    nothing = choice(Expose({}), -14, value=30, captures={SHEEP: chances(0.37, 0.6)})
    sheep = choice(Expose({SHEEP: "open"}), 5, value=10, captures={SHEEP: chances(0.22, 0.5, 0.28)})
    for better, worse in ((nothing, sheep), (sheep, replace(nothing, value=estimate(-30, 2)))):
        told = said(seen(), better, worse, lang=lang)
        assert "J♦" in told
        assert "22%" in told
        assert "78%" in told
        assert "37%" not in told


def test_a_slam_out_of_reach_is_no_reason() -> None:
    told = said(
        seen(),
        choice(SPADES[0], 20, slam=chances(0.06)),
        choice(SPADES[1], -20, slam=chances(0.01)),
    )
    assert "slam" not in told
    assert "+20" in told


@pytest.mark.parametrize(
    ("rules", "aim", "apart", "same"),
    [
        (GONGZHU, "points", 0.9, True),
        (GONGZHU, "points", 2.0, False),
        (HEARTS, "points", 0.09, True),
        (HEARTS, "points", 0.2, False),
        (GONGZHU, "game", 0.005, True),
        (HEARTS, "game", 0.02, False),
    ],
)
def test_what_does_not_matter_is_called_equal_however_sure_it_is(
    rules: RuleSet, aim: Literal["points", "game"], apart: float, same: bool
) -> None:
    one, other = (
        choice(card, 1, value=value, half=0)
        for card, value in zip(SPADES, (0.5 + apart, 0.5), strict=False)
    )
    assert said(seen(rules), one, other, aim=aim).startswith("It makes little") is same


def test_a_difference_that_deals_cannot_tell_is_told_with_its_error() -> None:
    best, other = choice(SPADES[0], 10), choice(SPADES[1], 5)
    found = Analysis(ME, "points", (best, replace(other, behind=estimate(5, 6))), True)
    told: dict[Lang, str] = {"en": "with K♠ you give up only 5 ±6 points", "zh": "好 5 ±6 分"}
    for lang, words in told.items():
        assert words in hint_of(seen(), found, lang, asked=other.action).sentence


def test_a_name_stands_apart_from_chinese_characters_as_cards_do() -> None:
    names = ("小明", "Ann", "steady-2", "老 K 😀", "Zoë")
    assert with_names("拦住{1}打全红", names) == "拦住 Ann 打全红"
    assert with_names("{2}拿到猪，{4}也是", names) == "steady-2 拿到猪，Zoë 也是"
    assert with_names("拦住{0}打全红：{3}的", names) == "拦住小明打全红：老 K 😀的"
    assert with_names("stops {0}, not {1}.", names) == "stops 小明, not Ann."
    assert with_names("拦住{0}。", ("{1}", "Ann")) == "拦住{1}。"
    told = said(
        seen(),
        choice(SPADES[0], 5, value=20, captures={PIG: chances(0, 0.8)}),
        choice(SPADES[1], 4, value=5, captures={PIG: chances(0, 0.4)}),
        lang="zh",
    )
    assert told == "出 9♠，Ben 拿到猪的可能升到 80%；若出 K♠，是 40%。"


def test_in_hearts_points_are_what_one_is_left_with() -> None:
    worse = choice(SPADES[1], 6.4, value=-2, half=0.2)
    assert said(seen(HEARTS), choice(SPADES[0], 5.5, value=2, half=0.2), worse) == (
        "Playing 9♠ leaves you with 5.5 points on average; with K♠ it is 6.4, and most of the "
        "difference lies in the hearts."
    )
