"""Parses cards as people write them: `QS`, `♠Q`, `黑桃Q`, `♥AKQ`, `红桃5到A`, `all hearts`, `猪`.

A rank stands immediately before or after its suit. If the suit comes first, the ranks after it
belong to that suit until another card or suit is named: `♥ A K Q, ♠Q`. "The queen" without a suit
is Q♠. A text with an unknown or ambiguous part is refused with CardTextError, which quotes that
part. A number of cards, such as `9 hearts`, is refused by `parse_cards`. `parse_captured` accepts a
number of hearts, for rules under which every heart has the same value. The doubler, called so, is
the card given as `doubler`, by default 10♣; if None, as in rules without one, the word is refused.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards.card import DOUBLER, PIG, Card, Rank, Suit
from gongzhu.cards.counts import MOST, Counted
from gongzhu.cards.words import (
    Meaning,
    NamedCards,
    Ranks,
    TheDoubler,
    To,
    Token,
    UnknownWordError,
    tokens_of,
)
from gongzhu.texts import Lang, plain, say, typed

LONGEST_TEXT = 1000
"""Greatest length in characters of a text that names cards. A whole pack written in words is
shorter."""


class CardTextError(ValueError):
    """Raised for a text that does not name cards clearly. Its message quotes the part of the text
    that cannot be read.

    `problem` is the last part of the message's key, `cards.fault.PROBLEM`. `piece` is the quoted
    part of the text, and `position` the number of its first character in the text, counted from 1.
    `counted` is the number of cards and the suit that `piece` stands for, if it is a number of
    cards such as `9 hearts`. Otherwise it is None.
    """

    def __init__(
        self, problem: str, piece: str, position: int, counted: Counted | None = None
    ) -> None:
        self.problem = problem
        self.piece = piece
        self.position = position
        self.counted = counted
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """The error message: what is wrong, where, and a reminder of how cards are written."""
        piece = "".join(
            sign if sign.isprintable() or sign == "\u3000" else ascii(sign)[1:-1]
            for sign in self.piece
        )
        told = say(
            f"cards.fault.{self.problem}",
            lang,
            piece=piece,
            position=self.position,
            number=self.counted.number if self.counted else 0,
            card=(self.counted and self.counted.card) or "",
            cards=_count(self.counted, lang) if self.counted else "",
            suit=say(f"cards.suit.{self.counted.suit.value}", lang) if self.counted else "",
            most=MOST,
        )
        return f"{told}{say('cards.fault.joint', lang)}{say('cards.how', lang)}"


class Captured(Struct, frozen=True):
    """The cards captured by one player, as parsed from a user's text."""

    cards: tuple[Card, ...]
    """The cards that the text names one by one, in the order of the text."""
    hearts: int = 0
    """Number of hearts if the text gives only their number, otherwise 0. If it is not 0, `cards`
    contains no heart."""

    def text(self, lang: Lang = "en") -> str:
        """The captured cards as text in the language, which `parse_captured` reads back."""
        hearts = Counted(Suit.HEARTS, self.hearts, None, clear=True)
        told = [_count(hearts, lang)] if self.hearts else []
        shown = [show_cards(self.cards)] if self.cards else []
        return say("cards.beside", lang).join([*told, *shown])


def _count(counted: Counted, lang: Lang) -> str:
    """A number of cards as text, such as `9 hearts`."""
    if counted.number == 1:
        return say("cards.one_heart", lang, count=1)
    suit = say(f"cards.suit.{counted.suit.value}", lang)
    return say("cards.counted", lang, count=counted.number, suit=suit)


def parse_card(text: str, doubler: Card | None = DOUBLER) -> Card:
    """The one card that a text names. Raises CardTextError if the text names no card or several.
    `doubler` is the card that words such as `doubler` mean, or None under rules without one.

    >>> parse_card("10♣") is parse_card("TC") is parse_card("变压器")
    True
    """
    cards = parse_cards(text, doubler)
    if len(cards) != 1:
        raise CardTextError("not_one", text, 1)
    return cards[0]


def parse_cards(text: str, doubler: Card | None = DOUBLER) -> tuple[Card, ...]:
    """The cards that a text names, in the order of the text, or empty for an empty text.
    `doubler` is the card that words such as `doubler` mean, or None under rules without one.

    Raises CardTextError for an unknown or ambiguous word, a number of cards, a card named twice,
    and a text longer than LONGEST_TEXT.

    >>> parse_cards("Q♠ hearts A K")
    (<Card.QUEEN_OF_SPADES: 'QS'>, <Card.ACE_OF_HEARTS: 'AH'>, <Card.KING_OF_HEARTS: 'KH'>)
    """
    tokens = _tokens(text, doubler)
    for token in tokens:
        if isinstance(token.meaning, Counted):
            raise _counted_fault(text, token, token.meaning)
    return _all_named(text, tokens)


