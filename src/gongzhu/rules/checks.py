"""Rule sets that cannot be played, refused: the one place that knows what goes with what."""

from collections.abc import Iterator

from msgspec import to_builtins

from gongzhu.cards import QUEEN_OF_DIAMONDS, Suit
from gongzhu.rules.facts import pack_of, point_cards
from gongzhu.rules.faults import RuleFault, toml_value
from gongzhu.rules.options import GongzhuRules, RuleSet


def faults_of(rules: RuleSet) -> tuple[RuleFault, ...]:
    """The combinations without meaning in a rule set whose values are each allowed."""
    return (*_seating(rules), *_removal(rules), *_play(rules), *_scoring(rules))


def _seating(rules: RuleSet) -> Iterator[RuleFault]:
    if rules.partners != "none":
        if rules.family == "hearts":
            yield _fault(rules, "partners", "partners_in_hearts", "none")
        elif rules.players != 4:
            yield _fault(rules, "partners", "partners_with_five", "none", others=("players",))
    if rules.players != 4 and "across" in rules.pass_cycle:
        allowed = ("left", "right", "none")
        yield _fault(rules, "pass_cycle", "across_with_five", *allowed, others=("players",))


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


def _play(rules: RuleSet) -> Iterator[RuleFault]:
    if rules.sale != "none" and rules.family == "hearts":
        yield _fault(rules, "sale", "sale_in_hearts", "none")
    if rules.queen_breaks_hearts and not rules.hearts_must_be_broken:
        others = ("hearts_must_be_broken",)
        yield _fault(rules, "queen_breaks_hearts", "nothing_to_break", False, others=others)


def _scoring(rules: RuleSet) -> Iterator[RuleFault]:
    if not isinstance(rules, GongzhuRules):
        return
    if rules.cancelled_doubler == "bonus-if-exposed":
        if rules.sale == "none":
            yield _fault(rules, "cancelled_doubler", "never_exposed", "nothing", others=("sale",))
        if rules.lone_doubler == 0:
            others = ("lone_doubler",)
            yield _fault(rules, "cancelled_doubler", "no_bonus", "nothing", others=others)
    if rules.past_upper_limit == "loses" and not rules.upper_limit:
        yield _fault(rules, "past_upper_limit", "no_upper_limit", "wins", others=("upper_limit",))


def _fault(
    rules: RuleSet,
    key: str,
    problem: str,
    *allowed: str | bool,
    others: tuple[str, ...] = (),
    **details: str,
) -> RuleFault:
    value = to_builtins(getattr(rules, key))
    words = ", ".join(toml_value(word) for word in allowed)
    return RuleFault(key, toml_value(value), problem, words, details, others)
