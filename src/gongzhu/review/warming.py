"""Compiles the kernels of reviews and forks by calling each once."""

from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.cards import Seat
from gongzhu.review.deal_review import DealReviewer
from gongzhu.review.fork import moment_at
from gongzhu.review.redraw import redrawn
from gongzhu.rules import PRESETS
from gongzhu.view import view_of

PRESET = "hearts-denexa"


def warm() -> None:
    """Compile every kernel that reviews and forks use, or load the compiled ones. It takes about a
    minute the first time, and about a second after that."""
    setup = SelfPlayConfig(
        rules=PRESETS[PRESET].rules, preset=PRESET, levels=("random",), seed="warm"
    )
    record = next(play_deals(setup))
    reviewer = DealReviewer(record, "")
    reviewer.outline()
    passed = reviewer.decision(0)
    assert passed is not None, "a pass is a decision"
    assert passed.lines, "cards that are passed by chance are a mistake"
    begun = moment_at(record, record.rules.players).deal
    redrawn(view_of(begun, Seat(0)), "")
