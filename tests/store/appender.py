"""A program that appends until it is killed: `python -m tests.store.appender PLACE TABLES`.

It prints `TABLE NUMBER` as soon as an entry is acknowledged. The body of entry 7 of table t3 is
`t3 7`.
"""

import asyncio
import os
import sys

from gongzhu.store import Store
from tests.support.stores import opened


async def append_for_ever(store: Store, table: str) -> None:
    number = await store.last(table)
    while True:
        number += 1
        await store.append(table, number, [f"{table} {number}".encode()])
        # In one piece, past every buffer of this program.
        os.write(1, f"{table} {number}\n".encode())


async def main(place: str, tables: int) -> None:
    async with opened(place) as store, asyncio.TaskGroup() as tasks:
        for number in range(tables):
            tasks.create_task(append_for_ever(store, f"t{number}"))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
