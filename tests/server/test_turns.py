"""Requests that come at once begin one after another, and no address waits for another's crowd."""

import asyncio
from contextlib import suppress

from gongzhu.server.turns import Turns
from tests.support.stores import in_loop


async def in_order(*addresses: str) -> tuple[list[str], list[int]]:
    """Who goes on, in order, of those who come at once; and in which round of the loop each did."""
    turns, gone, rounds = Turns(), list[str](), list[int]()

    async def one(name: str) -> None:
        await turns.wait(name[0])
        gone.append(name)
        rounds.append(this)

    tasks = [asyncio.create_task(one(name)) for name in addresses]
    this = 0
    while len(gone) < len(addresses):
        await asyncio.sleep(0)
        this += 1
    await asyncio.gather(*tasks)
    return gone, rounds


@in_loop
async def test_one_goes_on_in_each_round_of_the_loop() -> None:
    _, rounds = await in_order(*(f"a{number}" for number in range(50)))
    assert len(set(rounds)) == 50


@in_loop
async def test_addresses_take_turns_and_each_has_an_order_of_its_own() -> None:
    crowd = [f"a{number}" for number in range(20)]
    gone, _ = await in_order(*crowd, "b0", "c0", "b1")
    assert [name for name in gone if name[0] == "a"] == crowd
    assert gone[:7] == ["a0", "a1", "b0", "c0", "a2", "b1", "a3"]


@in_loop
async def test_whoever_gave_up_takes_no_turn() -> None:
    turns = Turns()
    await turns.wait("a")
    given_up = [asyncio.create_task(turns.wait("a")) for _ in range(3)]
    goes_on = asyncio.create_task(turns.wait("b"))
    await asyncio.sleep(0)
    for task in given_up:
        task.cancel()
    await goes_on
    for task in given_up:
        with suppress(asyncio.CancelledError):
            await task
    # The next one finds nobody before it.
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    began = asyncio.create_task(turns.wait("a"))
    await asyncio.sleep(0)
    assert began.done()
