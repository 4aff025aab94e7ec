"""The kernels of reviews and forks are compiled before anybody waits for them."""

import subprocess
import sys

import pytest

pytestmark = pytest.mark.rest

PROGRAM = """
import sys
from gongzhu.bots import warm
from gongzhu.records import transitions
from gongzhu import review
from gongzhu.review.deal_review import DealReviewer
from gongzhu.review.fork import fork_point_at
from gongzhu.review.redraw import redrawn
from gongzhu.view import view_of
from tests.support.recorded import some_records

def compiled():
    return {
        (module, name, str(signature))
        for module, found in list(sys.modules.items())
        if module.startswith("gongzhu.")
        for name, value in vars(found).items()
        for signature in getattr(value, "nopython_signatures", ())
    }

warm()
review.warm()
before = compiled()
for preset in ("gongzhu-boulder", "gongzhu-pagat-partners", "hearts-choice"):
    record = some_records(preset)[0]
    reviewer = DealReviewer(record, "")
    plies = reviewer.outline().plies
    for ply in {plies[0], plies[len(plies) // 2]}:
        reviewer.decision(ply)
    point = fork_point_at(record, 14)
    redrawn(view_of(point.deal, point.deal.public.turn), "")
print(len(before), *(compiled() - before))
"""


def test_nothing_is_compiled_after_warming() -> None:
    found = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, check=True)
    count, *late = found.stdout.decode().split(" ")
    assert int(count) > 10
    assert not late
