"""Rule files: what they mean, where they are found, and values that come from elsewhere."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gongzhu.cards import Card
from gongzhu.rules import (
    PRESETS,
    RuleError,
    RuleSet,
    UnreadableRules,
    load_rules,
    option_values,
    parse_rules,
    rules_from_values,
)
from gongzhu.rules.loading import LARGEST_FILE
from gongzhu.rules.presets import REMOVED_WITH_FIVE
from gongzhu.texts import LANGUAGES
from tests.support.rulesets import rule_sets

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


def test_five_players_lay_two_twos_aside_unless_the_file_says_otherwise() -> None:
    assert parse_rules(PAGAT + "players = 5").rules.removed == REMOVED_WITH_FIVE
    other = parse_rules(PAGAT + 'players = 5\nremoved = ["3S", "2S"]')
    assert other.rules.removed == (Card.TWO_OF_SPADES, Card.THREE_OF_SPADES)


def test_four_players_play_with_the_whole_pack_whatever_the_preset() -> None:
    named = parse_rules('preset = "gongzhu-pagat-5"\nplayers = 4')
    assert named.preset == "gongzhu-pagat"
    assert named.rules.removed == ()


def test_the_queen_of_diamonds_is_laid_aside_where_she_means_nothing() -> None:
    assert Card("QD") in parse_rules(PAGAT + 'removed = ["2D", "3D", "4D", "QD"]').rules.removed


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
        ({"limit": 100}, [("limit", "only_in_hearts")]),
        ({"players": None, "name": "x"}, [("players", "not_one_of"), ("name", "unknown_key")]),
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


def test_every_option_must_be_there() -> None:
    values = option_values(PRESETS["hearts-denexa"].rules)
    for key in values:
        fewer = {other: value for other, value in values.items() if other != key}
        with pytest.raises(RuleError) as caught:
            rules_from_values(fewer)
        problem = "missing_one_of" if key == "family" else "missing"
        assert [(fault.key, fault.problem) for fault in caught.value.faults] == [(key, problem)]
        if key != "family":
            assert caught.value.text() == f"{key}: this option is missing"


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
        assert option_values(rules) | {"removed": None} == values | {"removed": None}


@given(st.text(max_size=200) | st.text(alphabet='presets ="[]\n.#{},1-', max_size=200))
def test_texts_of_any_kind_are_taken_or_refused_in_words(text: str) -> None:
    accepted(lambda: parse_rules(text))
    accepted(lambda: parse_rules(PAGAT + text))
