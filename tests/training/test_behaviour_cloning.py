"""What deals of others teach, told by the plain functions: compiling them would take longer."""

import json
import os
import subprocess
import sys
from itertools import islice
from math import log

import pytest

from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.records import DealRecord, replay, write_jsonl
from gongzhu.rules import PRESETS, Phase
from gongzhu.view import view_of

pytestmark = pytest.mark.rest

OBSERVE = """
import json, sys
from gongzhu.bots.cloning import PARTS, CloneTrainer, DealSet, demonstrations_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.records import read_jsonl
records = list(read_jsonl(sys.stdin))
rules = packed_rules(records[0].rules)
trainer = CloneTrainer([DealSet(rules, demonstrations_of(records))])
told = [trainer.accumulate(PARTS - 1)]
for _ in range(3):
    trainer.train_epoch(0.0)
    told.append(trainer.accumulate(PARTS - 1))
print(json.dumps(told))
"""
RULES = ["hearts-denexa", "gongzhu-pagat-partners"]


def even_chances(record: DealRecord) -> list[float]:
    """For each card played, where there was a choice, the logarithm of its chance among all that
    might have been."""
    found = []
    for deal, _ in replay(record):
        if deal.public.phase is Phase.PLAYING and deal.public.turn is not None:
            cards = view_of(deal, deal.public.turn).playable()
            found += [-log(len(cards))] if len(cards) > 1 else []
    return found


@pytest.mark.parametrize("name", RULES)
def test_what_was_done_becomes_likelier_with_deals_that_were_not_studied(name: str) -> None:
    setup = SelfPlayConfig(
        rules=PRESETS[name].rules, preset=name, levels=("steady", "novice"), seed="1"
    )
    records = list(islice(play_deals(setup), 30))
    done = subprocess.run(
        [sys.executable, "-c", OBSERVE],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        input="".join(write_jsonl(records)),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    before, *after = json.loads(done.stdout)
    last = [chance for record in records[-3:] for chance in even_chances(record)]
    assert before == pytest.approx(sum(last) / len(last))
    assert before < after[0] < after[1] < after[2]
