"""The inputs of the network are those that it was trained with.

The golden file was written by `training.actor_critic`, which counts them in another way and for
whole batches: deals of both games, and the inputs of some of their decisions.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from gongzhu.bots.network.inputs import GONGZHU_INPUTS, HEARTS_INPUTS, KEYS, inputs_of
from gongzhu.cards import Card, Seat
from gongzhu.rules import PRESETS, Deal, Expose, Pass, Phase, Play, apply, start_deal
from gongzhu.view import view_of

TRAINED = json.loads((Path(__file__).parents[2] / "golden" / "network_inputs.json").read_text())
TRICK = 4


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split())


def begun(trained: dict[str, Any]) -> Deal:
    rules = PRESETS[trained["rules"]].rules
    if rules.aim == "high" and not trained["sale"]:
        rules = replace(rules, sale="none")
    deal, _ = start_deal(rules, tuple(cards(hand) for hand in trained["hands"]), trained["number"])
    return deal


def passing(trained: dict[str, Any], deal: Deal) -> Iterator[tuple[str, list[int]]]:
    """The inputs of each card passed."""
    chosen = [Card(code) for code in trained["early"]]
    for index, _ in enumerate(chosen):
        seat = index // 3
        passed = chosen[3 * seat : index]
        hand = [card for card in deal.own[seat].hand if card not in passed]
        yield str(index), inputs_of(view_of(deal, Seat(seat)), hand, passed=passed)


def exposing(trained: dict[str, Any], deal: Deal) -> Iterator[tuple[str, list[int]]]:
    """The inputs of each key card."""
    chosen = [Card(code) for code in trained["early"] if code]
    for index, key in enumerate(KEYS):
        seat = next(seat for seat, own in enumerate(deal.own) if key in own.hand)
        hand = deal.own[seat].hand
        exposed = [card for card in chosen if card in hand and card < key]
        view = view_of(deal, Seat(seat))
        yield str(index), inputs_of(view, hand, exposed=exposed, asked=key)


def in_play(trained: dict[str, Any], deal: Deal) -> Deal:
    chosen = [Card(code) for code in trained["early"] if code]
    for seat, own in enumerate(deal.own):
        if deal.public.phase is Phase.PASSING:
            deal, _ = apply(deal, Seat(seat), Pass(tuple(chosen[3 * seat : 3 * seat + 3])))
        elif deal.public.phase is Phase.EXPOSING:
            held = [card for card in chosen if card in own.hand]
            deal, _ = apply(deal, Seat(seat), Expose(dict.fromkeys(held, "open")))
    return deal


@pytest.mark.parametrize("trained", TRAINED, ids=lambda trained: str(trained["rules"]))
def test_they_are_those_of_training(trained: dict[str, Any]) -> None:
    deal = begun(trained)
    before = passing if deal.public.phase is Phase.PASSING else exposing
    compared = 0
    if trained["early"]:
        for index, inputs in before(trained, deal):
            if index in trained["early_inputs"]:
                assert sorted(inputs) == trained["early_inputs"][index], f"before play, {index}"
                compared += 1
    deal = in_play(trained, deal)
    for turn, card in enumerate(cards(trained["played"])):
        if str(turn) in trained["inputs"]:
            seat = deal.public.turn
            assert seat is not None
            view = view_of(deal, seat)
            assert view.own is not None
            inputs = inputs_of(view, view.own.hand)
            assert sorted(inputs) == trained["inputs"][str(turn)], f"card {turn}"
            compared += 1
        seat = deal.public.turn
        assert seat is not None
        deal, _ = apply(deal, seat, Play(card))
    assert compared == len(trained["early_inputs"]) + len(trained["inputs"])


@pytest.mark.parametrize("trained", TRAINED, ids=lambda trained: str(trained["rules"]))
def test_they_are_indices_of_rows(trained: dict[str, Any]) -> None:
    rows = HEARTS_INPUTS if trained["rules"].startswith("hearts") else GONGZHU_INPUTS
    assert all(0 <= row < rows for inputs in trained["inputs"].values() for row in inputs)
