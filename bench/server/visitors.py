"""Visitors who come for the first time: each loads the page and the files that it names.

    .venv/bin/python -m bench.server.visitors http://127.0.0.1:8000 --loads 10 --seconds 20

So many a second come, at moments that do not wait for the ones before. Prints one line of JSON: the
seconds that each load took, and the requests.
"""

import argparse
import asyncio
import json
import re
import time

import uvloop

_FILES = re.compile(rb'(?:src|href)="(/[^"]+)"')
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n")
MOST = 500
"""Visitors at a time: a server that is slower than they come is measured, not drowned."""


def main() -> None:
    """Visit, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("base")
    parser.add_argument("--loads", type=float, default=10.0, help="a second")
    parser.add_argument("--seconds", type=float, default=20.0)
    asked = parser.parse_args()
    place = asked.base.removeprefix("http://")
    print(json.dumps(uvloop.run(visits(place, asked.loads, asked.seconds))))


async def visits(place: str, loads: float, seconds: float) -> dict[str, object]:
    """The times of so many loads a second from the server at `host:port`, and their requests."""
    took: list[float] = []
    requests = 0
    coming: set[asyncio.Task[None]] = set()

    async def visit() -> None:
        nonlocal requests
        began = time.perf_counter()
        made = await load(place)
        took.append(time.perf_counter() - began)
        requests += made

    start = time.perf_counter()
    for number in range(round(loads * seconds)):
        await asyncio.sleep(max(0.0, start + number / loads - time.perf_counter()))
        if len(coming) >= MOST:
            await asyncio.wait(coming, return_when=asyncio.FIRST_COMPLETED)
        task = asyncio.create_task(visit())
        coming.add(task)
        task.add_done_callback(coming.discard)
    await asyncio.gather(*coming)
    return {"loads": took, "requests": requests}


async def load(place: str) -> int:
    """Load the page once, over one connection; the requests that it took."""
    host, _, port = place.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        page = await fetch(reader, writer, place, b"/", b"identity")
        files = sorted(set(_FILES.findall(page)))
        for file in files:
            await fetch(reader, writer, place, file, b"gzip")
    finally:
        writer.close()
    return 1 + len(files)


async def fetch(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    place: str,
    path: bytes,
    accepted: bytes,
) -> bytes:
    """The body of the answer at a path."""
    host = place.encode()
    lines = (b"GET %s HTTP/1.1" % path, b"host: " + host, b"accept-encoding: " + accepted)
    writer.write(b"\r\n".join((*lines, b"", b"")))
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.partition(b"\r\n")[0], head
    found = _LENGTH.search(head)
    assert found is not None, head
    return await reader.readexactly(int(found[1]))


if __name__ == "__main__":
    main()
