"""Recognises a number of cards of one suit: `9 hearts`, `九张红桃`, `红桃9张`, `红桃十三`.

In contrast, `9 of hearts`, `9♥`, `H9`, `红桃9` and `九红桃` are single cards. No rank is a number
above ten, so `红桃十三` is a number of cards although it lacks a counting word such as `张`. Digits
above ten beside the symbol or letter of a suit, such as `13♥`, are ambiguous, because some people
number the ranks up to 13.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from gongzhu.cards.card import Card, Rank, Suit


class Counted(Struct, frozen=True):
    """A number of cards of one suit in a text that does not say which cards, such as `9 hearts`."""

    suit: Suit
    number: int
    """The number of cards, 0 to 13, or MOST + 1 (14) for every number too great for a suit.
    `tokens_of` yields 0 or 13 only if `clear` is False. Otherwise these numbers say which cards are
    meant, none or the whole suit, and it yields named cards instead."""
    card: Card | None
    """The single card that the text could mean instead: 9♥ for `9 hearts`. None if there is no such
    card."""
    clear: bool
    """False if the text could equally well mean `card`: `9 heart`, `a heart`, `13♥`."""


MOST = len(Rank)

_ENGLISH = "ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN ELEVEN TWELVE THIRTEEN"
_CHINESE = "零 一 二 三 四 五 六 七 八 九 十 十一 十二 十三"
_NUMBERS = {
    **{str(number): number for number in range(MOST + 1)},
    **{word: number for number, word in enumerate(_ENGLISH.split())},
    **{word: number for number, word in enumerate(_CHINESE.split())},
    **dict.fromkeys(("NO", "〇"), 0),
    "两": 2,
    "兩": 2,
    "拾": 10,
}
_SIGN = re.compile(
    "[张張个個枚只隻十没沒无無]|HEART|CLUB|DIAMOND|SPADE|1[1-3]|ELEVEN|TWELVE|THIRTEEN"
)
"""Matches in every upper-case text that contains a number of cards, and in some others: a quick
check."""
_SINGULAR = {"CLUB", "DIAMOND", "HEART", "SPADE"}
_SEVERAL = "[张張个個枚只隻]"
_NONE = "没有|沒有|没|沒|无|無"
_TOO_MANY = (
    "(?<![A-Z0-9])(?:1[4-9]|[2-9]0|FOURTEEN|FIFTEEN|SIXTEEN|SEVENTEEN|EIGHTEEN|NINETEEN|TWENTY)"
)
"""Matches numbers greater than 13 before a suit. Two digits that are both ranks, such as `98
hearts`, are excluded because they name two cards."""
_FAR_TOO_MANY = (
    "(?<![0-9零一二三四五六七八九十百])"
    "(?:1[4-9]|[2-9][0-9]|[1-9][0-9]{2,}|十[四五六七八九]|[二三四五六七八九]十[一二三四五六七八九]?)"
)
"""Matches numbers greater than 13 before a counting word (`张`), where digits cannot be ranks."""


def _whole(words: list[str]) -> str:
    """A regular expression that matches any of these words, but not inside a longer word or number
    of the same script (Latin letters, ASCII digits or Chinese numerals)."""
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
    """Finds numbers of cards in upper-case texts. `suits` maps each word, letter or symbol for a
    suit, in upper case, to the suit."""

    def __init__(self, suits: Mapping[str, Suit]) -> None:
        self._suits = suits
        number = _whole(list(_NUMBERS))
        high = _whole([word for word, value in _NUMBERS.items() if value > Rank.TEN.order])
        plurals = [word for word in suits if word.rstrip("S") in _SINGULAR]
        self._bare = {word for word in suits if len(word) == 1 and not "一" <= word <= "鿿"}
        spelt = [word for word in suits if len(word) > 1 or not word.isascii()]
        several = rf"\s*{_SEVERAL}"
        suit, plural, word = _whole(list(suits)), _whole(plurals), _whole(spelt)
        bare, digits = _whole(sorted(self._bare)), _whole(["11", "12", "13"])
        every = r"(?P<all>(?:ALL(?:\s+OF)?(?:\s+THE)?\s+|全部|所有|全)?)"
        after = r"(?P<all>(?:\s*全部|\s*全)?)"
        no_range = r"(?!\s*(?:-|~|\.\.|到|至|TO\b))"
        number_first = (
            rf"{every}(?P<number>{number}){several}\s*(?P<suit>{suit})",
            rf"{every}(?<![A-Z0-9])(?P<number>{number})\s*(?P<suit>{plural})",
            rf"{every}(?P<number>{high})\s*(?P<suit>{word})",
            rf"{every}(?P<number>{digits})\s*(?P<suit>{bare})",
            rf"(?P<number>{_NONE})\s*(?P<suit>{word})(?P<all>)",
            rf"(?P<number>{_TOO_MANY})\s*(?P<suit>{plural})(?P<all>)",
            rf"(?P<number>{_FAR_TOO_MANY}){several}\s*(?P<suit>{suit})(?P<all>)",
            rf"(?<![A-Z0-9])(?P<number>A)\s+(?P<suit>{_whole(sorted(_SINGULAR))})(?P<all>)",
        )
        suit_first = (
            rf"(?P<suit>{suit})[\s:]*{after}(?P<number>{number}){several}",
            rf"(?P<suit>{word})(?::\s*)?{after}(?P<number>{high}){no_range}",
            rf"(?P<suit>{bare})(?::\s*)?{after}(?P<number>{digits}){no_range}",
            rf"(?P<suit>{suit})[\s:]*(?P<number>{_FAR_TOO_MANY}){several}(?P<all>)",
        )
        self._number_first = [re.compile(form) for form in number_first]
        self._suit_first = [re.compile(form) for form in suit_first]

    @staticmethod
    def may_be_in(text: str) -> bool:
        """False if an upper-case text certainly contains no number of cards. True means that it
        may."""
        return bool(_SIGN.search(text))

    def at(self, text: str, index: int, *, after_rank: bool) -> tuple[Counted, int] | None:
        """Match a number of cards, such as `9 HEARTS`, that begins at `index` of an
        upper-case text.

        Returns the match and the index of its end, or None if there is none. `after_rank` is True
        if a rank stands immediately before `index`, as in `Q♠ 9`: a suit at `index` then belongs to
        that rank, so only matches that begin with the number are tried.
        """
        forms = self._number_first if after_rank else (*self._number_first, *self._suit_first)
        for form in forms:
            if found := form.match(text, index):
                counted = self._counted(found)
                if found["all"] and counted.number != MOST:
                    continue
                return counted, found.end()
        return None

    def _counted(self, found: re.Match[str]) -> Counted:
        said, word = found["number"], found["suit"]
        suit, number = self._suits[word], _number(said)
        rank = next((rank for rank in Rank if rank.order == number), None)
        if said == "A":
            rank = Rank.ACE
        counts = bool(re.search(_SEVERAL, found[0]))
        # True for `12♥`, but not for `12张♥` and `all 13♥`.
        bare = word in self._bare and not (counts or found["all"])
        numeral = bare and said.isdecimal() and number > Rank.TEN.order
        alone = not counts and (number < MOST or numeral)
        card = Card(rank.value + suit.value) if rank and alone else None
        return Counted(suit, number, card, not card or not (numeral or word in _SINGULAR))


def _number(said: str) -> int:
    """The number that a word stands for: `A` is 1, words for none are 0, and unknown (too great)
    numbers are MOST + 1."""
    if said == "A":
        return 1
    return 0 if re.fullmatch(_NONE, said) else _NUMBERS.get(said, MOST + 1)