def parse_captured(text: str, doubler: Card | None = DOUBLER) -> Captured:
    """The cards that a text names, for a player's captured cards. The text may give the number of
    hearts, such as `3 hearts`, instead of naming each of them. `doubler` is the card that words
    such as `doubler` mean, None under rules without one.

    Raises CardTextError for an unknown or ambiguous word, a card named twice, a text longer than
    LONGEST_TEXT, a number of cards of another suit, a number that could also mean a single card (`9
    heart`), a second number of hearts, and a number of hearts in a text that also names a heart.

    >>> captured = parse_captured("QS 3 hearts")
    >>> captured.cards, captured.hearts
    ((<Card.QUEEN_OF_SPADES: 'QS'>,), 3)
    """
    tokens = _tokens(text, doubler)
    cards = _all_named(text, tokens)
    hearts = 0
    for token in sorted((*tokens, *_apart(text, tokens)), key=lambda token: token.start):
        meaning = token.meaning
        if not isinstance(meaning, Counted):
            continue
        if meaning.suit is not Suit.HEARTS or meaning.number > MOST:
            raise _counted_fault(text, token, meaning)
        if not meaning.clear:
            raise _counted_fault(text, token, meaning, "one_or_many")
        if hearts or any(card.suit is Suit.HEARTS for card in cards):
            raise _counted_fault(text, token, meaning, "beside")
        hearts = meaning.number
    return Captured(cards, hearts)


def _counted_fault(
    text: str, token: Token, counted: Counted, problem: str | None = None
) -> CardTextError:
    """The error for a number of cards in a text that must name single cards. `problem` is the key
    of its message. By default it is chosen from `counted`."""
    if problem is None and counted.number > MOST:
        problem = "too_many"
    elif problem is None and counted.number == MOST:
        problem = "one_or_many"
    elif problem is None:
        problem = "count" if counted.card else "which"
    return CardTextError(problem, text[token.start : token.end], token.start + 1, counted=counted)


def _apart(text: str, tokens: list[Token]) -> Iterator[Token]:
    """Yields a token for each pair of hearts and a number with only punctuation between them, such
    as `hearts: 9` or `9, hearts`: it may mean the card 9♥ or nine hearts."""
    for phrase in _phrases(text, _prepared(text, tokens)):
        if len(phrase) != 2:
            continue
        first, last = phrase
        between = typed(text[first.end : last.start]).strip()
        if not between or re.search(r"\w", between):
            continue
        rank, suit = (last, first) if isinstance(first.meaning, Suit) else (first, last)
        if suit.meaning is not Suit.HEARTS or not isinstance(rank.meaning, Ranks):
            continue
        (card, *more) = _of_suit(Suit.HEARTS, rank.meaning.ranks)
        letter = typed(text[rank.start : rank.end]).upper() == Rank.TEN.value
        if not more and card.order <= Rank.TEN.order and not letter:
            counted = Counted(Suit.HEARTS, card.order, card, clear=False)
            yield Token(counted, first.start, last.end, glued=False)


def _tokens(text: str, doubler: Card | None) -> list[Token]:
    if len(text) > LONGEST_TEXT:
        raise CardTextError("too_long", f"{text[:20]}…", LONGEST_TEXT)
    try:
        tokens = tokens_of(text)
    except UnknownWordError as error:
        problem = "regional" if error.regional else "unknown"
        raise CardTextError(problem, text[error.start : error.end], error.start + 1) from error
    for place, token in enumerate(tokens):
        if isinstance(token.meaning, TheDoubler):
            if doubler is None:
                raise CardTextError("no_doubler", text[token.start : token.end], token.start + 1)
            tokens[place] = replace(token, meaning=NamedCards((doubler,)))
    return tokens


def _all_named(text: str, tokens: list[Token]) -> tuple[Card, ...]:
    found: list[Card] = []
    for phrase in _phrases(text, _prepared(text, tokens)):
        for token, cards in _of_phrase(phrase):
            for card in cards:
                if card in found:
                    raise CardTextError("repeated", str(card), token.start + 1)
                found.append(card)
    return tuple(found)


def _prepared(text: str, tokens: list[Token]) -> list[Token]:
    return _with_ranges(text, _with_the_queen(text, tokens))


def show_cards(cards: Iterable[Card]) -> str:
    """The cards as text separated by spaces, such as `Q♠ 10♣`. `parse_cards` reads it back.

    >>> show_cards([Card("QS"), Card("TC")])
    'Q♠ 10♣'
    """
    return " ".join(str(card) for card in cards)


_LETTERS: dict[type[Meaning], str] = {
    Suit: "s",
    Ranks: "r",
    NamedCards: "c",
    TheDoubler: "c",
    Counted: "n",
    To: "-",
}

_RANGE = re.compile("r-r|sr-sr|rs-rs|.?-.?")

