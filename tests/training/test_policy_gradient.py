"""What learning adds up, told by the plain functions: compiling them would take longer."""

import json
import os
import subprocess
import sys

import pytest

LEARN = """
import json, sys
import numpy as np
from gongzhu.bots.policy.exposing import EXPOSE_SIZE
from gongzhu.bots.policy.kinds import SIZE
from training.policy_gradient import learn
from training.gradients import GRADIENT, SEEN, new_lesson
from gongzhu.bots.policy.passing import PASS_SIZE
from gongzhu.bots.policy.tables import Policy
from gongzhu.packed.layout import new_chance
from gongzhu.packed.packing import new_deck
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import PRESETS
told = {}
for name, steps in (("hearts-denexa", 1), ("gongzhu-boulder", 0), ("gongzhu-pagat-partners", 0)):
    rules = pack_rules(PRESETS[name].rules)
    policy = Policy(np.ones(SIZE), np.ones(PASS_SIZE), np.ones(EXPOSE_SIZE))
    for price in (0.0, 5.0):
        lesson = new_lesson(SIZE, PASS_SIZE, EXPOSE_SIZE)
        learn(rules, policy, steps, 1.0, price, new_deck(rules), new_chance(3), 1, lesson)
        told[f"{name} {price}"] = [
            (float(table[:, GRADIENT].sum()), float(np.abs(table[:, GRADIENT]).max()),
             float(table[:, SEEN].sum()))
            for table in (lesson.playing, lesson.passing, lesson.exposing)
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
