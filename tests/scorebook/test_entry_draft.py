"""A deal entered question by question: what is asked when, and what answers mean."""

from random import Random

import pytest

from gongzhu.cards import CardTextError, show_cards
from gongzhu.rules import Game, RuleSet, point_cards
from gongzhu.scorebook import (
    DealEntry,
    EntryDraft,
    EntryQuestion,
    ScoreError,
    check_entry,
    score_entry,
)
from gongzhu.scorebook.questions import (
    AskAllTricks,
    AskExposed,
    AskMissing,
    AskMoon,
    AskPile,
    AskQueen,
    AskTricks,
)
from tests.support.rulesets import every_kind
from tests.support.scorebooks import book_by, entry, random_entry
from tests.support.tables import cards, preset

KINDS = every_kind(seed=21, count=20)
GONE = {"2H": "none", "3H": "none"}


def draft(rules: RuleSet, *texts: str, old: DealEntry | None = None) -> EntryDraft:
    """A deal with so much of it entered."""
    book = book_by(rules)
    started = EntryDraft(book.standing().game, book.pile_names(), old)
    for text in texts:
        started = started.answered(asked(started).read(text))
    return started


def asked(started: EntryDraft) -> EntryQuestion:
    question = started.pending()
    assert not isinstance(question, DealEntry), "nothing is asked any more"
    return question


def entered(rules: RuleSet, *texts: str, old: DealEntry | None = None) -> DealEntry:
    """The entry that the answers, all of them, make."""
    done = draft(rules, *texts, old=old).pending()
    assert isinstance(done, DealEntry), done
    return done


def typed(question: EntryQuestion, deal: DealEntry) -> str:
    """What somebody who means `deal` types at a question."""
    match question:
        case AskExposed(mode):
            return show_cards(card for card, how in deal.exposed.items() if how == mode)
        case AskPile(pile):
            return show_cards(deal.captures[pile])
        case AskMissing():
            return "nobody"
        case AskQueen(names):
            winner = [name for name, n in zip(names, deal.tricks_after_qd, strict=False) if n]
            return winner[0] if winner else ""
        case AskTricks(pile):
            return str(deal.tricks_after_qd[pile] if deal.tricks_after_qd else 0)
        case AskAllTricks():
            return "no" if deal.all_tricks is None else "yes"
        case AskMoon(default=default):
            return deal.moon_choice or default


