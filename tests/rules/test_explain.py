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
    nearest_preset,
    options_of,
    parse_rules,
    rule_file,
)
from gongzhu.rules.conditions import UNSAID
from gongzhu.rules.option_table import matters, option_values, shorthand_options
from gongzhu.texts import LANGUAGES, Lang, keys, say, width_of
from tests.support.rulesets import OFTEN, PRESET_RULES, rule_sets


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
    values = option_values(rules)
    assert sorted(said) == sorted(
        key
        for key in options_of()
        if key != "aim"  # which has sentences of its own
        and matters(rules, key)
        and values[key] not in UNSAID.get(key, ())
    )


@pytest.mark.parametrize("rules", PRESET_RULES.values(), ids=PRESET_RULES)
def test_an_option_is_explained_in_the_section_of_its_group(rules: RuleSet) -> None:
    for section in explain(rules, "zh"):
        assert section.title == say(f"rules.group.{section.group}", "zh")
        for sentence in section.sentences:
            if sentence.option:
                assert options_of()[sentence.option].group == section.group


OTHERS = {
    "five play Hearts": 'preset = "hearts-denexa"\nplayers = 5',
    "the dealer leads": 'preset = "gongzhu-hwa"\nfirst_lead = "dealer"\nlater_lead = "as-first"',
    "Hearts with everything": (
        'preset = "hearts-omnibus"\nplayers = 6\npartners = "pooled"\n'
        'pass_cycle = ["left", "left-2", "none"]\nsale = "open"\nexposable = ["QS", "TC"]\n'
        'first_lead_card = "2D"\nlater_lead = "loser"\nqueen_breaks_hearts = true\n'
        'doubler = "TC"\nlone_doubler = 5\ncancelled_doubler = "bonus-if-exposed"\n'
        'heart_values = "spot"\npig = 25\nall_hearts = "in-favour"\n'
        'pig_with_all_hearts = "swap"\nslam_needs = "penalties"\nall_tricks = 24\n'
        'queen_of_diamonds = true\nlower_limit = -100\nat_lower_limit = "turns-positive"\n'
        'past_lower_limit = "wins"\nupper_limit = 500\nat_upper_limit = "ends"\n'
        'losers = "past-limit"\ndeals = 12\nexact_total = [[100, 50], [500, 0]]\n'
        'worth = "round-points"\npoints = { KS = 10 }'
    ),
    "Gong Zhu to a number of deals": (
        'preset = "gongzhu-boulder"\npig = -200\nface_down_first_trick = "free"\n'
        'first_lead_card = "7S"\nlater_lead = "winner"\nall_point_cards = "choice"\n'
        'slam_points = 1000\ndeals = 8\nlower_limit = "none"\n'
        'points = { 2H = "none", 3H = "none", 4H = "none" }'
    ),
    "a flat slam": 'preset = "gongzhu-hwa"\nslam_points = 2000\nplayers = 3',
}
"""Rule files that say what no preset says."""


def explained_in_all() -> str:
    """What is said of every preset and of other rules, in both languages."""
    files = {name: f'preset = "{name}"' for name in PRESETS} | OTHERS
    lines = []
    for name, text in files.items():
        for lang in LANGUAGES if name in (*OTHERS, *OFTEN) else LANGUAGES[:1]:
            lines.append(f"# {name} ({lang})")
            for section in explain(parse_rules(text).rules, lang):
                lines += ["", f"## {section.title}"]
                lines += [f"- {sentence.text}" for sentence in section.sentences]
            lines += ["", ""]
    return "\n".join(lines).rstrip() + "\n"


def test_the_rules_are_explained_as_people_have_read_and_found_good() -> None:
    """The words stand in `explained.md`; `tests.golden.regenerate` writes them anew."""
    golden = Path(__file__).parent / "explained.md"
    assert explained_in_all() == golden.read_text("utf-8")


def test_where_nothing_is_exposed_nothing_more_is_said_of_it() -> None:
    told = {section.group: section.sentences for section in explain(PRESET_RULES["hearts-denexa"])}
    assert [sentence.text for sentence in told["exposing"]] == ["No cards are exposed."]


def test_every_sentence_that_holds_without_options_is_said_somewhere() -> None:
    files = [*(f'preset = "{name}"' for name in PRESETS), *OTHERS.values()]
    files.append('preset = "gongzhu-wiki"\nworth = "round-points"')
    said = {sentence for text in files for sentence in sentences(text)}
    starts = {
        key: text.partition("{")[0]
        for key, text in keys("en").items()
        if key.startswith("rules.basics.") and not text.startswith("{")
    }
    # The thirteen hearts are said within a sentence.
    del starts["rules.basics.thirteen_hearts"]
    unsaid = [key for key, start in starts.items() if not any(s.startswith(start) for s in said)]
    assert unsaid == []
    assert "2♣ is laid aside, so 3♣ takes its place." in said
    assert "2♦ is laid aside, so 4♦ takes its place." in said


