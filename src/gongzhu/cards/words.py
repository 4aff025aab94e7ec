"""Splits a text about cards into tokens with meanings: symbols, letters and words, English and
Chinese."""

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase, ascii_uppercase

from msgspec import Struct

from gongzhu.cards.card import ACE_OF_HEARTS, HEARTS, PIG, SHEEP, Card, Rank, Suit
from gongzhu.cards.counts import MOST, Counted, Counts
from gongzhu.texts import plain


class Ranks(Struct, frozen=True):
    """One rank, or several ranks that share one suit."""

    ranks: tuple[Rank, ...]


class NamedCards(Struct, frozen=True):
    """Cards that one word names without a suit or rank, such as `猪` (Q♠)."""

    cards: tuple[Card, ...]


class TheDoubler(Struct, frozen=True):
    """The doubler, called so. The rules decide which card that is."""


class To(Struct, frozen=True):
    """The sign between the two ends of a range, such as the dash in `5-A`."""


Meaning = Suit | Ranks | NamedCards | TheDoubler | Counted | To


class Token(Struct, frozen=True):
    """One symbol or word with its meaning. It covers the characters `text[start:end]` of the
    text."""

    meaning: Meaning
    start: int
    end: int
    glued: bool
    """True if the token follows the previous one without a gap."""


class UnknownWordError(ValueError):
    """Raised for the characters `text[start:end]`, which have no meaning here. `regional` is True
    if they name different cards in different regions."""

    def __init__(self, start: int, end: int, *, regional: bool = False) -> None:
        self.start = start
        self.end = end
        self.regional = regional


_SUITS = {
    Suit.CLUBS: "♣ ♧ C CLUB CLUBS 梅花 草花 梅 草",
    Suit.DIAMONDS: "♦ ♢ D DIAMOND DIAMONDS 方块 方塊 方片 方 方砖 方磚 红砖 紅磚 砖块 磚塊 砖 磚"
    " 阶砖 階磚 钻石 鑽石 菱形",
    Suit.HEARTS: "♥ ♡ ❤ H HEART HEARTS 红桃 紅桃 红心 紅心 红 紅",
    Suit.SPADES: "♠ ♤ S SPADE SPADES 黑桃 黑 葵扇 黑葵 葵",
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
    PIG: "PIG 猪 豬 母猪 母豬",
    SHEEP: "SHEEP GOAT 羊",
}
_DOUBLER = "DOUBLER TRANSFORMER 变压器 變壓器"
_PHRASES = {
    **dict.fromkeys(("BLACK LADY", "BLACK QUEEN", "BLACK MARIA", "CALAMITY JANE"), (PIG,)),
    **dict.fromkeys(("满红", "滿紅"), HEARTS),
    "血": (ACE_OF_HEARTS,),
}
"""The cards that each of these names stands for: names that consist of several words or of Chinese
characters."""
_REGIONAL = re.compile("猪头|豬頭|猪圈|豬圈")
"""Matches names that mean Q♠ in some regions and K♠ or A♠ in others, and are therefore refused."""
_ALL = "ALL 全部 所有 全"
_TO = "TO 到 至"
_NOTHING = "OF THE AND PLUS WITH 的 和 与 與 跟 及 加 还有 還有"
"""Words between cards that are skipped."""

# The characters of Unicode that show a whole card. The knights after the jacks are left out.
_DRAWN = {
    chr(0x1F0A0 + 16 * row + index): Card(rank + suit)
    for row, suit in enumerate("SHDC")
    for index, rank in enumerate(" A23456789TJ QK")
    if rank != " "
}

