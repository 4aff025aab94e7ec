"""Everything that is refused in a rule file, and in which words."""

from pathlib import Path

import pytest

from gongzhu.rules import RuleError, parse_rules
from gongzhu.texts import LANGUAGES, Lang, keys

PAGAT = 'preset = "gongzhu-pagat"\n'
HEARTS = 'preset = "hearts-denexa"\n'

# A rule file, and what is wrong with it: the option and the problem, in the order told.
REFUSED: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "no preset": ("players = 4", [("preset", "missing_one_of")]),
    "preset misspelt": ('preset = "gongzhu-pagan"', [("preset", "misspelt")]),
    "preset unknown": ('preset = "bridge"', [("preset", "not_one_of")]),
    "preset no text": ("preset = 4", [("preset", "not_one_of")]),
    "preset a list": ('preset = ["hearts-denexa"]', [("preset", "not_one_of")]),
    "name empty": (PAGAT + 'name = ""', [("name", "not_name")]),
    "name with a line": (PAGAT + 'name = "a\\nb"', [("name", "not_name")]),
    "name too long": (PAGAT + f'name = "{"a" * 81}"', [("name", "not_name")]),
    "name no text": (PAGAT + "name = 3", [("name", "not_name")]),
    "name and preset": ("name = 3", [("name", "not_name"), ("preset", "missing_one_of")]),
    "other family": (PAGAT + 'family = "hearts"', [("family", "other_family")]),
    "family no text": (PAGAT + "family = 1", [("family", "other_family")]),
    "number as text": (PAGAT + 'players = "4"', [("players", "not_one_of")]),
    "float": (PAGAT + "players = 4.0", [("players", "not_one_of")]),
    "float of five": (PAGAT + "players = 5.0", [("players", "not_one_of")]),
    "true for a number": (PAGAT + "upper_limit = true", [("upper_limit", "not_whole")]),
    "false for nothing": (PAGAT + "lone_doubler = false", [("lone_doubler", "not_one_of")]),
    "one for true": (PAGAT + "first_trick_points = 1", [("first_trick_points", "not_one_of")]),
    "word for true": (PAGAT + 'first_trick_points = "no"', [("first_trick_points", "not_one_of")]),
    "capitals": (PAGAT + 'sale = "Open"', [("sale", "not_one_of")]),
    "too low": (PAGAT + "lower_limit = -1000001", [("lower_limit", "not_whole")]),
    "too high": (PAGAT + "lower_limit = 0", [("lower_limit", "not_whole")]),
    "float limit": (PAGAT + "lower_limit = -1000.0", [("lower_limit", "not_whole")]),
    "endless": (PAGAT + "lower_limit = -inf", [("lower_limit", "not_whole")]),
    "no number": (PAGAT + "lower_limit = nan", [("lower_limit", "not_whole")]),
    "huge": (PAGAT + f"lower_limit = 0x{'f' * 50_000}", [("lower_limit", "not_whole")]),
    "date": (PAGAT + "lower_limit = 2026-01-01", [("lower_limit", "not_whole")]),
    "time": (PAGAT + "sale = 10:30:00", [("sale", "not_one_of")]),
    "table for a value": (PAGAT + "[players]\nx = 1", [("players", "not_one_of")]),
    "small letters": (PAGAT + 'removed = ["2c"]', [("removed", "not_cards")]),
    "one card, no list": (PAGAT + 'removed = "2C"', [("removed", "not_cards")]),
    "sign for a card": (PAGAT + 'removed = ["2♣"]', [("removed", "not_cards")]),
    "list in a list": (PAGAT + 'removed = [["2C"]]', [("removed", "not_cards")]),
    "no steps": (HEARTS + "pass_cycle = []", [("pass_cycle", "not_list_of")]),
    "too many steps": (HEARTS + f"pass_cycle = {['left'] * 13}", [("pass_cycle", "not_list_of")]),
    "unknown step": (HEARTS + 'pass_cycle = ["up"]', [("pass_cycle", "not_list_of")]),
    "misspelt option": (PAGAT + "remove = []", [("remove", "misspelt")]),
    "unknown option": (PAGAT + "jokers = 2", [("jokers", "unknown_key")]),
    "of Hearts": (PAGAT + 'moon = "choice"', [("moon", "only_in_hearts")]),
    "of Gong Zhu": (HEARTS + 'worth = "strips"', [("worth", "only_in_gongzhu")]),
    "in a table": (PAGAT + "[scoring]\nlone_doubler = 0", [("scoring", "table")]),
    "dotted": (PAGAT + f"{'.'.join('a' * 9_000)} = 1", [("a", "table")]),
    "partners among five": (
        PAGAT + 'players = 5\npartners = "pooled"',
        [("partners", "partners_with_five")],
    ),
    "partners in Hearts": (HEARTS + 'partners = "separate"', [("partners", "partners_in_hearts")]),
    "across among five": (HEARTS + "players = 5", [("pass_cycle", "across_with_five")]),
    "twice removed": (
        PAGAT + 'removed = ["2C", "2C", "3C", "4C", "5C"]',
        [("removed", "removed_twice")],
    ),
    "point cards removed": (
        PAGAT + 'removed = ["QS", "2H", "JD", "TC"]',
        [("removed", "removed_point_card")],
    ),
    "J♦ removed, omnibus": (
        HEARTS + 'omnibus = true\nremoved = ["2D", "3D", "4D", "JD"]',
        [("removed", "removed_point_card")],
    ),
    "Q♦ removed": (
        PAGAT + 'queen_of_diamonds = true\nremoved = ["2D", "3D", "4D", "QD"]',
        [("removed", "removed_queen_of_diamonds")],
    ),
    "no clubs": (
        HEARTS + f"removed = {[f'{rank}C' for rank in '23456789TJQKA'] + ['2D', '3D', '4D']}",
        [("removed", "removed_whole_suit")],
    ),
    "uneven": (PAGAT + 'removed = ["2C"]', [("removed", "uneven")]),
    "uneven among five": (PAGAT + "players = 5\nremoved = []", [("removed", "uneven")]),
    "sale in Hearts": (HEARTS + 'sale = "open"', [("sale", "sale_in_hearts")]),
    "nothing to break": (
        PAGAT + "queen_breaks_hearts = true",
        [("queen_breaks_hearts", "nothing_to_break")],
    ),
    "never exposed": (
        PAGAT + 'sale = "none"\ncancelled_doubler = "bonus-if-exposed"',
        [("cancelled_doubler", "never_exposed")],
    ),
    "never face down": (
        PAGAT + 'face_down_first_trick = "free"',
        [("face_down_first_trick", "never_face_down")],
    ),
    "no bonus": (
        PAGAT + 'lone_doubler = 0\ncancelled_doubler = "bonus-if-exposed"',
        [("cancelled_doubler", "no_bonus")],
    ),
    "no limit to pass": (
        PAGAT + 'past_upper_limit = "loses"',
        [("past_upper_limit", "no_upper_limit")],
    ),
    "all at once": (
        PAGAT + 'sale = "Open"\nname = ""\nfamily = "x"\nfoo = 1\npast_upper_limit = "loses"',
        [
            ("name", "not_name"),
            ("family", "other_family"),
            ("sale", "not_one_of"),
            ("foo", "unknown_key"),
            ("past_upper_limit", "no_upper_limit"),
        ],
    ),
    "blamed once": (
        PAGAT + 'players = 6\npartners = "pooled"\nremoved = ["2C"]',
        [("players", "not_one_of")],
    ),
    "not TOML": (PAGAT + "sale = open", [("", "not_toml")]),
    "said twice": (PAGAT + "players = 4\nplayers = 4", [("", "not_toml")]),
    "cut off": (PAGAT + 'sale = "open', [("", "not_toml")]),
    "no such day": (PAGAT + "lower_limit = 2026-02-30", [("", "not_toml")]),
    "control character": (PAGAT + "\x00", [("", "not_toml")]),
    "number without end": (PAGAT + f"lower_limit = -{'9' * 5_000}", [("", "number_too_long")]),
    "deep": (PAGAT + f"removed = {'[' * 20_000}{']' * 20_000}", [("", "nested_too_deep")]),
}


