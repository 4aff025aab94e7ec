"""Compilation of the kernels of the search, by one call of each."""

from gongzhu.bots.search.search import analyse
from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, start_deal
from gongzhu.view import view_of


def run_everything() -> None:
    """Analyse a pass: that calls every kernel that Python code calls."""
    rules = PRESETS["hearts-denexa"].rules
    deal, _ = start_deal(rules, deal_hands(rules, ""), 0)
    analyse(view_of(deal, Seat(0)), seed=0, rollouts=1)
