"""Describes rule sets and their options for a page on which rules are picked; everything comes from
the rules engine."""

from functools import cache
from typing import assert_never, get_args

from msgspec import convert

from gongzhu.bots import LEVELS
from gongzhu.bots.levels import SEARCHING_LEVELS
from gongzhu.rules import (
    PRESETS,
    RuleSet,
    RuleValue,
    explain,
    options_of,
)
from gongzhu.rules.option_table import (
    FORMS,
    CardList,
    Choice,
    ChoiceList,
    Flag,
    Option,
    Whole,
    all_option_values,
    matters,
)
from gongzhu.rules.options import Group
from gongzhu.server.bodies import (
    FamilyForm,
    OptionForm,
    OptionValue,
    PresetForm,
    RulesExplained,
    RulesForm,
    SectionShown,
    SentenceShown,
)
from gongzhu.server.config import ServerConfig
from gongzhu.texts import Lang, say

TIMES = (100, 500, 2000)
"""The thinking times that players are offered for bots, in milliseconds."""


@cache
def rules_form(lang: Lang, config: ServerConfig) -> RulesForm:
    """Everything that a page for picking rules needs: every option of both games, every preset, and
    the levels of bots."""
    outside = {program.name: program.name for program in config.outside}
    longest = 1000 * config.limits.thinking_seconds
    return RulesForm(
        families=tuple(
            FamilyForm(
                family,
                say(f"rules.family.{family}", lang),
                tuple(_form(option, lang) for option in options_of(family).values()),
            )
            for family in FORMS
        ),
        presets=tuple(_preset(name, lang) for name in PRESETS),
        groups={group: say(f"rules.group.{group}", lang) for group in get_args(Group)},
        levels={level: say(f"table.level.{level}", lang) for level in LEVELS} | outside,
        levels_about={level: say(f"table.level_about.{level}", lang) for level in LEVELS}
        | dict.fromkeys(outside, say("table.outside_about", lang)),
        default_preset=config.default_preset,
        default_level=config.default_level,
        looking_ahead=tuple(level for level in LEVELS if level in SEARCHING_LEVELS),
        thinking_ms=tuple(time for time in TIMES if time <= longest),
    )


def explained(rules: RuleSet, preset: str | None, base: str | None, lang: Lang) -> RulesExplained:
    """A rule set in words; `preset` is the preset that it equals, if any, `base` the preset that it
    is compared with."""
    values = all_option_values(rules)
    before = all_option_values(PRESETS[base].rules) if base in PRESETS else values
    options = options_of(rules.family)
    differs = tuple(key for key in options if values[key] != before.get(key))
    return RulesExplained(
        rules=plain_values(rules),
        preset=preset,
        sections=tuple(
            SectionShown(
                section.group,
                section.title,
                tuple(SentenceShown(item.text, item.option) for item in section.sentences),
            )
            for section in explain(rules, lang)
        ),
        decides=tuple(key for key in options if matters(rules, key)),
        differs=differs,
        differences=tuple(options[key].explain(values[key], lang) for key in differs),
    )


def rules_title(preset: str | None, rules: RuleSet, lang: Lang) -> str:
    """The title of a rule set: that of its preset, or "own rules" of its game."""
    if preset in PRESETS:
        return say(f"rules.preset.{preset}.title", lang)
    return say("server.own_rules", lang, family=say(f"rules.family.{rules.family}", lang))


def plain_values(rules: RuleSet) -> dict[str, RuleValue]:
    """Every option of a rule set with its value, in the plain types of JSON."""
    return convert(all_option_values(rules), dict[str, RuleValue])


def _preset(name: str, lang: Lang) -> PresetForm:
    rules = PRESETS[name].rules
    return PresetForm(
        name=name,
        family=rules.family,
        title=say(f"rules.preset.{name}.title", lang),
        about=say(f"rules.preset.{name}.about", lang),
        players=rules.players,
        partners=rules.partners != "none",
        rules=plain_values(rules),
    )


def _form(option: Option, lang: Lang) -> OptionForm:
    key, group, title = option.key, option.group, option.title(lang)
    match option.form:
        case Choice(values):
            shown = tuple(OptionValue(value, option.explain(value, lang)) for value in values)
            return OptionForm(key, group, title, "choice", shown)
        case Flag():
            shown = tuple(
                OptionValue(value, option.explain(value, lang)) for value in (True, False)
            )
            return OptionForm(key, group, title, "flag", shown)
        case Whole(least, most):
            return OptionForm(key, group, title, "whole", (), least, most)
        case CardList():
            return OptionForm(key, group, title, "cards")
        case ChoiceList(words, least, most):
            shown = tuple(
                OptionValue(word, say(f"rules.option.{key}.{word}", lang)) for word in words
            )
            return OptionForm(key, group, title, "choices", shown, least, most)
        case _:
            assert_never(option.form)