def refused(text: str) -> RuleError:
    with pytest.raises(RuleError) as caught:
        parse_rules(text, "my.toml")
    return caught.value


@pytest.mark.parametrize(("text", "told"), REFUSED.values(), ids=REFUSED)
def test_a_bad_rule_file_is_refused_for_what_is_wrong(
    text: str, told: list[tuple[str, str]]
) -> None:
    error = refused(text)
    assert [(fault.key, fault.problem) for fault in error.faults] == told


def told_in_all() -> str:
    """What is said of every file of `REFUSED`, and which options make it wrong besides."""
    lines = []
    for name, (text, _) in REFUSED.items():
        error = refused(text)
        for fault, line in zip(error.faults, error.text().split("\n"), strict=True):
            besides = f" ({', '.join(fault.others)})" if fault.others else ""
            lines.append(f"{name}: {line.removeprefix('my.toml: ')}{besides}\n")
    return "".join(lines)


def test_every_refusal_says_what_people_have_read_and_found_good() -> None:
    """The words stand in `refused.txt`; `tests.golden.regenerate` writes them anew."""
    assert told_in_all() == (Path(__file__).parent / "refused.txt").read_text("utf-8")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("text", [text for text, _ in REFUSED.values()], ids=REFUSED)
def test_a_refusal_is_one_line_a_fault_and_names_file_option_and_value(
    text: str, lang: Lang
) -> None:
    error = refused(text)
    lines = error.text(lang).split("\n")
    assert len(lines) == len(error.faults)
    for line, fault in zip(lines, error.faults, strict=True):
        assert line.startswith("my.toml: " if lang == "en" else "my.toml：")
        assert fault.key in line
        assert fault.value in line
        assert line.isprintable()
        assert len(line) < 800


