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
    "number as text": (PAGAT + 'players = "4"', [("players", "not_whole")]),
    "float": (PAGAT + "players = 4.0", [("players", "not_whole")]),
    "too few players": (PAGAT + "players = 2", [("players", "not_whole")]),
    "too many players": (HEARTS + "players = 9", [("players", "not_whole")]),
    "true for a number": (PAGAT + "upper_limit = true", [("upper_limit", "not_whole_or_none")]),
    "false for nothing": (PAGAT + "lone_doubler = false", [("lone_doubler", "not_whole")]),
    "nothing for a number": (PAGAT + 'lone_doubler = "none"', [("lone_doubler", "not_whole")]),
    "one for true": (PAGAT + "first_trick_points = 1", [("first_trick_points", "not_one_of")]),
    "word for true": (PAGAT + 'first_trick_points = "no"', [("first_trick_points", "not_one_of")]),
    "capitals": (PAGAT + 'sale = "Open"', [("sale", "not_one_of")]),
    "too low": (PAGAT + "lower_limit = -1000001", [("lower_limit", "not_whole_or_none")]),
    "float limit": (PAGAT + "lower_limit = -1000.0", [("lower_limit", "not_whole_or_none")]),
    "float of nothing": (PAGAT + "upper_limit = 0.0", [("upper_limit", "not_whole_or_none")]),
    "endless": (PAGAT + "lower_limit = -inf", [("lower_limit", "not_whole_or_none")]),
    "no number": (PAGAT + "lower_limit = nan", [("lower_limit", "not_whole_or_none")]),
    "huge": (PAGAT + f"lower_limit = 0x{'f' * 50_000}", [("lower_limit", "not_whole_or_none")]),
    "date": (PAGAT + "lower_limit = 2026-01-01", [("lower_limit", "not_whole_or_none")]),
    "time": (PAGAT + "sale = 10:30:00", [("sale", "not_one_of")]),
    "no deals": (PAGAT + "deals = 0", [("deals", "not_whole_or_none")]),
    "table for a value": (PAGAT + "[players]\nx = 1", [("players", "not_whole")]),
    "small letters": (PAGAT + 'removed = ["2c"]', [("removed", "not_cards")]),
    "one card, no list": (PAGAT + 'removed = "2C"', [("removed", "not_cards")]),
    "sign for a card": (PAGAT + 'removed = ["2♣"]', [("removed", "not_cards")]),
    "list in a list": (PAGAT + 'removed = [["2C"]]', [("removed", "not_cards")]),
    "no card": (PAGAT + 'first_lead_card = "2s"', [("first_lead_card", "not_card")]),
    "two cards for one": (PAGAT + 'doubler = ["TC", "TD"]', [("doubler", "not_card")]),
    "one card exposed": (PAGAT + 'exposable = "QS"', [("exposable", "not_cards_or_all")]),
    "no steps": (HEARTS + "pass_cycle = []", [("pass_cycle", "not_list_of")]),
    "too many steps": (HEARTS + f"pass_cycle = {['left'] * 13}", [("pass_cycle", "not_list_of")]),
    "unknown step": (HEARTS + 'pass_cycle = ["up"]', [("pass_cycle", "not_list_of")]),
    "none passed": (HEARTS + "pass_count = 0", [("pass_count", "not_whole")]),
    "points of no card": (PAGAT + "points = { QX = 1 }", [("points", "not_points")]),
    "points in words": (PAGAT + 'points = { QS = "many" }', [("points", "not_points")]),
    "too many points": (PAGAT + "points = { QS = -10001 }", [("points", "not_points")]),
    "points in a list": (PAGAT + 'points = [["QS", 1]]', [("points", "not_points")]),
    "a total alone": (HEARTS + "exact_total = [[100]]", [("exact_total", "not_pairs")]),
    "five pairs": (
        HEARTS + "exact_total = [[1, 0], [2, 0], [3, 0], [4, 0], [5, 0]]",
        [("exact_total", "not_pairs")],
    ),
    "unknown hearts": (PAGAT + 'heart_values = "none"', [("heart_values", "not_one_of")]),
    "pig in words": (PAGAT + 'pig = "none"', [("pig", "not_whole")]),
    "misspelt option": (PAGAT + "remove = []", [("remove", "misspelt")]),
    "unknown option": (PAGAT + "trumps = 2", [("trumps", "unknown_key")]),
    "in a table": (PAGAT + "[scoring]\nlone_doubler = 0", [("scoring", "table")]),
    "dotted": (PAGAT + f"{'.'.join('a' * 9_000)} = 1", [("a", "table")]),
    "older name, wrong value": (HEARTS + 'moon = "both"', [("all_point_cards", "not_one_of")]),
    "older name and new": (HEARTS + "limit = 5\nupper_limit = 6", [("limit", "written_twice")]),
    "older lead and card": (
        PAGAT + 'first_lead = "must-lead-2C"\nfirst_lead_card = "7S"',
        [("first_lead", "not_one_of")],
    ),
    "partners among seven": (
        PAGAT + 'players = 7\npartners = "pooled"',
        [("partners", "no_opposite_partners")],
    ),
    "across among five": (
        HEARTS + 'players = 5\npass_cycle = ["across"]',
        [("pass_cycle", "nobody_opposite")],
    ),
    "second neighbour among four": (
        HEARTS + 'pass_cycle = ["left-2", "right"]',
        [("pass_cycle", "no_second_neighbour")],
    ),
    "across and beyond among three": (
        HEARTS + 'players = 3\npass_cycle = ["across", "right-2"]',
        [("pass_cycle", "nobody_opposite"), ("pass_cycle", "no_second_neighbour")],
    ),
    "too few cards": (
        HEARTS
        + "players = 8\n"
        + 'removed = ["2C", "3C", "4C", "5C", "2D", "3D", "4D", "5D", "2S", "3S", "4S", "5S"]',
        [("removed", "too_few_cards")],
    ),
    "twice removed": (
        PAGAT + 'removed = ["2C", "2C", "3C", "4C", "5C"]',
        [("removed", "removed_twice")],
    ),
    "point cards removed": (
        PAGAT + 'removed = ["QS", "2H", "JD", "TC"]',
        [("removed", "removed_point_card")],
    ),
    "a doubler that three lay aside": (
        PAGAT + 'players = 3\ndoubler = "2D"',
        [("removed", "removed_point_card")],
    ),
    "J♦ removed, omnibus": (
        HEARTS + 'omnibus = true\nremoved = ["2D", "3D", "4D", "JD"]',
        [("omnibus", "points_removed")],
    ),
    "pig removed and named": (
        PAGAT + 'pig = -200\nremoved = ["2D", "3D", "4D", "QS"]',
        [("pig", "points_removed")],
    ),
    "value of a card removed": (
        HEARTS + 'points = { KS = 10 }\nremoved = ["2D", "3D", "4D", "KS"]',
        [("points", "points_removed")],
    ),
    "heart named twice": (
        PAGAT + 'heart_values = "spot"\npoints = { AH = -5, KS = -1 }',
        [("points", "named_twice")],
    ),
    "pig and a heart named twice": (
        PAGAT + 'heart_values = "spot"\npig = -5\npoints = { AH = -5, QS = -1 }',
        [("points", "named_twice")],
    ),
    "sheep named twice": (PAGAT + "sheep = 5\nomnibus = true", [("omnibus", "named_twice")]),
    "Q♦ removed": (
        PAGAT + 'queen_of_diamonds = true\nremoved = ["2D", "3D", "4D", "QD"]',
        [("queen_of_diamonds", "queen_of_diamonds_removed")],
    ),
    "no clubs": (
        HEARTS + f"removed = {[f'{rank}C' for rank in '23456789TJQKA'] + ['2D', '3D', '4D']}",
        [("removed", "removed_whole_suit")],
    ),
    "uneven": (PAGAT + 'removed = ["2C"]', [("removed", "uneven")]),
    "uneven among seven": (PAGAT + "players = 7\nremoved = []", [("removed", "uneven")]),
    "one point card": (
        HEARTS
        + 'all_point_cards = "plain"\n[points]\nQS = 13\n'
        + "".join(f'{rank}H = "none"\n' for rank in "23456789TJQKA"),
        [("points", "too_few_points")],
    ),
    "point card that doubles": (
        HEARTS + 'points = { "9S" = 3 }\ndoubler = "9S"',
        [("doubler", "doubler_in_points")],
    ),
    "heart that doubles": (PAGAT + 'doubler = "2H"', [("doubler", "no_doubler")]),
    "sheep that doubles": (HEARTS + 'doubler = "JD"', [("doubler", "no_doubler")]),
    "nothing exposed": (
        HEARTS + 'exposable = ["QS"]',
        [("exposable", "nothing_exposed")],
    ),
    "nothing to expose": (PAGAT + "exposable = []", [("sale", "nothing_to_expose")]),
    "nothing left to expose": (
        HEARTS
        + 'sale = "open"\nexposable = ["QS"]\npass_cycle = ["none"]\nall_point_cards = "plain"\n'
        + '[points]\nQS = "none"\nAH = "none"',
        [("sale", "nothing_to_expose"), ("exposable", "nothing_to_expose")],
    ),
    "exposed 2♥": (
        PAGAT + 'exposable = ["QS", "2H"]',
        [("exposable", "not_exposable")],
    ),
    "nothing to break": (
        PAGAT + "queen_breaks_hearts = true",
        [("queen_breaks_hearts", "nothing_to_break")],
    ),
    "never exposed": (
        PAGAT + 'sale = "none"\ncancelled_doubler = "bonus-if-exposed"',
        [("cancelled_doubler", "never_exposed")],
    ),
    "doubler never exposed": (
        PAGAT + 'exposable = ["QS"]\ncancelled_doubler = "bonus-if-exposed"',
        [("cancelled_doubler", "doubler_never_exposed")],
    ),
    "no doubler to be exposed": (
        PAGAT + 'doubler = "none"\ncancelled_doubler = "bonus-if-exposed"',
        [("cancelled_doubler", "doubler_never_exposed")],
    ),
    "never face down": (
        PAGAT + 'face_down_first_trick = "free"',
        [("face_down_first_trick", "never_face_down")],
    ),
    "no bonus": (
        PAGAT + 'lone_doubler = 0\ncancelled_doubler = "bonus-if-exposed"',
        [("cancelled_doubler", "no_bonus")],
    ),
    "a card where the dealer leads": (
        PAGAT + 'first_lead = "dealer"\nfirst_lead_card = "7S"',
        [("first_lead_card", "no_card_leads")],
    ),
    "no card to be held": (
        HEARTS + 'first_lead = "holder"\nfirst_lead_card = "none"',
        [("first_lead_card", "card_leads")],
    ),
    "no pig": (
        PAGAT + 'points = { QS = "none" }',
        [("later_lead", "no_pig"), ("pig_with_all_hearts", "no_pig")],
    ),
    "all of one heart": (
        HEARTS
        + 'all_hearts = "in-favour"\npig_with_all_hearts = "swap"\n[points]\nJD = -10\n'
        + "".join(f'{rank}H = "none"\n' for rank in "23456789TJQK"),
        [("all_hearts", "too_few_hearts"), ("pig_with_all_hearts", "too_few_hearts")],
    ),
    "no sheep to swap": (
        HEARTS + 'pig_with_all_hearts = "swap"',
        [("pig_with_all_hearts", "no_sheep_to_swap")],
    ),
    "slam without penalties": (
        HEARTS + 'aim = "high"',
        [("all_point_cards", "too_few_penalties")],
    ),
    "slam that pays nothing": (
        PAGAT + 'all_point_cards = "instant-win"\nslam_points = 26',
        [("slam_points", "slam_pays_nothing")],
    ),
    "cards of no slam": (PAGAT + 'slam_needs = "penalties"', [("slam_needs", "slam_is_nothing")]),
    "more than a flat slam": (
        PAGAT + 'all_point_cards = "flat"\nall_tricks = 200',
        [("all_tricks", "flat_pays_all")],
    ),
    "no lower limit": (
        HEARTS + 'at_lower_limit = "plays-on"\npast_lower_limit = "wins"',
        [("at_lower_limit", "no_lower_limit"), ("past_lower_limit", "no_lower_limit")],
    ),
    "lower limit that wins": (
        PAGAT + 'past_lower_limit = "wins"',
        [("past_lower_limit", "lower_limit_loses")],
    ),
    "lower limit above zero": (
        PAGAT + "lower_limit = 0",
        [("lower_limit", "lower_limit_not_below_zero")],
    ),
    "no upper limit": (
        PAGAT + 'at_upper_limit = "ends"\npast_upper_limit = "loses"',
        [("at_upper_limit", "no_upper_limit"), ("past_upper_limit", "no_upper_limit")],
    ),
    "upper limit that wins": (
        HEARTS + 'past_upper_limit = "wins"',
        [("past_upper_limit", "upper_limit_ends")],
    ),
    "upper limit of nothing": (
        HEARTS + "limit = 0",
        [("upper_limit", "upper_limit_not_above_zero")],
    ),
    "endless game": (PAGAT + 'lower_limit = "none"', [("deals", "game_never_ends")]),
    "one total twice": (
        HEARTS + "exact_total = [[100, 50], [100, 0]]",
        [("exact_total", "pairs_differ")],
    ),
    "a total that stays": (
        HEARTS + "exact_total = [[100, 100]]",
        [("exact_total", "pairs_differ")],
    ),
    "a total that turns anyway": (
        PAGAT + 'at_lower_limit = "turns-positive"\nexact_total = [[-1000, 0]]',
        [("exact_total", "turns_positive_too")],
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
        PAGAT + 'players = 9\npartners = "pooled"\nremoved = ["2C"]',
        [("players", "not_whole")],
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
    """What is said of every file of `REFUSED`."""
    return "".join(
        f"{name}: {line.removeprefix('my.toml: ')}\n"
        for name, (text, _) in REFUSED.items()
        for line in refused(text).text().split("\n")
    )


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
    # A file is taken with an older name, and told so. A request to a bot names its game beside its
    # rules.
    assert problems | of_files | {"renamed", "other_game"} == catalogue


@pytest.mark.parametrize(
    ("text", "lang", "told"),
    [
        (
            "players = 9",
            "en",
            "my.toml: players = 9: must be a whole number from 3 to 8",
        ),
        ("players = 9", "zh", "my.toml：players = 9：只能是 3 到 8 的整数"),
        ("remove = []", "en", "my.toml: remove = []: no such option; did you mean removed?"),
        (
            'players = 5\npartners = "pooled"',
            "en",
            'my.toml: partners = "pooled": can only be "none" here: partners are two who sit '
            "opposite each other, which takes 4, 6 or 8 players; two teams of three or four are "
            "not played (players = 5)",
        ),
        (
            'players = 5\npartners = "pooled"',
            "zh",
            'my.toml：partners = "pooled"：这里只能是 "none"：搭档是对坐的两个人，'
            "要 4、6 或 8 人打；不能分成三人或四人的两队（players = 5）",
        ),
        (
            'removed = ["QS", "2C", "3C", "4C"]',
            "en",
            'my.toml: removed = ["2C", "3C", "4C", "QS"]: cards that count stay in the pack: Q♠; '
            'take their values off first (points, doubler = "TC")',
        ),
        (
            "lower_limit = 5",
            "en",
            "my.toml: lower_limit = 5: must be below zero: a game starts at zero",
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


@pytest.mark.parametrize(
    ("text", "lang", "told"),
    [
        (
            'players = 5\npartners = "pooled"',
            "en",
            "“Partners”, “Players” do not go together: partners are two who sit opposite each "
            "other, which takes 4, 6 or 8 players; two teams of three or four are not played.",
        ),
        (
            'players = 5\npass_cycle = ["across"]',
            "zh",
            "“传牌”、“人数”不能这样搭配：人数是单数，没有对家。",
        ),
        (
            'points = { "9S" = 3 }\ndoubler = "9S"',
            "en",
            "“Doubler”, “Values of the cards” do not go together: the doubler has no value of its "
            "own.",
        ),
        ("lower_limit = 5", "en", "Lower limit: must be below zero: a game starts at zero"),
        ("trumps = 1", "zh", None),
    ],
)
def test_a_refusal_in_words_of_the_table(text: str, lang: Lang, told: str | None) -> None:
    (fault,) = refused(PAGAT + text).faults
    assert fault.at_table(lang) == (told or fault.text(lang))


def test_what_would_move_the_cursor_is_shown_and_not_sent() -> None:
    error = refused(PAGAT + '"a\\u001b[31m" = "\\u001b[2J\\u009b"')
    assert '"a\\u001b[31m" = "\\u001b[2J\\x9b"' in error.text()


def test_a_long_value_is_cut_short() -> None:
    error = refused(PAGAT + f'sale = "{"x" * 40_000}"')
    assert len(error.text()) < 300
