"""The options as data, derived from the fields of the rule sets: for rule files, help and forms."""

from functools import cache
from typing import Annotated, Any, Literal, assert_never, get_args, get_origin, get_type_hints

import msgspec

from gongzhu.cards import Card
from gongzhu.rules.conditions import MATTERS_WHERE, all_hold
from gongzhu.rules.faults import RuleFault, shown_value
from gongzhu.rules.options import Family, GongzhuRules, Group, HeartsRules, RuleSet
from gongzhu.texts import Lang, say

FORMS: dict[Family, type[GongzhuRules] | type[HeartsRules]] = {
    "gongzhu": GongzhuRules,
    "hearts": HeartsRules,
}


class Choice(msgspec.Struct, frozen=True):
    """An option with a few allowed words or numbers."""

    values: tuple[str | int, ...]


class Flag(msgspec.Struct, frozen=True):
    """An option that is true or false."""


class Whole(msgspec.Struct, frozen=True):
    """An option with a whole number from `least` to `most`, both included."""

    least: int
    most: int


class CardList(msgspec.Struct, frozen=True):
    """An option with a list of card codes."""


class ChoiceList(msgspec.Struct, frozen=True):
    """An option with a list of `least` to `most` words."""

    values: tuple[str, ...]
    least: int
    most: int


RuleValue = bool | int | str | tuple[str, ...]
"""The value of an option, as plain data."""

Form = Choice | Flag | Whole | CardList | ChoiceList


class Option(msgspec.Struct, frozen=True):
    """One option: its key, its group, and the values it takes."""

    key: str
    group: Group
    form: Form
    type: Any
    default: str | None = None
    """The value used if the option is left out; None if it is required."""

    def title(self, lang: Lang = "en") -> str:
        """The title of the option in a few words."""
        return say(f"rules.option.{self.key}.title", lang)

    def explain(self, value: object, lang: Lang = "en") -> str:
        """What this value of the option means, in one sentence."""
        key = f"rules.option.{self.key}"
        match self.form:
            case Choice():
                return say(f"{key}.{str(value).replace('-', '_')}", lang)
            case Flag():
                return say(f"{key}.{'yes' if value else 'no'}", lang)
            case Whole():
                shown = str(value).replace("-", "−")
                return say(f"{key}.set" if value else f"{key}.zero", lang, value=shown)
            case CardList():
                cards = say("rules.joint", lang).join(str(card) for card in _cards(value))
                return say(f"{key}.set" if cards else f"{key}.empty", lang, cards=cards)
            case ChoiceList():
                words = [say(f"{key}.{word}", lang) for word in _words(value)]
                if set(_words(value)) == {"none"}:
                    return say(f"{key}.never", lang)
                return say(f"{key}.set", lang, steps=say("rules.joint", lang).join(words))
            case _:
                assert_never(self.form)

    def fault(self, value: object) -> RuleFault | None:
        """Why `value` is not allowed for the option; None if it is."""
        try:
            msgspec.convert(value, self.type)
        except msgspec.ValidationError:
            shown = shown_value(value)
        else:
            return None
        match self.form:
            case Choice(values):
                allowed = ", ".join(shown_value(item) for item in values)
                return RuleFault(self.key, shown, "not_one_of", allowed)
            case Flag():
                return RuleFault(self.key, shown, "not_one_of", "true, false")
            case Whole(least, most):
                return RuleFault(
                    self.key, shown, "not_whole", details={"least": str(least), "most": str(most)}
                )
            case CardList():
                return RuleFault(self.key, shown, "not_cards")
            case ChoiceList(words, least, most):
                details = {"least": str(least), "most": str(most)}
                allowed = ", ".join(shown_value(word) for word in words)
                return RuleFault(self.key, shown, "not_list_of", allowed, details)
            case _:
                assert_never(self.form)


def _cards(value: object) -> tuple[Card, ...]:
    return msgspec.convert(value, tuple[Card, ...])


def _words(value: object) -> tuple[str, ...]:
    return msgspec.convert(value, tuple[str, ...])


@cache
def options_of(family: Family) -> dict[str, Option]:
    """The options of a family by key, in the order in which they are shown.

    >>> options_of("gongzhu")["lower_limit"].title("en")
    'Lower limit'
    """
    hints = get_type_hints(FORMS[family], include_extras=True)
    options = [_option(field, hints[field.name]) for field in msgspec.structs.fields(FORMS[family])]
    options.sort(key=lambda option: get_args(Group).index(option.group))
    return {option.key: option for option in options}


def is_fixed(family: Family, key: str) -> bool:
    """True if the option has only one allowed value in this game."""
    return any(
        condition.option == "family" and family not in condition.values
        for condition in MATTERS_WHERE.get(key, ())
    )


def matters(rules: RuleSet, key: str) -> bool:
    """True if the option makes a difference under these rules; if not, it is not explained."""
    return all_hold(MATTERS_WHERE.get(key, ()), rules)


def option_values(rules: RuleSet) -> dict[str, object]:
    """The options with their values, as plain data for records. Options added later are left out if
    they have their default value.

    >>> option_values(PRESETS["gongzhu-pagat"].rules)["lower_limit"]
    -1000
    """
    values: dict[str, object] = msgspec.to_builtins(rules)
    return {key: values[key] for key in ("family", *options_of(rules.family)) if key in values}


def all_option_values(rules: RuleSet) -> dict[str, object]:
    """Every option of the game with its value, in display order."""
    values = option_values(rules)
    options = options_of(rules.family)
    return {"family": rules.family} | {
        key: values.get(key, options[key].default) for key in options
    }


def _option(field: msgspec.structs.FieldInfo, hint: Any) -> Option:
    value_type, *notes = get_args(hint)
    limits = next((note for note in notes if isinstance(note, msgspec.Meta)), None)
    checked = Annotated[value_type, limits] if limits else value_type
    default = None if field.required else field.default
    return Option(field.name, notes[-1], _form(value_type, limits), checked, default)


def _form(value_type: Any, limits: msgspec.Meta | None) -> Form:
    if value_type is bool:
        return Flag()
    if get_origin(value_type) is Literal:
        return Choice(get_args(value_type))
    if value_type is int and limits:
        return Whole(int(limits.ge or 0), int(limits.le or 0))
    item = get_args(value_type)[0]
    if item is Card:
        return CardList()
    assert limits
    return ChoiceList(get_args(item), limits.min_length or 0, limits.max_length or 0)
