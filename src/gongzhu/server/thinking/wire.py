"""What goes between the server and a thinker: frames of MessagePack, led by their length."""

from typing import BinaryIO

import msgspec
from msgspec import Struct

from gongzhu.rules import Action
from gongzhu.view import View

LENGTH = 4
"""Bytes, most significant first."""


class Question(Struct, frozen=True, array_like=True):
    """A seat's view, for which a bot of this level is to choose within so many seconds."""

    number: int
    level: str
    seed: str
    budget: float
    view: View


class Answer(Struct, frozen=True, array_like=True):
    """What the bot chose; where it failed, `error` says how, and never what it held."""

    number: int
    action: Action | None = None
    error: str = ""


_encode = msgspec.msgpack.Encoder().encode
_decode_question = msgspec.msgpack.Decoder(Question).decode
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
