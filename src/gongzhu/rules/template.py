"""Writes a rule file with every option explained, for the user to edit."""

from collections.abc import Iterator, Sequence
from typing import assert_never, get_args

from gongzhu.rules.faults import toml_value
from gongzhu.rules.loading import NamedRules
from gongzhu.rules.option_table import (
    CardList,
    Choice,
    ChoiceList,
    Flag,
    Option,
    Whole,
    all_option_values,
    is_fixed,
    options_of,
)
from gongzhu.rules.options import Group, RuleSet
from gongzhu.texts import Lang, say, wrap

_WIDTH = 80
"""Width of comments in columns."""


def rule_file(named: NamedRules, lang: Lang = "en") -> str:
    """The text of a rule file with exactly these rules.

    Comments above each option explain what it is about and what each of its values means.

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
    values = all_option_values(rules)
    for group in get_args(Group):
        options = [
            option
            for option in options_of(rules.family).values()
            if option.group == group and not is_fixed(rules.family, option.key)
        ]
        if options:
            yield from ("", "", *_comment(f"[ {say(f'rules.group.{group}', lang)} ]"))
        for option in options:
            yield from ("", *_comment(f"{option.title(lang)}:"))
            yield from _meaning(option, values[option.key], rules, lang)
            yield f"{option.key} = {toml_value(values[option.key])}"


def _meaning(option: Option, value: object, rules: RuleSet, lang: Lang) -> Iterator[str]:
    """Comment lines with the allowed values of an option and what each of them means."""
    match option.form:
        case Choice(choices):
            yield from _each(option, choices, lang)
        case Flag():
            yield from _each(option, (True, False), lang)
        case CardList():
            yield from _comment(_allowed(option.form, lang), "  ")
            yield from _comment(option.explain(value, lang), "  ")
        case Whole() | ChoiceList():
            yield from _comment(_allowed(option.form, lang), "  ")
            yield from _each(option, _kinds(option.key, value, rules), lang)
        case _:
            assert_never(option.form)


def _kinds(key: str, value: object, rules: RuleSet) -> list[object]:
    """The values to show as examples: for a limit or cycle that may be absent, the value for none
    and one that means something; otherwise only the value itself."""
    across = ["across"] if rules.players == 4 else []
    kinds: dict[str, tuple[object, object]] = {
        "upper_limit": (0, 1000),
        "pass_cycle": (["none"], ["left", "right", *across, "none"]),
    }
    if key not in kinds:
        return [value]
    nothing, usual = kinds[key]
    return [nothing, usual if value in (nothing, ("none",)) else value]


def _each(option: Option, choices: Sequence[object], lang: Lang) -> Iterator[str]:
    column = max(len(toml_value(choice)) for choice in choices) + 4
    for choice in choices:
        yield from _comment(option.explain(choice, lang), f"  {toml_value(choice)}".ljust(column))


def _allowed(form: Whole | CardList | ChoiceList, lang: Lang) -> str:
    match form:
        case Whole(least, most):
            return say("rules.template.whole", lang, least=least, most=most)
        case CardList():
            return say("rules.template.cards", lang)
        case ChoiceList(words, least, most):
            allowed = ", ".join(toml_value(word) for word in words)
            return say("rules.template.words", lang, least=least, most=most, allowed=allowed)
        case _:
            assert_never(form)


def _comment(text: str, lead: str = "") -> Iterator[str]:
    """The text as comment lines; the first begins with `lead`, the others are aligned with it."""
    for line in wrap(text, _WIDTH - 2 - len(lead)):
        yield f"# {lead}{line}"
        lead = " " * len(lead)
