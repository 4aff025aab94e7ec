"""Packs: whatever goes in comes out byte for byte, and games need little room."""

import re
import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import json

from gongzhu.store import packing
from gongzhu.store.packing import Contents, DamagedPack, compress, decompress, pack, unpack
from gongzhu.table import write_entry
from tests.store.packed_games import played

texts = st.text(max_size=8)
numbers = st.integers(-5, 10**16)
digits = st.text("0123456789abcdefABCDEF", max_size=70)
cards = st.sampled_from(["QS", "TC", "1H", "10S", "2c"])
values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False) | texts | digits | cards,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts | cards, inner, max_size=3),
    max_leaves=8,
)
timings = st.lists(numbers | st.just(0), max_size=4)
events = st.fixed_dictionaries(
    {"type": st.sampled_from(["card_played", "play_began", "", "\n"]), "timings": timings}
)
heads = st.fixed_dictionaries(
    {"at": numbers, "facts": st.lists(values | events, max_size=4)},
    optional={"by": texts | digits, "id": texts | digits, "v": numbers},
)
entries = heads.map(json.encode) | heads.map(lambda head: json.format(json.encode(head)))
bodies = st.lists(entries | st.binary(max_size=20), max_size=6).map(tuple)
deals = values.map(json.encode) | st.binary(max_size=20) | events.map(json.encode)


@given(bodies, deals)
def test_whatever_is_packed_is_unpacked(some: tuple[bytes, ...], ended: bytes) -> None:
    contents = Contents(some, ended)
    assert unpack(pack(contents)) == contents


def a_game(preset: str) -> Contents:
    """A game of four people whose pages give each command an id."""
    entries = [entry for entry, _, _ in played(preset, "0123456789abcdef01")]
    bodies = [
        re.sub(b"}$", b',"id":"%b"}' % secrets.token_hex(8).encode(), write_entry(entry))
        for entry in entries
    ]
    _, table, _ = played(preset, "0123456789abcdef01")[-1]
    return Contents(tuple(bodies), json.encode(table.finished))


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "hearts-denexa", "gongzhu-wiki-swap"])
def test_a_game_takes_less_than_a_tenth(preset: str) -> None:
    game = a_game(preset)
    packed = pack(game)
    assert unpack(packed) == game
    assert len(packed) < sum(map(len, game.bodies)) / 10


def test_a_damaged_pack_never_comes_out_as_something_else() -> None:
    game = a_game("gongzhu-pagat")
    for contents in (Contents(game.bodies[:200]), Contents((b"no entry",))):
        whole, refused = pack(contents), 0
        for place in range(0, len(whole), 7):
            spoilt = bytearray(whole)
            spoilt[place] ^= 1 << place % 8
            try:
                unpack(bytes(spoilt))
            except DamagedPack:
                refused += 1
        assert refused > len(whole) / 7 * 0.9
        for length in range(0, len(whole) - 5, 50):
            with pytest.raises(DamagedPack):
                unpack(whole[:length])


def test_a_pack_that_claims_much_room_is_refused_before_it_takes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    packed = compress(b" " * 100_000)
    assert len(packed) < 100
    monkeypatch.setattr(packing, "LARGEST", 90_000)
    with pytest.raises(DamagedPack):
        decompress(packed)
