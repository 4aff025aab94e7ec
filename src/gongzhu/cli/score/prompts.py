"""The wording of the questions of `gongzhu score`."""

from collections.abc import Sequence
from typing import assert_never

from gongzhu.cards import Captured, Card, Suit, show_cards
from gongzhu.scorebook import EntryQuestion
from gongzhu.scorebook.questions import (
    NOTHING,
    AskExposed,
    AskMissing,
    AskMoon,
    AskPile,
    AskQueen,
    AskTricks,
)
from gongzhu.texts import Lang, say

_FEW = 7
"""Most remaining cards that are listed by name."""


def prompt_of(question: EntryQuestion, names: Sequence[str], lang: Lang) -> str:
    """The question in a few words; `names` are the names of the piles."""
    return f"{_asked(question, names, lang)}{_default(question.default, lang)} › "


def _asked(question: EntryQuestion, names: Sequence[str], lang: Lang) -> str:
    match question:
        case AskExposed():
            return say(f"score.ask.exposed.{question.mode}", lang)
        case AskPile():
            asked = say("score.ask.pile", lang, name=names[question.pile])
            if len(question.left) > _FEW:
                return asked
            return asked + say("score.ask.rest", lang, cards=_left(question, question.left, lang))
        case AskMissing():
            players = say("score.show.joint", lang).join(
                f"{place} {name}" for place, name in enumerate(names, start=1)
            )
            return say(
                f"score.ask.missing.{'one' if len(question.cards) == 1 else 'many'}",
                lang,
                cards=_left(question, question.cards, lang),
                names=players,
            )
        case AskQueen():
            return say("score.ask.queen", lang)
        case AskTricks():
            return say("score.ask.tricks", lang, name=names[question.pile])
        case AskMoon():
            return say("score.ask.moon", lang, name=names[question.pile])
        case _:
            assert_never(question)


def _left(question: AskPile | AskMissing, cards: Sequence[Card], lang: Lang) -> str:
    """The remaining cards as text; if only the number of hearts is known, the hearts are
    counted."""
    if not question.counted:
        return show_cards(cards)
    others = tuple(card for card in cards if card.suit is not Suit.HEARTS)
    return Captured(others, len(cards) - len(others)).text(lang)


def _default(default: str | None, lang: Lang) -> str:
    if not default:
        return ""
    return f" [{say('score.ask.nobody', lang) if default == NOTHING[0] else default}]"
