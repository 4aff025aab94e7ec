"""Splits the text form into tags, comments and words, each with its place.

Signs may be typed in every way that `gongzhu.texts.plain` knows, such as `１：`, `【` or `，`.
Values and comments stay as they were written.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct

from gongzhu.records.fault import Detail, RecordError, RecordFault
from gongzhu.records.model import LONGEST_LINE
from gongzhu.records.shape import CONTROL
from gongzhu.texts import plain, typed


class Tag(Struct, frozen=True):
    """A tag such as `[Hand2 "♠AQ7 ♥K82"]`: its name is `hand` and its seat 2."""

    name: str
    """Name of the tag in lower case."""
    seat: str
    """Seat of the tag as digits; may be empty."""
    value: str
    line: int
    """Number of the line, from 1."""
    column: int


class Comment(Struct, frozen=True):
    """A comment in braces."""

    text: str
    line: int


class Word(Struct, frozen=True):
    """A word of the table of plays: `3.`, `2:`, `Q♠`, `(1.250)`."""

    text: str
    """The word as it was written."""
    line: int
    column: int
    plain: str
    """The word as normalised by `gongzhu.texts.plain`."""


class Bad(Struct, frozen=True):
    """A piece of text that cannot be read: the message `records.fault.PROBLEM`. There may be very
    many, and only the first of a deal is reported, so the message is made only when needed."""

    problem: str
    line: int
    column: int = 0
    most: int = 0
    """The limit that the message mentions, if any."""

    def error(self) -> RecordError:
        """The error with its place."""
        details: dict[str, Detail] = {"most": self.most} if self.most else {}
        return RecordError(RecordFault(self.problem, details=details).at(self.line, self.column))


Token = Tag | Comment | Word | Bad


def wrong(at: Tag | Word, problem: str, **details: Detail) -> RecordError:
    """The error for a tag or word, with its place."""
    return RecordError(RecordFault(problem, details=details).at(at.line, at.column))


# Possessive, so that a long line that does not end as it should is given up at once.
_TAG = re.compile(
    r"""\[ \s*+ ([A-Za-z]++) ([0-9]*+) \s*+
        (?: "( (?: [^"\\] | \\. )*+ )" \s*+ | ( [^\]"]++ ) )?+ \]""",
    re.VERBOSE,
)
_WORD = re.compile(r"[0-9]++[.:]|\([^()]*+\)|[^\s\[\]{}()|,]++|.")
_GAP = re.compile(r"[\s|,]*+")
_COMMENT_PART = re.compile(r"((?:[^\\{}]|\\.|\\$)*+)([{}]?)")
_WIDE_COMMENT_PART = re.compile(r"((?:[^\\{}｛｝]|\\.|\\$)*+)([{}｛｝]?)")
"""Matches a part of a comment that was opened by a brace of full width, and the brace after that
part, if any: one of either width ends the comment."""
_TAG_LINE = re.compile(r"\s*+\[")
_ESCAPED = re.compile(r"\\(.)")


def text_lines(lines: Iterable[str | bytes]) -> Iterator[str]:
    """Lines as text, without line ends. Bytes that are not UTF-8 become surrogates, which `tokens`
    then rejects."""
    for number, line in enumerate(lines, start=1):
        text = line.decode("utf-8", "surrogateescape") if isinstance(line, bytes) else line
        yield (text.removeprefix("\ufeff") if number == 1 else text).rstrip("\r\n")


def tokens(lines: Iterable[str], most: int | None = None) -> Iterator[Token]:
    """The tokens of a text, line by line. If `most` is given, at most so many, followed by one that
    reports this."""
    found = _tokens(lines)
    if most is None:
        yield from found
        return
    last = 1
    for token in islice(found, most):
        last = token.line
        yield token
    if next(found, None) is not None:
        yield Bad("many_tokens", last, most=most)


def _tokens(lines: Iterable[str]) -> Iterator[Token]:
    comment: list[str] = []
    opened: tuple[int, int] | None = None
    """Line and column where the open comment began; None outside a comment."""
    wide = False
    """True if the comment was opened by a full-width brace."""
    for number, line in enumerate(lines, start=1):
        if not line and opened is None:
            continue
        if refused := _refused(line, number):
            yield refused
            continue
        if opened and _TAG_LINE.match(line):
            yield _open_comment(opened)
            opened = None
        shown, places = plain(line)
        place = 0
        while True:
            if opened:
                text, end, place = _comment_part(line, place, wide)
                comment.append(text)
                if not end:
                    break
                if end == "{":
                    yield _open_comment(opened)
                    comment, opened = [], (number, place)
                else:
                    yield Comment("\n".join(comment), opened[0])
                    opened = None
            else:
                gap = _GAP.match(shown, place if shown is line else bisect_left(places, place))
                assert gap, "it matches the empty text too"
                if gap.end() == len(shown):
                    break
                place = places[gap.end()]
                if shown[gap.end()] == "{":
                    wide = line[place] != "{"
                    comment, opened = [], (number, place + 1)
                    place += 1
                else:
                    token, place = _tag_or_word(line, shown, places, gap.end(), number)
                    yield token
    if opened:
        yield _open_comment(opened)


def _refused(line: str, number: int) -> Bad | None:
    """The reason why a line as a whole cannot be read, as an item in place of its tokens; None if
    it can be read. `number` is the number of the line."""
    if len(line) > LONGEST_LINE:
        return Bad("too_long", number, most=LONGEST_LINE)
    spoilt = CONTROL.search(line.replace("\t", " "))
    return Bad("characters", number, spoilt.start() + 1) if spoilt else None


def _open_comment(opened: tuple[int, int]) -> Bad:
    return Bad("open_comment", *opened)


def _comment_part(line: str, place: int, wide: bool) -> tuple[str, str, int]:
    """The part of a line that belongs to a comment, the brace that ends the comment (if any), and
    the position after that."""
    part = (_WIDE_COMMENT_PART if wide else _COMMENT_PART).match(line, place)
    assert part, "it matches the empty text too"
    return _ESCAPED.sub(r"\1", part[1]), typed(part[2]), part.end()


def _tag_or_word(
    line: str, shown: str, places: Sequence[int], at: int, number: int
) -> tuple[Token, int]:
    """The token at position `at` of `shown`, the normalised form of `line`, and the position in
    `line` where it ends. `places` has the position in `line` of each character of `shown`; `number`
    is the number of the line."""
    start = places[at]

    def written(begin: int, end: int) -> str:
        return line[places[begin] : _written_end(places, end)]

    if shown[at] == "[":
        # As it is written first: quotes of another form may stand within a value.
        if tag := _TAG.match(line, start):
            quoted, bare, end = tag[3], tag[4], tag.end()
        elif tag := _TAG.match(shown, at):
            quoted, bare = (None if tag[k] is None else written(*tag.span(k)) for k in (3, 4))
            end = _written_end(places, tag.end())
        else:
            return Bad("open_tag", number, start + 1), len(line)
        value = _unquoted((bare or "").strip()) if quoted is None else _ESCAPED.sub(r"\1", quoted)
        return Tag(tag[1].lower(), tag[2], value, number, start + 1), end
    word = _WORD.match(shown, at)
    assert word, "any character will do"
    if shown is line:
        return Word(word[0], number, start + 1, word[0]), word.end()
    found = Word(written(*word.span()), number, start + 1, word[0])
    return found, _written_end(places, word.end())


def _written_end(places: Sequence[int], end: int) -> int:
    """The position in a line as written at which a piece ends, given its end in the normalised line
    and the written position of each normalised character."""
    return places[end - 1] + 1 if end else 0


def _unquoted(bare: str) -> str:
    """A value without the quotes that it was typed in, such as those of a Chinese input method."""
    quotes = [typed(sign) for sign in (bare[:1], bare[-1:])]
    return bare[1:-1] if len(bare) > 1 and quotes == ['"', '"'] else bare
