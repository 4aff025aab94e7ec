"""Frames that went wrong, at every stage of a table, by everybody: each is answered rightly, and
what is refused changes nothing. `make frames` sends millions."""

from collections.abc import Callable
from unittest.mock import patch

import pytest

from gongzhu.server.live.connection import Connection
from gongzhu.server.live.messages import Done, Refused, Request
from gongzhu.server.live.room import Room
from gongzhu.server.tables import socket as message_handler
from proof.hostile.frame_runs import run_frames
from proof.hostile.room import Stand, stand
from proof.hostile.scenes import Role, Scene, scene, scenes
from tests.support.virtual_time import VirtualLoop, run

EACH = 1500
"""Frames of a seed."""


@pytest.mark.parametrize("seed", range(3))
def test_whatever_comes_is_answered_rightly(seed: int) -> None:
    found = run_frames(seed, EACH)
    assert found.faults == []
    assert found.frames == EACH
    assert found.figures["changes"] > 0
    assert found.answers["Done"] > 0


def test_the_same_seed_is_the_same_frames() -> None:
    assert run_frames(7, 400) == run_frames(7, 400)


@pytest.mark.parametrize("one", scenes(), ids=lambda one: f"{one.stage} {one.preset}")
def test_everybody_stands_where_the_scene_says(one: Scene) -> None:
    async def look(loop: VirtualLoop) -> None:
        async with stand(loop, one) as found:
            state, deal = found.table.state, found.table.deal
            stage = {"open": "gathering", "full": "gathering"}.get(one.stage, one.stage)
            phase = None if deal is None else deal.public.phase.value
            assert stage in (state.stage, state.fair.step, phase)
            assert any(seat.kind == "open" for seat in state.seats) == (one.stage == "open")
            assert sum(seat.online for seat in state.seats) in (1, 3)

    run(look)


def judged(fault: object, where: str, of: object) -> str | None:
    """The judgement of a leave by a player, in a server with a fault."""

    async def send(loop: VirtualLoop) -> str | None:
        one = scene("scored", "hearts-choice")
        async with stand(loop, one) as found:
            with patch.object(of, where, fault):
                leave = b'{"type":"request","id":"x","do":{"type":"leave"}}'
                return await verdict(found, "seated", leave)

    return run(send)


async def verdict(found: Stand, role: Role, data: bytes) -> str | None:
    try:
        return await found.judge(role, data)
    except Exception as error:
        return repr(error)


def silent(self: Connection, id: str, seq: int) -> None:
    """Nobody is told that it is done."""


def refusing(self: Connection, id: str, seq: int) -> None:
    self.send(Refused(id, "no_seat", "It was done, and is said not to be."))


def elsewhere(self: Connection, id: str, seq: int) -> None:
    self.send(Done("another", seq))


def loud(self: Room, connection: Connection, request: Request) -> None:
    """Everybody is told of what was refused."""
    for other in self.audience.present:
        other.refuse_by_code(request.id, "no_seat")


def breaking(data: bytes | None) -> None:
    raise RecursionError


@pytest.mark.parametrize(
    ("fault", "where", "of"),
    [
        (silent, "done", Connection),
        (refusing, "done", Connection),
        (elsewhere, "done", Connection),
        (loud, "request", Room),
        (breaking, "read_frame", message_handler),
    ],
)
def test_a_server_with_a_fault_is_found_out(
    fault: Callable[..., object], where: str, of: object
) -> None:
    assert judged(None, "nothing", Bare) is None
    assert judged(fault, where, of) is not None


class Bare:
    """Nothing of the server."""

    nothing: object = 0
