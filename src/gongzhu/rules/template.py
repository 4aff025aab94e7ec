"""Writes a rule file with every option explained, for a user to edit."""

from collections.abc import Iterator, Sequence
from typing import assert_never, get_args

from gongzhu.rules.card_values import written_points
from gongzhu.rules.facts import values_of
from gongzhu.rules.faults import toml_value
from gongzhu.rules.loading import NamedRules
from gongzhu.rules.option_table import (
    CardList,
    Choice,
    ChoiceList,
    Flag,
    OneCard,
    Option,
    Pairs,
    PointTable,
    Whole,
    option_values,
    options_of,
    shorthand_options,
)
from gongzhu.rules.options import Group, RuleSet
from gongzhu.rules.presets import PRESETS
from gongzhu.texts import Lang, say, wrap

_WIDTH = 80
"""Width of comments in columns."""


def rule_file(named: NamedRules, lang: Lang = "en") -> str:
    """The text of a rule file that has exactly these rules, with comments in the language `lang`.

    The comment above each option explains the option and each of its values.

    >>> named = load_rules("gongzhu-hwa")
    >>> parse_rules(rule_file(named)).rules == named.rules
    True
    """
    return "\n".join(_lines(named, lang)) + "\n"


def _lines(named: NamedRules, lang: Lang) -> Iterator[str]:
    rules = named.rules
    yield from _comment(say("rules.template.about", lang))
    yield f"name = {toml_value(named.name)}"
    yield f"preset = {toml_value(named.base)}"
    values: dict[str, object] = {**option_values(rules)}
    points = written_points(rules, values_of(PRESETS[named.base].rules))
    for group in get_args(Group):
        yield from ("", "", *_comment(f"[ {say(f'rules.group.{group}', lang)} ]"))
        for key, option in options_of().items():
            if option.group != group:
                continue
            written = points if key == "points" else {key: values[key]}
            for name, value in written.items():
                known = option if name == key else shorthand_options()[name]
                yield from ("", *_comment(f"{known.title(lang)}:"))
                yield from _meaning(known, value, rules, lang)
                yield f"{name} = {toml_value(value)}"


def _meaning(option: Option, value: object, rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Yields the comment lines with the allowed values of an option and what each means."""
    match option.form:
        case Choice(choices):
            yield from _each(option, choices, lang)
        case Flag():
            yield from _each(option, (True, False), lang)
        case PointTable():
            yield from _comment(allowed_values(option.form, lang), "  ")
        case _:
            yield from _comment(allowed_values(option.form, lang), "  ")
            yield from _each(option, _kinds(option, value, rules), lang)


def _kinds(option: Option, value: object, rules: RuleSet) -> list[object]:
    """The values of an option to explain as examples: the present value, or for `pass_cycle` two
    values, "none" and a cycle with passing."""
    if option.key != "pass_cycle":
        return [value]
    across = [] if rules.players % 2 else ["across"]
    usual = ["left", "right", *across, "none"]
    return [["none"], usual if value == ("none",) else value]


def _each(option: Option, choices: Sequence[object], lang: Lang) -> Iterator[str]:
    column = max(len(toml_value(choice)) for choice in choices) + 4
    for choice in choices:
        yield from _comment(option.explain(choice, lang), f"  {toml_value(choice)}".ljust(column))


def allowed_values(
    form: Whole | OneCard | CardList | ChoiceList | PointTable | Pairs, lang: Lang
) -> str:
    """A text in the language `lang` on what may be written for an option with too many values to
    list."""
    match form:
        case Whole(least, most, or_none):
            key = "whole_or_none" if or_none else "whole"
            return say(f"rules.template.{key}", lang, least=least, most=most)
        case OneCard():
            return say("rules.template.card", lang)
        case CardList(or_all):
            return say(f"rules.template.{'cards_or_all' if or_all else 'cards'}", lang)
        case ChoiceList(words, least, most):
            allowed = ", ".join(toml_value(word) for word in words)
            return say("rules.template.words", lang, least=least, most=most, allowed=allowed)
        case Pairs(most):
            return say("rules.template.pairs", lang, most=most)
        case PointTable(most):
            return say("rules.template.points", lang, most=most)
        case _:
            assert_never(form)


def _comment(text: str, lead: str = "") -> Iterator[str]:
    """Yields `text` as comment lines. The first begins with `lead`, and the others are indented as
    far."""
    for line in wrap(text, _WIDTH - 2 - len(lead)):
        yield f"# {lead}{line}"
        lead = " " * len(lead)
