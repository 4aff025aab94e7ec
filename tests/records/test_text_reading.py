"""Text as people write it: what may be left out, and what is refused at which place."""

import re
from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from gongzhu.cards import PACK, Card
from gongzhu.records import DealRecord, RecordError, read_text, scan_text, write_text
from gongzhu.rules import PRESETS
from support.recorded import recorded_deals, some_records

PAGAT = some_records("gongzhu-pagat")
HEARTS = some_records("hearts-denexa")


def text_of(*records: DealRecord) -> str:
    return "".join(write_text(records))


def without(text: str, *names: str) -> str:
    """The text without the tags of these names."""
    return "".join(
        line
        for line in text.splitlines(keepends=True)
        if not re.match(rf"\[({'|'.join(names)})\d? ", line)
    )


def test_case_gaps_quotes_and_line_breaks_do_not_matter() -> None:
    text = text_of(HEARTS[0])
    head, play, tail = text.partition("[Play")
    tags = re.sub(r'\[(\w+) "([^"]*)"\]\n', r"  [  \1 \2 ]", head).lower()
    for name in HEARTS[0].players:
        tags = tags.replace(name.lower(), name)
    table = re.sub(r"10(?!\.)", "t", tail.lower()).replace("  ", ",|\t")
    table = table.replace("\n", "\r\n\r\n")
    assert list(read_text(tags + play.lower() + table)) == [HEARTS[0]]
    assert list(read_text("\ufeff" + text)) == [HEARTS[0]]


@pytest.mark.parametrize(
    "show",
    [
        lambda card: card.code,
        lambda card: card.code.lower(),
        str,
        lambda card: card.suit.symbol + str(card)[:-1],
        lambda card: str(card)[:-1].lower() + card.suit.value.lower(),
        lambda card: (
            {"C": "梅花", "D": "方块", "H": "红桃", "S": "黑桃"}[card.suit.value] + str(card)[:-1]
        ),
    ],
)
def test_cards_may_be_written_in_any_usual_way(show: Callable[[Card], str]) -> None:
    record = next(item for item in HEARTS if item.passes)
    text = re.sub(
        r"(?<=[ \"])(10|[2-9AJQK])([♠♥♦♣])",
        lambda found: show(card_of(found[0])),
        text_of(record),
    )
    assert list(read_text(text)) == [record]


def card_of(text: str) -> Card:
    return next(card for card in PACK if str(card) == text)


@pytest.mark.parametrize(
    "hand",
    [
        "♠AQ7 ♥K82 ♦J1094 ♣A53",
        "♠ A Q 7 ♥ K 8 2 ♦ J 10 9 4 ♣ A 5 3",
        "s aq7, h k82, d jt94, c a53",
        "3C 5C AC 4D 9D TD JD 2H 8H KH 7S QS AS",
        "黑桃AQ7 红桃K82 方块J1094 梅花A53",
    ],
)
def test_a_hand_may_be_written_in_any_usual_way(hand: str) -> None:
    found = re.sub(r"Hand0 \"[^\"]*", f'Hand0 "{hand}', text_of(PAGAT[0]))
    (back,) = read_text(found)
    assert [card.code for card in back.hands[0]] == [
        *("3C", "5C", "AC", "4D", "9D", "TD", "JD", "2H", "8H", "KH", "7S", "QS", "AS")
    ]


@pytest.mark.parametrize("hand", ["♠AQ7 ♥- ♦J ♣-", "♠AQ7 ♦J", "s AQ7 h — d J c –", "AS QS 7S JD"])
def test_a_void_may_be_marked_or_left_out(hand: str) -> None:
    (back,) = read_text(re.sub(r"Hand0 \"[^\"]*", f'Hand0 "{hand}', text_of(PAGAT[0])))
    assert back.hands[0] == (Card("JD"), Card("7S"), Card("QS"), Card("AS"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Q♠ open, A♥ open", {"AH": "open", "QS": "open"}),
        ("QS AH", {"AH": "open", "QS": "open"}),
        ("Q♠, A♥ up; 10♣ DOWN", {"QS": "open", "AH": "up", "TC": "down"}),
        ("qs up ah down", {"QS": "up", "AH": "down"}),
        ("", {}),
    ],
)
def test_exposures(value: str, expected: dict[str, str]) -> None:
    text = without(text_of(PAGAT[0]), "Expose").replace("[Play", f'[Expose2 "{value}"]\n[Play')
    (back,) = read_text(text)
    assert back.exposures[2] == {Card(code): mode for code, mode in expected.items()}
    assert list(back.exposures[2]) == sorted(back.exposures[2])


