"""The options as data, derived from the type annotations of `RuleSet`, for rule files, help and
forms."""

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import groupby
from types import UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    Union,
    assert_never,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from gongzhu.cards import Card
from gongzhu.rules.card_values import SHORTHANDS, HeartValues
from gongzhu.rules.conditions import MATTERS_WHERE, all_hold
from gongzhu.rules.faults import RuleFault, shown_value
from gongzhu.rules.options import CARD_POINTS, NONE, Group, RuleSet
from gongzhu.texts import Lang, say


class Choice(msgspec.Struct, frozen=True):
    """Type of an option whose value is one of a few words."""

    values: tuple[str, ...]


class Flag(msgspec.Struct, frozen=True):
    """Type of an option that is True or False."""


class Whole(msgspec.Struct, frozen=True):
    """Type of an option whose value is a whole number from `least` to `most`, inclusive."""

    least: int
    most: int
    or_none: bool = False
    """True if the value may also be "none"."""


class OneCard(msgspec.Struct, frozen=True):
    """Type of an option whose value is a card code or "none"."""


class CardList(msgspec.Struct, frozen=True):
    """Type of an option whose value is a list of card codes."""

    or_all: bool = False
    """True if the value may also be "all"."""


class ChoiceList(msgspec.Struct, frozen=True):
    """Type of an option whose value is a list of `least` to `most` of the words in `values`. Words
    may recur."""

    values: tuple[str, ...]
    least: int
    most: int


class PointTable(msgspec.Struct, frozen=True):
    """Type of the option `points`: a table from card codes to whole numbers between -`most` and
    `most`, or "none" for a card that does not count."""

    most: int


class Pairs(msgspec.Struct, frozen=True):
    """Type of an option whose value is a list of at most `most` pairs of whole numbers."""

    most: int


RuleValue = bool | int | str | dict[str, int | str] | tuple[str | tuple[int, int], ...]
"""The value of an option as plain data: what JSON can hold, with tuples for lists."""

_SIGNED = ("lone_doubler", "pig", "sheep")
"""Keys of the options whose number is what a card counts, and is shown with its sign."""

Form = Choice | Flag | Whole | OneCard | CardList | ChoiceList | PointTable | Pairs


class Option(msgspec.Struct, frozen=True):
    """One option of a rule set or rule file. `form` is the kind of value that it takes, and `type`
    the annotated Python type against which `fault` checks a value."""

    key: str
    group: Group
    form: Form
    type: Any

    def title(self, lang: Lang = "en") -> str:
        """The title of the option in the language `lang`, a few words."""
        return say(f"rules.option.{self.key}.title", lang)

    def explain(self, value: object, lang: Lang = "en") -> str:
        """One sentence on what this value of the option means. `value` must be valid plain data."""
        key = f"rules.option.{self.key}"
        if value == NONE and not isinstance(self.form, Choice):
            return say(f"{key}.none", lang)
        match self.form:
            case Choice():
                return say(f"{key}.{str(value).replace('-', '_')}", lang)
            case Flag():
                return say(f"{key}.{'yes' if value else 'no'}", lang)
            case Whole():
                shown = signed(int(str(value))) if self.key in _SIGNED else _number(value)
                return say(f"{key}.set", lang, value=shown)
            case OneCard():
                return say(f"{key}.set", lang, card=str(_cards([value])[0]))
            case CardList():
                if value == "all":
                    return say(f"{key}.all", lang)
                cards = say("rules.joint", lang).join(str(card) for card in _cards(value))
                return say(f"{key}.set" if cards else f"{key}.empty", lang, cards=cards)
            case ChoiceList():
                return self._steps(value, lang)
            case PointTable():
                return say(f"{key}.set", lang, values=value_texts(value, lang))
            case Pairs():
                pairs = say("rules.joint", lang).join(
                    say(f"{key}.pair", lang, before=_number(before), after=_number(after))
                    for before, after in _pairs(value)
                )
                return say(f"{key}.set" if pairs else f"{key}.empty", lang, pairs=pairs)
            case _:
                assert_never(self.form)

    def _steps(self, value: object, lang: Lang) -> str:
        key = f"rules.option.{self.key}"
        words = msgspec.convert(value, tuple[str, ...])
        if set(words) == {"none"}:
            return say(f"{key}.never", lang)
        steps = [say(f"{key}.{word.replace('-', '_')}", lang) for word in words]
        return say(f"{key}.set", lang, steps=say("rules.joint", lang).join(steps))

    def from_plain(self, value: object) -> object:
        """The value as `RuleSet` stores it, from plain data: for an option of one card, "none"
        becomes None. Not to be used for `points`."""
        return None if value == NONE and isinstance(self.form, OneCard) else value

    def fault(self, value: object) -> RuleFault | None:
        """The fault if `value` (plain data) is not allowed for the option, or None if it is
        allowed."""
        if value is not None:
            with suppress(msgspec.ValidationError):
                msgspec.convert(self.from_plain(value), self.type)
                return None
        shown = shown_value(value)
        match self.form:
            case Choice(values):
                allowed = ", ".join(shown_value(item) for item in values)
                return RuleFault(self.key, shown, "not_one_of", allowed)
            case Flag():
                return RuleFault(self.key, shown, "not_one_of", "true, false")
            case Whole(least, most, or_none):
                problem = "not_whole_or_none" if or_none else "not_whole"
                details = {"least": str(least), "most": str(most)}
                return RuleFault(self.key, shown, problem, details=details)
            case OneCard():
                return RuleFault(self.key, shown, "not_card")
            case CardList(or_all):
                return RuleFault(self.key, shown, "not_cards_or_all" if or_all else "not_cards")
            case ChoiceList(words, least, most):
                details = {"least": str(least), "most": str(most)}
                allowed = ", ".join(shown_value(word) for word in words)
                return RuleFault(self.key, shown, "not_list_of", allowed, details)
            case PointTable(most):
                return RuleFault(self.key, shown, "not_points", details={"most": str(most)})
            case Pairs(most):
                return RuleFault(self.key, shown, "not_pairs", details={"most": str(most)})
            case _:
                assert_never(self.form)


