"""`gongzhu score` put right: answers and deals taken back, done again and edited."""

from pathlib import Path

from msgspec.structs import replace

from gongzhu.scorebook import Book, DealEntry, decode_book
from tests.cli.score.evenings import PIG, SETUP, evening, kept, shown
from tests.support.scorebooks import book, entry


def test_undo_goes_back_answer_by_answer_and_then_deal_by_deal(tmp_path: Path) -> None:
    first = (*SETUP, *PIG, "", "sheep", "undo", "undo", "pig", "undo", "undo", "redo", "redo")
    shown(
        evening(tmp_path, *first, "undo", "", "", "rest", "undo", "undo", "redo", "undo"),
        "Deal 2 · Bo deals · Ann leads",
        "Ann took › sheep",
        "Bo took › undo",
        "Ann took › undo",
        "Exposed cards (Enter: none) › pig",
        "Ann took › undo",
        "Exposed cards (Enter: none) › undo",
        "Deal 1 has been taken back; redo restores it.",
        "Deal 1 · Ann deals · the holder of 2♠ leads",
        "› redo",
        "Ann     −800",
        "Deal 2 · Bo deals · Ann leads",
        "› redo",
        "There is nothing to redo.",
        "› undo",
        "Deal 1 has been taken back",
        "Bo      +800    800",
        "› undo",
        "Deal 1 has been taken back",
        "› undo",
        "There is nothing to undo.",
        "› redo",
        "Bo      +800    800",
        "› undo",
        "Deal 1 has been taken back",
    )
    assert decode_book(kept(tmp_path).read_bytes()).deals == ()


def test_a_command_that_is_written_wrongly_is_no_card(tmp_path: Path) -> None:
    shown(
        evening(tmp_path, *SETUP, "pig", "export", "Rules 1", "pigs"),
        "› export",
        "That is not how “export” is written; help shows how.",
        "› Rules 1",
        "That is not how “Rules” is written; help shows how.",
        "› pigs",
        "is not a card",
    )
    assert "“导出”这个命令不是这样写的；写法见“帮助”。" in evening(
        tmp_path / "zh", *SETUP, "猪", "导出", lang="zh"
    )


def our_book(*deals: DealEntry) -> Book:
    return replace(book("gongzhu-pagat", *deals), names=("Ann", "Bo", "Cy", "Di"))


def test_a_deal_that_was_brought_back_is_saved_again(tmp_path: Path) -> None:
    evening(tmp_path, *SETUP, *PIG, *PIG, "undo", "undo", "redo")
    deal = entry("QS TC", "JD *H", "", "", exposed={"QS": "open", "TC": "open"})
    assert decode_book(kept(tmp_path).read_bytes()) == our_book(deal)


def test_an_earlier_deal_is_put_right(tmp_path: Path) -> None:
    first = ("", "pig", "♥A", "rest")
    second = ("pig", "sheep", "rest")
    edit = ("edit 1", "", "", "♥AK", "", "♥Q", "")
    shown(
        evening(tmp_path, *SETUP, *first, *second, "", "♥2", *edit, "♥3", "改1", "撤销"),
        "Bo took › edit 1",
        "Editing deal 1 · Enter keeps what is in brackets, none clears it",
        "Exposed cards (Enter: none) › ",
        "Ann took [Q♠] › ",
        "Bo took [A♥] › ♥AK",
        "Cy took [10♣ J♦ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥] › ",
        "Bo       −90",
        "   1   −100",
        "Game 1 · Deal 3 · Cy deals · Bo leads",
        "Bo took › ♥Q",
        "Cy took › ",
        "Di took › ♥3",
        "Editing deal 1",
    )


def test_an_edit_is_taken_back_and_done_again(tmp_path: Path) -> None:
    first = ("", "pig", "♥A", "rest")
    edit = ("edit 1", "", "", "♥AK", "")
    evening(tmp_path / "0", *SETUP, *first, *PIG)
    evening(tmp_path / "1", *SETUP, *first, *PIG, *edit)
    back = evening(tmp_path / "2", *SETUP, *first, *PIG, *edit, "undo")
    shown(back, "Deal 1 is as it was before it was edited; redo restores the change.", "Deal 3")
    evening(tmp_path / "3", *SETUP, *first, *PIG, *edit, "undo", "redo")
    evening(tmp_path / "4", *SETUP, *first, *PIG, *edit, "undo", "undo", "undo", "redo", "redo")
    books = [kept(tmp_path / str(place)).read_bytes() for place in range(5)]
    assert books[2] == books[4] == books[0]
    assert books[3] == books[1] != books[0]


def test_an_edit_that_changes_nothing_is_no_change_to_take_back(tmp_path: Path) -> None:
    same = ("edit 1", "", "", "", "")
    output = evening(tmp_path, *SETUP, "", "pig", "♥A", "rest", *same, "undo", "redo")
    shown(output, "Editing deal 1", "Deal 1 has been taken back; redo restores it.")
    assert "no forfeit" not in output


def test_a_book_put_right_is_the_one_that_was_right_at_once(tmp_path: Path) -> None:
    wrong, right = ("", "pig", "♥A", "rest"), ("", "pig", "♥AK", "rest")
    evening(tmp_path / "1", *SETUP, *wrong, *PIG, "edit 1", "", "", "♥AK", "")
    evening(tmp_path / "2", *SETUP, *right, *PIG)
    assert kept(tmp_path / "1").read_bytes() == kept(tmp_path / "2").read_bytes()


def test_edits_that_are_given_up_change_nothing(tmp_path: Path) -> None:
    evening(tmp_path, *SETUP, *PIG)
    before = kept(tmp_path).read_bytes()
    words = ("--file", str(kept(tmp_path)))
    shown(
        evening(
            tmp_path, "edit 2", "edit 0", "edit", "", "♥A", "undo", "undo", "undo", words=words
        ),
        "There is no such deal; 1 entered so far.",
        "There is no such deal",
        "Editing deal 1",
        "Game 1 · Deal 2 · Bo deals · Ann leads",
    )
    evening(tmp_path, "edit 1", "", words=words)
    assert kept(tmp_path).read_bytes() == before
