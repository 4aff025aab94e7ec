"""Recognises numbers of cards of a suit: `9 hearts`, `九张红桃`, `红桃9张`, `红桃十三`.

`9 of hearts`, `9♥`, `H9`, `红桃9` and `九红桃` are cards. A number above ten that stands with a
suit in words can only be a number of cards, so there the word for cards may be missing. Digits
above ten beside the sign or letter of a suit, `13♥`, could be a card as well: some people count
the ranks so.
"""

import re
from collections.abc import Mapping

from msgspec import Struct

from gongzhu.cards.card import Card, Rank, Suit


class Counted(Struct, frozen=True):
    """A number of cards of a suit, without saying which ones."""

    suit: Suit
    number: int
    """The number, usually 1 to 12, as 0 and all cards of the suit have names of their own. All 13
    only where a single card could be meant too; more than MOST where a suit has fewer cards."""
    card: Card | None
    """The single card that could be meant instead."""
    clear: bool
    """False where the text could equally well mean that card: `9 heart`, `a heart`, `13♥`."""


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
"""Matches something in every text that contains a number of cards, for a quick check."""
_SINGULAR = {"CLUB", "DIAMOND", "HEART", "SPADE"}
_SEVERAL = "[张張个個枚只隻]"
_NONE = "没有|沒有|没|沒|无|無"
_TOO_MANY = (
    "(?<![A-Z0-9])(?:1[4-9]|[2-9]0|FOURTEEN|FIFTEEN|SIXTEEN|SEVENTEEN|EIGHTEEN|NINETEEN|TWENTY)"
)
"""Numbers greater than the size of a suit. Two-digit rows of ranks such as `98 hearts` are
excluded: they are two cards."""
_FAR_TOO_MANY = (
    "(?<![0-9零一二三四五六七八九十百])"
    "(?:1[4-9]|[2-9][0-9]|[1-9][0-9]{2,}|十[四五六七八九]|[二三四五六七八九]十[一二三四五六七八九]?)"
)
"""Numbers greater than the size of a suit before a counting word, where digits cannot be ranks."""


def _whole(words: list[str]) -> str:
    """A pattern that matches these words, but not as part of a longer word or number in the same
    script."""
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
    """Finds numbers of cards in a text, for given words for the suits."""

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
        """A quick check: False if an upper-case text certainly contains no number of cards."""
        return bool(_SIGN.search(text))

    def at(self, text: str, place: int, *, after_rank: bool) -> tuple[Counted, int] | None:
        """The number of cards of a suit that stands at a position of an upper-case text, such as
        `9 HEARTS`, with the position where it ends; None if there is none. `after_rank`: a rank
        stands right before, as in `Q♠ 9`, so that a suit that comes first is that rank's."""
        forms = self._number_first if after_rank else (*self._number_first, *self._suit_first)
        for form in forms:
            if found := form.match(text, place):
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
        # `12♥`, but neither `12张♥` nor `all 13♥`.
        bare = word in self._bare and not (counts or found["all"])
        numeral = bare and said.isdecimal() and number > Rank.TEN.order
        alone = not counts and (number < MOST or numeral)
        card = Card(rank.value + suit.value) if rank and alone else None
        return Counted(suit, number, card, not card or not (numeral or word in _SINGULAR))


def _number(said: str) -> int:
    if said == "A":
        return 1
    return 0 if re.fullmatch(_NONE, said) else _NUMBERS.get(said, MOST + 1)