@pytest.mark.parametrize(
    ("text", "said", "unsaid"),
    [
        ('preset = "gongzhu-hwa"', "No cards are exposed.", "With A♥ exposed"),
        ('preset = "gongzhu-pagat"', "by four instead of two", "four or eight"),
        ('preset = "gongzhu-boulder"', "four or eight instead", "by four instead"),
        ('preset = "gongzhu-pagat"', "anybody may end the deal", "goes past the upper limit"),
        ('preset = "gongzhu-pagat"\nlone_doubler = 0', "other point card: 0", "add up to zero, an"),
        ('preset = "gongzhu-pagat"', "other point card: +50", "doubler: 10♣"),
        ('preset = "gongzhu-pagat"', "Together they then count +200.", "is worth"),
        ('preset = "gongzhu-pagat"', "It then counts +100.", "trade values"),
        ('preset = "gongzhu-pagat"\npig = -200', "It then counts +200.", "+100 each"),
        ('preset = "gongzhu-hwa"', "A slam is worth 1000 points.", "every opponent pays"),
        ('preset = "gongzhu-hwa"\nslam_points = 800', "A slam is worth 800 points.", "1000 points"),
        ('preset = "gongzhu-hwa"\nall_point_cards = "others"', "600 with nothing", "1000 points"),
        ('preset = "hearts-denexa"', "26 with nothing exposed", "J♦"),
        (
            'preset = "hearts-denexa"\nheart_values = "spot"\npig = 25',
            "129 with nothing",
            "26 with",
        ),
        ('preset = "gongzhu-pagat"', "The key cards are 10♣, J♦, A♥, Q♠.", "doubler, as far"),
        (
            'preset = "gongzhu-pagat"\ndoubler = "none"',
            "The key cards are J♦, A♥, Q♠.",
            "the doubler",
        ),
        (
            'preset = "hearts-denexa"\nlosers = "past-limit"',
            "Whoever rises above the upper limit loses.",
            "Everyone else",
        ),
        ('preset = "gongzhu-wiki-ceiling"', "past the upper limit loses", "turns positive"),
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
    return "\n\n".join(
        rule_file(load_rules(name)) for name in ("gongzhu-pagat-5", "hearts-omnibus")
    )


def test_a_written_rule_file_is_laid_out_as_people_have_read_and_found_good() -> None:
    """The files stand in `written.txt`; `tests.golden.regenerate` writes them anew."""
    assert written_in_all() == (Path(__file__).parent / "written.txt").read_text("utf-8")


@given(rule_sets(), st.sampled_from(sorted(PRESETS)), st.sampled_from(LANGUAGES))
def test_a_written_rule_file_means_the_rules(rules: RuleSet, base: str, lang: Lang) -> None:
    if PRESET_RULES[base].family != rules.family:
        base = nearest_preset(rules)
    named = NamedRules("ours", base, None, rules)
    back = parse_rules(rule_file(named, lang))
    assert (back.name, back.base, back.rules) == ("ours", base, rules)


@pytest.mark.parametrize("name", ["gongzhu-pagat", "hearts-denexa"])
def test_a_written_rule_file_explains_every_value_that_may_be_chosen(name: str) -> None:
    rules = PRESET_RULES[name]
    text = " ".join(rule_file(load_rules(name)).replace("#", "").split())
    for key, option in options_of().items():
        assert f" {key} = " in text
        assert f"{option.title()}:" in text
    for key in ("heart_values", "pig"):
        assert f"{shorthand_options()[key].title()}:" in text
    lead = options_of()["first_lead"]
    for value in ("must-lead", "holder", "dealer", "after-dealer", "seat-0"):
        assert f'"{value}" {lead.explain(value)}' in text
    assert '"none" There is no upper limit' in text or rules.upper_limit != "none"


def test_a_written_rule_file_names_hearts_and_pig_by_their_shorthands() -> None:
    text = rule_file(parse_rules('preset = "hearts-omnibus"\npoints = { KS = 5, JD = "none" }'))
    assert '\nheart_values = "one"\n' in text
    assert "\npig = 13\n" in text
    assert '\npoints = { JD = "none", KS = 5 }\n' in text
    assert "\nsheep = " not in text
