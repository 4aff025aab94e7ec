"""The protocol of a WebSocket: uvicorn's, with a shorter way for messages and a bound on frames.

A message is handled where it is read, while through ASGI's queues it would wake a task. Nearly all
that comes is one short frame, whole and alone: it is unmasked here, and only what is anything else
is given to the parser of `websockets`, which is not even made until then.
bench/results/2026-11-22-sockets.md and 2026-11-24-moves.md have the figures. The frames of one turn
of the loop are written together.

Pings, pongs and fragments are seen by no application, so it is here that they are counted: whoever
sends more frames than any program needs is hung up on.

The class builds on parts of uvicorn that it may change at any time. Those are named, and tried, in
tests/server/test_protocols.py, and pyproject.toml allows the one minor version that passed.
"""

import os
from asyncio import AbstractEventLoop, BaseTransport, Queue, TimerHandle
from collections.abc import Callable
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.server import ServerState
from websockets.frames import CloseCode, Frame, Opcode

from gongzhu.server.admission import ADMISSION, Admission, Closure
from gongzhu.server.file_socket import LOCAL, is_local
from gongzhu.server.origins import NOWHERE
from gongzhu.server.send_queue import drop, kept_by_system
from gongzhu.server.slim_websocket import SlimWebSocket
from gongzhu.server.websocket_frames import (
    CLOSE,
    PING,
    PONG,
    SHORT,
    TEXT,
    control_frame,
    short_frame,
    text_frame,
)

PROTOCOL = "gongzhu.protocol"
"""The key of the scope's state under which the application finds the `SocketProtocol`."""

PIECE = 256
"""Bytes that are parsed in one turn of the loop, more than most messages have: there may be a frame
in every six, and some 40,000 of them in what is read at once, while others wait for their turn."""
AT_ONCE = 16
"""Short frames that are taken in one turn: a program that comes back may send what was not
answered behind its hello."""
LINGER = 1.0
"""Seconds from the last frame to the end, so that it can be read before the connection is gone."""
POLICY = 1008


