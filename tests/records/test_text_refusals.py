"""What is refused in a text, in which words and at which place."""

import re

import pytest
from msgspec.structs import replace

from gongzhu.records import DealRecord, RecordError, read_text, scan_text
from tests.records.texts import text_of, without
from tests.support.recorded import some_records

PAGAT = some_records("gongzhu-pagat")
HEARTS = some_records("hearts-denexa")


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
    ('[Format "1"]', '[Format "2"]', 1, '[Format] "2": must be 1, the only format'),
    ('[Rules "hearts-denexa"]', '[Rules "hearts"]', 1, '[Rules] "hearts": must be the name of a'),
    ("[Game", "[Gmae", 1, "there is no tag [gmae]; the tags are Format, Event, "),
    ("[Game", "[Game1", 1, "there is no tag [game1]; the tags are Format, "),
    ("[Hand0", "[Hand8", 1, "there is no tag [hand8]; the tags are Format, "),
    ("[Hand0", "[Hand", 1, "there is no tag [hand]; the tags are Format, "),
    ('[Game "0"]', '[Game "0"', 1, "the tag that begins here does not end; "),
    ('[Game "0"]', "[]", 1, "the tag that begins here does not end; "),
    ('[Game "0"]', '[Game "zero"]', 1, '[Game] "zero": must be a whole number from 0 to 999999999'),
    ('[Game "0"]', '[Game "0 1"]', 1, '[Game] "0 1": must be a whole number from 0 to 999999999'),
    ('[Game "0"]', '[Game "-1"]', 1, '[Game] "-1": must be a whole number from 0 to 999999999'),
    ('[Deal "0"]', '[Deal ""]', 1, '[Deal] "": must be a whole number from 0 to 999999999'),
    ('[Seat1 "Bo', '[Seat1 "B\to', 1, '[Seat1] "B\\to": must be a name without tabs'),
    ('"Bo"', '"B\x1bo"', 10, "a control character, or something that is not UTF-8"),
    ('"Bo"', '"\tB\x1bo"', 11, "a control character, or something that is not UTF-8"),
    ('"Bo"', '"B\udcffo"', 10, "a control character, or something that is not UTF-8"),
    ("[Before", "[Date 2026-2-3] [Before", 1, '[Date] "2026-2-3": must be a day written as 2026'),
    ('[Before "0 0 0 0"]', '[Before "0 0"]', 1, f'[Before] "0 0": must be {WHOLE} side'),
    ('[Before "0 0 0 0"]', '[Before "0 0 0 x"]', 1, f'[Before] "0 0 0 x": must be {WHOLE} side'),
    ("[Before", "[Option limit] [Before", 1, '[Option] "limit": must be one option as in a rule'),
    ("[Before", "[Option name=x] [Before", 1, '[Option] "name=x": must be one option as in a'),
    ("[Before", "[Option preset=x] [Before", 1, '[Option] "preset=x": must be one option as in'),
    (
        "[Before",
        "[Option players=9] [Before",
        1,
        "rules: players = 9: must be a whole number from ",
    ),
    ("[Before", "[Option players=9] [Option omnibus=true] [Before", 1, "rules: players = 9: must"),
    (
        '[Rules "hearts-denexa"]',
        "[Rules hearts-denexa] [Option partners=pooled] [Option players=5]",
        23,
        "rules: partners",
    ),
    ("[Before", "[Option limt=5] [Before", 1, "rules: limt = 5: "),
    ('[Hand1 "', '[Hand1 "X', 1, "[Hand1] “X"),
    ('[Pass1 "', '[Pass1 "QX ', 1, "[Pass1] “QX” at character 1 "),
    ("[Play", "[Expose1 Q♠ Q♠][Play", 1, '[Expose1] "Q♠ Q♠": must be key cards, each once, '),
    (
        "[Play",
        "[Hand4 ♠A][Play",
        1,
        "[Hand4]: there is no such seat; seats are numbered from 0 to 3",
    ),
    ('[Play "', '[Play "x', 1, '[Play] "x'),
    ('[Play "', '[Play "9', 1, '[Play] "9'),
    ("[Play", "Q♠ [Play", 1, '"Q♠" is outside any tag, and [Play] has not come yet'),
    ("[Play", "(1.5) [Play", 1, '"(1.5)" is outside any tag, and [Play] has not come yet'),
    ("{so}", "{so", 9999, "the comment that begins here does not end; "),
    ("{so}", "{s{o}", 9999, "the comment that begins here does not end; "),
    ("{so}", "}", 9999, "“}” is not one card"),
    ("{so}", "(1.5) (2.5)", 9999, "(2.5): only one time may follow each card"),
    ("{so}", "4:", 9999, "4:: there is no such seat; seats are numbered from 0 to 3"),
    ("{so}", "12:", 9999, "12:: there is no such seat; seats are numbered from 0 to 3"),
    ("{so}", "1X", 9999, "“1X"),
    ("[Scores", "[Claim 9][Scores", 1, '[Claim] "9": must be a seat, counted from 0'),
    ("[Scores", "[Moon me][Scores", 1, '[Moon] "me": must be others or self'),
    ("[Scores", "[Claim 0][Claim 0][Scores", 10, "[Claim] appears twice in this deal"),
    ('[Scores "', '[Scores "1 ', 1, f'[Scores] "1 {SCORES}": must be {WHOLE} pile'),
    ('[GameOver "no"]', '[GameOver "maybe"]', 1, '[GameOver] "maybe": must be yes or no'),
    ("[GameOver", "[Winners 5][GameOver", 1, '[Winners] "5": must be seats, counted from 0'),
    ("[GameOver", "[Losers 4][GameOver", 1, '[Losers] "4": must be seats, counted from 0'),
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
        "line 1: this deal has no [Rules], and neither has any deal before it"
    ]
    assert bad("\n\n{just a comment}") == [
        "line 3: this deal has no [Rules], and neither has any deal before it"
    ]
    assert bad(BASE + "\n[Game 1]") == [f"line {len(LINES) + 1}: this deal has no [Play]"]
    assert bad(re.sub(r"\[Hand[13].*\n", "", BASE)) == [
        "line 1: this deal has no [Hand1], [Hand3]; at most one hand may be left out"
    ]
    assert bad(re.sub(r"\[Pass[02].*\n", "", BASE)) == [
        "line 1: this deal has no [Pass0], [Pass2]; either every seat passes or none does"
    ]
    assert bad(without(BASE, "Before").replace('[Deal "0"]', '[Deal "3"]')) == [
        "line 1: this deal has no [Before], and the deal before it is not in the file"
    ]
    assert deal == 8


def test_of_several_things_in_a_deal_that_cannot_be_read_the_first_is_told() -> None:
    (told,) = bad(BASE.replace("[Game", "[Gmae").replace("[Scores", "[Scoers"))
    assert "there is no tag [gmae]" in told


def test_a_time_before_the_first_card_is_told() -> None:
    (told,) = bad(re.sub(r" 1\. \d:", " 1. (1.5)", BASE))
    assert told.endswith("(1.5): only one time may follow each card")


def test_a_mark_of_byte_order_stands_nowhere_but_at_the_beginning() -> None:
    (told,) = bad("\n\ufeff" + BASE)
    assert told.startswith('line 2, column 1: "\\ufeff" is outside any tag')


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
        f"line {row + 1}, column 9: {card} has no time; either every card has one or none does"
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
    wanted = "this deal needs [Game] and [Deal], because the deal before it could not be read"
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
    assert told.startswith(f"line {line_of('[Play')}, column 1: game 0 deal 0: the hands do not ")


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
