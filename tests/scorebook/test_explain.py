"""Scores in words: every kind of line, in both languages, and sums that come out."""

import re
from random import Random

import pytest
from msgspec.structs import replace

from gongzhu.rules import Mode, PileScore, RuleSet, ScoreLine, pack_of
from gongzhu.scorebook import explain_line, explain_pile, number, score_entry, signed
from tests.support.rulesets import every_kind
from tests.support.scorebooks import entry, random_entry
from tests.support.tables import cards, preset

KINDS = every_kind(seed=5, count=20)
EVERY_TRICK = entry("*H QS JD TC", "", "", "", all_tricks=0)


def told(
    rules: RuleSet, pile: str, *others: str, exposed: str = "", mode: Mode = "open"
) -> list[str]:
    """The lines of the first pile's score."""
    modes = dict.fromkeys(exposed.split(), mode)
    score = score_entry(rules, entry(pile, *others, exposed=modes))
    return list(explain_pile(score.piles[0], rules))


def test_points_have_signs_that_are_seen() -> None:
    assert [signed(points) for points in (100, -40, 0)] == ["+100", "−40", "0"]
    assert [number(points) for points in (100, -40, 0)] == ["100", "−40", "0"]


def test_gongzhu() -> None:
    pagat = preset("gongzhu-pagat")
    assert told(pagat, "8H QS KH TC QH") == [
        "Hearts K Q 8: −80",
        "Pig Q♠: −100",
        "Doubler 10♣: −180 × 2 = −360",
    ]
    assert told(pagat, "TH JD", exposed="AH JD") == [
        "Hearts 10 (A♥ exposed): −10 × 2 = −20",
        "Sheep J♦ (exposed): +100 × 2 = +200",
    ]
    assert told(pagat, "QS TC", exposed="QS TC") == [
        "Pig Q♠ (exposed): −100 × 2 = −200",
        "Doubler 10♣ (exposed): −200 × 4 = −800",
    ]
    assert told(pagat, "*H QS", exposed="AH") == [
        "All the hearts (A♥ exposed): +200 × 2 = +400",
        "Pig Q♠, reversed by all the hearts: +100",
    ]
    assert told(pagat, "*H") == ["All the hearts: +200"]
    assert told(pagat, "TC") == ["Doubler 10♣, no other point card: +50"]
    assert told(pagat, "TC", exposed="TC") == [
        "Doubler 10♣ (exposed), no other point card: +50 × 2 = +100"
    ]
    assert told(pagat, "2H 3H", exposed="AH") == ["Hearts 3 2 (A♥ exposed): 0"]
    assert told(pagat, "3H TC") == ["Hearts 3: 0", "Doubler 10♣: 0 × 2 = 0"]
    assert told(pagat, "2C") == ["No point cards: 0"]
    sold = told(preset("gongzhu-boulder"), "QS TC", exposed="QS TC", mode="up")
    assert sold == [
        "Pig Q♠ (sold face up): −100 × 4 = −400",
        "Doubler 10♣ (sold face up): −400 × 8 = −3200",
    ]
    sold = told(preset("gongzhu-boulder"), "KH JD TC", exposed="AH JD TC", mode="down")
    assert sold == [
        "Hearts K (A♥ sold face down): −40 × 2 = −80",
        "Sheep J♦ (sold face down): +100 × 2 = +200",
        "Doubler 10♣ (sold face down): +120 × 4 = +480",
    ]


def test_what_only_some_presets_know() -> None:
    summary = preset("gongzhu-summary")
    assert told(summary, "QS JD TC", exposed="TC")[2:] == [
        "Doubler 10♣ (exposed), the other cards cancel out: +50 × 2 = +100"
    ]
    hwa = preset("gongzhu-hwa")
    assert told(hwa, "*H QS JD TC") == ["All 16 point cards: +1000"]
    assert told(hwa, "QS JD", "*H") == [
        "Pig Q♠, reversed by all the hearts: +100",
        "Sheep J♦, reversed by all the hearts: −100",
    ]
    diamonds = preset("gongzhu-wiki-diamonds")
    score = score_entry(diamonds, entry("QS TC", "", tricks=(3, 0)))
    assert explain_pile(score.piles[0], diamonds)[2] == "Tricks won after taking Q♦: 3 × 10 = +30"
    assert told(preset("gongzhu-wiki"), "TC", exposed="TC") == [
        "Doubler 10♣ (exposed), no other point card: +50 × 2 = +100"
    ]


