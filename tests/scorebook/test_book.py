"""Books: deals added, taken back and put right, with everything after them counted anew."""

from random import Random

import pytest

from gongzhu.scorebook import Book, ScoreError, check_names, count_deals
from tests.support.rulesets import every_kind
from tests.support.scorebooks import NAMES, book, book_by, entry, random_entry

KINDS = every_kind(seed=2, count=15)

PIG = entry("QS TC", "", "", "", exposed={"QS": "open", "TC": "open"})
SHEEP = entry("", "JD", "", "QS")


def test_a_book_grows_and_shrinks() -> None:
    empty = book("gongzhu-pagat")
    assert empty.counted() == ()
    assert empty.standing().game.totals == (0, 0, 0, 0)
    one = empty.add(SHEEP)
    assert one.standing().game.totals == (0, 100, 0, -100)
    assert one.standing().game.leader == 3
    assert one.undo() == empty
    assert empty.deals == ()


def test_only_whole_deals_get_into_a_book() -> None:
    started = book("gongzhu-pagat", SHEEP)
    for wrong in (entry("QS"), entry("QS", "QS", "", "")):
        with pytest.raises(ScoreError):
            started.add(wrong)
        with pytest.raises(ScoreError):
            started.edit(0, wrong)


@pytest.mark.parametrize("number", [9, 2, -1])
def test_a_deal_that_is_not_there_cannot_be_put_right(number: int) -> None:
    started = book("gongzhu-pagat", SHEEP, PIG)
    with pytest.raises(ScoreError) as caught:
        started.edit(number, SHEEP)
    told = f"there is no deal {number}: the deals are counted from 0, and there are 2"
    assert caught.value.text() == told
    assert caught.value.text("zh") != told


def test_a_deal_put_right_moves_the_end_of_the_game() -> None:
    started = book("gongzhu-pagat", PIG, SHEEP, PIG, SHEEP, SHEEP)
    assert [deal.game_number for deal in started.counted()] == [0, 0, 0, 1, 1]
    assert started.standing().match.strips == (1, 0, 0, 0)
    mild = started.edit(2, SHEEP)
    assert [deal.game_number for deal in mild.counted()] == [0, 0, 0, 0, 0]
    assert mild.standing().game.totals == (-800, 400, 0, -400)
    assert mild.standing().match.strips == (0, 0, 0, 0)
    harsh = started.edit(1, PIG)
    assert [deal.game_number for deal in harsh.counted()] == [0, 0, 1, 1, 1]
    assert harsh.standing().game.totals == (-800, 200, 0, -200)
    assert started.edit(2, PIG) == started


@pytest.mark.parametrize("name", KINDS)
def test_an_edited_book_is_the_book_that_was_right_at_once(name: str) -> None:
    rules, rng = KINDS[name], Random(name)
    deals = [random_entry(rules, rng) for _ in range(6)]
    wrong = list(deals)
    places = rng.sample(range(6), 3)
    for place in places:
        wrong[place] = random_entry(rules, rng)
    right, started = book_by(rules), book_by(rules)
    for place in range(6):
        right, started = right.add(deals[place]), started.add(wrong[place])
    for place in places:
        started = started.edit(place, deals[place])
    assert started == right
    assert started.counted() == tuple(count_deals(rules, deals))


def test_a_match_of_some_games_ends() -> None:
    lost = [PIG, PIG]
    assert not book("gongzhu-pagat", *lost, *lost).match_over()
    assert not book("gongzhu-pagat", *lost, PIG, games=2).match_over()
    assert book("gongzhu-pagat", *lost, *lost, games=2).match_over()
    assert book("gongzhu-pagat", *lost, *lost, PIG, games=2).match_over()


def test_names_of_piles_and_sides() -> None:
    assert book("gongzhu-pagat").side_names() == ("Ann", "Bo", "小王", "Di")
    partners = book("gongzhu-pagat-partners")
    assert partners.pile_names() == ("Ann", "Bo", "小王", "Di")
    assert partners.side_names() == ("Ann + 小王", "Bo + Di")


def test_names_are_checked() -> None:
    assert check_names(NAMES, 8) == NAMES
    for wrong in (NAMES[:4], NAMES[:6]):
        with pytest.raises(ScoreError, match="needed: 5"):
            check_names(wrong, 5)
    for name in ("", " Ed", "Ed\n", "\x1b[2J", "x" * 41):
        with pytest.raises(ScoreError, match="is not a name"):
            check_names((*NAMES[:4], name), 5)
    with pytest.raises(ScoreError, match="two players called ann"):
        check_names((*NAMES[:4], "ann"), 5)


def test_a_book_never_changes() -> None:
    started = book("gongzhu-pagat", PIG)
    with pytest.raises(AttributeError):
        started.deals = ()  # type: ignore[misc]  # what mypy refuses is what is tried here
    assert isinstance(started, Book)
