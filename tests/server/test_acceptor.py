"""Connections are taken a few at a time, and those for which there is no room are turned away."""

import asyncio
import errno
import socket
from collections.abc import Callable
from contextlib import ExitStack
from itertools import pairwise
from typing import cast

import pytest

from gongzhu.server.acceptor import AT_ONCE, Acceptor
from gongzhu.server.admission import Admission, Refusal
from gongzhu.server.serving import listen

pytestmark = pytest.mark.rest

MANY = 5 * AT_ONCE


class Door:
    """An admission that says what it is told to say."""

    headers = b"x-frame-options: DENY\r\n"

    def __init__(self, why: Refusal | None) -> None:
        self.why = why
        self.asked: list[str] = []

    def turns_away(self, peer: str) -> Refusal | None:
        self.asked.append(peer)
        return self.why


class Greeter(asyncio.Protocol):
    """Says hello."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        transport.write(b"hello")
        transport.close()


class Poor(socket.socket):
    """A listener that has no descriptor left at first."""

    tries = 0

    def accept(self) -> tuple[socket.socket, object]:
        self.tries += 1
        if self.tries == 1:
            raise OSError(errno.EMFILE, "Too many open files")
        return super().accept()


def knock(listener: socket.socket, door: Door, times: int) -> tuple[list[bytes], list[int]]:
    """The answers to many who connect at once, and how many had been asked for at each
    turn of somebody else."""

    async def run() -> tuple[list[bytes], list[int]]:
        loop, turns = asyncio.get_running_loop(), [0]

        def look() -> None:
            turns.append(len(door.asked))
            if len(door.asked) < times:
                loop.call_soon(look)

        acceptor = Acceptor(listener, cast(Admission, door), Greeter)
        with ExitStack() as stack:
            # They are all there before the first is taken.
            waiting = [
                stack.enter_context(socket.create_connection(listener.getsockname()))
                for _ in range(times)
            ]
            acceptor.open()
            look()
            streams = [await asyncio.open_connection(sock=one) for one in waiting]
            heard = [await reader.read() for reader, _ in streams]
            for _, writer in streams:
                writer.close()
        acceptor.close()
        return heard, turns

    return asyncio.run(run())


def made(kind: Callable[[], socket.socket] | None = None) -> socket.socket:
    """A socket that listens."""
    if kind is None:
        return listen("127.0.0.1", 0)
    listener = kind()
    listener.bind(("127.0.0.1", 0))
    listener.listen()
    listener.setblocking(False)
    return listener


def test_those_who_find_no_room_are_told_and_others_have_their_turn_in_between() -> None:
    door = Door("too_many_of_address")
    with made() as listener:
        heard, turns = knock(listener, door, MANY)
    assert len(heard) == MANY
    assert {one.split(b"\r\n")[0] for one in heard} == {b"HTTP/1.1 429 Too Many Requests"}
    assert all(door.headers in one and b"retry-after: 10" in one for one in heard)
    assert max(now - before for before, now in pairwise(turns)) <= AT_ONCE


def test_a_server_that_is_full_says_so() -> None:
    with made() as listener:
        heard, _ = knock(listener, Door("too_many"), 1)
    assert heard[0].startswith(b"HTTP/1.1 503 ")


def test_those_for_whom_there_is_room_are_let_in() -> None:
    door = Door(None)
    with made() as listener:
        heard, _ = knock(listener, door, MANY)
    assert heard == [b"hello"] * MANY
    assert door.asked == ["127.0.0.1"] * MANY


def test_without_descriptors_it_is_tried_again() -> None:
    with made(Poor) as listener:
        heard, _ = knock(listener, Door(None), 1)
    assert heard == [b"hello"]
