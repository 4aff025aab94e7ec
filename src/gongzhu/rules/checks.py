"""Rule sets that cannot be played, refused: the one place that knows what goes with what."""

from collections.abc import Iterator

from msgspec import Struct

from gongzhu.cards import QUEEN_OF_DIAMONDS, Suit
from gongzhu.rules.facts import pack_of, point_cards
from gongzhu.rules.options import GongzhuRules, RuleSet
from gongzhu.texts import Lang, say


class RuleFault(Struct, frozen=True):
    """What is wrong with one option.

    `problem` is a message of the catalogue, `rules.fault.PROBLEM`, which may use the place
    `{allowed}` and those of `details`.
    """

    key: str
    value: str
    problem: str
    allowed: str = ""
    details: dict[str, str] = {}

    def text(self, lang: Lang = "en") -> str:
        """One line for people: the key, its value, what is wrong and what is allowed."""
        where = f"{self.key} = {self.value}" if self.value else self.key
        told = say(f"rules.fault.{self.problem}", lang, allowed=self.allowed, **self.details)
        return f"{where}: {told}"


class RuleError(ValueError):
    """A rule set, rule file or option that is refused; `faults` says all that is wrong."""

    def __init__(self, source: str, *faults: RuleFault) -> None:
        self.source = source
        self.faults = faults
        super().__init__(self.text())

    def text(self, lang: Lang = "en") -> str:
        """Every fault on a line of its own, each led by the file's or preset's name."""
        lead = f"{self.source}: " if self.source else ""
        return "\n".join(lead + fault.text(lang) for fault in self.faults)


def faults_of(rules: RuleSet) -> tuple[RuleFault, ...]:
    """The combinations without meaning in a rule set whose values are each allowed."""
    return (*_seating(rules), *_removal(rules), *_play(rules), *_scoring(rules))


def _seating(rules: RuleSet) -> Iterator[RuleFault]:
    if rules.partners != "none":
        if rules.family == "hearts":
            yield _fault("partners", rules.partners, "partners_in_hearts", "none")
        if rules.players != 4:
            yield _fault("partners", rules.partners, "partners_with_five", "none")
    if rules.players != 4 and "across" in rules.pass_cycle:
        yield _fault("pass_cycle", list(rules.pass_cycle), "across_with_five", "left, right, none")


def _removal(rules: RuleSet) -> Iterator[RuleFault]:
    value = [card.code for card in rules.removed]
    removed = set(rules.removed)
    if len(removed) < len(rules.removed):
        yield _fault("removed", value, "removed_twice")
    counting = [card.code for card in point_cards(rules) if card in removed]
    if counting:
        yield _fault("removed", value, "removed_point_card", cards=", ".join(counting))
    if isinstance(rules, GongzhuRules) and rules.queen_of_diamonds and QUEEN_OF_DIAMONDS in removed:
        yield _fault("removed", value, "removed_queen_of_diamonds")
    left = pack_of(rules)
    if len({card.suit for card in left}) < len(Suit):
        yield _fault("removed", value, "removed_whole_suit")
    if len(left) % rules.players:
        yield _fault("removed", value, "uneven", cards=str(len(left)), players=str(rules.players))


def _play(rules: RuleSet) -> Iterator[RuleFault]:
    if rules.sale != "none" and rules.family == "hearts":
        yield _fault("sale", rules.sale, "sale_in_hearts", "none")
    if rules.queen_breaks_hearts and not rules.hearts_must_be_broken:
        yield _fault("queen_breaks_hearts", True, "nothing_to_break", "false")


def _scoring(rules: RuleSet) -> Iterator[RuleFault]:
    if not isinstance(rules, GongzhuRules):
        return
    if rules.cancelled_doubler == "bonus-if-exposed":
        if rules.sale == "none":
            yield _fault("cancelled_doubler", rules.cancelled_doubler, "never_exposed", "nothing")
        if rules.lone_doubler == 0:
            yield _fault("cancelled_doubler", rules.cancelled_doubler, "no_bonus", "nothing")
    if rules.past_upper_limit == "loses" and not rules.upper_limit:
        yield _fault("past_upper_limit", rules.past_upper_limit, "no_upper_limit", "wins")


def _fault(key: str, value: object, problem: str, allowed: str = "", **details: str) -> RuleFault:
    return RuleFault(key, toml_value(value), problem, allowed, details)


def toml_value(value: object) -> str:
    """A value as it is written in a rule file."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(item) for item in value)}]"
    if isinstance(value, str):
        return f'"{value}"'
    return str(value)
