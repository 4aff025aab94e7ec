"""Decodes WebSocket frames from clients into messages, or says by a code what is wrong."""

from typing import Literal

import msgspec

from gongzhu.server.messages import LONGEST_MESSAGE, FromPlayer

Fault = Literal["not_text", "too_long", "not_json", "misfit"]

_decode = msgspec.json.Decoder(FromPlayer).decode


class _Named(msgspec.Struct):
    id: str | None = None


_decode_id = msgspec.json.Decoder(_Named).decode


def read_frame(data: bytes | None) -> FromPlayer | Fault:
    """The message in a frame, or the code of what is wrong with it.

    `data` is the frame's payload, or None if it is not a text frame.
    """
    if data is None:
        return "not_text"
    if len(data) > LONGEST_MESSAGE:
        return "too_long"
    try:
        message: FromPlayer = _decode(data)
    except msgspec.ValidationError:
        return "misfit"
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return "not_json"
    return message


def id_of(data: bytes | None) -> str | None:
    """The `id` in the message of a refused frame; None if there is none of up to 40 characters."""
    if data is None or len(data) > LONGEST_MESSAGE:
        return None
    try:
        id = _decode_id(data).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return id if id is not None and len(id) <= 40 else None
