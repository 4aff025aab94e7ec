"""The messages between the server and a thinker: frames of MessagePack, led by their length."""

from collections.abc import Callable
from typing import BinaryIO

import msgspec
from msgspec import Struct

from gongzhu.bots.reasons import Hint
from gongzhu.records import DealRecord
from gongzhu.review import DealOutline, ReviewedDecision
from gongzhu.review.story import Story
from gongzhu.rules import Action
from gongzhu.table.facts import Failure
from gongzhu.texts import Lang
from gongzhu.view import View

WARM = "--warm"
"""For the command of a thinker: make ready for the levels that look ahead at once."""
NOT_READY = "NotReady"
"""The error of a process that is still being made ready."""
LENGTH = 4
"""Bytes, most significant first."""


class ActionQuestion(Struct, frozen=True, array_like=True, tag="choose"):
    """A seat's view, for which a bot of this level is to choose."""

    number: int
    level: str
    """As the table has it: a level, with a time where it was given one, or a program's name."""
    seed: str
    view: View
    exact: bool = False
    """True where nothing but the level, the seed and the view may decide: not the time that there
    is, and no other bot in its place."""
    seconds: float = 0.0
    """Seconds that it may take, whatever time the level was given; 0: that one."""


class HintQuestion(Struct, frozen=True, array_like=True, tag="hint"):
    """A seat's view, for which a hint is wanted."""

    number: int
    seed: str
    lang: Lang
    names: tuple[str, ...]
    """The names of the players, by seat."""
    asked: Action | None
    """The choice that the best one is to be compared with."""
    view: View
    seconds: float = 0.0
    """Seconds that it may take; 0: as long as it takes by itself."""


class RedrawQuestion(Struct, frozen=True, array_like=True, tag="redraw"):
    """A seat's view, for which the hidden cards are to be dealt anew."""

    number: int
    seed: str
    view: View


class ReviewQuestion(Struct, frozen=True, array_like=True, tag="review"):
    """A deal that is over, of whose review one part is wanted."""

    number: int
    seed: str
    record: DealRecord
    ply: int | None
    """The decision to review; None: the outline is wanted."""


Question = ActionQuestion | HintQuestion | RedrawQuestion | ReviewQuestion


class Answer(Struct, frozen=True, array_like=True):
    """The action, the hint, the story or the part of a review; where the bot failed, `failure` says
    how, and `error` says more for the log, and never what the bot held."""

    number: int
    action: Action | None = None
    error: str = ""
    hint: Hint | None = None
    failure: Failure | None = None
    story: Story | None = None
    outline: DealOutline | None = None
    decision: ReviewedDecision | None = None
    """None: the action that was asked for was no decision."""
    stderr: tuple[str, ...] = ()
    """The last lines on standard error of a program of the host that failed, whatever they are."""


_encode = msgspec.msgpack.Encoder().encode
_decode_question: Callable[[bytes], Question] = msgspec.msgpack.Decoder(Question).decode
_decode_answer = msgspec.msgpack.Decoder(Answer).decode


def pack(message: Question | Answer) -> bytes:
    """A message as a frame."""
    body = _encode(message)
    return len(body).to_bytes(LENGTH, "big") + body


def read_question(stream: BinaryIO) -> Question | None:
    """The next question; None at the end of the stream."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    return _decode_question(stream.read(int.from_bytes(head, "big")))


def unpack_answer(body: bytes) -> Answer:
    """The answer in a frame. Raises msgspec.DecodeError, or its kind, for what is none."""
    return _decode_answer(body)
