"""Typed text in plain signs; the page does the same by the same vectors."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.texts import plain, typed

VECTORS = Path(__file__).parents[1] / "web" / "typed_vectors.json"


@pytest.mark.parametrize(("text", "expected"), json.loads(VECTORS.read_text("utf-8")))
def test_typed_text_has_one_sign_for_each_meaning(text: str, expected: str) -> None:
    assert typed(text) == expected


@given(st.text(max_size=30))
def test_each_sign_has_the_place_where_it_was_typed(text: str) -> None:
    shown, places = plain(text)
    assert len(shown) == len(places)
    assert list(places) == sorted(places)
    for place in range(len(text)):
        alone = "".join(sign for sign, at in zip(shown, places, strict=True) if at == place)
        assert alone == typed(text[place])


@given(st.text(alphabet=st.characters(max_codepoint=127)))
def test_ascii_stays_as_it_is(text: str) -> None:
    assert typed(text) == text
