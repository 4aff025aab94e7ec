"""What the web page's own arithmetic is held against is what the engine says today."""

from pathlib import Path
from typing import get_args

from gongzhu.rules.score_lines import LineKind
from gongzhu.scorebook import decode_book, encode_book
from tests.web import make_scoring_vectors

EXPORTED = Path(__file__).with_name("exported_book.json")


def test_the_vectors_are_the_engines() -> None:
    """After a change of the rules: run make_scoring_vectors.py, then `npm test` in web/."""
    assert make_scoring_vectors.FILE.read_text("utf-8") == make_scoring_vectors.text()


def test_the_vectors_reach_what_is_rare() -> None:
    """Every kind of line, and every way in which a game ends."""
    deals = [
        deal for evening in make_scoring_vectors.vectors()["evenings"] for deal in evening["deals"]
    ]
    kinds = {line[0] for deal in deals for _, *lines in deal["piles"] for line in lines}
    assert kinds == set(get_args(LineKind))
    assert any(deal["instant_win"] is not None for deal in deals)
    assert any(deal["result"] and not deal["result"][1] for deal in deals)
    assert any(deal["result"] and any(deal["result"][2]) for deal in deals)
    assert any(any(deal["match"][0]) for deal in deals)


def test_a_book_from_the_page_is_a_book() -> None:
    """The page's tests hold its export to this file, to the byte."""
    content = EXPORTED.read_bytes()
    book = decode_book(content)
    assert encode_book(book) == content
    assert book.names == ("Ann", "Bo", "小王", "Di")
    assert book.standing().game.totals == (-240, 100, -110, -100)
