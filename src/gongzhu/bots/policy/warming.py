"""Each kernel of the policy called once, which compiles it."""

from gongzhu.bots.policy.exposing import chance_of_exposures, choose_exposures
from gongzhu.bots.policy.passing import chance_of_pass, choose_pass
from gongzhu.bots.policy.playing import chance_of, choose_card, play_on
from gongzhu.bots.policy.tables import policy_of
from gongzhu.packed.beginning import begin
from gongzhu.packed.layout import HANDS, NOBODY, new_chance, new_state
from gongzhu.packed.packing import new_deck
from gongzhu.packed.playout import deal_at_random
from gongzhu.packed.rules import pack_rules
from gongzhu.rules import PRESETS


def run_everything() -> None:
    """Play a deal by every kernel that may be called from outside."""
    rules = PRESETS["gongzhu-denexa"].rules
    packed, policy = pack_rules(rules), policy_of(rules)
    state, chance = new_state(), new_chance(0)
    deal_at_random(packed, state, new_deck(packed), chance)
    begin(packed, state, NOBODY)
    hand = int(state[HANDS])
    chance_of_pass(packed, policy, hand, 1, int(choose_pass(packed, policy, hand, 1, chance)))
    choose_exposures(packed, policy, hand, chance)
    chance_of_exposures(packed, policy, hand, 0)
    chance_of(packed, policy, state, choose_card(packed, policy, state, chance))
    play_on(packed, policy, state, chance)
