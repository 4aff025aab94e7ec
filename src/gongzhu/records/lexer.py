"""Splits the text format into tags, comments and words, each with its position.

Brackets, commas and other syntax may be typed in every variant that `gongzhu.texts.plain` knows,
such as `１：`, `【` or `，`. Values and comments are kept as written.
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
    """A tag: `[Hand2 "♠AQ7 ♥K82"]` has the name `hand`, the seat `2` and the value `♠AQ7 ♥K82`."""

    name: str
    """Name of the tag in lower case, without the seat."""
    seat: str
    """Digits after the name, which give a seat, or empty if there are none."""
    value: str
    """The text between the quotation marks."""
    line: int
    """Line of the file, from 1."""
    column: int
    """Character of the line, from 1."""


class Comment(Struct, frozen=True):
    """A comment in braces."""

    text: str
    """The text between the braces."""
    line: int
    """The line on which the comment begins, from 1."""


class Word(Struct, frozen=True):
    """A word in the table of plays, such as `3.` (trick number), `2:` (seat), `Q♠` or `(1.250)`
    (seconds)."""

    text: str
    """The word as written."""
    line: int
    """Line of the file, from 1."""
    column: int
    """Character of the line, from 1."""
    plain: str
    """The word as normalised by `gongzhu.texts.plain`."""


class Bad(Struct, frozen=True):
    """A piece of text that cannot be read. It is not an exception, because there may be very many,
    and only the first in a deal is reported."""

    problem: str
    """The last part of the message's key, `records.fault.PROBLEM`, in the text catalogues."""
    line: int
    """Line of the file, from 1."""
    column: int = 0
    """Character of the line, from 1, or 0 for the line as a whole."""
    most: int = 0
    """The limit that the message mentions, or 0 if it mentions none."""

    def error(self) -> RecordError:
        """The exception for this fault, with its position."""
        details: dict[str, Detail] = {"most": self.most} if self.most else {}
        return RecordError(RecordFault(self.problem, details=details).at(self.line, self.column))


Token = Tag | Comment | Word | Bad


def wrong(at: Tag | Word, problem: str, **details: Detail) -> RecordError:
    """The exception for a faulty tag or word, with its position. `problem` is the key of the
    message `records.fault.PROBLEM`, filled from `details`."""
    return RecordError(RecordFault(problem, details=details).at(at.line, at.column))


# Possessive quantifiers, so that a long line without the expected end fails without backtracking.
_TAG = re.compile(
    r"""\[ \s*+ ([A-Za-z]++) ([0-9]*+) \s*+
        (?: "( (?: [^"\\] | \\. )*+ )" \s*+ | ( [^\]"]++ ) )?+ \]""",
    re.VERBOSE,
)
_WORD = re.compile(r"[0-9]++[.:]|\([^()]*+\)|[^\s\[\]{}()|,]++|.")
_GAP = re.compile(r"[\s|,]*+")
_COMMENT_PART = re.compile(r"((?:[^\\{}]|\\.|\\$)*+)([{}]?)")
_WIDE_COMMENT_PART = re.compile(r"((?:[^\\{}｛｝]|\\.|\\$)*+)([{}｛｝]?)")
"""Matches a part of a comment that began with a full-width brace, and the next brace if there is
one. A brace of either width ends such a comment."""
_TAG_LINE = re.compile(r"\s*+\[")
_ESCAPED = re.compile(r"\\(.)")


def text_lines(lines: Iterable[str | bytes]) -> Iterator[str]:
    """Yields the lines as text, without line breaks. Bytes that are not UTF-8 become surrogate
    characters, which `tokens` rejects."""
    for number, line in enumerate(lines, start=1):
        text = line.decode("utf-8", "surrogateescape") if isinstance(line, bytes) else line
        yield (text.removeprefix("\ufeff") if number == 1 else text).rstrip("\r\n")


def tokens(lines: Iterable[str], most: int | None = None) -> Iterator[Token]:
    """Yields the tokens of a text. If there are more than `most` (None: no limit), the first `most`
    are followed by a Bad that reports this, and then nothing."""
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
    """Line and column of the beginning of the open comment, or None outside a comment."""
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
        index = 0
        while True:
            if opened:
                text, end, index = _comment_part(line, index, wide)
                comment.append(text)
                if not end:
                    break
                if end == "{":
                    yield _open_comment(opened)
                    comment, opened = [], (number, index)
                else:
                    yield Comment("\n".join(comment), opened[0])
                    opened = None
            else:
                gap = _GAP.match(shown, index if shown is line else bisect_left(places, index))
                assert gap, "it matches the empty text too"
                if gap.end() == len(shown):
                    break
                index = places[gap.end()]
                if shown[gap.end()] == "{":
                    wide = line[index] != "{"
                    comment, opened = [], (number, index + 1)
                    index += 1
                else:
                    token, index = _tag_or_word(line, shown, places, gap.end(), number)
                    yield token
    if opened:
        yield _open_comment(opened)


def _refused(line: str, number: int) -> Bad | None:
    """A Bad if the whole line must be rejected because it is too long or has control characters,
    otherwise None. `number` is the number of the line, from 1."""
    if len(line) > LONGEST_LINE:
        return Bad("too_long", number, most=LONGEST_LINE)
    spoilt = CONTROL.search(line.replace("\t", " "))
    return Bad("characters", number, spoilt.start() + 1) if spoilt else None


def _open_comment(opened: tuple[int, int]) -> Bad:
    return Bad("open_comment", *opened)


def _comment_part(line: str, index: int, wide: bool) -> tuple[str, str, int]:
    """The part of the comment in this line from `index` on, the brace that ends it (empty if
    none does), and the index after that. `wide` tells whether the comment began with a full-width
    brace."""
    part = (_WIDE_COMMENT_PART if wide else _COMMENT_PART).match(line, index)
    assert part, "it matches the empty text too"
    return _ESCAPED.sub(r"\1", part[1]), typed(part[2]), part.end()


def _tag_or_word(
    line: str, shown: str, places: Sequence[int], at: int, number: int
) -> tuple[Token, int]:
    """The token at index `at` of `shown` (the normalised `line`), and the index in `line` where the
    token ends. `places` maps indices of `shown` to `line`. `number` is the number of the line."""
    start = places[at]

    def written(begin: int, end: int) -> str:
        return line[places[begin] : _written_end(places, end)]

    if shown[at] == "[":
        # The line as written is tried first, because a value may contain quotes of other kinds.
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
    """The index in a line as written at which a piece ends, given its end in the normalised line
    and the map `places` from normalised to written indices."""
    return places[end - 1] + 1 if end else 0


def _unquoted(bare: str) -> str:
    """The value without enclosing quotes, which may be those of a Chinese input method."""
    quotes = [typed(sign) for sign in (bare[:1], bare[-1:])]
    return bare[1:-1] if len(bare) > 1 and quotes == ['"', '"'] else bare
