"""Compiles the kernels of the search by calling each once."""

from random import Random

from gongzhu.bots.search.network_bot import NetworkBot
from gongzhu.bots.search.search import analyse
from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, start_deal
from gongzhu.view import view_of


def run_everything() -> None:
    """Analyse a pass, and let the network choose one, which calls every kernel that Python code
    uses."""
    rules = PRESETS["hearts-denexa"].rules
    deal, _ = start_deal(rules, deal_hands(rules, ""), 0)
    view = view_of(deal, Seat(0))
    analyse(view, seed=0, rollouts=1)
    NetworkBot().choose(view, Random(0), 0)
