"""Text as people write it: in which ways, and what may be left out."""

import re
from collections.abc import Callable
from io import BytesIO
from random import Random

import pytest
from msgspec.structs import replace

from gongzhu.cards import PACK, Card
from gongzhu.records import DealRecord, RecordError, read_text, scan_file, scan_text
from gongzhu.rules import PRESETS, rules_from_preset
from tests.records.texts import text_of, without
from tests.support.recorded import recorded_deals, some_records

PAGAT = some_records("gongzhu-pagat")
HEARTS = some_records("hearts-denexa")


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


def test_the_rules_say_which_card_the_doubler_is() -> None:
    other = rules_from_preset("gongzhu-pagat", {"doubler": "7S"})[1]
    for rules, card in ((PRESETS["gongzhu-pagat"].rules, "10♣"), (other, "7♠")):
        record = next(iter(recorded_deals(rules, Random(1), 1)))
        text = re.sub(f'(?<=  ){card}|(?<=\\[Hand. "){card} ', "变压器 ", text_of(record))
        assert "变压器" in text
        assert list(read_text(text)) == [record]
    none = rules_from_preset("gongzhu-pagat", {"doubler": "none", "lone_doubler": 0})[1]
    text = text_of(next(iter(recorded_deals(none, Random(1), 1)))).replace("7♠", "变压器")
    with pytest.raises(RecordError, match="no doubler"):
        list(read_text(text))


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


@pytest.mark.parametrize("preset", PRESETS)
def test_results_are_worked_out(preset: str) -> None:
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


def without_remarks(number: int) -> DealRecord:
    return replace(PAGAT[number], comments={})


def test_a_comment_between_two_deals_is_about_the_one_that_follows() -> None:
    first, second = map(without_remarks, (0, 1))
    head, tail = text_of(first), text_of(first, second).removeprefix(text_of(first))
    wanted = [first, replace(second, comments={"0": "the second\nof two lines\nand more"})]
    for before in (head, without(head, "Scores", "Totals", "GameOver", "Winners", "Losers")):
        found = list(read_text(f"{before}\n{{the second\nof two lines}} {{and more}}\n{tail}"))
        assert found == wanted
        assert list(read_text(text_of(*found))) == wanted


def test_a_comment_beside_the_last_card_or_before_its_results_is_about_the_card() -> None:
    first, second = map(without_remarks, (0, 1))
    tail = text_of(first, second).removeprefix(text_of(first))
    table, scores, results = text_of(first).partition("[Scores")
    wanted = [replace(first, comments={"52": "what an end"}), second]
    for text in (
        table.rstrip() + " {what an end}\n" + scores + results + tail,
        table + "{what an end}\n" + scores + results + tail,
        table + scores + results.rstrip() + " {what an end}\n" + tail,
        table.rstrip() + " {what an end}" + without(tail, "Before"),
    ):
        assert list(read_text(text)) == wanted
    (alone,) = read_text(text_of(first) + "\n{what an end}\n")
    assert alone == wanted[0]


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


@pytest.mark.parametrize("text", ["", "\n\n", " | \n", "\ufeff"])
def test_a_text_of_nothing_holds_nothing(text: str) -> None:
    assert list(read_text(text)) == []


WIDE = str.maketrans({"[": "【", "]": "】", ".": "。", ":": "：", "-": "−", "(": "（", ")": "）"})


def typed_in_chinese(record: DealRecord) -> str:
    """The text as a Chinese input method gives it: every sign of another width, but for names."""
    head, play, tail = text_of(record).partition("[Play")
    rows, scores, results = tail.partition("[Scores")
    rows = re.sub(r"(?<=[♠♥♦♣]) +(?=\d|[AKQJ])", "，", rows.replace("10", "１０"))
    rows = re.sub(r"\{([^}]*)\}", r"｛\1｝", rows)
    tags = (head + play + rows + scores + results).translate(WIDE)
    return re.sub(r'(【(?!Seat)\w+) "([^"]*)"', r"\1　“\2”", tags)


def test_what_a_chinese_input_method_types_is_read() -> None:
    comments = {"4": "第一墩"}
    for record in (*PAGAT[:3], HEARTS[0], HEARTS[1]):
        told = replace(record, comments=comments, timings=(1250,) * len(record.plays))
        wide = typed_in_chinese(told)
        assert "−" in wide or record.rules.family == "hearts"
        assert list(read_text(wide)) == [told]
        assert [item.found for item in scan_file(BytesIO(wide.encode()))] == [told]


@pytest.mark.parametrize("sign", ["，", "、", "\u3000", "\u00a0", "\u200b ", "｜"])
def test_between_plays_stands_whatever_stands_between_cards_of_a_hand(sign: str) -> None:
    rows, scores, results = text_of(PAGAT[0]).partition("[Scores")
    rows = re.sub(r"(?<=[♠♥♦♣]) +(?=\d|[AKQJ])", sign, rows)
    assert list(read_text(rows + scores + results)) == [PAGAT[0]]


@pytest.mark.parametrize("minus", "−–—－﹣‐‑")
def test_any_minus_is_one(minus: str) -> None:
    record = next(item for item in PAGAT if min(item.scores) < 0)
    head, tag, tail = text_of(record).partition("[Before")
    assert list(read_text(head + tag + tail.replace("-", minus))) == [record]
    options = f'[Rules gongzhu-pagat] [Option "lower_limit ＝ {minus}500"]\n'
    (found,) = read_text(options + without(text_of(PAGAT[0]), "Rules", "Format"))
    assert getattr(found.rules, "lower_limit", 0) == -500


def test_names_events_and_comments_stay_as_they_were_typed() -> None:
    names = ("Ａｎｎ，Ｂ", "【小王】“猪”", "−1：", "全　角")
    record = replace(
        PAGAT[0], players=names, event="第１晚：", origin="ａ−ｂ", comments={"0": "｛１：｝、−５"}
    )
    assert list(read_text(text_of(record))) == [record]


def test_a_fault_names_the_sign_as_it_was_typed() -> None:
    rows = text_of(PAGAT[0]).split("\n")
    row = next(number for number, line in enumerate(rows) if line.startswith(" 1. "))
    rows[row] = rows[row].replace(":", "：　？？", 1)
    (entry,) = scan_text(rows)
    assert isinstance(entry.found, RecordError)
    assert "“？？”" in entry.found.text()
    assert entry.found.fault.position.line == row + 1
    assert entry.found.fault.position.column == 1 + rows[row].index("？")
