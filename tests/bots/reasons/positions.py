"""Views of a seat, and choices that it might have there, for reasons to be found."""

from gongzhu.cards import PIG, Card, Seat
from gongzhu.dealing import deal_hands
from gongzhu.rules import PRESETS, Game, RuleSet, sides
from gongzhu.view import View, view_of
from tests.support.analyses import chances, choice

GONGZHU = PRESETS["gongzhu-pagat"].rules
PARTNERS = PRESETS["gongzhu-pagat-partners"].rules
HEARTS = PRESETS["hearts-denexa"].rules
ME = Seat(0)
SPADES = [Card("9S"), Card("KS"), Card("7S")]
PIG_APART = (
    choice(SPADES[0], 3, captures={PIG: chances(0.04, 0.4)}),
    choice(SPADES[1], -24, captures={PIG: chances(0.31, 0.3)}),
)


def seen(rules: RuleSet = GONGZHU) -> View:
    """The view of seat 0 at the beginning of a deal."""
    game = Game(rules, (0,) * len(sides(rules)))
    deal, _ = game.deal(deal_hands(rules, "reasons"))
    return view_of(deal, ME)
