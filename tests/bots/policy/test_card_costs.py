"""What the tables are told about cards that cost more or less than where they were learned."""

import numpy as np
import pytest

from gongzhu.bots.policy import Policy, card_probability, policy_of
from gongzhu.bots.policy.card_costs import costs_in_passing, costs_of
from gongzhu.bots.worlds.possible_hands import packed_rules
from gongzhu.cards import Card
from gongzhu.packed.beginning import begin
from gongzhu.packed.boards import board_of, card_of_code, code_of_card
from gongzhu.packed.layout import HANDS, new_state
from gongzhu.packed.tricks import play_card
from gongzhu.rules import RuleSet, load_rules, parse_rules
from tests.support.rulesets import PRESET_RULES


def dearer(rules: RuleSet) -> dict[str, bool]:
    """The cards of other costs than usual: true for those that cost more."""
    return {card_of_code(code).code: more > 0 for code, more in costs_of(rules)}


@pytest.mark.parametrize("name", PRESET_RULES)
def test_the_presets_are_played_as_they_were_learned(name: str) -> None:
    rules = PRESET_RULES[name]
    assert costs_of(rules) == ()
    assert set(rules.pass_cycle) == {"none"} or costs_in_passing(rules) == ()


def test_other_cards_that_count_are_known_by_what_they_cost() -> None:
    assert dearer(load_rules("examples/black-maria.toml").rules) == {"KS": True, "AS": True}
    assert dearer(load_rules("examples/ten-of-diamonds.toml").rules) == {"TD": False}
    no_pig = 'preset = "hearts-denexa"\n[points]\nQS = "none"\nQC = 13\n'
    assert dearer(parse_rules(no_pig).rules) == {"QC": True}


def chance_to_discard(rules: RuleSet, policy: Policy, card: Card) -> float:
    """The probability that a seat without diamonds throws the card, of its twelve cards."""
    packed, state = packed_rules(rules), new_state()
    diamonds = [each for each in Card if each.suit.value == "D"]
    hand = [card, *[each for each in Card if each.suit.value == "C" and each is not card][:11]]
    rest = [each for each in Card if each not in (*hand, *diamonds)]
    hands = [diamonds, hand, rest[:13], rest[13:26]]
    for seat, cards in enumerate(hands):
        state[HANDS + seat] = board_of(cards)
    begin(packed, state, 0)
    play_card(packed, state, code_of_card(diamonds[-1]))
    return card_probability(packed, policy, state, code_of_card(card))


def test_a_dear_card_is_thrown_and_a_good_one_is_kept() -> None:
    plain = parse_rules('preset = "hearts-denexa"\nfirst_trick_points = true').rules
    usual = chance_to_discard(plain, policy_of(plain), Card.QUEEN_OF_CLUBS)
    dear, good = (
        parse_rules(
            f'preset = "hearts-denexa"\nfirst_trick_points = true\n[points]\nQC = {points}'
        ).rules
        for points in (13, -13)
    )
    assert chance_to_discard(dear, policy_of(dear), Card.QUEEN_OF_CLUBS) > 2 * usual
    assert chance_to_discard(good, policy_of(good), Card.QUEEN_OF_CLUBS) < usual / 2
    assert np.isfinite(policy_of(dear).playing).all()
