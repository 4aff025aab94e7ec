"""Rule files: what they mean, where they are found, and values that come from elsewhere."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import PACK, Card
from gongzhu.rules import (
    PRESETS,
    RuleError,
    RuleSet,
    UnreadableRules,
    changes_from,
    load_rules,
    nearest_preset,
    option_values,
    parse_rules,
    preset_of,
    rules_from_preset,
    rules_from_values,
)
from gongzhu.rules.loading import LARGEST_FILE
from gongzhu.texts import LANGUAGES
from tests.support.rulesets import any_rules, rule_sets
from tests.support.tables import cards

Read = TypeVar("Read")

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))

PAGAT = 'preset = "gongzhu-pagat"\n'
HEARTS = 'preset = "hearts-denexa"\n'


def test_a_file_of_a_preset_and_nothing_else_is_the_preset() -> None:
    named = parse_rules(PAGAT)
    assert named.rules == PRESETS["gongzhu-pagat"].rules
    assert (named.name, named.base, named.preset) == ("gongzhu-pagat",) * 3


def test_a_file_changes_what_it_names_and_nothing_else() -> None:
    named = parse_rules(PAGAT + 'name = "Ours"\nlower_limit = -1500\nsale = "none"')
    base = option_values(PRESETS["gongzhu-pagat"].rules)
    assert option_values(named.rules) == base | {"lower_limit": -1500, "sale": "none"}
    assert (named.name, named.base, named.preset) == ("Ours", "gongzhu-pagat", None)


@pytest.mark.parametrize(
    "source", ["ｇｏｎｇｚｈｕ－ｐａｇａｔ", "gongzhu−pagat", " gongzhu‑pagat\u200b"]
)
def test_a_presets_name_may_be_typed_in_any_width(source: str) -> None:
    assert load_rules(source) == load_rules("gongzhu-pagat")
    assert parse_rules(f'preset = "{source.strip()}"').preset == "gongzhu-pagat"


def test_a_file_typed_with_a_chinese_input_method_is_read() -> None:
    text = (
        "preset　＝　“gongzhu−pagat”\nname = “周五，‘我们’的：规则”　# 注：−1500，够了\n"
        'lower_limit ＝ −１５００\nsale = "ｎｏｎｅ"\nremoved = ［“２Ｃ”，"２Ｄ"、‘3C’、“3D”］'
    )
    named = parse_rules(text)
    wanted = PAGAT + (
        "name = '周五，‘我们’的：规则'\nlower_limit = -1500\nsale = 'none'\n"
        "removed = ['2C', '2D', '3C', '3D']"
    )
    assert named == parse_rules(wanted)
    assert named.name == "周五，‘我们’的：规则"


def test_a_file_that_comes_to_another_preset_is_that_preset() -> None:
    named = parse_rules(PAGAT + "players = 5")
    assert named.rules == PRESETS["gongzhu-pagat-5"].rules
    assert (named.base, named.preset) == ("gongzhu-pagat", "gongzhu-pagat-5")


@pytest.mark.parametrize(
    ("preset", "players", "removed", "count", "cycle"),
    [
        (HEARTS, 3, "2D", 3, "left right none"),
        (HEARTS, 4, "", 3, "left right across none"),
        (HEARTS, 5, "2C 2D", 3, "left right none"),
        (HEARTS, 6, "2C 3C 2D 3D", 2, "left right across none"),
        (HEARTS, 7, "2C 3C 2D", 2, "left right none"),
        (HEARTS, 8, "2C 3C 2D 3D", 2, "left right across none"),
        (PAGAT, 7, "2C 3C 2D", 2, "none"),
        ('preset = "gongzhu-pagat-5"\n', 4, "", 3, "none"),
    ],
)
def test_cards_and_passing_follow_the_number_of_players(
    preset: str, players: int, removed: str, count: int, cycle: str
) -> None:
    rules = parse_rules(f"{preset}players = {players}").rules
    assert rules.removed == cards(removed)
    assert rules.pass_count == count
    assert rules.pass_cycle == tuple(cycle.split())


def test_what_follows_from_the_number_of_players_may_be_said_otherwise() -> None:
    text = 'players = 5\nremoved = ["3S", "2S"]\npass_cycle = ["left-2"]\npass_count = 1'
    rules = parse_rules(HEARTS + text).rules
    assert rules.removed == (Card.TWO_OF_SPADES, Card.THREE_OF_SPADES)
    assert (rules.pass_cycle, rules.pass_count) == (("left-2",), 1)


def test_a_smaller_hand_passes_fewer_cards_for_whatever_reason() -> None:
    removed = [card.code for card in PACK[:20] if card is not Card.TEN_OF_CLUBS]
    rules = parse_rules(f"{HEARTS}removed = {[*removed, 'KS']}").rules
    assert rules.pass_count == 2


@pytest.mark.parametrize(
    ("preset", "aim", "followed"),
    [
        (HEARTS, "high", (50, "past-limit", "wins", "shooter")),
        (PAGAT, "low", (0, "all-but-winners", "loses", "nothing")),
        (PAGAT, "high", (50, "past-limit", "wins", "shooter")),
    ],
)
def test_what_follows_from_the_aim(
    preset: str, aim: str, followed: tuple[int, str, str, str]
) -> None:
    rules = parse_rules(f'{preset}aim = "{aim}"\nall_point_cards = "plain"').rules
    told = (rules.lone_doubler, rules.losers, rules.past_upper_limit, rules.pig_with_all_hearts)
    assert told == followed


def test_a_file_in_which_the_dealer_leads_names_no_card() -> None:
    assert parse_rules(PAGAT + 'first_lead = "dealer"').rules.first_lead_card is None


def test_the_queen_of_diamonds_is_laid_aside_where_she_means_nothing() -> None:
    assert Card("QD") in parse_rules(PAGAT + 'removed = ["2D", "3D", "4D", "QD"]').rules.removed


def points_of(text: str) -> dict[str, int]:
    return {card.code: points for card, points in parse_rules(text).rules.points}


def test_a_file_names_the_values_that_change_and_the_others_stay() -> None:
    base = points_of(PAGAT)
    changed = points_of(PAGAT + '[points]\nQS = -200\nKS = -30\n5H = 0\nJD = "none"')
    assert changed == {card: base[card] for card in base if card != "JD"} | {
        "QS": -200,
        "KS": -30,
        "5H": 0,
    }


@pytest.mark.parametrize(
    ("text", "values"),
    [
        (PAGAT + 'heart_values = "spot"', {"2H": -2, "TH": -10, "JH": -11, "AH": -14, "QS": -100}),
        (PAGAT + 'heart_values = "face-value"', {"2H": -2, "4H": -10, "AH": -50}),
        (PAGAT + 'heart_values = "one"\naim = "low"', {"2H": 1, "AH": 1, "JD": 100}),
        (HEARTS + 'heart_values = "classic"', {"2H": 0, "5H": 10, "AH": 50, "QS": 13}),
        (PAGAT + "pig = -200\nsheep = 150", {"QS": -200, "JD": 150, "AH": -50}),
        (HEARTS + "omnibus = true\npig = 25", {"JD": -10, "QS": 25}),
        (PAGAT + "omnibus = true", {"JD": 10}),
        (PAGAT + 'pig = -200\npoints = { KS = -1, JD = "none" }', {"QS": -200, "KS": -1}),
    ],
)
def test_shorthands_stand_for_values_of_cards(text: str, values: dict[str, int]) -> None:
    assert points_of(text).items() >= values.items()


def test_a_card_off_the_table_is_no_point_card() -> None:
    assert "JD" not in points_of('preset = "hearts-omnibus"\nomnibus = false')
    assert "JD" not in points_of(PAGAT + 'points = { JD = "none" }')


def test_a_card_that_many_players_lay_aside_loses_its_value() -> None:
    assert "2D" not in points_of(HEARTS + "players = 3\npoints = { 2D = -5 }")
    assert points_of(HEARTS + 'players = 3\nremoved = ["3D"]\npoints = { 2D = -5 }')["2D"] == -5


def test_hearts_laid_aside_do_not_count_under_a_shorthand() -> None:
    left = points_of(HEARTS + 'heart_values = "spot"\nremoved = ["2H", "3H", "2D", "3D"]')
    assert min(code for code in left if code[1] == "H") == "4H"


@pytest.mark.parametrize(
    ("older", "now"),
    [
        (HEARTS + "limit = 50", "upper_limit = 50"),
        (HEARTS + 'at_limit = "ends"', 'at_upper_limit = "ends"'),
        (HEARTS + 'moon = "choice"', 'all_point_cards = "choice"'),
        (PAGAT + "upper_limit = 0", 'upper_limit = "none"'),
        (PAGAT + 'first_lead = "must-lead-2S"', 'first_lead = "must-lead", first_lead_card = "2S"'),
        (PAGAT + 'first_lead = "must-lead-2C"', 'first_lead = "must-lead", first_lead_card = "2C"'),
        (PAGAT + 'first_lead = "holder-of-2S"', 'first_lead = "holder", first_lead_card = "2S"'),
        (HEARTS + 'first_lead = "holder-of-2C"', 'first_lead = "holder", first_lead_card = "2C"'),
    ],
)
def test_an_older_name_is_taken_and_told_with_its_new_one(older: str, now: str) -> None:
    head, _, line = older.partition("\n")
    named = parse_rules(older)
    assert named.rules == parse_rules(f"{head}\n" + now.replace(", ", "\n")).rules
    assert [fault.text() for fault in named.renamed] == [f"{line}: is now written {now}"]
    assert named.renamed[0].text("zh") == f"{line}：现在写成 {now}"


def test_present_names_are_not_remarked_on() -> None:
    assert parse_rules(HEARTS + "upper_limit = 50").renamed == ()
    assert load_rules("hearts-denexa").renamed == ()


def test_exposing_every_card_that_may_be_is_exposing_all() -> None:
    assert parse_rules(PAGAT + 'exposable = ["QS", "TC", "AH", "JD", "QS"]').preset
    some = parse_rules(PAGAT + 'exposable = ["QS", "TC"]').rules.exposable
    assert some == (Card.TEN_OF_CLUBS, Card.QUEEN_OF_SPADES)


def test_a_cycle_that_repeats_is_its_shortest_period() -> None:
    twice = parse_rules(HEARTS + 'pass_cycle = ["left", "none", "left", "none"]')
    assert twice.rules.pass_cycle == ("left", "none")


def test_cards_laid_aside_have_no_order() -> None:
    there = parse_rules('preset = "gongzhu-pagat-5"\nremoved = ["2D", "2C"]')
    assert there.preset == "gongzhu-pagat-5"


def test_the_family_may_be_named() -> None:
    assert parse_rules(HEARTS + 'family = "hearts"').preset == "hearts-denexa"


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_loaded_by_its_name(name: str) -> None:
    named = load_rules(name)
    assert (named.name, named.base, named.preset) == (name, name, name)
    assert named.rules is PRESETS[name].rules


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_rule_files(path: Path) -> None:
    named = load_rules(str(path))
    assert named.preset is None
    assert named.name != path.stem, "an example shows how to name rules"


def test_a_file_without_a_name_is_called_after_itself(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(PAGAT + "lower_limit = -1")
    assert load_rules(str(path)).name == "ours"


def test_a_file_whose_own_name_cannot_be_shown_is_called_after_its_preset(tmp_path: Path) -> None:
    path = tmp_path / "a\nb.toml"
    path.write_text(PAGAT + "lower_limit = -1")
    assert load_rules(str(path)).name == "gongzhu-pagat"


@pytest.mark.parametrize("head", [b"\xef\xbb\xbf", b"# \xe7\x8c\xaa\r\n"], ids=["mark", "lines"])
def test_a_file_from_another_system_is_read(tmp_path: Path, head: bytes) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes(head + b'preset = "gongzhu-hwa"\r\n')
    assert load_rules(str(path)).preset == "gongzhu-hwa"


def unreadable(folder: Path) -> Iterator[tuple[str, str]]:
    """A source that cannot be read, and the problem."""
    (folder / "binary.toml").write_bytes(b"\xff\xfe\x00\x01")
    yield str(folder / "binary.toml"), "not_text"
    (folder / "large.toml").write_bytes(b"#" * (LARGEST_FILE + 1))
    yield str(folder / "large.toml"), "file_too_large"
    yield str(folder), "not_a_file"
    yield str(folder / "missing.toml"), "unknown_source"
    yield "", "unknown_source"
    yield "gongzhu-pagan", "misspelt_source"
    yield "nul\0byte", "unknown_source"
    yield "x" * 5_000, "unreadable"


def test_what_cannot_be_read_is_told_from_what_is_wrong(tmp_path: Path) -> None:
    for source, problem in unreadable(tmp_path):
        with pytest.raises(UnreadableRules) as caught:
            load_rules(source)
        assert [fault.problem for fault in caught.value.faults] == [problem], source
        assert caught.value.text("zh").isprintable()


def test_a_source_that_is_not_there_is_told_with_what_could_be_meant() -> None:
    with pytest.raises(UnreadableRules) as caught:
        load_rules("gongzhu-pagan")
    nothing = "no such preset and no such file; "
    assert caught.value.text() == (f'rules = "gongzhu-pagan": {nothing}did you mean gongzhu-pagat?')
    with pytest.raises(UnreadableRules) as caught:
        load_rules("bridge")
    assert caught.value.text() == f'rules = "bridge": {nothing}the presets are ' + ", ".join(
        PRESETS
    )


@pytest.mark.parametrize("name", ["o", "o" * 80])
def test_the_shortest_and_the_longest_name(name: str) -> None:
    assert parse_rules(PAGAT + f'name = "{name}"').name == name


def test_a_file_of_the_largest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    assert LARGEST_FILE == 65_536
    path.write_bytes(HEARTS.encode().ljust(LARGEST_FILE, b"#"))
    assert load_rules(str(path)).preset == "hearts-denexa"


@pytest.mark.parametrize("preset", ["bridge", ""])
def test_changes_of_a_preset_that_there_is_not(preset: str) -> None:
    with pytest.raises(RuleError) as caught:
        rules_from_preset(preset, {})
    assert [(fault.key, fault.problem) for fault in caught.value.faults] == [
        ("preset", "not_one_of")
    ]


def test_changes_of_a_preset_that_are_refused() -> None:
    with pytest.raises(RuleError, match="from 3 to 8"):
        rules_from_preset("gongzhu-hwa", {"players": 9})


def test_changes_of_a_preset_may_come_to_another() -> None:
    preset, rules = rules_from_preset("hearts-denexa", {"moon": "choice", "family": "hearts"})
    assert preset == "hearts-choice"
    assert rules is not None


def test_no_preset_stands_for_complete_values() -> None:
    values = option_values(PRESETS["gongzhu-boulder"].rules)
    assert rules_from_preset(None, values) == (
        "gongzhu-boulder",
        PRESETS["gongzhu-boulder"].rules,
    )


def test_the_nearest_preset_is_of_the_same_game_and_differs_least() -> None:
    _, rules = rules_from_preset("gongzhu-summary", {"upper_limit": 500, "pig": -200})
    assert nearest_preset(rules) == "gongzhu-summary"
    _, rules = rules_from_preset("hearts-gilfoy", {"players": 6})
    assert nearest_preset(rules) == "hearts-gilfoy"


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("hearts-denexa", {"players": 6}),
        ("hearts-denexa", {"players": 5, "pass_cycle": ("left-2",), "deals": 4}),
        ("gongzhu-pagat", {"players": 8, "partners": "pooled"}),
        ("gongzhu-pagat", {"first_lead": "dealer"}),
        ("gongzhu-pagat", {"aim": "low"}),
        ("gongzhu-pagat", {"first_lead_card": "7S", "points": {"QS": -200}}),
        ("gongzhu-pagat", {"doubler": "none", "points": {"JD": "none", "2S": -5}}),
        ("hearts-omnibus", {"exact_total": ((100, 50),), "points": {"JD": "none"}}),
        ("gongzhu-hwa", {}),
    ],
)
def test_only_what_a_file_must_name_is_a_change(preset: str, changes: dict[str, Any]) -> None:
    _, rules = rules_from_preset(preset, changes)
    assert changes_from(preset, rules) == changes


@any_rules(60)
@given(rule_sets(), st.sampled_from(sorted(PRESETS)))
def test_rules_come_back_from_their_changes(rules: RuleSet, preset: str) -> None:
    if rules.family != PRESETS[preset].rules.family:
        preset = nearest_preset(rules)
    exact, again = rules_from_preset(preset, changes_from(preset, rules))
    assert again == rules
    assert exact == preset_of(rules)


def test_values_without_a_game_are_told_which_games_there_are() -> None:
    with pytest.raises(RuleError) as caught:
        rules_from_values({})
    assert caught.value.text() == 'family: missing; must be one of "gongzhu", "hearts"'


@given(rule_sets())
def test_rules_come_back_from_their_values(rules: RuleSet) -> None:
    assert rules_from_values(option_values(rules)) == rules


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"family": None}, [("family", "not_one_of")]),
        ({"family": "bridge"}, [("family", "not_one_of")]),
        ({"family": ["hearts"]}, [("family", "not_one_of")]),
        ({"limit": 100}, [("limit", "written_twice")]),
        ({"players": None, "name": "x"}, [("players", "not_whole"), ("name", "unknown_key")]),
    ],
)
def test_values_from_elsewhere_are_judged_alike(
    change: dict[str, Any], told: list[tuple[str, str]]
) -> None:
    values = option_values(PRESETS["gongzhu-pagat"].rules) | change
    with pytest.raises(RuleError) as caught:
        rules_from_values(values, "a record")
    assert [(fault.key, fault.problem) for fault in caught.value.faults] == told
    assert str(caught.value).startswith("a record: ")


def test_an_option_that_is_missing_has_its_usual_value() -> None:
    """So that records stay readable when options are added."""
    for name in ("gongzhu-denexa", "hearts-denexa"):
        assert rules_from_values({"family": option_values(PRESETS[name].rules)["family"]}) == (
            PRESETS[name].rules
        )


def test_the_table_of_point_cards_in_values_is_complete() -> None:
    values = option_values(PRESETS["hearts-denexa"].rules) | {"points": {"QS": 5, "KS": 1}}
    assert rules_from_values(values).points == (
        (Card.QUEEN_OF_SPADES, 5),
        (Card.KING_OF_SPADES, 1),
    )


def accepted(read: Callable[[], Read]) -> Read | None:
    """What is read, or None where it is refused, which must be in words, a line a fault."""
    try:
        return read()
    except RuleError as error:
        refusal = error
    for lang in LANGUAGES:
        assert len(refusal.text(lang).split("\n")) == len(refusal.faults)
    return None


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.dates(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


@given(
    st.sampled_from(sorted(PRESETS)),
    st.dictionaries(
        st.text(max_size=8) | st.sampled_from(sorted(option_values(PRESETS["gongzhu-hwa"].rules))),
        VALUES,
        max_size=4,
    ),
)
def test_values_of_any_kind_are_taken_or_refused_in_words(
    preset: str, change: dict[str, Any]
) -> None:
    values = option_values(PRESETS[preset].rules) | change
    rules = accepted(lambda: rules_from_values(values))
    if rules is not None:
        assert rules_from_values(option_values(rules)) == rules


@given(st.text(max_size=200) | st.text(alphabet='presets ="[]\n.#{},1-', max_size=200))
def test_texts_of_any_kind_are_taken_or_refused_in_words(text: str) -> None:
    accepted(lambda: parse_rules(text))
    accepted(lambda: parse_rules(PAGAT + text))
