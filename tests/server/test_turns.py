"""Requests that come at once begin one after another, and no address waits for another's crowd."""

import asyncio

from gongzhu.server.turns import PAUSE, Turns
from tests.support.virtual_time import VirtualLoop, run


async def in_order(loop: VirtualLoop, *names: str) -> dict[str, float]:
    """The seconds after which each goes on, in order, of those who come at once; the address is the
    name up to the last sign."""
    turns, gone, began = Turns(), dict[str, float](), loop.time()

    async def one(name: str) -> None:
        turn = turns.take(name[:-1])
        if turn is not None:
            await turn
        gone[name] = loop.time() - began

    tasks = [asyncio.create_task(one(name)) for name in names]
    while len(gone) < len(names):
        await loop.advance(PAUSE)
    await asyncio.gather(*tasks)
    return gone


def test_one_goes_on_at_a_time() -> None:
    async def act(loop: VirtualLoop) -> None:
        gone = await in_order(loop, *(f"a{number}" for number in "0123456789"))
        for number, after in enumerate(gone.values()):
            assert abs(after - number * PAUSE) < PAUSE / 10

    run(act)


def test_addresses_take_turns_and_each_has_an_order_of_its_own() -> None:
    async def act(loop: VirtualLoop) -> None:
        crowd = [f"a{number}" for number in "0123456789"]
        gone = list(await in_order(loop, *crowd, "b0", "c0", "b1"))
        assert [name for name in gone if name[0] == "a"] == crowd
        assert gone[:7] == ["a0", "a1", "b0", "c0", "a2", "b1", "a3"]

    run(act)


def test_a_block_of_ipv6_has_the_turn_of_one_address_and_its_addresses_share_it() -> None:
    async def act(loop: VirtualLoop) -> None:
        crowd = [f"2001:db8:1:{number:x}::/640" for number in range(40)]
        again = [f"2001:db8:1:0::/64{number}" for number in "12"]
        gone = list(await in_order(loop, *crowd[:1], *again, *crowd[1:], "b0", "c0", "b1"))
        assert [gone.index(name) for name in ("b0", "c0", "b1")] == [2, 3, 5]
        assert [gone.index(name) for name in again] == [1, len(gone) - 1]

    run(act)


def test_whoever_gave_up_takes_no_turn() -> None:
    async def act(loop: VirtualLoop) -> None:
        turns = Turns()
        assert turns.take("a") is None
        given_up = [turns.take("a") for _ in range(3)]
        goes_on = turns.take("b")
        assert goes_on is not None
        for turn in given_up:
            assert turn is not None
            turn.cancel()
        await loop.advance(PAUSE)
        assert goes_on.done()
        # The next one finds nobody before it.
        await loop.advance(PAUSE)
        assert turns.take("a") is None

    run(act)
