"""What breaks the protocol of websockets, or wears a server out, and what must come of each."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from msgspec import Struct

from proof.hostile.raw_sockets import BINARY, CLOSE, PING, PONG, TEXT, RawSocket, framed

HELLO = b'{"type":"hello"}'
PING_9 = b'{"type":"ping","n":9}'
PONG_9 = b'{"type":"pong","n":9,'


class Attack(Struct, frozen=True):
    """Something done on a socket of its own that has said hello."""

    name: str
    data: Callable[[Random], tuple[bytes, ...]]
    """What is sent: frames, or parts of some."""
    codes: tuple[int | None, ...] = ()
    """The codes that the server may close with; none: it does not close. None among them: more
    was on its way, and then the last word may be lost."""
    answer: bytes = b""
    """What the answer begins with, where it does not close."""


def _oversized(rng: Random) -> tuple[bytes, ...]:
    return (framed(b'"' + b"x" * rng.randrange(4096, 60_000)),)


def _long_fragments(rng: Random) -> tuple[bytes, ...]:
    part = b"x" * rng.randrange(500, 4000)
    return (
        framed(part, fin=False),
        *(framed(part, 0, fin=False) for _ in range(9)),
        framed(part, 0),
    )


def _fragments(rng: Random) -> tuple[bytes, ...]:
    cuts = sorted(rng.randrange(len(PING_9) + 1) for _ in range(rng.randrange(1, 9)))
    parts = [PING_9[a:b] for a, b in zip([0, *cuts], [*cuts, len(PING_9)], strict=True)]
    last = len(parts) - 1
    frames: list[bytes] = []
    for at, part in enumerate(parts):
        frames.append(framed(part, TEXT if at == 0 else 0, fin=at == last))
        if rng.random() < 0.3 and at < last:
            frames.append(framed(b"", PONG))
    return tuple(frames)


def _one(make: Callable[[Random], bytes]) -> Callable[[Random], tuple[bytes, ...]]:
    return lambda rng: (make(rng),)


WRONG = (1002,)
ATTACKS = (
    Attack("in fragments", _fragments, answer=PONG_9),
    # A socket may send 300 frames at once.
    Attack("empty fragments", lambda rng: (
        framed(b"", fin=False), *(framed(b"", 0, fin=False) for _ in range(250)), framed(PING_9, 0),
    ), answer=PONG_9),
    Attack("lengths in more bytes than it takes", _one(lambda rng: framed(PING_9, wide=True)),
           WRONG),
    Attack("masked with nothing", _one(lambda rng: framed(PING_9, mask=bytes(4))), answer=PONG_9),
    Attack("bytes", _one(lambda rng: framed(rng.randbytes(rng.randrange(3000)), BINARY)),
           answer=b'{"type":"refused","id":null,"code":"not_text"'),
    Attack("no UTF-8", _one(lambda rng: framed(b'{"type":"request","id":"\xff\xfe"}')),
           (1007,)),
    Attack("surrogates", _one(lambda rng: framed(b'{"type":"ping","n":"\xed\xa0\x80"}')),
           (1007,)),
    Attack("deep", _one(lambda rng: framed(b"[" * rng.randrange(1, 4000))),
           answer=b'{"type":"refused","id":null,"code":"'),
    Attack("not a number", _one(lambda rng: framed(b'{"type":"ping","n":NaN}')),
           answer=b'{"type":"refused","id":null,"code":"not_json"'),
    Attack("a huge number", _one(lambda rng: framed(b'{"type":"ping","n":%s}' % (b"9" * 4000))),
           answer=b'{"type":"refused","id":null,"code":"misfit"'),
    Attack("oversized", _oversized, (1009, None)),
    Attack("oversized, by its fragments", _long_fragments, (1009, None)),
    Attack("oversized, by its head", _one(
        lambda rng: framed(b"x" * 9, length=rng.choice((2**62, 2**32, 2**20)))), (1009,)),
    Attack("negative by its head", _one(lambda rng: framed(b"x" * 9, length=2**63 + 5)),
           (1002, 1009)),
    Attack("unmasked", _one(lambda rng: framed(PING_9, mask=None)), WRONG),
    Attack("reserved bits", _one(lambda rng: framed(PING_9, reserved=rng.randrange(1, 8))), WRONG),
    Attack("compressed without agreement", _one(
        lambda rng: framed(b"\xaaV*\xa9,HU\xb2R*\xc8\xccK", reserved=4)), WRONG),
    Attack("opcodes that are none", _one(
        lambda rng: framed(PING_9, rng.choice((3, 4, 5, 6, 7, 11, 12, 13, 14, 15)))), WRONG),
    Attack("control frames too long", _one(
        lambda rng: framed(b"x" * rng.randrange(126, 4000), rng.choice((PING, PONG, CLOSE)))),
        WRONG),
    Attack("control frames in fragments", _one(
        lambda rng: framed(b"x", rng.choice((PING, PONG, CLOSE)), fin=False)), WRONG),
    Attack("nothing goes on", _one(lambda rng: framed(PING_9, 0)), WRONG),
    Attack("a message in a message",
           lambda rng: (framed(PING_9[:5], fin=False), framed(PING_9)), WRONG),
    Attack("a close of one byte", _one(lambda rng: framed(b"\x03", CLOSE)), WRONG),
    Attack("codes that are none", _one(
        lambda rng: framed(rng.choice((0, 999, 1004, 1005, 1006, 1015, 2999, 5000)).to_bytes(
            2, "big"), CLOSE)), (1002, 1005)),
    Attack("a reason that is no UTF-8", _one(lambda rng: framed(b"\x03\xe8\xff\xfe", CLOSE)),
           (1007, 1002, 1000)),
    Attack("frames after the close",
           lambda rng: (framed(b"\x03\xe8", CLOSE), *(framed(PING_9) for _ in range(20))),
           (1000, None)),
)  # fmt: skip


async def carry_out(attack: Attack, wire: RawSocket, rng: Random) -> tuple[int, str | None]:
    """How many frames were sent, and what was wrong with what came of them."""
    frames = attack.data(rng)
    for data in frames:
        wire.send(data)
        if rng.random() < 0.2:
            await asyncio.sleep(0)
    if attack.answer:
        # A fence, so that a server that says nothing is found out at once.
        wire.send(framed(b'{"type":"ping","n":77}'))
    heard = b""
    code: int | None = None
    while (frame := await wire.hear()) is not None:
        if frame.opcode == TEXT:
            if attack.answer and frame.payload.startswith(attack.answer):
                wire.drop()
                return len(frames), None
            heard = frame.payload
            if heard.startswith(b'{"type":"pong","n":77,'):
                break
        elif frame.opcode == CLOSE:
            code = frame.code
            wire.send(framed(frame.payload[:2], CLOSE))
    wire.drop()
    if attack.codes and code in attack.codes:
        return len(frames), None
    return len(frames), f"{attack.name}: answered by {heard[:200]!r}, closed with {code}"


async def garbage(wire: RawSocket, rng: Random) -> tuple[int, str | None]:
    """Bytes that may be frames or not, and then nothing more."""
    wire.send(rng.randbytes(rng.randrange(1, 400)))
    await asyncio.sleep(0)
    wire.drop()
    return 1, None


async def half(wire: RawSocket, rng: Random) -> tuple[int, str | None]:
    """Half a frame, and then the line is cut."""
    frame = framed(PING_9, fin=rng.random() < 0.5)
    wire.send(frame[: rng.randrange(1, len(frame))])
    await asyncio.sleep(0)
    if rng.random() < 0.5:
        wire.writer.write_eof()
        await wire.end()
    wire.drop()
    return 1, None


async def pings(wire: RawSocket, rng: Random) -> tuple[int, str | None]:
    """Pings of the protocol, each of which is answered."""
    count = rng.randrange(1, 40)
    for number in range(count):
        wire.send(framed(b"%d" % number, PING))
    left = count
    while left and (frame := await wire.hear()) is not None:
        left -= frame.opcode == PONG
    wire.drop()
    return count, f"{left} of {count} pings without an answer" if left else None


OTHERS: tuple[Callable[[RawSocket, Random], Awaitable[tuple[int, str | None]]], ...] = (
    garbage,
    half,
    pings,
)