@pytest.mark.parametrize("name", KINDS)
def test_every_deal_can_be_entered_and_then_kept_as_it_is(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    game = draft(rules).game
    for _ in range(15):
        deal = random_entry(rules, rng)
        started = draft(rules)
        while not isinstance(question := started.pending(), DealEntry):
            started = started.answered(question.read(typed(question, deal)))
        found = check_entry(rules, question, whole=True)
        assert score_entry(rules, found, game) == score_entry(rules, deal, game)
        assert found.exposed == deal.exposed
        again = draft(rules, old=found)
        while not isinstance(question := again.pending(), DealEntry):
            assert question.default is not None
            again = again.answered(question.read(question.default))
        assert question == found


def test_what_is_asked_follows_from_the_rules() -> None:
    pagat = preset("gongzhu-pagat")
    first = asked(draft(pagat))
    assert isinstance(first, AskExposed)
    assert first.mode == "open"
    boulder = draft(preset("gongzhu-boulder"))
    second = asked(boulder.answered(asked(boulder).read("pig")))
    assert isinstance(second, AskExposed)
    assert second.mode == "up"
    assert show_cards(second.free) == "10♣ J♦ A♥"
    for name in ("gongzhu-hwa", "hearts-denexa"):
        assert isinstance(asked(draft(preset(name))), AskPile)
    five = draft(preset("gongzhu-pagat-5"), "", "pig", "sheep", "doubler", "♥2-9")
    last = asked(five)
    assert isinstance(last, AskPile)
    assert last.pile == 4
    pooled = preset("gongzhu-pagat-partners", partners="pooled")
    assert len(entered(pooled, "", "all hearts pig", "rest").captures) == 2


def test_the_rules_say_which_card_the_doubler_is() -> None:
    other = preset("gongzhu-pagat", doubler="7S")
    assert entered(other, "变压器", "all hearts pig sheep", "doubler") == entry(
        "*H QS JD", "7S", "", "", exposed={"7S": "open"}
    )
    missing = draft(other, "", "all hearts pig sheep", "", "", "")
    assert missing.answered(asked(missing).read("1 doubler")).pending() == entry(
        "*H QS JD 7S", "", "", ""
    )
    none = preset("gongzhu-pagat", doubler="none", lone_doubler=0)
    for answers, text in (
        ([], "doubler"),
        ([""], "变压器"),
        (["", "pig", "", "", ""], "2 doubler"),
    ):
        with pytest.raises(CardTextError, match="no doubler"):
            asked(draft(none, *answers)).read(text)


def test_no_pile_is_asked_for_when_no_card_is_left() -> None:
    assert entered(preset("gongzhu-pagat"), "", "all hearts, pig", "10♣ J♦") == entry(
        "*H QS", "TC JD", "", ""
    )
    assert entered(preset("hearts-denexa"), "全红", "猪") == entry("*H", "QS", "", "")


@pytest.mark.parametrize("rest", ["rest", "the rest", "Rest", " rest ", "其余", "剩下", "余下"])
def test_the_rest(rest: str) -> None:
    expected = entry("AH", "KH", "QH", "TC JD 2H 3H 4H 5H 6H 7H 8H 9H TH JH QS")
    assert entered(preset("gongzhu-pagat"), "", "♥A", "♥K", "♥Q", rest) == expected


def test_some_cards_and_the_rest() -> None:
    found = entered(preset("gongzhu-pagat"), "", "♥2-9", "J♦ 2♣ and the rest")
    assert found.captures[1] == cards("JD 2C TC TH JH QH KH AH QS")
    assert entered(preset("gongzhu-pagat"), "", "♥2-9", "rest").captures[2:] == ((), ())


@pytest.mark.parametrize("nothing", ["none", "-", "no", "无", "没有", "", "  "])
def test_nothing(nothing: str) -> None:
    assert entered(preset("gongzhu-pagat"), nothing, nothing, "rest").captures[:2][0] == ()


def test_missing_cards_are_asked_for_until_each_has_its_place() -> None:
    pagat = preset("gongzhu-pagat")
    started = draft(pagat, "", "all hearts", "", "", "")
    question = asked(started)
    assert isinstance(question, AskMissing)
    assert show_cards(question.cards) == "10♣ J♦ Q♠"
    assert question.default is None
    again = asked(started.answered(question.read("Bo pig")))
    assert isinstance(again, AskMissing)
    assert show_cards(again.cards) == "10♣ J♦"
    done = started.answered(question.read("2: Q♠")).answered(again.read("小王10♣"))
    last = asked(done)
    assert done.answered(last.read("nobody")).pending() == entry("*H", "QS", "TC", "")
    assert done.answered(last.read("4")).pending() == entry("*H", "QS", "TC", "JD")
    assert done.answered(last.read("小王")).pending() == entry("*H", "QS", "TC JD", "")


def test_partners_are_named_by_either() -> None:
    pooled = preset("gongzhu-pagat-partners", partners="pooled")
    started = draft(pooled, "", "all hearts", "")
    for name in ("Bo", "di", "Bo + Di", "2"):
        found = started.answered(asked(started).read(name)).pending()
        assert found == entry("*H", "TC JD QS")


def test_the_queen_of_diamonds() -> None:
    rules = preset("gongzhu-wiki-diamonds")
    named = draft(rules, "", "QS QD", "rest")
    question = asked(named)
    assert isinstance(question, AskTricks)
    assert (question.pile, question.most, question.default) == (0, 12, None)
    assert named.answered(question.read("3")).pending() == entry(
        "QS QD", "TC JD *H", "", "", tricks=(3, 0, 0, 0)
    )
    unnamed = draft(rules, "", "QS", "rest")
    assert isinstance(asked(unnamed), AskQueen)
    assert unnamed.answered(asked(unnamed).read("")).pending() == entry("QS", "TC JD *H", "", "")
    found = entered(rules, "", "QS", "rest", "di", " 12 ")
    assert found.tricks_after_qd == (0, 0, 0, 12)


def test_the_moon() -> None:
    rules = preset("hearts-choice")
    started = draft(rules, "", "all hearts pig")
    question = asked(started)
    assert isinstance(question, AskMoon)
    assert (question.pile, question.default) == (1, "others")
    for text, choice in (
        ("others", "others"),
        ("别人", "others"),
        ("self", "self"),
        ("自己", "self"),
    ):
        found = started.answered(question.read(text)).pending()
        assert isinstance(found, DealEntry)
        assert found.moon_choice == choice
    assert entered(preset("hearts-denexa"), "all hearts pig").moon_choice is None
    late = (
        EntryDraft(Game(rules, (80, 50, 0, 0)), ("Ann", "Bo", "Cy", "Di"))
        .answered(())
        .answered(cards("*H QS"))
    )
    assert asked(late).default == "self"


def test_every_trick_is_asked_for_only_where_it_can_be() -> None:
    rules = preset("hearts-choice", all_tricks=50, queen_of_diamonds=True)
    started = draft(rules, "♥2-A Q♠ Q♦", "4")
    question = asked(started)
    assert isinstance(question, AskAllTricks)
    for text, pile in (("yes", 0), ("是", 0), ("", None), ("no", None), ("没有", None)):
        assert question.read(text) == pile
    moon = asked(started.answered(question.read("y")))
    assert isinstance(moon, AskMoon)
    assert (moon.others, moon.own) == (76, -76)
    assert moon.read("−76") == "self"
    assert entered(rules, "♥2-A Q♠ Q♦", "4", "no", "+26").all_tricks is None
    assert entered(rules, "♥2-A Q♠ Q♦", "12", "others").all_tricks == 0
    for texts in (("♥2-A Q♠", "Bo", "3"), ("♥2-A Q♠ Q♦", "4")):
        other = draft(preset("hearts-choice", queen_of_diamonds=True), *texts)
        assert isinstance(asked(other), AskMoon)
    assert isinstance(asked(draft(rules, "♥2-A Q♠", "Bo", "3")), AskMoon)


def test_hearts_that_count_nothing_may_be_named() -> None:
    points = {f"{rank}H": "none" for rank in "23456789TJQ"}
    rules = preset("gongzhu-pagat", points=points, all_hearts="nothing")
    assert entered(rules, "", "2♥ 3♥ A♥", "9♥ pig", "rest") == entry(
        "2H 3H AH", "9H QS", "TC JD KH", ""
    )
    less = preset("hearts-denexa", removed=["2H", "3H", "2C", "2D"], points=GONE)
    assert entered(less, "all hearts", "rest").captures[0] == cards(
        "4H 5H 6H 7H 8H 9H TH JH QH KH AH"
    )
    assert entered(less, "3 hearts", "8 hearts pig").captures[0] == cards("4H 5H 6H")


def refused(question: EntryQuestion, text: str) -> str:
    with pytest.raises((CardTextError, ScoreError)) as caught:
        question.read(text)
    fault = caught.value
    assert isinstance(fault, CardTextError | ScoreError)
    assert fault.text("zh") != fault.text("en")
    return fault.text("en")


def test_answers_that_make_no_sense() -> None:
    pagat = preset("gongzhu-pagat")
    exposed = asked(draft(pagat))
    assert refused(exposed, "K♠") == "K♠ cannot be exposed; only 10♣ J♦ A♥ Q♠ can."
    assert "is not a card" in refused(exposed, "x")
    up = asked(draft(preset("gongzhu-boulder"), "pig"))
    assert refused(up, "pig") == "Q♠ has already been exposed."
    pile = asked(draft(pagat, "", "pig"))
    assert refused(pile, "Q♠") == "Ann already has Q♠."
    assert "Q has no suit" in refused(pile, "Q").replace("“", "").replace("” at character 1", "")
    five = asked(draft(preset("gongzhu-pagat-5"), ""))
    assert refused(five, "2♣") == "2♣ is not in the pack under these rules."
    missing = asked(draft(pagat, "", "all hearts", "", "", ""))
    assert refused(missing, "Bo A♥") == "A♥ is not missing; the missing cards are 10♣ J♦ Q♠."
    who = "give a name or a number: 1 Ann, 2 Bo, 3 小王, 4 Di."
    for text in ("Boris", "5", "10♣", "0", "", "Bob 10♣"):
        assert refused(missing, text) == f"Nobody here is called “{text}”; {who}"
    assert "is not a card" in refused(missing, "Bo xyz")
    diamonds = preset("gongzhu-wiki-diamonds")
    queen = asked(draft(diamonds, "", "all hearts", "rest"))
    assert refused(queen, "Bo 3") == f"Nobody here is called “Bo 3”; {who}"
    tricks = asked(draft(diamonds, "", "Q♦", "rest"))
    for text in ("13", "-1", "x", "", "1.5", "999"):
        assert refused(tricks, text) == "Enter a whole number from 0 to 12."
    moon = asked(draft(preset("hearts-choice"), "all hearts pig"))
    assert refused(moon, "both") == "Answer others or self."


def test_going_back() -> None:
    pagat = preset("gongzhu-pagat")
    started = draft(pagat, "", "all hearts", "pig")
    assert started.back() == draft(pagat, "", "all hearts")
    assert started.back().back().back() == draft(pagat)


def test_a_deal_is_offered_again() -> None:
    old = entry("QS KH", "JD", "AH", "TC", exposed={"QS": "open", "AH": "open"})
    pagat = preset("gongzhu-pagat")
    started = draft(pagat, old=old)
    defaults = []
    for text in (None, "Q♠ A♥", None, None, None):
        question = asked(started)
        defaults.append(question.default)
        answer = question.read((question.default or "") if text is None else text)
        started = started.answered(answer)
    # A card that another pile has by now is not offered again.
    assert defaults == ["A♥ Q♠", "Q♠ K♥", "J♦", "", "10♣"]
    # What nobody had is left out again only where it was the same before.
    question = asked(started)
    assert isinstance(question, AskMissing)
    assert question.default is None
    assert asked(draft(pagat, "", "Q♠ K♥", "J♦", "A♥", "10♣", old=old)).default == "none"


def test_tricks_and_moons_are_offered_again() -> None:
    diamonds = preset("gongzhu-wiki-diamonds")
    old = entry("*H", "QS", "TC", "JD", tricks=(0, 0, 5, 0))
    queen = asked(draft(diamonds, "", "all hearts", "pig", "10♣", "J♦", old=old))
    assert queen.default == "小王"
    tricks = asked(draft(diamonds, "", "all hearts", "pig", "10♣", "J♦", "小王", old=old))
    assert tricks.default == "5"
    moon = entry("*H QS", "", "", "", moon="self")
    assert asked(draft(preset("hearts-choice"), "all hearts pig", old=moon)).default == "self"


COUNTED = [
    (("9 hearts and the queen", "2 hearts", "1 heart", "1 heart"), (22, 2, 1, 1)),
    (("3 hearts and the Queen of Spades", "♥2 3", "rest"), (16, 2, 8, 0)),
    (("九张红桃，猪", "红桃九", "rest"), (22, 1, 3, 0)),
    (("红桃十二", "猪 A♥"), (12, 14, 0, 0)),
    (("Q♠", "nine hearts", "♥2-4", "1 heart"), (13, 9, 3, 1)),
    (("4 hearts", "A♥ rest"), (4, 22, 0, 0)),
    (("4 hearts", "♥2 rest"), (4, 22, 0, 0)),
    (("12 hearts", "", "", "Q♠ 1 heart"), (12, 0, 0, 14)),
    (("5 hearts", "5 hearts", "1 heart", "Q♠", "bo 1 heart", "di"), (5, 6, 1, 14)),
]


@pytest.mark.parametrize(("texts", "points"), COUNTED)
def test_hearts_may_be_counted_where_only_their_number_decides(
    texts: tuple[str, ...], points: tuple[int, ...]
) -> None:
    rules = preset("hearts-denexa")
    found = check_entry(rules, entered(rules, *texts), whole=True)
    assert score_entry(rules, found).points == points
    assert sorted(card for pile in found.captures for card in pile) == sorted(point_cards(rules))
    again = draft(rules, old=found)
    while not isinstance(question := again.pending(), DealEntry):
        assert question.default is not None
        again = again.answered(question.read(question.default))
    assert question == found


def test_all_thirteen_hearts_are_clear_in_either_game() -> None:
    assert entered(preset("hearts-denexa"), "Q♠", "13 hearts") == entry("QS", "*H", "", "")
    assert entered(preset("gongzhu-pagat"), "", "红桃十三", "rest").captures[0] == cards("*H")


def test_counted_hearts_must_add_up() -> None:
    hearts = preset("hearts-denexa")
    second = asked(draft(hearts, "9 hearts"))
    assert refused(second, "5 hearts") == "That is more than the hearts that are left: 4."
    assert refused(second, "♥2-6") == "That is more than the hearts that are left: 4."
    assert "say rest" in refused(second, "2 hearts and the rest")
    assert "A♥" in refused(asked(draft(hearts, "A♥")), "A♥ Q♠")
    missing = asked(draft(hearts, "9 hearts", "Q♠", "", ""))
    assert isinstance(missing, AskMissing)
    assert "at most 4" in refused(missing, "Di ♥A")
    assert refused(missing, "Di 5 hearts") == "That is more than the hearts that are left: 4."


@pytest.mark.parametrize("text", ["9 hearts", "3 hearts and the Queen of Spades", "红桃九张"])
def test_a_number_of_hearts_is_refused_where_each_counts_for_itself(text: str) -> None:
    for name in ("gongzhu-pagat", "gongzhu-wiki"):
        told = refused(asked(draft(preset(name), "")), text)
        # With 张 between, it is no card.
        assert ("can mean the card" in told) == ("张" not in text)
        assert "a number of cards" in told


def test_answers_are_read_in_any_width() -> None:
    pagat = preset("gongzhu-pagat")
    missing = asked(draft(pagat, "", "all hearts", "", "", ""))
    assert missing.read("２：ＱＳ、ＪＤ") == missing.read("2: QS JD")
    assert missing.read("ｎｏｎｅ") == missing.read("none")
    moon = asked(draft(preset("hearts-choice"), "all hearts pig"))
    assert moon.read("−２６") == moon.read("–26") == "self"
