"""Make src/gongzhu/store/packing.dictionary anew: what packs of games have in common.

    .venv/bin/python -m tests.store.make_dictionary

It is trained on games of every preset, by one to four people and bots, and is the same each time
with the same versions of the engine and of zstandard. Packs made with another dictionary cannot be
read with this one, so it does not change once a version is released.
"""

from pathlib import Path
from random import Random

import zstandard
from msgspec import json, msgpack

import gongzhu.store
from gongzhu.rules import PRESETS
from gongzhu.store.packing import Contents, set_apart
from gongzhu.table import write_entry
from tests.table.live import Live, settings_of

FILE = Path(gongzhu.store.__file__).parent / "packing.dictionary"
BYTES = 32 * 1024
SAMPLE = 16_000
"""Bytes of one sample."""
SEGMENT, WORD = 1000, 8
"""The parameters k and d of the training: bytes that are chosen together, and bytes compared."""
ID = 1 << 15
"""The first number that is nobody's in particular."""
GAMES = 4
"""For each preset."""


def a_game(preset: str, people: int, seed: int) -> Contents:
    """A game to its end, with pauses, and with ids as a server and its pages make them."""
    rng = Random(f"{preset} {people} {seed}")
    ids = [rng.randbytes(12).hex() for _ in range(people)]
    live = Live(settings_of(preset), seed=seed, host=ids[0])
    live.begin(*ids)
    while live.stage() != "finished":
        live.now += rng.randrange(300, 4000)
        if live.play(most=1) == 0:
            live.ready(*live.there())
            live.dealt()
    bodies = [write_entry(entry) for entry in live.log]
    return Contents(
        tuple(
            body[:-1] + b',"id":"%b"}' % rng.randbytes(8).hex().encode()
            if b'"by":' in body
            else body
            for body in bodies
        ),
        json.encode(live.table.finished),
    )


def samples() -> list[bytes | bytearray | memoryview]:
    """What the dictionary is trained on."""
    games = [
        set_apart(msgpack.encode(a_game(preset, 1 + seed % 4, seed)))
        for preset in PRESETS
        for seed in range(GAMES)
    ]
    return [game[at : at + SAMPLE] for game in games for at in range(0, len(game), SAMPLE)]


def main() -> None:
    trained = zstandard.train_dictionary(BYTES, samples(), k=SEGMENT, d=WORD, level=19, dict_id=ID)
    FILE.write_bytes(trained.as_bytes())


if __name__ == "__main__":
    main()
