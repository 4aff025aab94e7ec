"""Sentences from made-up numbers: each says what tells two choices apart, with the numbers."""

from typing import Literal

import pytest
from msgspec.structs import replace

from gongzhu.bots.reasons import hint_of
from gongzhu.bots.reasons.wording import with_names
from gongzhu.bots.search.analysis import AnalysedChoice, Analysis, Estimate
from gongzhu.cards import DOUBLER, PIG, SHEEP, Card, Seat
from gongzhu.cards import HEARTS as HEARTS_SUIT
from gongzhu.rules import Action, ChooseMoon, Expose, Pass, Play, RuleSet
from gongzhu.rules.deal import Trick
from gongzhu.texts import Lang
from gongzhu.view import View
from tests.bots.reasons.positions import GONGZHU, HEARTS, ME, PARTNERS, PIG_APART, SPADES, seen
from tests.support.analyses import analysis, chances, choice, estimate
from tests.support.tables import preset


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
        "Playing 9♠ is about 27 points better than K♠: you take the pig in 4% of the simulated "
        "deals instead of 31%."
    )
    assert said(seen(), *PIG_APART, lang="zh") == (
        "出 9♠ 比出 K♠ 大约好 27 分：你拿到猪的可能是 4%，而不是 31%。"
    )


def test_a_pig_that_is_worth_taking_is_called_good() -> None:
    told = said(
        seen(),
        choice(SPADES[0], -55, value=30, captures={PIG: chances(0.5, 0.1)}),
        choice(SPADES[1], -10, value=10, captures={PIG: chances(0.3, 0.7)}),
    )
    assert "Ben" not in told


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
    assert said(seen(), *close) == (
        "It makes little difference what you choose: with 9♠, expect about +10 points for you in "
        "this deal, according to 1,000 simulated deals."
    )
    one = (choice(SPADES[0], 1), choice(SPADES[1], 0))
    assert "expect about +1 point for you" in said(seen(), *one)
    asked = said(seen(), *close, asked=Play(SPADES[1]))
    assert asked == (
        "Playing 9♠ is about as good as K♠: the difference is 1.0 ±2.8 points on the same "
        "simulated deals."
    )


def test_the_sentence_speaks_of_the_advised_choice_alone() -> None:
    low = choice(SPADES[2], 2.5, captures={PIG: chances(0.05)})
    told = said(seen(), PIG_APART[0], low, PIG_APART[1])
    assert told.startswith("Playing 9♠ is about 27 points better than K♠")
    assert "7♠" not in told


def test_where_the_network_decides_no_choice_is_called_worse() -> None:
    best = choice(SPADES[0], 3)
    disliked = replace(choice(SPADES[1], 3), behind=Estimate(0, -9, 1))
    found = replace(analysis(best), choices=(best, disliked))
    hint = hint_of(seen(), found, "en")
    assert hint.sentence == (
        "Simulated deals cannot settle between 9♠ and K♠. The network, which has learned from tens "
        "of millions of deals, prefers 9♠."
    )
    assert (hint.standing, hint.good) == (("best", "equal"), 2)
    assert hint_of(seen(), found, "zh").sentence == (
        "出 9♠ 还是出 K♠，光靠模拟难下定论；从几千万副牌里学出来的神经网络更倾向出 9♠。"
    )
    worse = replace(choice(SPADES[2], -40), behind=estimate(43, 2))
    found = replace(found, choices=(best, disliked, worse))
    hint = hint_of(seen(), found, "en", asked=worse.action)
    assert hint.standing == ("best", "equal", "worse")
    assert "43 points better than 7♠" in hint.sentence


def test_where_the_network_decides_against_the_simulated_deals_it_is_said() -> None:
    best = choice(SPADES[0], 3)
    liked = replace(choice(SPADES[1], 3), behind=Estimate(0, -9, 0))
    hint = hint_of(seen(), replace(analysis(best), choices=(best, liked)), "en")
    assert hint.sentence == (
        "The simulated deals like K♠ a little better than 9♠. But the network, which has learned "
        "from tens of millions of deals, prefers 9♠, and it decides here."
    )
    assert hint.standing == ("best", "equal")


