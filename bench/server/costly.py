"""The delays that another player notices while costly things are asked for: files of braces from
three addresses, and the longest game there can be by eight readers at a time.

    .venv/bin/python -m bench.server.costly

The server is a real one with the limits that it has by itself; the addresses are loopback's. The
player pings its table ten times a second, and a visitor asks for the first page of the site once a
second, before and during. Prints processor time with that of child processes.
"""

import argparse
import asyncio
import http.client
import json
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import msgspec

from bench.server.load import spread
from gongzhu.dealing import read_evidence
from gongzhu.server.live.finished_game import KeptGame
from gongzhu.server.live.messages import Ping, Pong
from gongzhu.store import Deals, GameRow, open_store
from gongzhu.table import FinishedDeal
from tests.support.page_client import Browser
from tests.support.recorded import some_records
from tests.support.serving import Server, processor

DEALS = 200
GAME = "longest"
BRACES = b'[Event "x"]\n' + b"{" * (1_000_000)
ADDRESSES = ("127.0.0.2", "127.0.0.3", "127.0.0.4")
FILES = 15
"""Of each address."""
READERS = 8
PATIENCE = 60.0
CALM = 0.05
"""Seconds of processor in a second of which nothing is under way any more."""
EVIDENCE = Path("web/src/verify/example.jsonl")


def main() -> None:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--evidence", type=Path, default=EVIDENCE)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "data"
        asyncio.run(keep_game(data, asked.evidence))
        with Server(data) as server:
            settle(server.pid)
            began = family(server.pid)
            answers = [
                ask(server.port, "127.0.0.5", "POST", "/api/records", BRACES) for _ in range(5)
            ]
            spent = (family(server.pid) - began) / len(answers)
            print(f"a file of braces: {answers[0][0]}, {spent:.2f} s of processor")
            for name, attack in (("quiet", nothing), ("attacked", costly)):
                print(name, json.dumps(measure(server, attack, asked.seconds)))


async def keep_game(data: Path, evidence: Path) -> None:
    """Put a game of as many deals as there may be into the store."""
    records = some_records("gongzhu-pagat", DEALS)
    proof = read_evidence(evidence.read_bytes().splitlines()[0])[0]
    deals = [FinishedDeal(record, proof) for record in records]
    last = records[-1]
    kept = KeptGame(last.preset, last.rules, last.players, last.totals, last.winners)
    row = GameRow(GAME, "t", 0, 1, 2, 1000, msgspec.json.encode(kept), ())
    data.mkdir()
    store = await open_store(str(data))
    await store.append("t", 1, [], along=[Deals(GAME, msgspec.json.encode(deals)), row])
    await store.close()


def ask(port: int, address: str, method: str, path: str, body: bytes = b"") -> tuple[int, float]:
    """The status of the answer to somebody at an address, 0 for none, and how long it took."""
    began = time.monotonic()
    connection = http.client.HTTPConnection("127.0.0.1", port, PATIENCE, (address, 0))
    try:
        connection.request(method, path, body, {"Origin": f"http://127.0.0.1:{port}"})
        answer = connection.getresponse()
        answer.read()
        return answer.status, time.monotonic() - began
    except OSError:
        return 0, time.monotonic() - began
    finally:
        connection.close()


def nothing(server: Server, ended: threading.Event, statuses: Counter[int]) -> None:
    """Ask for nothing."""
    ended.wait()


def costly(server: Server, ended: threading.Event, statuses: Counter[int]) -> None:
    """Send the files, and read the game over and over."""

    def send(address: str) -> None:
        for _ in range(FILES):
            statuses[ask(server.port, address, "POST", "/api/records", BRACES)[0]] += 1

    def read(reader: int) -> None:
        path, number = f"/api/games/{GAME}", reader
        while not ended.is_set():
            number += 1
            first = 1 + 20 * (number % (DEALS // 20))
            status, _ = ask(server.port, f"127.0.1.{reader}", "GET", f"{path}?from={first}")
            statuses[status] += 1

    threads = [threading.Thread(target=send, args=(one,)) for one in ADDRESSES]
    threads += [threading.Thread(target=read, args=(one,)) for one in range(1, READERS + 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def measure(server: Server, attack: object, seconds: float) -> dict[str, object]:
    """Ping and ask for the first page, while something happens."""
    assert callable(attack)
    ended, statuses = threading.Event(), Counter[int]()
    pages: list[float] = []
    pings: list[float] = []

    def look() -> None:
        while not ended.wait(1.0):
            pages.append(ask(server.port, "127.0.0.6", "GET", "/")[1])

    browser = Browser(server.base).introduce("Ann")
    before = family(server.pid)
    with browser.page(browser.open_table()) as page:
        page.sync()
        others = [
            threading.Thread(target=look),
            threading.Thread(target=attack, args=(server, ended, statuses)),
        ]
        for other in others:
            other.start()
        until = time.monotonic() + seconds
        number = 0
        while time.monotonic() < until:
            number += 1
            began = time.monotonic()
            page.send(Ping(number))
            while not isinstance(page.hear(), Pong):
                pass
            pings.append(time.monotonic() - began)
            time.sleep(0.1)
        spent = family(server.pid) - before
        ended.set()
        for other in others:
            other.join()
    return {
        "ping_ms": spread(sorted(pings)),
        "page_ms": spread(sorted(pages)),
        "cpu_s": round(spent, 2),
        "statuses": dict(sorted(statuses.items())),
    }


def settle(pid: int) -> None:
    """Wait until the bots are warm, and whatever else a start takes is over."""
    until, before = time.monotonic() + PATIENCE, -1.0
    while time.monotonic() < until and (now := family(pid)) - before > CALM:
        before = now
        time.sleep(1.0)


def family(pid: int) -> float:
    """Seconds that a process, its children and those that are gone have worked."""
    own = Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()
    gone = (int(own[13]) + int(own[14])) / 100
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    return processor(pid) + gone + sum(processor(int(child)) for child in children)


if __name__ == "__main__":
    main()
