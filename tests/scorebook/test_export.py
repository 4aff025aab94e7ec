"""Exports: what spreadsheets and people get."""

import csv
import io

from gongzhu.scorebook import EXPORTS, Book, export_book
from gongzhu.texts import width_of
from tests.support.scorebooks import book, entry

PIG = entry("QS TC", "JD", "", "", exposed={"QS": "open", "TC": "open"})
HEARTS = entry("", "QS", "*H", "")


def rows(written: Book) -> list[list[str]]:
    content = export_book(written, ".csv")
    assert content.startswith(b"\xef\xbb\xbf")
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_a_row_for_each_deal() -> None:
    head, first, second, third = rows(book("gongzhu-pagat", PIG, PIG, HEARTS))
    assert head[:6] == ["game", "deal", "Ann", "Bo", "小王", "Di"]
    assert head[6:10] == ["Ann total", "Bo total", "小王 total", "Di total"]
    assert head[10:14] == ["Ann cards", "Bo cards", "小王 cards", "Di cards"]
    assert head[14:] == ["exposed", "winners", "losers"]
    assert first[:10] == ["1", "1", "-800", "100", "0", "0", "-800", "100", "0", "0"]
    assert first[10:] == ["Q♠ 10♣", "J♦", "", "", "Q♠ open, 10♣ open", "", ""]
    assert second[6:10] == ["-1600", "200", "0", "0"]
    assert second[15:] == ["Bo", "Ann"]
    assert third[:10] == ["2", "3", "0", "-100", "200", "0", "0", "-100", "200", "0"]


def test_partners_have_totals_of_their_own() -> None:
    head, first = rows(book("gongzhu-pagat-partners", PIG))
    assert head[6:8] == ["Ann + 小王 total", "Bo + Di total"]
    assert first[2:8] == ["-800", "100", "0", "0", "-800", "100"]


def test_a_page_for_people() -> None:
    page = export_book(book("gongzhu-pagat", PIG, PIG, HEARTS), ".md").decode()
    assert page == export_book(book("gongzhu-pagat", PIG, PIG, HEARTS), ".txt").decode()
    assert page.startswith("# Scores, gongzhu-pagat\n\n## Game 1\n\n| Deal |  Ann |   Bo | 小王 |")
    assert "|    1 | −800 | +100 |    0 |" in page
    assert "* Ann: −1600 (lost)\n* Bo: 200 (won)\n* 小王: 0\n" in page
    assert "## Game 2" in page
    tables = [line for line in page.splitlines() if line.startswith("|")]
    for table in (tables[:4], tables[4:7], tables[7:]):
        assert len({width_of(line) for line in table}) == 1


def test_chinese() -> None:
    page = export_book(book("gongzhu-pagat", PIG, PIG), ".md", "zh").decode()
    assert "## 第 1 局" in page
    assert "* Ann：−1600（输）" in page
    head = export_book(book("gongzhu-pagat"), ".csv", "zh").decode("utf-8-sig")
    assert head.startswith("局,副,Ann,Bo,小王,Di,Ann 总分,")
    assert head.endswith("Di 的牌,亮牌,赢家,输家\r\n")


def test_names_cannot_break_a_table() -> None:
    odd = Book(rules=book("gongzhu-pagat").rules, names=("A|B", 'C"D', "E,F", "G"), deals=(PIG,))
    assert rows(odd)[0][2:6] == ["A|B", 'C"D', "E,F", "G"]
    page = export_book(odd, ".md").decode()
    lines = [line for line in page.splitlines() if line.startswith("|")]
    assert {line.count("|") for line in lines[:3]} == {6}


def test_empty_books_can_be_exported() -> None:
    for ending in EXPORTS:
        assert export_book(book("hearts-denexa"), ending)