class SocketProtocol(SlimWebSocket):
    """A WebSocket. Handshake and control frames are uvicorn's; messages and the end are not."""

    __slots__ = (
        "_admission",
        "_counted_at",
        "_ending",
        "_frames_left",
        "_frames_out",
        "_hasty",
        "_lost",
        "_receive_message",
        "_refused",
        "_unread",
    )

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._receive_message: Callable[[bytes | None], None] | None = None
        self._lost: Callable[[], None] | None = None
        self._hasty = False
        """True if more came before the application listened."""
        self._frames_out: list[bytes] = []
        self._admission: Admission = app_state[ADMISSION]
        self._frames_left = float(self._admission.limits.frames)
        self._counted_at = self.loop.time()
        self._refused = False
        """True once it sent too many frames: then nothing is read any more."""
        self._ending: TimerHandle | None = None
        self._unread = b""
        """What has come, and waits for its turn."""

    def connection_made(self, transport: BaseTransport) -> None:
        """Begin with the connection that `HttpProtocol` hands over."""
        super().connection_made(transport)
        if is_local(transport):
            self.client = LOCAL

    def data_received(self, data: bytes) -> None:
        """Read on, a piece in each turn of the loop, as long as it is not too much."""
        if self._refused:
            return
        if self._parser is None and len(data) <= self.config.ws_max_size:
            data = self._take_short_frames(data)
            if not data:
                return
        elif self._receive_message is None and self.handshake_initiated:
            self._hasty = True
        if self._unread:
            self._unread += data
        elif len(data) <= PIECE or not self.handshake_initiated:
            super().data_received(data)
        else:
            self._unread = data
            self.transport.pause_reading()
            self._read_on()

    def _take_short_frames(self, data: bytes) -> bytes:
        """Take the short frames that come first, a few at most; what is left."""
        for _ in range(AT_ONCE):
            found = short_frame(data)
            if found is None or self._receive_message is None:
                break
            (payload, rest), first = found, data[0]
            if first == TEXT:
                self._count_frame()
                self._take_text(payload)
            elif first == PONG and len(payload) < SHORT:
                self.handle_pong(Frame(Opcode.PONG, payload))
            elif first == PING and len(payload) < SHORT:
                self._count_frame()
                self.transport.write(control_frame(PONG, payload))
            else:
                break
            if self._refused or not rest:
                return b""
            data = rest
        return data

    def _read_on(self) -> None:
        if self.transport.is_closing():
            self._unread = b""
            return
        piece, self._unread = self._unread[:PIECE], self._unread[PIECE:]
        super().data_received(piece)
        if self._refused or self.transport.is_closing():
            self._unread = b""
        elif self._unread:
            self.loop.call_soon(self._read_on)
        elif not self.read_paused:
            self.transport.resume_reading()

    def handle_ping(self) -> None:
        """Answer a ping."""
        self._count_frame()
        super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        """Take the answer to a ping, or one to none."""
        self._count_frame()
        super().handle_pong(event)

    def handle_text(self, event: Frame) -> None:
        """Take a message, or its beginning."""
        self._count_frame()
        super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take a message that is no text, or its beginning."""
        self._count_frame()
        super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment."""
        self._count_frame()
        super().handle_cont(event)

    def _count_frame(self) -> None:
        now = self.loop.time()
        limits = self._admission.limits
        back = (now - self._counted_at) * limits.frames / limits.messages_seconds
        self._frames_left = min(limits.frames, self._frames_left + back) - 1
        self._counted_at = now
        if self._frames_left < 0 and not self._refused:
            self._refused = True
            # Once everything is told that the pieces before this one have led to.
            self.loop.call_soon(self._hang_up, "too_many_frames", POLICY)

    def _take_text(self, payload: bytes) -> None:
        """Take a message, if it is UTF-8."""
        if self._is_text(payload) and self._receive_message is not None:
            self._receive_message(payload)

    def _is_text(self, payload: bytes) -> bool:
        """False for what is no UTF-8: that is the end."""
        try:
            payload.isascii() or payload.decode()
        except UnicodeDecodeError:
            self._refused = True
            self._hang_up("bad_frame", CloseCode.INVALID_DATA)
            return False
        return True

    def _hang_up(self, why: Closure, code: int) -> None:
        """Close, without waiting for the other side to agree."""
        if self.transport.is_closing():
            return
        self._note(why)
        self.flush()
        if self.handshake_complete:
            self._send_close(code)
        self.transport.pause_reading()
        self._end(LINGER)

    def _note(self, why: Closure) -> None:
        self._admission.closed(self.transport, self.client[0] if self.client else NOWHERE, why)

    def _send_close(self, code: int) -> None:
        if not self.close_sent:
            self.close_sent = True
            self.transport.write(control_frame(CLOSE, code.to_bytes(2, "big")))

    def close(self, code: int) -> None:
        """Say that this is the end, behind the frames of this turn, and wait a while for the other
        side to agree."""
        self.flush()
        if self.close_sent or self.transport.is_closing():
            return
        self._receive_message = None
        self._send_close(code)
        self.close_timer = self.loop.call_later(self.close_timeout, drop, self.transport)

    def _end(self, seconds: float) -> None:
        """Let a connection that is closing end, even if the visitor never reads what is left."""
        if self._ending is None:
            self._ending = self.loop.call_later(seconds, drop, self.transport)

    def keepalive_timeout(self) -> None:
        """Nobody is there any more."""
        super().keepalive_timeout()
        self._end(LINGER)

    def listen(self, receive: Callable[[bytes | None], None], lost: Callable[[], None]) -> None:
        """Give every message to `receive` from now on, None for one that is no text; `lost` is
        called when the connection is gone. The application is told of nothing else any more, and
        may end: the socket stays until it is closed by `close` or by the other side."""
        self._receive_message = receive
        self._lost = lost
        early = self._let_go_of_application()
        if self.transport.is_closing():
            lost()
        elif self._hasty:
            self._take_early(early)
        else:
            self._forget_handshake()

    def _take_early(self, events: Queue[Any]) -> None:
        """Take the messages that uvicorn has kept for the application, and read on: with one in
        hand it has stopped."""
        while not events.empty():
            event = events.get_nowait()
            if event["type"] == "websocket.receive" and self._receive_message is not None:
                text = event.get("text")
                self._receive_message(None if text is None else text.encode())
        if self.read_paused:
            self.read_paused = False
            if not self._unread:
                self.transport.resume_reading()

    def send_keepalive_ping(self) -> None:
        """Ask for a sign of life where there was none for a while."""
        assert self.ping_interval is not None
        assert self.ping_timeout is not None
        self.ping_timer = None
        if self.close_sent or self.transport.is_closing():
            return
        now = self.loop.time()
        left = self._counted_at + self.ping_interval - now
        if left > 0:
            self.ping_timer = self.loop.call_later(left, self.send_keepalive_ping)
            return
        self.ping_sent_at = now
        self.pending_ping_payload = payload = os.urandom(4)
        self.transport.write(control_frame(PING, payload))
        self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)

    @property
    def waiting(self) -> int:
        """Bytes that the other side has not taken yet: where some wait here, those that wait in the
        system as well."""
        here = self.transport.get_write_buffer_size()
        there = kept_by_system(self.transport) if here else 0
        return here + there + sum(map(len, self._frames_out))

    def write(self, payload: bytes) -> None:
        """Send a frame of text, with all others of this turn of the loop."""
        if not self._frames_out:
            self.loop.call_soon(self.flush)
        self._frames_out.append(text_frame(payload))

    def flush(self) -> None:
        """Write the frames of this turn now."""
        if self._frames_out and not self.transport.is_closing():
            self.transport.write(b"".join(self._frames_out))
        self._frames_out.clear()

    def abort(self) -> None:
        """Hang up on somebody who does not read; frames that are still on their way are lost."""
        if not self.transport.is_closing():
            self._note("not_read")
        drop(self.transport)

    def handle_close(self, event: Frame) -> None:
        """The other side says that this is the end, or agrees that it is."""
        super().handle_close(event)
        self._end(LINGER)

    async def run_asgi(self) -> None:
        """Let the application find this protocol, and answer the handshake."""
        self.scope["state"][PROTOCOL] = self
        stays = False
        try:
            await self.app(self.scope, self.receive, self.send)
            if not self.handshake_complete and not self.close_sent:
                raise RuntimeError("the application has not answered the handshake")
            stays = self._receive_message is not None or self.close_timer is not None
        except ClientDisconnected:
            pass
        except BaseException:
            self.logger.exception("Exception in ASGI application")
            self.send_500_response()
        finally:
            del self.scope
        if not stays:
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Take a message that is complete."""
        data, is_text = b"".join(self.frames), self.curr_msg_data_type == "text"
        if self.close_sent or (is_text and not self._is_text(data)):
            self.frames = []
        elif self._receive_message is None:
            super().send_receive_event_to_app()
        else:
            self.frames = []
            self._receive_message(data if is_text else None)

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of everything when the connection is gone."""
        if self._ending is not None:
            self._ending.cancel()
        self._admission.leave(self.transport)
        super().connection_lost(exc)
        self._forget_parser()
        lost, self._lost, self._receive_message = self._lost, None, None
        if lost is not None:
            lost()