def test_every_message_about_rule_files_is_for_something_that_happens(tmp_path: Path) -> None:
    problems = {problem for _, faults in REFUSED.values() for _, problem in faults}
    of_files = {
        *("unknown_source", "misspelt_source", "not_a_file"),
        *("not_text", "file_too_large", "unreadable"),
    }
    catalogue = {key.removeprefix("rules.fault.") for key in keys("en") if "rules.fault." in key}
    # A record may lack an option; a rule file never does, having a preset. A request to a bot names
    # its game beside its rules.
    assert problems | of_files | {"missing", "other_game"} == catalogue


@pytest.mark.parametrize(
    ("text", "lang", "told"),
    [
        (
            "players = 6",
            "en",
            "my.toml: players = 6: must be one of 4, 5",
        ),
        ("players = 6", "zh", "my.toml：players = 6：只能是 4, 5 之一"),
        ("remove = []", "en", "my.toml: remove = []: no such option; did you mean removed?"),
        (
            'players = 5\npartners = "pooled"',
            "en",
            'my.toml: partners = "pooled": must be "none" with players = 5: '
            "partnerships are two against two",
        ),
        (
            'removed = ["QS", "2C", "3C", "4C"]',
            "en",
            'my.toml: removed = ["QS", "2C", "3C", "4C"]: '
            "must leave the point cards in the pack: QS",
        ),
        (
            "lower_limit = 5",
            "en",
            "my.toml: lower_limit = 5: must be a whole number from -1000000 to -1",
        ),
        (
            "sale = open",
            "en",
            "my.toml: line 2, column 8: not TOML (Invalid value); "
            'put words in quotes, as in sale = "open"',
        ),
        (
            'sale = "open',
            "zh",
            "my.toml：第 2 行第 13 列不合 TOML 的写法（Unterminated string）；"
            '词要加引号，如 sale = "open"',
        ),
    ],
)
def test_a_refusal_in_words(text: str, lang: Lang, told: str) -> None:
    assert refused(PAGAT + text).text(lang) == told


def test_what_would_move_the_cursor_is_shown_and_not_sent() -> None:
    error = refused(PAGAT + '"a\\u001b[31m" = "\\u001b[2J\\u009b"')
    assert '"a\\u001b[31m" = "\\u001b[2J\\x9b"' in error.text()


def test_a_long_value_is_cut_short() -> None:
    error = refused(PAGAT + f'sale = "{"x" * 40_000}"')
    assert len(error.text()) < 300
