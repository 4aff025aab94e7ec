"""Frames of a WebSocket, as RFC 6455 has them: those of a server written, short ones of a visitor
read."""

from websockets.utils import apply_mask

TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A
"""The first bytes of frames that are whole."""
SHORT = 126
"""Bytes of a payload from which on its length stands in bytes of its own."""
_MIDDLE = 1 << 16
_MASKED = 0x80
_MASK = 4
"""Bytes of the mask."""


def text_frame(payload: bytes) -> bytes:
    """A message of text."""
    length = len(payload)
    if length < SHORT:
        head = bytes((TEXT, length))
    elif length < _MIDDLE:
        head = b"\x81\x7e" + length.to_bytes(2, "big")
    else:
        head = b"\x81\x7f" + length.to_bytes(8, "big")
    return head + payload


def control_frame(kind: int, payload: bytes) -> bytes:
    """A frame of the protocol itself: CLOSE, PING or PONG, with fewer than SHORT bytes."""
    return bytes((kind, len(payload))) + payload


def short_frame(data: bytes) -> tuple[bytes, bytes] | None:
    """The payload of a masked frame, and what comes behind it; None for a frame that is not whole
    or has a longer head."""
    if len(data) < 2 + _MASK:
        return None
    length, head = data[1] - _MASKED, 2
    if length == SHORT:
        length, head = int.from_bytes(data[2:4], "big"), 4
        if length < SHORT:
            return None
    elif not 0 <= length < SHORT:
        return None
    start = head + _MASK
    end = start + length
    if len(data) < end:
        return None
    return apply_mask(data[start:end], data[head:start]), data[end:]