def test_tags_may_come_in_any_order_before_the_table_and_after_it() -> None:
    head, play, table = text_of(HEARTS[0]).partition("[Play")
    tags = head.split("\n")
    rows, scores, results = table.partition("[Scores")
    back = "\n".join(reversed((scores + results).strip().split("\n")))
    assert list(read_text("\n".join(tags[::-1]) + play + rows + back)) == [HEARTS[0]]
    early = scores + results + head + play + rows
    assert list(read_text(early)) == [HEARTS[0]]


def test_results_are_worked_out() -> None:
    for preset in PRESETS:
        rules = PRESETS[preset].rules
        rng = Random(3)
        deals = [
            *recorded_deals(rules, rng, 3),
            *recorded_deals(rules, rng, 6, strong=True, claims=True),
        ]
        text = text_of(*deals)
        results = ("Scores", "Totals", "GameOver", "Winners", "Losers")
        assert list(read_text(without(text, *results))) == deals
        for name in results[:3]:
            assert list(read_text(without(text, name))) == deals


def test_a_text_that_says_whether_the_game_is_over_says_who_won_it() -> None:
    record = next(item for item in PAGAT if item.game_over)
    (back,) = read_text(without(text_of(record), "Scores", "Winners", "Losers"))
    assert back == replace(record, winners=(), losers=())


def test_numbers_and_totals_follow_from_the_deal_before() -> None:
    text = text_of(*PAGAT)
    assert any(record.game for record in PAGAT)
    assert any(record.deal for record in PAGAT)
    assert list(read_text(without(text, "Game", "Deal", "Before"))) == list(PAGAT)
    assert list(read_text(without(text, "Game", "Before"))) == list(PAGAT)
    assert list(read_text(without(text, "Deal", "Before"))) == list(PAGAT)


def test_deal_0_begins_a_new_game_and_a_new_event_a_new_match() -> None:
    text = text_of(PAGAT[0], replace(PAGAT[0], event="x"))
    first, second = read_text(without(text, "Game", "Deal"))
    assert (first.game, first.deal, second.game, second.deal) == (0, 0, 0, 0)
    unfinished = next(record for record in PAGAT if not record.game_over and record.deal == 0)
    text = text_of(unfinished, replace(unfinished, game=unfinished.game + 1))
    assert [item.game for item in read_text(without(text, "Game", "Before"))] == [0, 1]
    text = text_of(unfinished, replace(unfinished, game=7))
    found = list(read_text(without(text, "Deal")))
    assert [(item.game, item.deal) for item in found] == [(unfinished.game, 0), (7, 0)]
    later = replace(next(record for record in PAGAT if record.deal), game=0)
    assert list(read_text(without(text_of(later), "Game"))) == [later]


def test_names_and_a_day_may_be_left_out() -> None:
    (back,) = read_text(without(text_of(replace(PAGAT[0], date="2026-11-20")), "Seat", "Date"))
    assert back == replace(PAGAT[0], players=("",) * 4)


def test_one_hand_may_be_left_out() -> None:
    for seat in range(4):
        text = re.sub(rf"\[Hand{seat}.*\n", "", text_of(*PAGAT))
        assert list(read_text(text)) == list(PAGAT)


def test_rows_need_no_numbers_and_no_seats() -> None:
    deals = [*PAGAT, *some_records("gongzhu-pagat-5")]
    text = re.sub(r"^ ?\d+\. \d:", "", text_of(*deals), flags=re.MULTILINE)
    assert list(read_text(text)) == deals
    one_line = re.sub(r"\n +(?=\d|10|[AKQJ])", " ", text)
    assert list(read_text(one_line)) == deals
    with_zeros = re.sub(r"^ ?\d+\. (\d):", r"0\1:", text_of(*deals), flags=re.MULTILINE)
    assert list(read_text(with_zeros)) == deals
    first_named = re.sub(r'\[Play "(\d)"\]', r"[Play] \1:", text)
    assert list(read_text(first_named)) == deals


