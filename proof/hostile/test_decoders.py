"""Whatever comes in from outside is read, or refused by the error that is meant for it."""

from random import Random

import pytest

from proof.hostile.fuzzing import DECODERS, Decoder, fault_of, mangled

EACH = 150
"""Inputs for each decoder; `make fuzz` takes millions."""

every_decoder = pytest.mark.parametrize("decoder", DECODERS, ids=lambda decoder: decoder.name)


@every_decoder
def test_the_examples_are_read(decoder: Decoder) -> None:
    for example in decoder.examples():
        decoder.read(example)


@every_decoder
def test_what_has_gone_wrong_is_refused_or_read(decoder: Decoder) -> None:
    rng = Random(f"test {decoder.name}")
    examples = decoder.examples()
    faults = (fault_of(decoder, mangled(rng, examples)) for _ in range(EACH))
    assert [fault for fault in faults if fault] == []


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("entries of a log", b'{"at":1,"facts":[],"by":"an\xae"}'),
        ("snapshots", b'{"format":2,"seq":41,"state":{"table":"\xff"}}'),
        ("requests to a bot", b'{"type":"play","history":' + b"[" * 1200),
        ("evidence", b'{"table":' + b"[" * 1200),
    ],
)
def test_what_once_got_through(name: str, data: bytes) -> None:
    decoder = next(decoder for decoder in DECODERS if decoder.name == name)
    assert fault_of(decoder, data) is None
