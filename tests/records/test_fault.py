"""How a fault is told: the place as far as it is known, the value as far as it can be shown."""

import pytest

from gongzhu.records import RecordFault, RecordPosition
from gongzhu.records.fault import LONGEST_SHOWN, shown


@pytest.mark.parametrize(
    ("position", "told"),
    [
        (RecordPosition(), ""),
        (RecordPosition(line=4), "line 4"),
        (RecordPosition(line=4, column=7), "line 4, column 7"),
        (RecordPosition(column=7), ""),
        (RecordPosition(game=0, deal=3), "game 0 deal 3"),
        (RecordPosition(line=4, game=0, deal=3, play=17), "line 4: game 0 deal 3 play 17"),
        (RecordPosition(game=0), ""),
        (RecordPosition(deal=3), ""),
        (RecordPosition(line=4, play=17), "line 4"),
    ],
)
def test_a_position_tells_as_much_as_is_known(position: RecordPosition, told: str) -> None:
    assert position.text() == told
    fault = RecordFault("not_object", position)
    assert fault.text() == (f"{told}: " if told else "") + RecordFault("not_object").text()
    assert fault.text("zh") != fault.text()


def test_a_fault_found_in_a_file_keeps_what_it_knew() -> None:
    fault = RecordFault("not_object", RecordPosition(line=1, column=2, game=0, deal=3))
    assert fault.at(9).position == RecordPosition(line=9, game=0, deal=3)
    assert fault.at(9, 5).position == RecordPosition(line=9, column=5, game=0, deal=3)


def test_a_value_is_shown_as_json_short_and_on_one_line() -> None:
    whole = "x" * (LONGEST_SHOWN - 2)
    assert shown(whole) == f'"{whole}"'
    assert shown(whole + "x") == f'"{whole}x…'
    assert shown(["小王", None, 1.5]) == '["小王", null, 1.5]'
    assert shown("a\u202eb\x7f\n") == '"a\\u202eb\\x7f\\n"'