def test_options_add_up_until_new_rules_are_named() -> None:
    tags = without(text_of(PAGAT[0]), "Rules", "Format")
    text = (
        f'[Rules gongzhu-pagat] [Option "lower_limit = -500"]\n{tags}'
        f'[Option "sale = none"]\n[Option "lower_limit=-400"]\n{without(tags, "Expose")}'
        f"{tags}"
        f"[Rules gongzhu-wiki]\n{tags}"
        f'[Option "queen_of_diamonds = true"]\n{tags}'
        f"[Preset ours]\n{tags}{tags}"
        f"[Option \"removed = ['2C', '2D', '3C', '3D']\"]\n{tags}"
    )
    found = list(read_text(text))
    assert [item.preset for item in found] == [
        *(None, None, None, "gongzhu-wiki", "gongzhu-wiki-diamonds", "ours", "ours", None)
    ]
    limits = [getattr(item.rules, "lower_limit", 0) for item in found]
    assert limits == [-500, -400, -400, -1000, -1000, -1000, -1000, -1000]
    assert [item.rules.sale for item in found][:4] == ["open", "none", "none", "open"]
    assert [len(item.rules.removed) for item in found][-2:] == [0, 4]


def test_an_option_may_be_switched_off() -> None:
    options = '[Rules gongzhu-wiki-diamonds] [Option "queen_of_diamonds = false"]\n'
    (back,) = read_text(options + without(text_of(PAGAT[0]), "Rules", "Format"))
    assert back.preset == "gongzhu-wiki"


def test_two_comments_at_a_place_are_one_of_two_lines() -> None:
    text = text_of(PAGAT[0])
    row = re.search(r" 1\. \d: .*", text)
    assert row
    text = text.replace(row[0], row[0] + "{a}\n{b\nc} ").replace("[Play", "{x} {y}[Play")
    (back,) = read_text("{first}\n" + text)
    assert back.comments == {"0": "first\nx\ny", "4": "a\nb\nc"}


def test_a_backslash_at_the_end_of_a_line_of_a_comment_stands_for_itself() -> None:
    (back,) = read_text("{a\\\n  b \\} \\x\n\n \\[c}" + text_of(PAGAT[0]))
    assert back.comments == {"0": "a\\\n  b } x\n\n [c"}


def test_a_line_of_a_comment_ends_as_it_was_written() -> None:
    (back,) = read_text("{so ~\n~\n--}" + text_of(PAGAT[0]))
    assert back.comments == {"0": "so ~\n~\n--"}


def test_numbers_may_have_commas_and_words_capitals() -> None:
    record = replace(HEARTS[0], moon_choice="self")
    text = text_of(record).replace('"0 0 0 0"', '"0, 0,0 ,0"').replace('"self"', '"Self"')
    text = text.replace('[GameOver "no"]', '[GameOver "NO"]')
    assert list(read_text(text)) == [record]


def test_times_have_up_to_three_decimals() -> None:
    text = text_of(replace(PAGAT[0], timings=(1500,) * 52))
    for written in ("(1.5)", "(1.50)", "(1.500)"):
        (back,) = read_text(text.replace(" (1.500)", written))
        assert back.timings == (1500,) * 52
    (back,) = read_text(text.replace("(1.500)", "(2)"))
    assert back.timings == (2000,) * 52


def bad(text: str) -> list[str]:
    """What is said of each deal that cannot be read."""
    return [
        entry.found.text()
        for entry in scan_text(text.split("\n"))
        if isinstance(entry.found, RecordError)
    ]


BASE = text_of(replace(HEARTS[0], comments={"3": "so"}))
LINES = BASE.split("\n")


def line_of(start: str) -> int:
    return next(number for number, line in enumerate(LINES, start=1) if line.startswith(start))


