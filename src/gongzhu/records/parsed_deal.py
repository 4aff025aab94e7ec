"""Groups the tokens of the text format into deals, each with its tags, comments and plays."""

import re
from collections.abc import Iterable, Iterator
from typing import assert_never

from gongzhu.cards import DOUBLER, PACK, Card, CardTextError, parse_card
from gongzhu.records.fault import (
    LONGEST_SHOWN,
    Detail,
    RecordError,
    RecordFault,
    RecordPosition,
    shown,
)
from gongzhu.records.lexer import Bad, Comment, Tag, Token, Word, wrong

OF_SEATS = ("Seat", "Hand", "Pass", "Expose")
"""Tags that exist once for each seat."""

KEPT = ("Format", "Event", "Date", "Origin", "Rules", "Option", "Preset", "Seat")
"""Tags that also apply to all following deals until they are given again."""

OPENING = (*KEPT, "Game", "Deal", "Seed", "Before", "Hand", "Pass", "Expose", "Play")
"""Tags that can occur only once in a deal, and not after its plays. Another occurrence begins the
next deal."""

CLOSING = ("Claim", "Moon", "Scores", "Totals", "GameOver", "Winners", "Losers")
"""Tags that can also follow the plays of a deal."""

NAMES = {name.lower(): name for name in (*OPENING, *CLOSING)}
"""Canonical spelling of every tag name, by its lower-case spelling."""

CARDS = {text: card for card in PACK for text in (str(card), card.code)}
"""Cards by their usual spellings, such as `10♣` and `TC`. `parse_card` reads all others."""

_TRICK_NUMBER = re.compile(r"[0-9]+\.")
_SEAT = re.compile(r"[0-9]{1,3}:")
_TIME = re.compile(r"\(([0-9]{1,6})(?:\.([0-9]{1,3}))?\)")


class ParsedPlay:
    """A card in the table of plays, given by a word."""

    def __init__(self, word: Word, seat: Word | None) -> None:
        self.word = word
        self.seat = seat
        """The word with a seat before the card, such as `2:`, or None if there is none."""
        self.milliseconds: int | None = None

    def card_by(self, doubler: Card | None) -> Card:
        """The card that was played, under rules with this doubler. Raises RecordError."""
        try:
            return CARDS.get(self.word.plain) or parse_card(self.word.text, doubler)
        except CardTextError as error:
            raise wrong(self.word, "card", error=error) from error


class ParsedDeal:
    """The tags, comments and plays of one deal in a text, before interpretation. `line` is the line
    on which the deal begins, from 1."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.tags: dict[str, Tag] = {}
        """The tags by canonical name with the seat's digit, such as `Hand2`. `[Option]` tags are in
        `options`."""
        self.options: list[Tag] = []
        self.plays: list[ParsedPlay] = []
        self._remarks: dict[str, list[str]] = {}
        self.error: RecordError | None = None
        """The first fault in the deal. After it, only tags are examined, to find the beginning of
        the next deal."""
        self._seat: Word | None = None
        self._last_line = line
        """The line of the last tag or word of the deal."""

    @property
    def comments(self) -> dict[str, str]:
        """Comments by the number of the play after which they stand, as in
        `DealRecord.comments`."""
        return {number: "\n".join(texts) for number, texts in self._remarks.items()}

    def lacks(self, problem: str, **details: Detail) -> RecordError:
        """The error, at the beginning of the deal, for something that the deal lacks."""
        return RecordError(RecordFault(problem, RecordPosition(line=self.line), details))

    def opens_next(self, token: Token) -> bool:
        """True if the token begins the next deal."""
        if not isinstance(token, Tag):
            return False
        key = _key(token)
        if key is None or NAMES[token.name] not in OPENING:
            return False
        return "Play" in self.tags or key in self.tags

    def may_end_before(self, comment: Comment) -> bool:
        """True if a comment may belong to the next deal: this deal has plays, and the comment
        begins on a new line."""
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
        elif text in CARDS:
            self._take_card(word)
        elif _SEAT.fullmatch(text):
            self._seat = word
        elif time := _TIME.fullmatch(text):
            self._take_time(word, 1000 * int(time[1]) + int((time[2] or "").ljust(3, "0")))
        elif not _TRICK_NUMBER.fullmatch(text):
            try:
                self._take_card(word)
            except RecordError as error:
                self.error = error

    def _take_card(self, word: Word) -> None:
        played = ParsedPlay(word, self._seat)
        played.card_by(DOUBLER)  # The rules are not known yet; here only what is no card matters.
        self.plays.append(played)
        self._seat = None

    def _take_time(self, word: Word, milliseconds: int) -> None:
        if self.plays and self.plays[-1].milliseconds is None:
            self.plays[-1].milliseconds = milliseconds
        else:
            self.error = wrong(word, "stray_time", text=word.text)


def parsed_deals(tokens: Iterable[Token]) -> Iterator[ParsedDeal]:
    """Yields each deal of a text with its tokens."""
    parsed: ParsedDeal | None = None
    between: list[Comment] = []
    """Comments that belong to the next deal if it begins immediately after them, and otherwise to
    the current deal."""
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
    """The tag's name as in the file (in lower case), shortened if it is longer than any real
    name."""
    name = tag.name + tag.seat
    return name if len(name) <= LONGEST_SHOWN else f"{name[:LONGEST_SHOWN]}…"


def spelt(tag: Tag) -> str:
    """The tag's name in canonical spelling, with its seat's digit, such as `Hand2`."""
    return NAMES[tag.name] + tag.seat


def _key(tag: Tag) -> str | None:
    """Like `spelt`, or None if there is no such tag, or none for this seat."""
    if tag.name not in NAMES:
        return None
    seats = "01234567" if NAMES[tag.name] in OF_SEATS else [""]
    return spelt(tag) if tag.seat in tuple(seats) else None