def test_what_is_only_unknown_is_not_called_a_little_difference() -> None:
    far = choice(SPADES[0], 10), choice(SPADES[1], 4, half=9)
    assert said(seen(), *far).startswith("The simulated deals cannot tell for sure what is best")
    assert said(seen(), *far, lang="zh").startswith("模拟了 1,000 副牌，还分不出哪种选择最好")


def test_the_chance_of_the_game_is_told_in_its_own_words() -> None:
    other = choice(SPADES[1], 5, value=0.59, half=0.05)
    near = choice(SPADES[0], 5, value=0.6, half=0.05), other
    lasting = said(seen(), *near, aim="game", asked=other.action)
    winning = said(seen(HEARTS), *near, aim="game", asked=other.action)
    assert "% in the chance not to lose," in lasting
    assert "% in the chance to win," in winning


def test_the_card_that_is_asked_about_is_compared() -> None:
    view = seen()
    middle = choice(SPADES[2], -5, captures={PIG: chances(0.12)})
    told = said(view, PIG_APART[0], middle, PIG_APART[1], asked=Play(SPADES[1]))
    assert "better than K♠" in told
    with pytest.raises(ValueError, match="no such choice"):
        said(view, *PIG_APART, asked=Play(Card("2C")))


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (GONGZHU, "gives you a chance of 60% not to lose the game, 20% more than K♠."),
        (HEARTS, "gives you a chance of 60% to win the game, 20% more than K♠."),
    ],
)
def test_where_the_game_is_at_stake_no_points_are_told(rules: RuleSet, words: str) -> None:
    choices = (
        choice(SPADES[0], -10, value=0.6, half=0.02),
        choice(SPADES[1], 15, value=0.4, half=0.02),
    )
    assert said(seen(rules), *choices, aim="game") == f"Playing 9♠ {words}"
    pig = (
        choice(SPADES[0], -10, value=0.6, half=0.02, captures={PIG: chances(0.1)}),
        choice(SPADES[1], -70, value=0.4, half=0.02, captures={PIG: chances(0.7)}),
    )
    told = said(seen(), *pig, aim="game")
    assert told.endswith("you take the pig in 10% of the simulated deals instead of 70%.")
    assert "points" not in told


def test_what_the_others_get_is_the_reason_where_it_is_most_of_it() -> None:
    alike = choice(SPADES[0], 5, value=20), choice(SPADES[1], 5, value=5)
    assert said(seen(), *alike) == (
        "Playing 9♠ is about 15 points better than K♠: the others come off worse."
    )
    view = seen(PARTNERS)
    apart = choice(SPADES[0], -112, value=46), choice(SPADES[1], -158, value=-161)
    assert said(view, *apart) == (
        "Playing 9♠ is about 207 points better than K♠: the other side comes off worse."
    )
    assert said(view, *apart, lang="zh") == "出 9♠ 比出 K♠ 大约好 207 分：对方占不到便宜。"
    own = choice(SPADES[0], -112, value=46), choice(SPADES[1], -158, value=-10)
    assert "the other side" not in said(view, *own)


def test_with_three_pairs_there_are_several_other_sides() -> None:
    view = seen(preset("gongzhu-pagat-partners", players=6))
    hand = [card for card in view.own.hand if card is not SHEEP] if view.own else []
    none = (0.0,) * 6
    captures = dict.fromkeys((PIG, SHEEP, DOUBLER), none)
    apart = (
        choice(hand[0], -112, value=46, captures=captures, slam=none),
        choice(hand[1], -158, value=-161, captures=captures, slam=none),
    )
    assert said(view, *apart).endswith(": the other sides come off worse.")
    assert said(view, *apart, lang="zh").endswith("：其他各方占不到便宜。")
    taken = {**captures, SHEEP: (0.1, 0.2, 0.2, 0.1, 0.2, 0.2)}
    hidden = choice(Expose({}), 10, captures=taken, slam=none)
    shown = choice(Expose({SHEEP: "open"}), -10, captures=taken, slam=none)
    assert "your side with a chance of 20%, to each of the other sides with 40%" in said(
        view, hidden, shown
    )
    assert "归你们的可能是 20%，归其他各方的平均每方 40%" in said(view, hidden, shown, lang="zh")