WHOLE = "a whole number of at most nine digits for each"
SCORES = " ".join(str(points) for points in HEARTS[0].scores)
SWAPS = [
    ('[Format "1"]', '[Format "2"]', 1, '[Format] "2": wanted: 1, the only format'),
    ('[Rules "hearts-denexa"]', '[Rules "hearts"]', 1, '[Rules] "hearts": wanted: the name of a'),
    ("[Game", "[Gmae", 1, "there is no tag [gmae]; the tags are Format, Event, "),
    ("[Game", "[Game1", 1, "there is no tag [game1]; the tags are Format, "),
    ("[Hand0", "[Hand5", 1, "there is no tag [hand5]; the tags are Format, "),
    ("[Hand0", "[Hand", 1, "there is no tag [hand]; the tags are Format, "),
    ('[Game "0"]', '[Game "0"', 1, "the tag that begins here does not end; "),
    ('[Game "0"]', "[]", 1, "the tag that begins here does not end; "),
    ('[Game "0"]', '[Game "zero"]', 1, '[Game] "zero": wanted: a whole number from 0 to 999999999'),
    ('[Game "0"]', '[Game "0 1"]', 1, '[Game] "0 1": wanted: a whole number from 0 to 999999999'),
    ('[Game "0"]', '[Game "-1"]', 1, '[Game] "-1": wanted: a whole number from 0 to 999999999'),
    ('[Deal "0"]', '[Deal ""]', 1, '[Deal] "": wanted: a whole number from 0 to 999999999'),
    ('[Seat1 "Bo', '[Seat1 "B\to', 1, '[Seat1] "B\\to": wanted: a name without tabs'),
    ('"Bo"', '"B\x1bo"', 10, "a control character, or something that is not UTF-8"),
    ('"Bo"', '"\tB\x1bo"', 11, "a control character, or something that is not UTF-8"),
    ('"Bo"', '"B\udcffo"', 10, "a control character, or something that is not UTF-8"),
    ("[Before", "[Date 2026-2-3] [Before", 1, '[Date] "2026-2-3": wanted: a day written as 2026'),
    ('[Before "0 0 0 0"]', '[Before "0 0"]', 1, f'[Before] "0 0": wanted: {WHOLE} side'),
    ('[Before "0 0 0 0"]', '[Before "0 0 0 x"]', 1, f'[Before] "0 0 0 x": wanted: {WHOLE} side'),
    ("[Before", "[Option limit] [Before", 1, '[Option] "limit": wanted: one option as in a rule'),
    ("[Before", "[Option name=x] [Before", 1, '[Option] "name=x": wanted: one option as in a'),
    ("[Before", "[Option preset=x] [Before", 1, '[Option] "preset=x": wanted: one option as in'),
    ("[Before", "[Option limit=-5] [Before", 1, "rules: limit = -5: must be a whole number from "),
    ("[Before", "[Option limt=5] [Before", 1, "rules: limt = 5: "),
    ('[Hand1 "', '[Hand1 "X', 1, "[Hand1] “X"),
    ('[Pass1 "', '[Pass1 "QX ', 1, "[Pass1] “QX” at character 1 "),
    ("[Play", "[Expose1 Q♠ Q♠][Play", 1, '[Expose1] "Q♠ Q♠": wanted: key cards, each once, '),
    ("[Play", "[Hand4 ♠A][Play", 1, "[Hand4]: there is no such seat; seats are numbered 0 to 3"),
    ('[Play "', '[Play "x', 1, '[Play] "x'),
    ('[Play "', '[Play "9', 1, '[Play] "9'),
    ("[Play", "Q♠ [Play", 1, '"Q♠" stands outside a tag, and [Play] has not come yet'),
    ("[Play", "(1.5) [Play", 1, '"(1.5)" stands outside a tag, and [Play] has not come yet'),
    ("{so}", "{so", 9999, "the comment that begins here does not end; "),
    ("{so}", "{s{o}", 9999, "the comment that begins here does not end; "),
    ("{so}", "}", 9999, "“}” is not one card"),
    ("{so}", "(1.5) (2.5)", 9999, "(2.5): one time may follow each card"),
    ("{so}", "4:", 9999, "4:: there is no such seat; seats are numbered 0 to 3"),
    ("{so}", "12:", 9999, "12:: there is no such seat; seats are numbered 0 to 3"),
    ("{so}", "1X", 9999, "“1X"),
    ("[Scores", "[Claim 9][Scores", 1, '[Claim] "9": wanted: a seat, counted from 0'),
    ("[Scores", "[Moon me][Scores", 1, '[Moon] "me": wanted: others or self'),
    ("[Scores", "[Claim 0][Claim 0][Scores", 10, "a second [Claim] in this deal"),
    ('[Scores "', '[Scores "1 ', 1, f'[Scores] "1 {SCORES}": wanted: {WHOLE} pile'),
    ('[GameOver "no"]', '[GameOver "maybe"]', 1, '[GameOver] "maybe": wanted: yes or no'),
    ("[GameOver", "[Winners 5][GameOver", 1, '[Winners] "5": wanted: seats, counted from 0'),
]


