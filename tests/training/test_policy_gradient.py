"""What learning adds up, told by the plain functions: compiling them would take longer."""

import json
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.rest

LEARN = """
import json, sys
import numpy as np
from gongzhu.bots.policy.exposure_policy import EXPOSURE_SIZE
from gongzhu.bots.policy.feature_indices import PLAY_SIZE
from training.policy_gradient import accumulate_policy_gradient
from gongzhu.bots.policy.gradients import FISHER, GRADIENT, new_gradient_sums
from gongzhu.bots.policy.pass_policy import PASS_SIZE
from gongzhu.bots.policy.weights import Policy
from gongzhu.packed.layout import new_rng
from bench.packed.random_playouts import new_deck
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import PRESETS
told = {}
for name, steps in (("hearts-denexa", 1), ("gongzhu-boulder", 0), ("gongzhu-pagat-partners", 0)):
    rules = pack_rules(PRESETS[name].rules)
    policy = Policy(np.ones(PLAY_SIZE), np.ones(PASS_SIZE), np.ones(EXPOSURE_SIZE))
    for bonus in (0.0, 5.0):
        sums = new_gradient_sums(PLAY_SIZE, PASS_SIZE, EXPOSURE_SIZE)
        accumulate_policy_gradient(
            rules, policy, steps, 1.0, bonus, new_deck(rules), new_rng(3), 1, sums)
        told[f"{name} {bonus}"] = [
            (float(table[:, GRADIENT].sum()), float(np.abs(table[:, GRADIENT]).max()),
             float(table[:, FISHER].sum()))
            for table in (sums.playing, sums.passing, sums.exposing)
        ]
print(json.dumps(told))
"""


def test_what_one_card_gains_in_likelihood_others_lose() -> None:
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", LEARN]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True)
    told = json.loads(done.stdout)
    for name, tables in told.items():
        playing, passing, exposing = tables
        for total, greatest, _ in tables:
            assert abs(total) <= 1e-3 * (1 + greatest)
        assert playing[2] > 0
        assert (passing[2] > 0) == ("hearts" in name)
        assert (exposing[2] > 0) == ("gongzhu" in name)
    # Where all chances are even, evening them out changes nothing.
    even = told["hearts-denexa 0.0"], told["hearts-denexa 5.0"]
    assert even[1][0] == pytest.approx(even[0][0], abs=1e-2)
