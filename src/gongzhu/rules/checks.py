"""Checks a rule set for combinations of options that cannot be played."""

from collections.abc import Iterator

from msgspec import to_builtins

from gongzhu.cards import QUEEN_OF_DIAMONDS, Suit
from gongzhu.rules.conditions import CONFLICTS, all_hold
from gongzhu.rules.facts import pack_of, point_cards
from gongzhu.rules.faults import RuleFault, shown_value
from gongzhu.rules.options import GongzhuRules, RuleSet


def faults_of(rules: RuleSet) -> tuple[RuleFault, ...]:
    """The meaningless combinations of options in a rule set whose single values are all allowed."""
    conflicts = (
        _fault(rules, conflict.key, conflict.problem, *conflict.allowed, others=conflict.others)
        for conflict in CONFLICTS
        if all_hold(conflict.where, rules)
    )
    return (*conflicts, *_removal(rules))


def _removal(rules: RuleSet) -> Iterator[RuleFault]:
    removed = set(rules.removed)
    if len(removed) < len(rules.removed):
        yield _fault(rules, "removed", "removed_twice")
    counting = [card.code for card in point_cards(rules) if card in removed]
    if counting:
        others = ("omnibus",) if rules.family == "hearts" else ()
        cards = ", ".join(counting)
        yield _fault(rules, "removed", "removed_point_card", others=others, cards=cards)
    if isinstance(rules, GongzhuRules) and rules.queen_of_diamonds and QUEEN_OF_DIAMONDS in removed:
        others = ("queen_of_diamonds",)
        yield _fault(rules, "removed", "removed_queen_of_diamonds", others=others)
    left = pack_of(rules)
    if len({card.suit for card in left}) < len(Suit):
        yield _fault(rules, "removed", "removed_whole_suit")
    if len(left) % rules.players:
        details = {"cards": str(len(left)), "players": str(rules.players)}
        yield _fault(rules, "removed", "uneven", others=("players",), **details)


def _fault(
    rules: RuleSet,
    key: str,
    problem: str,
    *allowed: str | bool,
    others: tuple[str, ...] = (),
    **details: str,
) -> RuleFault:
    value = to_builtins(getattr(rules, key))
    words = ", ".join(shown_value(word) for word in allowed)
    return RuleFault(key, shown_value(value), problem, words, details, others)