_SUIT_OF = {word: suit for suit, words in _SUITS.items() for word in words.split()}
_COUNTS = Counts(_SUIT_OF)
_MEANINGS: dict[str, Meaning | None] = {
    **_SUIT_OF,
    **{word: Ranks((rank,)) for rank, words in _RANKS.items() for word in words.split()},
    **{word: NamedCards((card,)) for card, words in _NAMES.items() for word in words.split()},
    **dict.fromkeys(_DOUBLER.split(), TheDoubler()),
    **{phrase: NamedCards(cards) for phrase, cards in _PHRASES.items()},
    **{sign: NamedCards((card,)) for sign, card in _DRAWN.items()},
    **dict.fromkeys(_ALL.split(), Ranks(tuple(Rank))),
    **dict.fromkeys(_TO.split(), To()),
    **dict.fromkeys(_NOTHING.split(), None),
}

# Words of Latin letters are looked up whole, so that `kings` does not match K♠. In all other text
# the longest match counts.
_LATIN = re.compile("[A-Z]+")
_SIGNS = re.compile(
    "|".join(
        sorted((word for word in _MEANINGS if not _LATIN.fullmatch(word)), key=len, reverse=True)
    )
)
_RANGE = re.compile(r"[-~]+|\.\.+")
_GAP = re.compile(r"""(?:[\s\ufeff,;:/|·&+()\[\]{}"']|(?<!\.)\.(?!\.))+""")
_HIGH = re.compile("[十拾][一二三]")
"""Matches the Chinese numbers 11 to 13, which must not be read as a ten followed by another
rank."""
_CAPITALS = str.maketrans(ascii_lowercase, ascii_uppercase)


def tokens_of(text: str) -> list[Token]:
    """The tokens of a text in order. Letter case, full-width characters and emoji variants make no
    difference.

    Raises UnknownWordError for the first characters without a meaning.
    """
    shown, places = plain(text)
    shown = shown.translate(_CAPITALS)
    may_count = _COUNTS.may_be_in(shown)
    found: list[Token] = []
    index, glued = 0, False
    while index < len(shown):
        if gap := _GAP.match(shown, index):
            index, glued = gap.end(), False
            continue
        before = type(found[-1].meaning) if found else None
        # After the sign of a range there is no number of cards: `hearts 5 to 9`.
        counted = None
        if may_count and before is not To:
            counted = _COUNTS.at(shown, index, after_rank=glued and before is Ranks)
        for end, meaning in _counted(*counted) if counted else _read(shown, index, places):
            if meaning is not None:
                found.append(Token(meaning, places[index], places[end - 1] + 1, glued))
            index, glued = end, meaning is not None
    return found


def _read(shown: str, index: int, places: Sequence[int]) -> Iterator[tuple[int, Meaning | None]]:
    """Yields the tokens that begin at `index` of the normalised text `shown`, each as the
    index of its end and its meaning (None for a skipped word). `places` maps indices of `shown` to
    the original text. Raises UnknownWordError."""
    letters = _LATIN.match(shown, index)
    if letters and (letters[0] in _MEANINGS or all(letter in _MEANINGS for letter in letters[0])):
        words = (letters[0],) if letters[0] in _MEANINGS else letters[0]
        for word in words:
            index += len(word)
            yield index, _MEANINGS[word]
    elif mark := _RANGE.match(shown, index):
        yield mark.end(), To()
    elif regional := _REGIONAL.match(shown, index):
        raise UnknownWordError(places[index], places[regional.end() - 1] + 1, regional=True)
    elif (sign := _SIGNS.match(shown, index)) and not _HIGH.match(shown, index):
        yield sign.end(), _MEANINGS[sign[0]]
    else:
        gap = _GAP.search(shown, index)
        last = gap.start() if gap else len(shown)
        raise UnknownWordError(places[index], places[last - 1] + 1)


def _counted(counted: Counted, end: int) -> Iterator[tuple[int, Meaning]]:
    """Yields the token of a number of cards that ends at index `end`. A clear 0 or 13 becomes named
    cards: none, or the whole suit."""
    if counted.clear and counted.number in (0, MOST):
        ranks = tuple(Rank) if counted.number else ()
        yield end, NamedCards(tuple(Card(rank.value + counted.suit.value) for rank in ranks))
    else:
        yield end, counted
