"""The questions to a table after a deal, and the meanings of its answers."""

import re
from collections.abc import Collection, Sequence

from msgspec import Struct

from gongzhu.cards import KEY_CARDS, Card, parse_cards, show_cards
from gongzhu.rules import Mode, MoonChoice
from gongzhu.scorebook.book import TOGETHER
from gongzhu.scorebook.fault import ScoreError

NOTHING = ("none", "nothing", "nobody", "no", "-", "无", "没有", "没", "没人")
"""Words for no card and for nobody."""

REST = ("the rest", "rest", "其余", "剩下", "余下")
"""Words for the cards that are left."""

_OTHERS = ("others", "other", "别人", "其他人", "+26")
_SELF = ("self", "me", "自己", "-26", "−26")


class Given(Struct, frozen=True):
    """Cards that are said to belong to a pile; `pile` is None where nobody has them."""

    pile: int | None
    cards: tuple[Card, ...]


EntryAnswer = tuple[Card, ...] | Given | int | MoonChoice | None


# The `default` of a question is the answer that an empty line gives; None: there must be one.


class AskExposed(Struct, frozen=True):
    """Which cards were exposed, in this way?"""

    mode: Mode
    free: tuple[Card, ...]
    """The key cards that are not exposed in another way."""
    default: str

    def read(self, text: str) -> tuple[Card, ...]:
        """The cards; raises CardTextError or ScoreError."""
        cards = _cards(text)
        for card in cards:
            if card not in self.free:
                raise ScoreError(
                    "ask_key_card" if card not in KEY_CARDS else "ask_exposed_already",
                    card=card,
                    free=show_cards(self.free),
                )
        return cards


class AskPile(Struct, frozen=True):
    """Which cards did a pile capture?"""

    pile: int
    left: tuple[Card, ...]
    """The point cards that no pile has yet."""
    taken: dict[Card, str]
    """The owner of the other cards."""
    pack: tuple[Card, ...]
    default: str

    def read(self, text: str) -> tuple[Card, ...]:
        """The cards, with all that are left where the text says so; raises CardTextError or
        ScoreError."""
        folded = text.strip().casefold()
        rest = next((word for word in REST if folded.endswith(word)), None)
        cards = _cards(folded.removesuffix(rest) if rest else text)
        for card in cards:
            if card in self.taken:
                raise ScoreError("ask_taken", card=card, name=self.taken[card])
            if card not in self.pack:
                raise ScoreError("ask_not_in_pack", card=card)
        if rest:
            cards += tuple(card for card in self.left if card not in cards)
        return cards


class AskMissing(Struct, frozen=True):
    """The question who has the point cards that no pile has."""

    cards: tuple[Card, ...]
    names: tuple[str, ...]
    default: str | None

    def read(self, text: str) -> Given:
        """A pile and the cards that it gets: all of them unless some are named."""
        if text.strip().casefold() in NOTHING:
            return Given(None, self.cards)
        pile, rest = _pile(text, self.names)
        cards = parse_cards(rest)
        for card in cards:
            if card not in self.cards:
                raise ScoreError("ask_not_missing", card=card, cards=show_cards(self.cards))
        return Given(pile, cards or self.cards)


class AskQueen(Struct, frozen=True):
    """The question who has captured Q♦."""

    names: tuple[str, ...]
    default: str

    def read(self, text: str) -> int | None:
        """The pile; None where nobody is said to have."""
        if text.strip().casefold() in ("", *NOTHING):
            return None
        pile, rest = _pile(text, self.names)
        if rest:
            raise _no_pile(text, self.names)
        return pile


class AskTricks(Struct, frozen=True):
    """The question how many tricks the pile with Q♦ won after it."""

    pile: int
    most: int
    default: str | None

    def read(self, text: str) -> int:
        """The number, from 0 to `most`."""
        if not re.fullmatch(r"\s*[0-9]{1,2}\s*", text) or int(text) > self.most:
            raise ScoreError("ask_tricks", most=self.most)
        return int(text)


class AskMoon(Struct, frozen=True):
    """The question whom the moon counts for."""

    pile: int
    default: MoonChoice

    def read(self, text: str) -> MoonChoice:
        """The shooter's choice."""
        word = text.strip().casefold()
        if word in _OTHERS:
            return "others"
        if word in _SELF:
            return "self"
        raise ScoreError("ask_moon")


EntryQuestion = AskExposed | AskPile | AskMissing | AskQueen | AskTricks | AskMoon


def _cards(text: str) -> tuple[Card, ...]:
    return () if text.strip().casefold() in NOTHING else parse_cards(text)


def _pile(text: str, names: Sequence[str]) -> tuple[int, str]:
    """The pile that the text begins with, by its name or its number from 1, and the rest."""
    text = text.strip()
    words = {str(number): number - 1 for number in range(1, len(names) + 1)}
    for pile, name in enumerate(names):
        words |= dict.fromkeys([name, *name.split(TOGETHER)], pile)
    for word in sorted(words, key=len, reverse=True):
        rest = text[len(word) :]
        if text[: len(word)].casefold() == word.casefold() and not _goes_on(word, rest):
            return words[word], rest.lstrip(" :：,，")
    raise _no_pile(text, names)


def _goes_on(word: str, rest: str) -> bool:
    """True if a word does not end where it seems to; Chinese is written without spaces."""
    return (word[-1] + rest[:1]).isascii() and rest[:1].isalnum()


def _no_pile(text: str, names: Collection[str]) -> ScoreError:
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    return ScoreError("ask_who", text=text.strip(), names=listed)
