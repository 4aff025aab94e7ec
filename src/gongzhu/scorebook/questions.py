"""The questions asked after a deal with real cards, and the parsers of their answers.

In every question, `default` is the answer that an empty line stands for. If it is None, an answer
is required. `pile` is the index of a pile.
"""

import re
from collections.abc import Collection, Sequence

from msgspec import Struct

from gongzhu.cards import (
    HEARTS,
    Captured,
    Card,
    Suit,
    parse_captured,
    parse_cards,
    show_cards,
)
from gongzhu.rules import Mode, MoonChoice
from gongzhu.scorebook.book import TOGETHER
from gongzhu.scorebook.entry import ScoreError
from gongzhu.texts import typed

NOTHING = ("none", "nothing", "nobody", "no", "-", "无", "没有", "没", "没人")
"""Words for no cards or nobody."""

REST = ("the rest", "rest", "其余", "剩下", "余下")
"""Words for all remaining cards."""

_YES = ("yes", "y", "是", "对", "有")
_OTHERS = ("others", "other", "别人", "其他人")
_SELF = ("self", "me", "自己")


class CardsOfPile(Struct, frozen=True):
    """Cards assigned to a pile (by index). `pile` None means that nobody has them."""

    pile: int | None
    cards: tuple[Card, ...]


EntryAnswer = Captured | tuple[Card, ...] | CardsOfPile | int | MoonChoice | None


# The `default` of a question is the answer that an empty line stands for; None: there must be one.


class AskExposed(Struct, frozen=True):
    """Asks which cards were exposed in one mode. `default` is the answer that an empty line stands
    for."""

    mode: Mode
    free: tuple[Card, ...]
    """The key cards that were not exposed in another mode."""
    keys: tuple[Card, ...]
    """All cards that may be exposed under the rules."""
    default: str
    doubler: Card | None

    def read(self, text: str) -> tuple[Card, ...]:
        """The exposed cards in an answer. Raises CardTextError or ScoreError."""
        cards = _cards(text, self.doubler)
        for card in cards:
            if card not in self.free:
                raise ScoreError(
                    "ask_exposed_already" if card in self.keys else "ask_key_card",
                    card=card,
                    free=show_cards(self.free),
                )
        return cards