def value_texts(value: object, lang: Lang) -> str:
    """The table of point cards in words, with cards of the same value together, such as `Q♠ −100,
    J♦ +100, 2♥–4♥ nothing`. The greatest absolute value comes first. `value` maps card codes to
    points or "none"."""
    table = msgspec.convert(value, dict[Card, int | Literal["none"]])
    by_points: dict[int | str, list[Card]] = {}
    for card in sorted(table):
        by_points.setdefault(table[card], []).append(card)
    order = sorted(
        by_points, key=lambda points: (1, 0) if isinstance(points, str) else (-abs(points), points)
    )
    texts = []
    for points in order:
        cards = by_points[points]
        kind = (
            points
            if points == NONE
            else "nothing"
            if not points
            else "each"
            if cards[1:]
            else "one"
        )
        shown = points if isinstance(points, str) else signed(points)
        joined = " ".join(_runs(cards))
        texts.append(say(f"rules.option.points.{kind}", lang, cards=joined, points=shown))
    return say("rules.joint", lang).join(texts)


def _runs(cards: list[Card]) -> Iterator[str]:
    """Yields the sorted cards as text, three or more consecutive cards of a suit as a range:
    `2♥–5♥`."""
    runs = groupby(
        enumerate(cards), key=lambda item: item[1].index - item[0] + 100 * item[1].suit.order
    )
    for _, run in runs:
        row = [str(card) for _, card in run]
        if len(row) > 2:
            yield f"{row[0]}–{row[-1]}"
        else:
            yield from row


def signed(points: int) -> str:
    """A number of points with its sign and a typographic minus: `+50`, `−100`, `0`."""
    return f"+{points}" if points > 0 else _number(points)


def _number(value: object) -> str:
    return str(value).replace("-", "−")


def _cards(value: object) -> tuple[Card, ...]:
    return msgspec.convert(value, tuple[Card, ...])


def _pairs(value: object) -> tuple[tuple[int, int], ...]:
    return msgspec.convert(value, tuple[tuple[int, int], ...])


@cache
def options_of() -> dict[str, Option]:
    """The options of a rule set by key, in the order in which they are shown (without `family`).

    >>> options_of()["lower_limit"].title("en")
    'Lower limit'
    """
    hints = get_type_hints(RuleSet, include_extras=True)
    options = [
        _option(field.name, hints[field.name])
        for field in msgspec.structs.fields(RuleSet)
        if field.name != "family"
    ]
    options.sort(key=lambda option: get_args(Group).index(option.group))
    return {option.key: option for option in options}


@cache
def shorthand_options() -> dict[str, Option]:
    """The shorthand options for card values, by key, only rule files have them."""
    limits = msgspec.Meta(ge=-CARD_POINTS, le=CARD_POINTS)
    types: dict[str, Any] = {"heart_values": HeartValues, "omnibus": bool}
    hints = {
        key: Annotated[types[key], "scoring"] if key in types else Annotated[int, limits, "scoring"]
        for key in SHORTHANDS
    }
    return {key: _option(key, hint) for key, hint in hints.items()}


def matters(rules: RuleSet, key: str) -> bool:
    """True if the option makes a difference under these rules (see MATTERS_WHERE)."""
    return all_hold(MATTERS_WHERE.get(key, ()), rules)


def option_values(rules: RuleSet) -> dict[str, RuleValue]:
    """All option values of a rule set as plain data, `family` first, then in the order of
    `options_of`.

    >>> option_values(PRESETS["gongzhu-pagat"].rules)["lower_limit"]
    -1000
    """
    values: dict[str, Any] = msgspec.to_builtins(rules)
    values["points"] = dict(values["points"])
    return {key: NONE if values[key] is None else values[key] for key in ("family", *options_of())}


def _option(key: str, hint: Any) -> Option:
    value_type, *notes = get_args(hint)
    limits = next((note for note in notes if isinstance(note, msgspec.Meta)), None)
    checked = Annotated[value_type, limits] if limits else value_type
    if key == "points":
        number = Annotated[int, msgspec.Meta(ge=-CARD_POINTS, le=CARD_POINTS)]
        checked = dict[Card, number | Literal["none"]]
        return Option(key, notes[-1], PointTable(CARD_POINTS), checked)
    return Option(key, notes[-1], _form(value_type, limits), checked)


def _form(value_type: Any, limits: msgspec.Meta | None) -> Form:
    if value_type is bool:
        return Flag()
    origin, items = get_origin(value_type), get_args(value_type)
    if origin is Literal:
        return Choice(items)
    if origin in (Union, UnionType):
        if items[0] is Card:
            return OneCard()
        if get_origin(items[0]) is tuple:
            return CardList(or_all=True)
        _, limits = get_args(items[0])
        assert isinstance(limits, msgspec.Meta)
        return Whole(int(limits.ge or 0), int(limits.le or 0), or_none=True)
    if value_type is int and limits:
        return Whole(int(limits.ge or 0), int(limits.le or 0))
    if items[0] is Card:
        return CardList()
    assert limits
    if get_origin(items[0]) is tuple:
        return Pairs(limits.max_length or 0)
    return ChoiceList(get_args(items[0]), limits.min_length or 0, limits.max_length or 0)
