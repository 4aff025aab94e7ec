"""Real sockets with frames that went wrong, and a real server that must not mind. `make frames`
with SOCKETS=1 sends many more."""

import asyncio
from collections.abc import Coroutine, Iterator
from pathlib import Path
from random import Random

import pytest

from proof.hostile.raw_sockets import RawSocket, framed
from proof.hostile.real_server import run_sockets
from proof.hostile.socket_attacks import ATTACKS, HELLO, OTHERS, Attack, carry_out
from tests.support.page_client import Browser
from tests.support.serving import Server


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, str]]:
    data: Path = tmp_path_factory.mktemp("hostile") / "data"
    with Server(data, "--processes", "1") as server:
        yield server, Browser(server.base).introduce("Ann").open_table(access="public")


async def wire_to(table: tuple[Server, str]) -> RawSocket:
    server, name = table
    headers = {"Origin": server.base}
    wire = await RawSocket.open(server.port, f"/api/tables/{name}/socket", headers)
    wire.send(framed(HELLO))
    return wire


async def together(*attacks: Coroutine[None, None, str | None]) -> list[str | None]:
    return await asyncio.gather(*attacks)


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_what_breaks_the_protocol(table: tuple[Server, str], attack: Attack) -> None:
    async def attacked(seed: int) -> str | None:
        return (await carry_out(attack, await wire_to(table), Random(seed)))[1]

    # Together, since a server that hangs up gives the other side a moment to do so too.
    assert asyncio.run(together(*map(attacked, range(3)))) == [None] * 3


@pytest.mark.parametrize("attack", OTHERS, ids=lambda attack: attack.__name__)
def test_what_ends_in_the_middle(table: tuple[Server, str], attack: object) -> None:
    async def attacked(seed: int) -> str | None:
        assert callable(attack)
        fault: str | None = (await attack(await wire_to(table), Random(seed)))[1]
        return fault

    assert asyncio.run(together(*map(attacked, range(5)))) == [None] * 5
    assert "Traceback" not in table[0].log.read_text("utf-8")


def test_a_server_plays_on_after_all_of_it() -> None:
    found = asyncio.run(run_sockets(300, 0))
    assert found.faults == []
    assert found.frames >= 290
    assert found.answers["Done"] > 0
