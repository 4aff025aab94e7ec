"""Given hands: read from records and from bare lines, or refused with the line."""

from io import BytesIO

import pytest

from gongzhu.cards import PACK, Card
from gongzhu.dealing import deal_hands
from gongzhu.records import RecordError, given_hands, write_jsonl
from gongzhu.records import files as reading
from gongzhu.records.text_writer import show_hand
from gongzhu.rules import PRESETS, RuleSet
from gongzhu.rules.events import Hands
from tests.records.texts import text_of
from tests.support.recorded import some_records
from tests.support.tables import preset

PAGAT = preset("gongzhu-pagat")
RECORDS = some_records("gongzhu-pagat")[:3]
DEALT = tuple(record.hands for record in RECORDS)


def read(text: str | bytes, rules: RuleSet = PAGAT) -> tuple[Hands, ...]:
    return given_hands(BytesIO(text.encode() if isinstance(text, str) else text), rules)


def bare(apart: str, hands: Hands) -> str:
    return apart.join(map(show_hand, hands))


@pytest.mark.parametrize("apart", [" | ", "|", "; ", " ；", " ｜ ", " "])
def test_a_line_has_the_hands_of_a_deal(apart: str) -> None:
    lines = [bare(apart, hands) for hands in DEALT]
    assert read("\n".join(lines)) == DEALT
    assert read("\ufeff# Friday\r\n\r\n" + "\r\n\n".join(lines)) == DEALT


def test_cards_may_be_written_in_any_usual_way() -> None:
    codes = [" ".join(card.code for hand in hands for card in hand) for hands in DEALT]
    assert read("\n".join(codes)) == DEALT
    words = {"♠": " 葵扇", "♥": " 红心", "♦": " 阶砖", "♣": " 梅花"}
    lines = []
    for hands in DEALT:
        line = bare(" | ", hands)
        for symbol, word in words.items():
            line = line.replace(symbol, word)
        lines.append(line)
    assert read("\n".join(lines)) == DEALT


def test_records_of_either_form_are_dealt_again() -> None:
    assert read(text_of(*RECORDS)) == DEALT
    assert read("".join(write_jsonl(RECORDS))) == DEALT
    assert read("{so}\n" + text_of(*RECORDS), preset("gongzhu-wiki")) == DEALT


@pytest.mark.parametrize("name", PRESETS)
def test_every_rule_set_has_hands_of_its_own(name: str) -> None:
    rules = PRESETS[name].rules
    hands = deal_hands(rules, "x")
    assert read(bare(" | ", hands), rules) == (hands,)


def swapped(hands: Hands, card: Card, other: Card) -> Hands:
    change = {card: other}
    return tuple(tuple(change.get(held, held) for held in hand) for hand in hands)


GOOD = bare(" | ", DEALT[0])


@pytest.mark.parametrize("lead", ["", "  ", "\ufe0f", "| "])
@pytest.mark.parametrize("apart", [" | ", "；", "｜"])
def test_a_card_that_cannot_be_read_is_placed_in_its_line(apart: str, lead: str) -> None:
    line = f"{lead}{bare(apart, DEALT[0])} XX"
    with pytest.raises(RecordError) as caught:
        read(line)
    assert f"“XX” at character {line.index('XX') + 1} " in caught.value.text()


FIVE = deal_hands(preset("gongzhu-pagat-5"), "x")
REFUSED = [
    (f"{GOOD}\n\n{GOOD[:-2]}", "line 3: the hands do not make up the pack of these rules: missing"),
    (f"#\n{bare(' | ', FIVE)}", "line 2: 5 hands, but these rules are for 4 players"),
    (bare(" | ", DEALT[0][:3]), "line 1: 3 hands, but these rules are for 4 players"),
    (bare(" ", FIVE), "line 1: the hands do not make up the pack of these rules: missing 2♣ 2♦"),
    (f"{GOOD}\n9 hearts | x", "line 2: “9 hearts” at character 1 can mean the card 9♥"),
    (f"{GOOD}\nKX", "line 2: “KX” at character 1 is not a card"),
    ("\n\n#\n", "there is no deal in this file"),
    ("", "there is no deal in this file"),
    (GOOD.encode() + b"\nQ\xff", "line 2, column 2: a control character"),
    (text_of(*some_records("gongzhu-pagat-5")[:1]), "line 1: 5 hands, but these rules are for 4"),
    (text_of(*RECORDS).replace("[Play", "[Plya", 1), "line "),
    ('{"format":1}\n', "line 1: "),
]


@pytest.mark.parametrize(("text", "told"), REFUSED, ids=range(len(REFUSED)))
def test_what_cannot_be_dealt_is_told_with_its_line(text: str | bytes, told: str) -> None:
    with pytest.raises(RecordError) as caught:
        read(text)
    assert caught.value.text().startswith(told)
    assert "\n" not in caught.value.text("zh")


def test_hands_of_the_wrong_size_or_a_card_twice_are_refused() -> None:
    first, second, *others = DEALT[0]
    uneven = ((*first, second[0]), second[1:], *others)
    with pytest.raises(RecordError, match="line 1: the hand of seat 0 has 14 cards"):
        read(bare(" | ", uneven))
    twice = swapped(DEALT[0], PACK[0], PACK[-1])
    with pytest.raises(RecordError, match=r"line 1: .*surplus A♠, missing 2♣"):
        read(bare(" | ", twice))


def test_there_is_a_bound_on_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_DEALS", 2)
    assert len(read(f"{GOOD}\n{GOOD}")) == 2
    with pytest.raises(RecordError, match="line 3: more than 2 deals"):
        read(f"{GOOD}\n{GOOD}\n{GOOD}")
