"""The network of card values, by the plain functions: compiling them would take longer."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

LEARN = """
import json
import numpy as np
from gongzhu.bots.policy import policy_of
from gongzhu.bots.policy.features import features_of
from gongzhu.bots.policy.trick_state import trick_state_of
from gongzhu.packed.layout import EXPOSED, HANDS, SIZE, new_rng
from gongzhu.packed.rules import pack_rules
from gongzhu.packed.tricks import legal_cards, play_card, seat_to_play
from gongzhu.rules import PRESETS
from bench.packed.random_playouts import new_deck
from training.network.inputs import NOTHING, new_inputs, write_inputs
from training.network.learner import Learner, centred, integers
from training.network.play import card_value, hidden_units, new_scratch, sample_with_network
from training.network.samples import branch, deal, duel, new_samples

told = {}
for name in ("hearts-denexa", "gongzhu-pagat-partners", "gongzhu-pagat-5"):
    pig = -13.0 if name == "hearts-denexa" else 100.0
    preset = PRESETS[name].rules
    rules, policy = pack_rules(preset), policy_of(preset)
    rng, scratch, state = new_rng(5), new_scratch(), np.zeros(SIZE, np.int64)
    learner = Learner(1)
    network = integers(learner.average, 1.0, 0.0)
    deck = new_deck(rules)

    # What others hold and nobody has seen changes no input.
    same = True
    deal(rules, policy, 0, deck, state, rng)
    for _ in range(20):
        cards = legal_cards(rules, state)
        seat, found = seat_to_play(rules, state), []
        others = [other for other in range(rules.players) if other != seat]
        for turned in (others, others[1:] + others[:1]):
            held = state.copy()
            for other, before in zip(others, turned):
                shown = state[HANDS + other] & state[EXPOSED]
                held[HANDS + other] = shown | state[HANDS + before] & ~state[EXPOSED]
            trick, inputs = trick_state_of(rules, held), new_inputs()
            size = write_inputs(rules, held, features_of(rules, held, trick, cards), inputs)
            found.append(inputs[:size].tolist())
        same = same and found[0] == found[1] and len(set(found[0])) == len(found[0])
        play_card(rules, state, int(cards).bit_length() - 1)

    samples = new_samples(52)
    count = branch(rules, policy, network, 0, 0, pig, deck, rng, scratch, samples)
    rows = np.arange(count)
    legal = np.arange(samples.codes.shape[1]) < samples.legal[:count, None]
    wanted = centred(samples.returns[:count], legal)
    fits = [learner.learn(samples, rows, 2e-3) for _ in range(60)]

    # The integers say what the floats do.
    network = integers(learner.weights, 1.0, 20.0)
    weights, errors = learner.weights, []
    for row in range(count):
        size = samples.sizes[row]
        scratch.inputs[:size] = samples.inputs[row, :size]
        hidden_units(network, size, scratch)
        first = weights["rows"][samples.inputs[row, :size]].sum(0) + weights["first_bias"]
        first = np.maximum(first, first / 20)
        second = first @ weights["second"] + weights["second_bias"]
        second = np.maximum(second, second / 20)
        for code in samples.codes[row, : samples.legal[row]]:
            errors.append(card_value(network, scratch, code) - second @ weights["outputs"][:, code])

    # Both play a deal twice; without a say of the network they are one player.
    alike, apart = np.zeros(1), np.zeros(1)
    duel(rules, policy, integers(learner.weights, 1.0, 0.0), 0, deck, new_rng(3), scratch, alike)
    duel(rules, policy, integers(learner.weights, 0.0, 1e6), 0, deck, new_rng(3), scratch, apart)
    told[name] = {
        "same": same,
        "decisions": count,
        "filled": bool(((samples.inputs < NOTHING).sum(1) == samples.sizes).all()),
        "missed": [fit.missed for fit in fits[:: len(fits) - 1]],
        "variance": float((wanted**2).sum()),
        "errors": float(np.std(errors)),
        "gains": [float(alike[0]), float(apart[0])],
    }
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told() -> dict[str, dict[str, Any]]:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LEARN],
        env=environment,
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return found


GAMES = ("hearts-denexa", "gongzhu-pagat-partners", "gongzhu-pagat-5")


@pytest.mark.parametrize("game", GAMES)
def test_the_inputs_tell_no_more_than_a_seat_knows(
    told: dict[str, dict[str, Any]], game: str
) -> None:
    assert told[game]["same"]
    assert told[game]["filled"]


@pytest.mark.parametrize("game", GAMES)
def test_what_came_of_every_card_is_learned(told: dict[str, dict[str, Any]], game: str) -> None:
    first, last = told[game]["missed"]
    assert told[game]["decisions"] > 20
    assert first == pytest.approx(told[game]["variance"], rel=1e-5)
    assert last < 0.05 * first


@pytest.mark.parametrize("game", GAMES)
def test_the_network_in_integers_says_the_same(told: dict[str, dict[str, Any]], game: str) -> None:
    assert told[game]["errors"] < 0.02


@pytest.mark.parametrize("game", GAMES)
def test_only_what_the_network_says_sets_the_two_apart(
    told: dict[str, dict[str, Any]], game: str
) -> None:
    alike, _ = told[game]["gains"]
    assert alike == 0


def test_whoever_asks_the_network_plays_otherwise(told: dict[str, dict[str, Any]]) -> None:
    assert any(told[game]["gains"][1] for game in GAMES)