def test_a_card_that_is_better_not_exposed_is_named_as_such() -> None:
    none = choice(Expose({}), 10, captures={SHEEP: chances(0.1)})
    sheep = choice(Expose({SHEEP: "open"}), -10, captures={SHEEP: chances(0.08)})
    assert said(seen(), none, sheep) == (
        "Exposing nothing is about 20 points better than exposing J♦: J♦ counts for more when "
        "exposed, and would go to you with a chance of 8%, to each of the others with 31% on "
        "average."
    )


def test_chinese_characters_stand_side_by_side() -> None:
    slam = choice(SPADES[0], 40, slam=chances(0.4)), choice(SPADES[1], -20, slam=chances(0.001))
    assert said(seen(), *slam, lang="zh").endswith("你拿到全部红桃的可能是 40%，而不是不到 1%。")


@pytest.mark.parametrize(
    ("points", "words", "chinese"),
    [
        ({"KS": 10, "AS": 7}, "the hearts, K♠ and A♠", "差别主要在红桃、K♠、A♠ 上"),
        (
            dict.fromkeys(("2C", "3C", "4C", "5C"), 5),
            "the hearts and other point cards",
            "别的分牌",
        ),
        ({"2C": 0}, "the hearts", "红桃上"),
    ],
)
def test_other_cards_that_count_are_named_with_the_hearts(
    points: dict[str, int], words: str, chinese: str
) -> None:
    view = seen(preset("hearts-denexa", points=points))
    choices = choice(SPADES[0], 5, value=20), choice(SPADES[1], 25, value=0)
    assert said(view, *choices).endswith(f": most of that lies in {words}.")
    assert chinese in said(view, *choices, lang="zh")


def test_what_no_card_explains_is_put_down_to_the_hearts() -> None:
    assert said(seen(), choice(SPADES[0], -10), choice(SPADES[1], -40)) == (
        "Playing 9♠ is about 30 points better than K♠: most of that lies in the hearts."
    )


def test_the_hearts_are_no_reason_where_others_may_be() -> None:
    apart = choice(SPADES[0], -10), choice(SPADES[1], -40)
    bare = "Playing 9♠ is about 30 points better than K♠."
    assert said(seen(preset("gongzhu-wiki-diamonds")), *apart) == bare
    view = seen()
    worthless = [card for card, points in view.rules.points if not points]
    others = tuple(card for card in HEARTS_SUIT if card not in worthless)
    taken = replace(view, public=replace(view.public, captured=(others, (), (), ())))
    assert said(taken, *apart) == bare
    every = seen(preset("gongzhu-pagat", all_tricks=200))
    assert said(every, *apart) == bare
    clubs = (Card("3C"), Card("4C"), Card("5C"), Card("6C"))
    tricks = tuple(Trick(Seat(0), clubs, Seat(winner)) for winner in (0, 1))
    parted = replace(every, public=replace(every.public, tricks=tricks))
    assert said(parted, *apart).endswith("most of that lies in the hearts.")


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
        assert "26%" in told
        assert "37%" not in told


def test_a_slam_out_of_reach_is_no_reason() -> None:
    told = said(
        seen(),
        choice(SPADES[0], 20, slam=chances(0.06)),
        choice(SPADES[1], -20, slam=chances(0.01)),
    )
    assert "all the hearts" not in told
    assert "40 points better" in told


@pytest.mark.parametrize(
    ("rules", "aim", "apart", "same"),
    [
        (GONGZHU, "points", 0.9, True),
        (GONGZHU, "points", 2.0, False),
        (HEARTS, "points", 0.09, True),
        (HEARTS, "points", 0.2, False),
        (GONGZHU, "game", 0.001, True),
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
    told: dict[Lang, str] = {"en": "looks better than K♠, by 5 ±6 points", "zh": "好 5 ±6 分"}
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
    assert told == "出 9♠ 比出 K♠ 大约好 15 分：Ben 拿到猪的可能是 80%，而不是 40%。"