# A phrase in the string that `_kinds` makes: one suit, or suits glued to their ranks, with all
# ranks that belong to them.
_PHRASE = re.compile(
    r"c|n"
    r"|(?:r+s)+\b"  # Q♠, AKQ♥, Q♠K♥
    r"|r+(?: r+)* s\b"  # A K Q ♥
    r"|(?:(?:sr+)+\b|s(?= r+\b))(?: r+\b)*"  # ♠Q, ♥AKQ, ♠Q♥K, ♥ A K Q
)


def _kinds(tokens: Iterable[Token]) -> str:
    """One letter for each token (`_LETTERS`: suit, ranks, named cards, number of cards, range),
    with a space for each gap between tokens. The pattern _PHRASE is matched against this string."""
    kinds = ""
    for token in tokens:
        letter = _LETTERS[type(token.meaning)]
        gap = not token.glued or not {"c", "n"}.isdisjoint((letter, kinds[-1]))
        kinds += f" {letter}" if kinds and gap else letter
    return kinds


_THE_QUEEN = re.compile(r"(?:^\W*|\bthe\s+)(?:queen\b|皇后)", re.IGNORECASE)
"""Matches the word queen after "the" or at the beginning of the text."""


def _with_the_queen(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens, with the word "queen" replaced by Q♠ if no suit belongs to it."""
    found = list(tokens)
    shown, places = plain(text)
    ends = {places[match.end() - 1] + 1: match[0] for match in _THE_QUEEN.finditer(shown)}
    kinds = "".join(_LETTERS[type(token.meaning)] for token in tokens)
    for index, token in enumerate(tokens):
        alone = len(tokens) == 1 or "the" in ends.get(token.end, "").lower()
        # In "ace of hearts, the queen" the suit before is the ace's.
        suited = kinds.startswith("s", index + 1) or re.search("(^|[^r])s$|-$", kinds[:index])
        if token.end in ends and alone and not suited:
            found[index] = Token(NamedCards((PIG,)), token.start, token.end, token.glued)
    return found


def _with_ranges(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens, with each range such as `5-A`, `♥5-♥A` or `5♥-A♥` replaced by one token. Raises
    CardTextError if an end of a range is not one rank, or its ends have different suits."""
    found: list[Token] = []
    index = 0
    for match in _RANGE.finditer("".join(_LETTERS[type(token.meaning)] for token in tokens)):
        found += tokens[index : match.start()]
        index = match.end()
        span = tokens[match.start() : index]
        ends = [token.meaning.ranks for token in span if isinstance(token.meaning, Ranks)]
        suits = {token.meaning for token in span if isinstance(token.meaning, Suit)}
        if [len(end) for end in ends] != [1, 1] or len(suits) > 1:
            raise CardTextError("range", text[span[0].start : span[-1].end], span[0].start + 1)
        least, most = sorted(rank.order for (rank,) in ends)
        ranks = tuple(rank for rank in Rank if least <= rank.order <= most)
        meaning = NamedCards(_of_suit(suits.pop(), ranks)) if suits else Ranks(ranks)
        found.append(Token(meaning, span[0].start, span[-1].end, span[0].glued))
    return found + tokens[index:]


def _phrases(text: str, tokens: list[Token]) -> Iterator[list[Token]]:
    """Yields the tokens grouped into phrases: a named card, a number of cards, or one or more ranks
    with their suit. Raises CardTextError for tokens that form no phrase."""
    kinds = _kinds(tokens)
    rest = iter(tokens)
    index = 0
    while index < len(kinds):
        phrase = _PHRASE.match(kinds, index)
        if not phrase:
            raise _unfinished(text, list(rest), kinds[index:].split(" ")[0])
        yield list(islice(rest, len(phrase[0].replace(" ", ""))))
        index = phrase.end() + 1


def _of_phrase(tokens: list[Token]) -> list[tuple[Token, tuple[Card, ...]]]:
    """The cards that a phrase names in order: for each token of ranks or names, the token and its
    cards."""
    suit_first = isinstance(tokens[0].meaning, Suit)
    suit: Suit | None = None
    found = []
    for token in tokens if suit_first else reversed(tokens):
        if isinstance(token.meaning, Suit):
            suit = token.meaning
        elif isinstance(token.meaning, Ranks):
            assert suit
            found.append((token, _of_suit(suit, token.meaning.ranks)))
        elif isinstance(token.meaning, NamedCards):
            found.append((token, token.meaning.cards))
    return found if suit_first else found[::-1]


def _of_suit(suit: Suit, ranks: tuple[Rank, ...]) -> tuple[Card, ...]:
    return tuple(Card(rank.value + suit.value) for rank in ranks)


def _unfinished(text: str, rest: list[Token], run: str) -> CardTextError:
    """The error for the remaining tokens `rest`, with which no phrase can begin. `run` has the
    letters (as in `_kinds`) of the tokens at fault."""
    problem = "no_rank" if run == "s" else "unclear" if "s" in run else "no_suit"
    first, last = rest[0], rest[len(run) - 1]
    piece = text[first.start : last.end]
    if typed(piece).casefold() in ("queen", "皇后"):
        problem = "queen"
    return CardTextError(problem, piece, first.start + 1)
