"""Meanings of the marks, letters and words of a card text, in English and Chinese."""

import re
import unicodedata
from collections.abc import Iterator

from msgspec import Struct

from gongzhu.cards.card import Card, Rank, Suit
from gongzhu.cards.pack import ACE_OF_HEARTS, DOUBLER, HEARTS, PIG, SHEEP


class Ranks(Struct, frozen=True):
    """One rank, or several that share a suit."""

    ranks: tuple[Rank, ...]


class NamedCards(Struct, frozen=True):
    """Cards that are named whole."""

    cards: tuple[Card, ...]


class To(Struct, frozen=True):
    """The sign of a range, between its two ends."""


Meaning = Suit | Ranks | NamedCards | To


class Token(Struct, frozen=True):
    """One mark or word, and the characters of the text that it covers, from 0."""

    meaning: Meaning
    start: int
    end: int
    glued: bool
    """True if nothing stands between it and the token before."""


class UnknownWordError(ValueError):
    """Characters without a meaning, from place `start` to place `end` of the text."""

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end


_SUITS = {
    Suit.CLUBS: "♣ ♧ C CLUB CLUBS 梅花 草花 梅 草",
    Suit.DIAMONDS: "♦ ♢ D DIAMOND DIAMONDS 方块 方塊 方片 方",
    Suit.HEARTS: "♥ ♡ ❤ H HEART HEARTS 红桃 紅桃 红心 紅心 红 紅",
    Suit.SPADES: "♠ ♤ S SPADE SPADES 黑桃 黑",
}
_RANKS = {
    Rank.TWO: "2 TWO 二",
    Rank.THREE: "3 THREE 三",
    Rank.FOUR: "4 FOUR 四",
    Rank.FIVE: "5 FIVE 五",
    Rank.SIX: "6 SIX 六",
    Rank.SEVEN: "7 SEVEN 七",
    Rank.EIGHT: "8 EIGHT 八",
    Rank.NINE: "9 NINE 九",
    Rank.TEN: "10 T TEN 十 拾",
    Rank.JACK: "J JACK 钩 勾",
    Rank.QUEEN: "Q QUEEN 圈 皇后",
    Rank.KING: "K KING 老K",
    Rank.ACE: "A ACE 尖",
}
_NAMES = {
    PIG: "PIG 猪 豬 母猪 母豬 猪头 豬頭",
    SHEEP: "SHEEP GOAT 羊",
    DOUBLER: "DOUBLER TRANSFORMER 变压器 變壓器",
}
_PHRASES = {
    **dict.fromkeys(("BLACK LADY", "BLACK QUEEN", "BLACK MARIA", "CALAMITY JANE"), (PIG,)),
    **dict.fromkeys(("13 HEARTS", "满红", "滿紅", "13张红桃", "十三张红桃"), HEARTS),
    "血": (ACE_OF_HEARTS,),
}
"""Names of cards that are no single Latin word."""
_ALL = "ALL 全部 所有 全"
_TO = "TO 到 至"
_NOTHING = "OF THE AND 的 和 与 與 跟 及"
"""Words that only separate."""

# The cards that Unicode draws whole; its knights, after the jacks, are in no pack of ours.
_DRAWN = {
    chr(0x1F0A0 + 16 * row + place): Card(rank + suit)
    for row, suit in enumerate("SHDC")
    for place, rank in enumerate(" A23456789TJ QK")
    if rank != " "
}

_MEANINGS: dict[str, Meaning | None] = {
    **{word: suit for suit, words in _SUITS.items() for word in words.split()},
    **{word: Ranks((rank,)) for rank, words in _RANKS.items() for word in words.split()},
    **{word: NamedCards((card,)) for card, words in _NAMES.items() for word in words.split()},
    **{phrase: NamedCards(cards) for phrase, cards in _PHRASES.items()},
    **{sign: NamedCards((card,)) for sign, card in _DRAWN.items()},
    **dict.fromkeys(_ALL.split(), Ranks(tuple(Rank))),
    **dict.fromkeys(_TO.split(), To()),
    **dict.fromkeys(_NOTHING.split(), None),
}

# Latin words are looked up whole, so that `kings` is no K♠; all else by the longest match.
_LATIN = re.compile("[A-Z]+")
_SIGNS = re.compile(
    "|".join(
        sorted((word for word in _MEANINGS if not _LATIN.fullmatch(word)), key=len, reverse=True)
    )
)
_RANGE = re.compile(r"[-‐–—−~〜]+|\.\.+")
_GAP = re.compile(r"""[\s,、;:/|。·&+()\[\]{}"'“”‘’「」]+""")


def tokens_of(text: str) -> list[Token]:
    """The signs and words of a text, in order; case, width and emoji style do not matter.

    Raises UnknownWordError at the first characters that mean nothing.
    """
    plain, places = _plain(text)
    found: list[Token] = []
    place, glued = 0, False
    while place < len(plain):
        if gap := _GAP.match(plain, place):
            place, glued = gap.end(), False
            continue
        for end, meaning in _read(plain, place, places):
            if meaning is not None:
                found.append(Token(meaning, places[place], places[end - 1] + 1, glued))
            place, glued = end, meaning is not None
    return found


def _plain(text: str) -> tuple[str, list[int]]:
    """The text in capitals of normal width, without invisible marks, and where each of its
    characters stands in the text as it was written."""
    plain = ""
    places = []
    for place, written in enumerate(text):
        if unicodedata.category(written) == "Cf" or written in "\ufe0e\ufe0f":
            continue
        normal = unicodedata.normalize("NFKC", written).upper()
        plain += normal
        places += [place] * len(normal)
    return plain, places


def _read(plain: str, place: int, places: list[int]) -> Iterator[tuple[int, Meaning | None]]:
    """The tokens at `place`: the end and the meaning of each."""
    letters = _LATIN.match(plain, place)
    if letters and (letters[0] in _MEANINGS or all(letter in _MEANINGS for letter in letters[0])):
        words = (letters[0],) if letters[0] in _MEANINGS else letters[0]
        for word in words:
            place += len(word)
            yield place, _MEANINGS[word]
    elif mark := _RANGE.match(plain, place):
        yield mark.end(), To()
    elif sign := _SIGNS.match(plain, place):
        yield sign.end(), _MEANINGS[sign[0]]
    else:
        gap = _GAP.search(plain, place)
        last = gap.start() if gap else len(plain)
        raise UnknownWordError(places[place], places[last - 1] + 1)
