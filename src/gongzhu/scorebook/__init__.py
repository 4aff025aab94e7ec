"""Keeps score for a game with real cards: from the captured cards that are entered, it computes
scores, totals, explanations and exports."""

from gongzhu.scorebook.book import (
    MOST_GAMES,
    Book,
    CountedDeal,
    Standing,
    check_forfeit,
    check_names,
    count_deals,
    seats_of,
)
from gongzhu.scorebook.book_file import BookFile, decode_book, encode_book, write_whole
from gongzhu.scorebook.entry import DealEntry, ScoreError, check_entry, missing_cards, score_entry
from gongzhu.scorebook.entry_draft import EntryDraft
from gongzhu.scorebook.explain import explain_line, explain_pile, number, signed
from gongzhu.scorebook.export import EXPORTS, export_book
from gongzhu.scorebook.questions import EntryQuestion
from gongzhu.scorebook.reading import LONGEST_LINE, Scorer

__all__ = [
    "EXPORTS",
    "LONGEST_LINE",
    "MOST_GAMES",
    "Book",
    "BookFile",
    "CountedDeal",
    "DealEntry",
    "EntryDraft",
    "EntryQuestion",
    "ScoreError",
    "Scorer",
    "Standing",
    "check_entry",
    "check_forfeit",
    "check_names",
    "count_deals",
    "decode_book",
    "encode_book",
    "explain_line",
    "explain_pile",
    "export_book",
    "missing_cards",
    "number",
    "score_entry",
    "seats_of",
    "signed",
    "write_whole",
]
