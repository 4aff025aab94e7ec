"""Rule sets in plain sentences, and as rule files to edit."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.rules import (
    PRESETS,
    NamedRules,
    RuleSet,
    explain,
    load_rules,
    options_of,
    parse_rules,
    rule_file,
)
from gongzhu.rules.conditions import UNSAID
from gongzhu.rules.option_table import all_option_values, is_fixed, matters
from gongzhu.texts import LANGUAGES, Lang, keys, say, width_of
from tests.support.rulesets import PRESET_RULES, rule_sets


def sentences(text: str, lang: Lang = "en") -> list[str]:
    """The explanation of the rules of a file."""
    sections = explain(parse_rules(text).rules, lang)
    return [sentence.text for section in sections for sentence in section.sentences]


@pytest.mark.parametrize("rules", PRESET_RULES.values(), ids=PRESET_RULES)
def test_every_option_that_decides_something_is_explained_once(rules: RuleSet) -> None:
    said = [
        sentence.option
        for section in explain(rules)
        for sentence in section.sentences
        if sentence.option
    ]
    values = all_option_values(rules)
    assert sorted(said) == sorted(
        key
        for key in options_of(rules.family)
        if matters(rules, key) and UNSAID.get(key) != values[key]
    )


@pytest.mark.parametrize("rules", PRESET_RULES.values(), ids=PRESET_RULES)
def test_an_option_is_explained_in_the_section_of_its_group(rules: RuleSet) -> None:
    for section in explain(rules, "zh"):
        assert section.title == say(f"rules.group.{section.group}", "zh")
        for sentence in section.sentences:
            if sentence.option:
                assert options_of(rules.family)[sentence.option].group == section.group


def explained_in_all() -> str:
    """What is said of every preset, and of rules in which another card leads, or none."""
    files = {name: f'preset = "{name}"' for name in PRESETS} | {
        "five play Hearts": 'preset = "hearts-denexa"\nplayers = 5\npass_cycle = ["left"]',
        "seat 0 leads": 'preset = "gongzhu-hwa"\nfirst_lead = "seat-0"\nlater_lead = "as-first"',
    }
    lines = []
    for name, text in files.items():
        lines.append(f"# {name}")
        for section in explain(parse_rules(text).rules):
            lines += ["", f"## {section.title}"]
            lines += [f"- {sentence.text}" for sentence in section.sentences]
        lines += ["", ""]
    return "\n".join(lines).rstrip() + "\n"


def test_the_rules_are_explained_as_people_have_read_and_found_good() -> None:
    """The words stand in `explained.md`; `tests.golden.regenerate` writes them anew."""
    golden = Path(__file__).parent / "explained.md"
    assert explained_in_all() == golden.read_text("utf-8")


def test_nothing_is_exposed_in_hearts_so_nothing_is_said_of_it() -> None:
    groups = [section.group for section in explain(PRESET_RULES["hearts-denexa"])]
    assert groups == ["aim", "seats", "passing", "lead", "play", "scoring", "ending"]


def test_every_sentence_that_holds_without_options_is_said_somewhere() -> None:
    files = [f'preset = "{name}"' for name in PRESETS]
    files.append('preset = "hearts-denexa"\nplayers = 5\npass_cycle = ["left"]')
    files.append('preset = "gongzhu-wiki"\nworth = "round-points"')
    said = {sentence for text in files for sentence in sentences(text)}
    starts = {
        key: text.partition("{")[0]
        for key, text in keys("en").items()
        if key.startswith("rules.basics.") and not text.startswith("{")
    }
    unsaid = [key for key, start in starts.items() if not any(s.startswith(start) for s in said)]
    assert unsaid == []
    assert "2♣ is laid aside, so 3♣ takes its place." in said


@pytest.mark.parametrize(
    ("text", "said", "unsaid"),
    [
        ('preset = "gongzhu-hwa"', "No cards are exposed.", "With A♥ exposed"),
        ('preset = "gongzhu-pagat"', "by four instead of two", "four or eight"),
        ('preset = "gongzhu-boulder"', "four or eight instead", "by four instead"),
        ('preset = "gongzhu-pagat"', "anybody may end the deal", "goes past the upper limit"),
        ('preset = "gongzhu-wiki-diamonds"', "counts +10", "anybody may end the deal"),
        ('preset = "gongzhu-wiki-ceiling"', "past the upper limit loses", "turns positive"),
        ('preset = "gongzhu-pagat"\nlone_doubler = 0', "10♣ captured", "10♣ counts nothing."),
        ('preset = "gongzhu-pagat-5"', "Every player gets 10 cards.", "takes its place"),
        ('preset = "hearts-gilfoy"', "Every player gets 13 cards.", "partners"),
        (
            'preset = "hearts-gilfoy"\nhearts_must_be_broken = false',
            "Hearts may be led at any time.",
            "break hearts",
        ),
        ('preset = "gongzhu-pagat"\nfirst_lead = "seat-0"', "first seat leads", "takes its place"),
    ],
)
def test_what_is_said_and_what_is_not(text: str, said: str, unsaid: str) -> None:
    told = " ".join(sentences(text))
    assert said in told
    assert unsaid not in told


@given(rule_sets(), st.sampled_from(LANGUAGES))
def test_any_rules_can_be_explained(rules: RuleSet, lang: Lang) -> None:
    for section in explain(rules, lang):
        texts = [sentence.text for sentence in section.sentences]
        assert len(set(texts)) == len(texts)
        assert not any("{" in text for text in texts)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PRESETS)
def test_a_written_rule_file_means_the_preset(name: str, lang: Lang) -> None:
    named = load_rules(name)
    text = rule_file(named, lang)
    assert parse_rules(text) == named
    assert all(width_of(line) <= 80 for line in text.split("\n"))


def written_in_all() -> str:
    """The rule files of a preset of each game, one after the other."""
    return "\n\n".join(rule_file(load_rules(name)) for name in ("gongzhu-pagat-5", "hearts-choice"))


def test_a_written_rule_file_is_laid_out_as_people_have_read_and_found_good() -> None:
    """The files stand in `written.txt`; `tests.golden.regenerate` writes them anew."""
    assert written_in_all() == (Path(__file__).parent / "written.txt").read_text("utf-8")


@given(rule_sets(), st.sampled_from(sorted(PRESETS)), st.sampled_from(LANGUAGES))
def test_a_written_rule_file_means_the_rules(rules: RuleSet, base: str, lang: Lang) -> None:
    if PRESET_RULES[base].family != rules.family:
        base = "gongzhu-hwa" if rules.family == "gongzhu" else "hearts-choice"
    named = NamedRules("ours", base, None, rules)
    back = parse_rules(rule_file(named, lang))
    assert (back.name, back.base, back.rules) == ("ours", base, rules)


@pytest.mark.parametrize("name", ["gongzhu-pagat", "hearts-denexa"])
def test_a_written_rule_file_explains_every_value_that_may_be_chosen(name: str) -> None:
    rules = PRESET_RULES[name]
    text = " ".join(rule_file(load_rules(name)).replace("#", "").split())
    for key, option in options_of(rules.family).items():
        wanted = not is_fixed(rules.family, key)
        assert (f" {key} = " in text) == wanted
        assert (f"{option.title()}:" in text) == wanted
    others = options_of("hearts")["first_lead"]
    for value in ("must-lead-2S", "holder-of-2C", "seat-0"):
        assert f'"{value}" {others.explain(value)}' in text