@pytest.mark.parametrize(("old", "new", "column", "told"), SWAPS, ids=range(len(SWAPS)))
def test_what_cannot_be_read_is_told_with_line_and_column(
    old: str, new: str, column: int, told: str
) -> None:
    number = next(number for number, line in enumerate(LINES, start=1) if old in line)
    place = LINES[number - 1].index(old)
    text = BASE.replace(old, new, 1)
    (found,) = bad(text)
    lead = f"line {number}, column "
    assert found.startswith(lead)
    shown, _, rest = found.removeprefix(lead).partition(": ")
    wanted = {1: place + 1, 9999: int(shown)}.get(column, column)
    assert int(shown) == wanted > place
    assert re.sub(r"^game \d+ deal \d+: ", "", rest).startswith(told)
    assert "\n" not in found
    entries = list(scan_text((text + "\n" + BASE).split("\n")))
    assert len(entries) == 2
    assert isinstance(entries[1].found, DealRecord) == ("[Date" not in new), "the next is read"


def test_what_is_missing_is_told_with_the_line_of_the_deal() -> None:
    deal = line_of("[Game")
    assert bad(without(BASE, "Rules")) == [
        "line 1: this deal has no [Rules], and no deal before it has"
    ]
    assert bad("\n\n{just a comment}") == [
        "line 3: this deal has no [Rules], and no deal before it has"
    ]
    assert bad(BASE + "\n[Game 1]") == [f"line {len(LINES) + 1}: this deal has no [Play]"]
    assert bad(re.sub(r"\[Hand[13].*\n", "", BASE)) == [
        "line 1: this deal has no [Hand1], [Hand3]; one hand may be left out at most"
    ]
    assert bad(re.sub(r"\[Pass[02].*\n", "", BASE)) == [
        "line 1: this deal has no [Pass0], [Pass2]; every seat passes, or none does"
    ]
    assert bad(without(BASE, "Before").replace('[Deal "0"]', '[Deal "3"]')) == [
        "line 1: this deal has no [Before], and the deal before it is not here"
    ]
    assert deal == 8


def test_of_several_things_in_a_deal_that_cannot_be_read_the_first_is_told() -> None:
    (told,) = bad(BASE.replace("[Game", "[Gmae").replace("[Scores", "[Scoers"))
    assert "there is no tag [gmae]" in told


def test_a_time_before_the_first_card_is_told() -> None:
    (told,) = bad(re.sub(r" 1\. \d:", " 1. (1.5)", BASE))
    assert told.endswith("(1.5): one time may follow each card")


def test_a_mark_of_byte_order_stands_nowhere_but_at_the_beginning() -> None:
    (told,) = bad("\n\ufeff" + BASE)
    assert told.startswith('line 2, column 1: "\\ufeff" stands outside a tag')


def test_a_second_tag_of_the_head_opens_the_next_deal() -> None:
    first, second = scan_text(["[Game 7]", *LINES])
    assert isinstance(first.found, RecordError)
    assert first.found.text() == "line 1: this deal has no [Play]"
    assert isinstance(second.found, DealRecord)
    assert (second.line, second.found.game) == (1 + line_of("[Game"), 0)


def test_who_leads_must_be_said_somewhere() -> None:
    play = line_of("[Play")
    open_lead = re.sub(r'\[Play "\d"\]', "[Play]", re.sub(r" 1\. \d:", "", BASE))
    (told,) = bad(open_lead)
    assert told.startswith(f"line {play + 1}, column 3: who leads? ")
    (told,) = bad(re.sub(r'\[Play "\d"\]\n(.*\n){13}', "[Play]\n", BASE))
    assert told.startswith(f"line {play}, column 1: who leads? ")


