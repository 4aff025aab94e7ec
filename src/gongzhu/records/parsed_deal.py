"""Splits the text form into deals: which tags, comments and plays belong to each."""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from gongzhu.cards import PACK, Card, CardTextError, parse_card
from gongzhu.records.fault import LONGEST_SHOWN, Detail, Place, RecordError, RecordFault, shown
from gongzhu.records.lexer import Bad, Comment, Tag, Token, Word, wrong

OF_SEATS = ("Seat", "Hand", "Pass", "Expose")
"""Tags that exist once for each seat."""

KEPT = ("Format", "Event", "Date", "Origin", "Rules", "Option", "Preset", "Seat")
"""Names of the tags of the text form that also apply to the following deals, until they are given
again."""

OPENING = (*KEPT, "Game", "Deal", "Seed", "Before", "Hand", "Pass", "Expose", "Play")
"""Names of the tags that can occur only once in a deal and not after its plays; the next occurrence
begins a new deal."""

CLOSING = ("Claim", "Moon", "Scores", "Totals", "GameOver", "Winners", "Losers")

NAMES = {name.lower(): name for name in (*OPENING, *CLOSING)}

CARDS = {text: card for card in PACK for text in (str(card), card.code)}
"""The usual ways to write a card; `parse_card` accepts others."""

_TRICK_NUMBER = re.compile(r"[0-9]+\.")
_SEAT = re.compile(r"[0-9]{1,3}:")
_TIME = re.compile(r"\(([0-9]{1,6})(?:\.([0-9]{1,3}))?\)")


class ParsedPlay:
    """A card in the table of plays, with the seat and the time written beside it."""

    def __init__(self, card: Card, word: Word, seat: Word | None) -> None:
        self.card = card
        self.word = word
        self.seat = seat
        """The seat written before the card, such as `2:`."""
        self.milliseconds: int | None = None


class ParsedDeal:
    """The tags, comments and plays of one deal in a text, not yet interpreted."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, Tag] = {}
        """The tags by name, with the seat's digit: `Hand2`."""
        self.options: list[Tag] = []
        self.plays: list[ParsedPlay] = []
        self._remarks: dict[str, list[str]] = {}
        self.error: RecordError | None = None
        """The first thing that cannot be read. After it, only tag names are examined, as they show
        where the next deal begins."""
        self._seat: Word | None = None
        self._last_line = line
        """The line of the last tag or word of the deal."""

    @property
    def comments(self) -> dict[str, str]:
        """Comments by the number of the play that they follow, as in `DealRecord`."""
        return {number: "\n".join(texts) for number, texts in self._remarks.items()}

    def lacks(self, problem: str, **details: Detail) -> RecordError:
        """The error for something that is missing in the deal as a whole."""
        return RecordError(RecordFault(problem, Place(line=self.line), details))

    def opens_next(self, token: Token) -> bool:
        """True if the token already belongs to the next deal."""
        if not isinstance(token, Tag):
            return False
        key = _key(token)
        if key is None or NAMES[token.name] not in OPENING:
            return False
        return "Play" in self.tags or key in self.tags

    def may_end_before(self, comment: Comment) -> bool:
        """True if a comment may be about the next deal: this one has been played, and the comment
        begins a line."""
        return bool(self.plays) and comment.line > self._last_line

    def take(self, token: Token) -> None:
        """Add a token to the deal."""
        if isinstance(token, Tag | Word):
            self._last_line = token.line
        match token:
            case Tag():
                self._take_tag(token)
            case _ if self.error is not None:
                pass
            case Word():
                self._take_word(token)
            case Comment(text):
                self._remarks.setdefault(str(len(self.plays)), []).append(text)
            case Bad():
                self.error = token.error()
            case _:
                assert_never(token)

    def _take_tag(self, tag: Tag) -> None:
        key = _key(tag)
        if key == "Option":
            self.options.append(tag)
        elif key is not None and key not in self.tags:
            self.tags[key] = tag
        elif self.error is None:
            self.error = _refused(tag, key)

    def _take_word(self, word: Word) -> None:
        text = word.plain
        if "Play" not in self.tags:
            self.error = wrong(word, "stray", text=shown(word.text))
        elif card := CARDS.get(text):
            self._take_card(card, word)
        elif _SEAT.fullmatch(text):
            self._seat = word
        elif time := _TIME.fullmatch(text):
            self._take_time(word, 1000 * int(time[1]) + int((time[2] or "").ljust(3, "0")))
        elif not _TRICK_NUMBER.fullmatch(text):
            try:
                self._take_card(parse_card(word.text), word)
            except CardTextError as error:
                self.error = wrong(word, "card", error=error)

    def _take_card(self, card: Card, word: Word) -> None:
        self.plays.append(ParsedPlay(card, word, self._seat))
        self._seat = None

    def _take_time(self, word: Word, milliseconds: int) -> None:
        if self.plays and self.plays[-1].milliseconds is None:
            self.plays[-1].milliseconds = milliseconds
        else:
            self.error = wrong(word, "stray_time", text=word.text)


def parsed_deals(tokens: Iterable[Token]) -> Iterator[ParsedDeal]:
    """Each deal of a text with its tokens, one deal at a time."""
    parsed: ParsedDeal | None = None
    between: list[Comment] = []
    """Comments of which it is not known yet to which deal they belong: to the next one if it begins
    right after them, otherwise to the current one."""
    for token in tokens:
        if isinstance(token, Comment) and parsed and (between or parsed.may_end_before(token)):
            between.append(token)
            continue
        if parsed is None or parsed.opens_next(token):
            if parsed:
                yield parsed
            parsed = ParsedDeal(between[0].line if between else token.line)
        for comment in between:
            parsed.take(comment)
        between.clear()
        parsed.take(token)
    if parsed:
        for comment in between:
            parsed.take(comment)
        yield parsed


def _refused(tag: Tag, key: str | None) -> RecordError:
    if key is not None:
        return wrong(tag, "twice", tag=key)
    names = ", ".join(NAMES.values())
    return wrong(tag, "unknown_tag", tag=_shown_name(tag), names=names)


def _shown_name(tag: Tag) -> str:
    """The tag's name as written in the file, shortened if it is longer than any real name."""
    name = tag.name + tag.seat
    return name if len(name) <= LONGEST_SHOWN else f"{name[:LONGEST_SHOWN]}…"


def spelt(tag: Tag) -> str:
    """The tag's name in the canonical spelling, with its seat."""
    return NAMES[tag.name] + tag.seat


def _key(tag: Tag) -> str | None:
    """The tag's name in the canonical spelling; None if there is no such tag."""
    if tag.name not in NAMES:
        return None
    seats = "01234567" if NAMES[tag.name] in OF_SEATS else [""]
    return spelt(tag) if tag.seat in tuple(seats) else None
