"""Each kernel of the search called once, which compiles it."""

from gongzhu.bots.search.search import judge
from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, start_deal
from gongzhu.view import view_of


def run_everything() -> None:
    """Judge a choice between passes, which takes every kernel that is called from outside."""
    rules = PRESETS["hearts-denexa"].rules
    deal, _ = start_deal(rules, deal_hands(rules, ""), 0)
    judge(view_of(deal, Seat(0)), seed=0, iterations=1)