def test_a_card_without_its_time_is_told() -> None:
    text = text_of(replace(HEARTS[0], timings=(1000,) * 52)).split("\n")
    row = line_of("[Play")
    text[row] = text[row].replace("(1.000)", "", 1)
    card = str(HEARTS[0].plays[0][1])
    assert bad("\n".join(text)) == [
        f"line {row + 1}, column 9: {card} has no time; every card has one, or none has"
    ]


def test_totals_before_are_not_taken_from_other_rules() -> None:
    first = next(record for record in PAGAT if record.deal == 0 and not record.game_over)
    second = some_records("gongzhu-pagat-partners", 12)[1]
    text = without(text_of(first, replace(second, game=first.game, deal=1)), "Before")
    assert len(bad(text)) == 1
    assert "no [Before]" in bad(text)[0]


def test_after_a_deal_that_cannot_be_read_the_next_one_says_its_numbers() -> None:
    text = text_of(*PAGAT[:3]).replace("[Deal", "[Delt", 1)
    assert len(bad(text)) == 1
    first, *others = bad(without(text, "Game"))
    assert "there is no tag [delt]" in first
    wanted = "this deal needs [Game] and [Deal], since the deal before it could not be read"
    assert [told.partition(": ")[2] for told in others] == [wanted] * 2


def test_results_that_cannot_be_worked_out_are_told_at_the_card() -> None:
    text = without(BASE, "Scores")
    row = line_of(" 3.")
    played = [str(HEARTS[0].plays[number][1]).ljust(3) for number in (1, 9)]
    line = LINES[row - 1]
    place = line.index(f"  {played[1]}")
    again = text.replace(line, f"{line[:place]}  {played[0]}{line[place + 5 :]}")
    (told,) = bad(again)
    assert told.startswith(f"line {row}, column {place + 3}: game 0 deal 0 play 10: seat ")
    (told,) = bad(re.sub(r"\[Hand0.*\n", '[Hand0 "♠A"]\n', text))
    assert told.startswith(f"line {line_of('[Play')}, column 1: game 0 deal 0: the hands are not ")


def test_a_line_that_is_too_long_is_told() -> None:
    (told,) = bad("{" + "x" * 2**20 + "}\n" + BASE)
    assert told == "line 1: the line has more than 1048576 bytes"
    assert bad("{" + "x" * (2**20 - 2) + "}\n" + BASE) == []
    assert bad("[" + " " * 1_000_000 + "\n" + BASE)[0].startswith("line 1, column 1: the tag that")


def test_an_open_comment_ends_at_the_next_tag_or_with_the_text() -> None:
    text = text_of(PAGAT[0], PAGAT[1], PAGAT[2])
    parts = text.split("\n\n")
    parts[1] += "\n{open\nand on"
    (told,) = bad("\n\n".join(parts))
    assert ": the comment that begins here does not end; " in told
    assert len(list(scan_text("\n\n".join(parts).split("\n")))) == 3
    assert bad(BASE + "{open")[0].startswith(f"line {len(LINES)}, column 1: the comment that")


def test_reading_raises_at_the_first_deal_that_cannot_be_read() -> None:
    reader = read_text(BASE + BASE.replace("[Seat1", "[Seet1"))
    next(reader)
    with pytest.raises(RecordError, match=r"there is no tag \[seet1\]"):
        next(reader)


def test_bytes_that_are_no_text_are_told() -> None:
    data = BASE.encode().replace(b"Bo", b"\xff\xfe")
    (entry,) = scan_text(data.splitlines(keepends=True))
    assert isinstance(entry.found, RecordError)
    assert entry.found.text() == (
        "line 4, column 9: a control character, or something that is not UTF-8"
    )
    assert entry.found.text("zh") == "第 4 行第 9 列：有控制字符，或者不是 UTF-8"


@pytest.mark.parametrize("text", ["", "\n\n", " | \n", "\ufeff"])
def test_a_text_of_nothing_holds_nothing(text: str) -> None:
    assert list(read_text(text)) == []