def test_hearts() -> None:
    omnibus = preset("hearts-omnibus")
    assert told(omnibus, "TH 2H QS JD") == [
        "Hearts 10 2: +2",
        "Queen of spades Q♠: +13",
        "Jack of diamonds J♦: −10",
    ]
    choice = preset("hearts-choice")
    for moon, lines in (("others", ("0", "+26")), ("self", ("−26", "0"))):
        score = score_entry(choice, entry("*H QS", "", moon="self" if moon == "self" else "others"))
        shot, another = (explain_pile(pile, choice) for pile in score.piles)
        assert shot == (f"Shot the moon: {lines[0]}",)
        assert another == (f"Somebody else shot the moon: {lines[1]}",)


@pytest.mark.parametrize("players", [4, 6, 8])
@pytest.mark.parametrize("way", ["others", "self"])
def test_a_slam_of_the_partner_is_called_so(players: int, way: str) -> None:
    rules = preset(
        "hearts-denexa", players=players, partners="separate", all_point_cards=way, all_tricks=30
    )
    everything = " ".join(card.code for card in pack_of(rules))
    score = score_entry(rules, entry(everything, *[""] * (players - 1)))
    told = [explain_pile(pile, rules) for pile in score.piles]
    half = players // 2
    assert told[half] == ("Partner shot the moon: 0",)
    assert explain_pile(score.piles[half], rules, "zh") == ("搭档全收：0",)
    rival: tuple[str, ...] = (
        "Somebody else shot the moon: +26",
        "Somebody else captured every trick: +30",
    )
    own: tuple[str, ...] = ("Shot the moon: −26", "Every trick captured: −30")
    if way == "others":
        own = ("Shot the moon: 0",)
    else:
        rival = ("Somebody else shot the moon: 0",)
    assert told[0] == own
    assert {lines for at, lines in enumerate(told) if at not in (0, half)} == {rival}
    pooled = replace(rules, partners="pooled")
    score = score_entry(pooled, entry(everything, *[""] * (half - 1)))
    assert [explain_pile(pile, pooled) for pile in score.piles] == [own, *[rival] * (half - 1)]


def test_other_cards_and_other_doublers() -> None:
    black = preset("hearts-denexa", points={"KS": 10, "AS": 7}, doubler="2C")
    assert told(black, "2H QS AS KS 2C") == [
        "Hearts 2: +1",
        "Queen of spades Q♠: +13",
        "A♠ K♠: +17",
        "Doubler 2♣: +31 × 2 = +62",
    ]
    tricks = preset("gongzhu-pagat", all_point_cards="others", all_tricks=300, sale="none")
    rows = [explain_pile(pile, tricks) for pile in score_entry(tricks, EVERY_TRICK).piles]
    assert rows[0] == ("All 16 point cards: 0",)
    assert rows[1] == (
        "Somebody else made a slam: −600",
        "Somebody else captured every trick: −300",
    )
    sweep = preset("gongzhu-summary")
    assert told(sweep, "*H QS JD TC")[1] == "Pig Q♠, reversed by all the point cards: +100"
    low = preset("hearts-denexa", queen_of_diamonds=True)
    score = score_entry(low, entry("2H", tricks=(3,)))
    assert explain_pile(score.piles[0], low)[1] == "Tricks won after taking Q♦: 3 × −10 = −30"


def test_a_doubler_by_itself_gives_its_factor() -> None:
    rules, line = preset("gongzhu-pagat"), ScoreLine("doubler", cards("TC"), times=4, mode="open")
    assert explain_line(line, rules) == "Doubler 10♣ (exposed): × 4"
    assert explain_line(line, rules, "zh") == "变压器 10♣（已亮）：× 4"
    assert explain_line(line, rules, "zh", above=-30) == "变压器 10♣（已亮）：−30 × 4 = −120"


def test_chinese() -> None:
    rules = preset("gongzhu-pagat")
    score = score_entry(rules, entry("*H QS TC", exposed={"TC": "open"}))
    assert explain_pile(score.piles[0], rules, "zh") == (
        "全红：+200",
        "猪 Q♠，因全红变号：+100",
        "变压器 10♣（已亮）：+300 × 4 = +1200",
    )


def value(text: str) -> int:
    return int(text.replace("−", "-"))


def read_out(pile: PileScore, lines: tuple[str, ...]) -> int:
    """What the lines come to when they are read as they are written."""
    total = 0
    for line in lines:
        left, _, result = re.split("[:：]", line)[-1].strip().rpartition(" = ")
        if left:
            first, second = map(value, left.split(" × "))
            assert first * second == value(result), line
        times = "Doubler" in line or "变压器" in line
        alone = "no other" in line or "光杆" in line or "cancel" in line or "相抵" in line
        total = value(result) if times and not alone else total + value(result)
    return total


@pytest.mark.parametrize("name", KINDS)
def test_the_lines_add_up_as_they_are_read(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    for _ in range(40):
        for pile in score_entry(rules, random_entry(rules, rng)).piles:
            assert read_out(pile, explain_pile(pile, rules, "en")) == pile.points
            assert read_out(pile, explain_pile(pile, rules, "zh")) == pile.points