class AskPile(Struct, frozen=True):
    """Asks which cards one pile captured. `pile` is its index, `pack` has the cards of the rules'
    pack, and `default` is the answer that an empty line stands for."""

    pile: int
    left: tuple[Card, ...]
    """The point cards that are in no pile yet."""
    taken: dict[Card, str]
    """For each card already in a pile, the name of its owner."""
    pack: tuple[Card, ...]
    default: str
    doubler: Card | None
    alike: bool = False
    """True if the number of hearts suffices, because all hearts have the same value."""
    counted: bool = False
    """True if for an earlier pile only the number of hearts was given. Then only the number of
    hearts in `left` is right."""

    def read(self, text: str) -> tuple[Card, ...] | Captured:
        """The cards in an answer, where "the rest" means all of `left`. The result is a Captured if
        the answer gives only the number of hearts. Raises CardTextError or ScoreError."""
        folded = _word(text)
        rest = next((word for word in REST if folded.endswith(word)), None)
        named = folded.removesuffix(rest) if rest else text
        told = self._in_play(_captured(named, self.doubler, self.alike))
        for card in told.cards:
            if card in self.taken:
                raise ScoreError("ask_taken", card=card, name=self.taken[card])
            if card not in self.pack:
                raise ScoreError("ask_not_in_pack", card=card)
        if rest and told.hearts:
            raise ScoreError("ask_hearts_and_rest")
        cards, left = told.cards, _hearts(self.left)
        if self.alike and told.hearts + len(_hearts(cards)) > len(left):
            raise ScoreError("ask_hearts", left=len(left))
        if rest:
            cards += tuple(card for card in self._rest(cards) if card not in cards)
        return Captured(cards, told.hearts) if told.hearts else cards

    def _in_play(self, told: Captured) -> Captured:
        """The same cards. "all hearts" is reduced to the hearts in the pack."""
        if not set(HEARTS) <= set(told.cards):
            return told
        cards = (card for card in told.cards if card in self.pack or card.suit is not Suit.HEARTS)
        return Captured(tuple(cards), told.hearts)

    def _rest(self, named: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards of `left` that "the rest" stands for in an answer that also names the cards
        `named`; those of them that are in `left` are included.

        If `counted` is True, the program has guessed which hearts are in the piles for which the
        user gave only a number. A named heart outside `left` shows that a guess was wrong: that
        heart is in this pile, so a heart of `left` is in the other pile instead. Therefore one
        heart of `left` that is not named is dropped for each such heart.
        """
        strangers = len([card for card in _hearts(named) if card not in self.left and self.counted])
        hearts = [card for card in _hearts(self.left) if card not in named]
        gone = set(hearts[:strangers])
        return tuple(card for card in self.left if card not in gone)


class AskMissing(Struct, frozen=True):
    """Asks for the owner of point cards that are in no pile. `names` has for each pile the names of
    its owners. `default` is the answer that an empty line stands for, or None if an answer is
    required. `alike` is True if the number of hearts suffices, because all hearts have the same
    value."""

    cards: tuple[Card, ...]
    """The point cards that are in no pile."""
    names: tuple[str, ...]
    default: str | None
    doubler: Card | None
    alike: bool = False
    counted: bool = False
    """True if for some pile only the number of hearts was given. Then only the number of hearts in
    `cards` is right."""

    def read(self, text: str) -> CardsOfPile:
        """The pile named in an answer, with its cards: those named, or all of `cards` if none is.
        Raises CardTextError or ScoreError."""
        if _word(text) in NOTHING:
            return CardsOfPile(None, self.cards)
        pile, rest = _pile(text, self.names)
        told = (
            parse_captured(rest, self.doubler)
            if self.alike
            else Captured(parse_cards(rest, self.doubler))
        )
        for card in told.cards:
            if self.counted and card.suit is Suit.HEARTS:
                raise ScoreError("ask_count", hearts=len(_hearts(self.cards)))
            if card not in self.cards:
                raise ScoreError("ask_not_missing", card=card, cards=show_cards(self.cards))
        hearts = _hearts(self.cards)
        if told.hearts > len(hearts):
            raise ScoreError("ask_hearts", left=len(hearts))
        return CardsOfPile(pile, (*told.cards, *hearts[: told.hearts]) or self.cards)


class AskQueen(Struct, frozen=True):
    """Asks who captured Q♦. `names` has for each pile the names of its owners. `default` is the
    answer that an empty line stands for."""

    names: tuple[str, ...]
    default: str

    def read(self, text: str) -> int | None:
        """The index of the pile named in an answer, or None for nobody. Raises ScoreError."""
        if _word(text) in ("", *NOTHING):
            return None
        pile, rest = _pile(text, self.names)
        if rest:
            raise _no_pile(text, self.names)
        return pile


class AskTricks(Struct, frozen=True):
    """Asks how many tricks a pile won after the one with Q♦. Under rules with the option
    `queen_of_diamonds`, each of these tricks scores 10 points for the pile, and the captured cards
    do not show how many there were."""

    pile: int
    """Index of the pile that captured Q♦."""
    most: int
    """The greatest number of tricks that can follow."""
    default: str | None
    """The answer to offer: the number in the entry that is being corrected, or None for a new
    entry, for which an answer is required."""

    def read(self, text: str) -> int:
        """The number in an answer. Raises ScoreError if it is not 0 to `most`."""
        count = _word(text)
        if not re.fullmatch("[0-9]{1,2}", count) or int(count) > self.most:
            raise ScoreError("ask_tricks", most=self.most)
        return int(count)


class AskAllTricks(Struct, frozen=True):
    """Asks whether the pile with every point card captured every trick. `pile` is its index, and
    `default` the answer that an empty line stands for."""

    pile: int
    default: str

    def read(self, text: str) -> int | None:
        """The index of the pile for yes, None for no. Raises ScoreError for any other answer."""
        word = _word(text)
        if word in _YES:
            return self.pile
        if word in ("", "n", *NOTHING):
            return None
        raise ScoreError("ask_yes")


class AskMoon(Struct, frozen=True):
    """Asks for the choice of what a slam pays. `pile` is the index of the pile that made it.
    `default` is the choice that an empty line stands for."""

    pile: int
    others: int
    """Points for each pile of the other sides if the choice is `others`."""
    own: int
    """Points for the maker's pile if the choice is `self`."""
    default: MoonChoice

    def read(self, text: str) -> MoonChoice:
        """The choice in an answer. Raises ScoreError if there is none."""
        word = _word(text)
        if word in (*_OTHERS, f"{self.others:+}"):
            return "others"
        if word in (*_SELF, f"{self.own:+}"):
            return "self"
        raise ScoreError("ask_moon")


EntryQuestion = AskExposed | AskPile | AskMissing | AskQueen | AskTricks | AskAllTricks | AskMoon


def _word(text: str) -> str:
    """The text normalised for comparison, without a full stop at the end."""
    return typed(text).strip().rstrip(".").casefold()


def _cards(text: str, doubler: Card | None) -> tuple[Card, ...]:
    return () if _word(text) in NOTHING else parse_cards(text, doubler)


def _captured(text: str, doubler: Card | None, alike: bool) -> Captured:
    if alike and _word(text) not in NOTHING:
        return parse_captured(text, doubler)
    return Captured(_cards(text, doubler))


def _hearts(cards: Collection[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card.suit is Suit.HEARTS)


def _pile(text: str, names: Sequence[str]) -> tuple[int, str]:
    """The index of the pile that the beginning of a text names, and the rest of the text. `names`
    has one text for each pile: its owner, or both partners joined by TOGETHER. The text may name a
    pile by that text, by one partner's name, or by the pile's number from 1. Raises ScoreError if
    it names none."""
    text = text.strip()
    for reading in (str, typed):  # Two names may differ only in full-width characters.
        shown = reading(text)
        words = {str(number): number - 1 for number in range(1, len(names) + 1)}
        for pile, name in enumerate(names):
            words |= dict.fromkeys(map(reading, (name, *name.split(TOGETHER))), pile)
        for word in sorted(words, key=len, reverse=True):
            rest = shown[len(word) :]
            if shown[: len(word)].casefold() == word.casefold() and not _goes_on(word, rest):
                return words[word], rest.lstrip(" :：,，、")
    raise _no_pile(text, names)


def _goes_on(word: str, rest: str) -> bool:
    """True if `word`, found at the beginning of a text, is only part of a longer word that
    continues in `rest`. False next to Chinese characters, which are written without spaces."""
    return (word[-1] + rest[:1]).isascii() and rest[:1].isalnum()


def _no_pile(text: str, names: Collection[str]) -> ScoreError:
    listed = ", ".join(f"{number} {name}" for number, name in enumerate(names, start=1))
    return ScoreError("ask_who", text=text.strip(), names=listed)
