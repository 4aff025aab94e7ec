"""Recognises numbers of cards of a suit: `9 hearts`, `九张红桃`, `红桃9张`, `红桃十三`.

`9 of hearts`, `9♥`, `H9`, `红桃9` and `九红桃` are cards. A number above ten that stands with a
suit in words can only be a number of cards, so there the word for cards may be missing.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from gongzhu.cards.card import Card, Rank, Suit


class Counted(Struct, frozen=True):
    """A number of cards of a suit; which ones is not said."""

    suit: Suit
    number: int
    """From 1 to 12: none and all of them are said to the card."""
    card: Card | None
    """The card that may be meant as well."""
    clear: bool
    """False where that card is as likely: `9 heart`, `a heart`."""


MOST = len(Rank)

_ENGLISH = "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN"
_CHINESE = "零 一 二 三 四 五 六 七 八 九 十 十一 十二 十三"
_NUMBERS = {
    **{str(number): number for number in range(MOST + 1)},
    **{word: number for number, word in enumerate(_ENGLISH.split())},
    **{word: number for number, word in enumerate(_CHINESE.split())},
    "〇": 0,
    "两": 2,
    "兩": 2,
    "拾": 10,
}
_SIGN = re.compile("[张張个個枚只隻十]|HEART|CLUB|DIAMOND|SPADE|1[1-3]|ELEVEN|TWELVE|THIRTEEN")
"""Every text with a number of cards has one of these."""
_SINGULAR = {"CLUB", "DIAMOND", "HEART", "SPADE"}


def _whole(words: list[str]) -> str:
    """A pattern of these words: no part of a longer word or number of its script."""
    longest = sorted(words, key=len, reverse=True)
    scripts = {
        script: [word for word in longest if re.fullmatch(f"[{script}]+", word)]
        for script in ("A-Z", "0-9", "零〇一二三四五六七八九十拾")
    }
    apart = [
        f"(?<![{script}])(?:{'|'.join(some)})(?![{script}])"
        for script, some in scripts.items()
        if some
    ]
    known = {word for some in scripts.values() for word in some}
    return f"(?:{'|'.join([*apart, *(re.escape(word) for word in longest if word not in known)])})"


class Counts:
    """Finds numbers of cards in a text, given the words for the suits."""

    def __init__(self, suits: Mapping[str, Suit]) -> None:
        self._suits = suits
        number = _whole(list(_NUMBERS))
        high = _whole([word for word, value in _NUMBERS.items() if value > Rank.TEN.order])
        plurals = [word for word in suits if word.rstrip("S") in _SINGULAR]
        spelt = [word for word in suits if len(word) > 1 or not word.isascii()]
        several = r"\s*[张張个個枚只隻]"
        suit, plural, word = _whole(list(suits)), _whole(plurals), _whole(spelt)
        every = r"(?P<all>(?:ALL(?:\s+OF)?(?:\s+THE)?\s+|全部|所有|全)?)"
        after = r"(?P<all>(?:\s*全部|\s*全)?)"
        number_first = (
            rf"{every}(?P<number>{number}){several}\s*(?P<suit>{suit})",
            rf"{every}(?<![A-Z0-9])(?P<number>{number})\s*(?P<suit>{plural})",
            rf"{every}(?P<number>{high})\s*(?P<suit>{word})",
            rf"(?<![A-Z0-9])(?P<number>A)\s+(?P<suit>{_whole(sorted(_SINGULAR))})(?P<all>)",
        )
        suit_first = (
            rf"(?P<suit>{suit})[\s:]*{after}(?P<number>{number}){several}",
            rf"(?P<suit>{word})(?::\s*)?{after}(?P<number>{high})(?!\s*(?:-|~|\.\.|到|至|TO\b))",
        )
        self._number_first = [re.compile(form) for form in number_first]
        self._suit_first = [re.compile(form) for form in suit_first]

    @staticmethod
    def may_be_in(text: str) -> bool:
        """False for a text in capitals that surely has no number of cards: a quick check."""
        return bool(_SIGN.search(text))

    def at(self, text: str, place: int, *, after_rank: bool) -> tuple[Counted, int] | None:
        """The number of cards at a place of a text in capitals, and its end, if there is one.
        `after_rank`: a rank stands right before the place, so a suit there belongs to it."""
        forms = self._number_first if after_rank else (*self._number_first, *self._suit_first)
        for form in forms:
            if found := form.match(text, place):
                number = _NUMBERS.get(found["number"], 1)
                if found["all"] and number != MOST:
                    continue
                return self._counted(found["number"], found["suit"]), found.end()
        return None

    def _counted(self, said: str, word: str) -> Counted:
        suit, number = self._suits[word], _NUMBERS.get(said, 1)
        rank = next((rank for rank in Rank if rank.order == number), None)
        if said == "A":
            rank = Rank.ACE
        card = Card(rank.value + suit.value) if rank and number < MOST else None
        return Counted(suit, number, card, word not in _SINGULAR or card is None)
