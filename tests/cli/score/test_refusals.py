"""What `gongzhu score --jsonl` says to a line that it cannot score."""

import pytest

from tests.cli.score.lines import error

BAD = [
    ("gongzhu-pagat", "{", "not JSON at line 1, character 2"),
    ("gongzhu-pagat", "[[]]", "[[]]: a deal is an object"),
    ("gongzhu-pagat", "7", "7: a deal is an object"),
    ("gongzhu-pagat", '{"captures": [[]]} {}', "not JSON at line 1, character 20"),
    (
        "gongzhu-pagat",
        '{"captures": [[]], "captures": [[]]}',
        'the key "captures" appears twice',
    ),
    ("gongzhu-pagat", '{"captures": NaN}', "NaN is not a JSON number"),
    ("gongzhu-pagat", "[" * 60_000, "nested too deeply"),
    ("gongzhu-pagat", "9" * 60_000, "nested too deeply"),
    ("gongzhu-pagat", "9" * 70_000, "at most 65536 bytes"),
    (
        "gongzhu-pagat",
        '{"captured": [[]]}',
        '"captured": there is no such key; the keys are captures, exposed, tricks_after_qd, moon',
    ),
    ("gongzhu-pagat", "{}", "captures is missing"),
    ("gongzhu-pagat", '{"captures": {"0": []}}', 'captures is {"0": []}: it must be a list'),
    ("gongzhu-pagat", '{"captures": ["QS"]}', 'captures[0] is "QS": it must be a list'),
    ("gongzhu-pagat", '{"captures": []}', "0 piles; from 1 to 4"),
    ("gongzhu-pagat", '{"captures": [[],[],[],[],[]]}', "5 piles; from 1 to 4"),
    ("gongzhu-pagat", '{"captures": [["QS"],["JD","qs"]]}', 'captures[1][1]: "qs" is not a card'),
    ("gongzhu-pagat", '{"captures": [["10C"]]}', '"10C" is not a card'),
    ("gongzhu-pagat", '{"captures": [["Q♠"]]}', '"Q♠" is not a card'),
    ("gongzhu-pagat", '{"captures": [["\\ud800"]]}', "is not a card"),
    ("gongzhu-pagat", '{"captures": [["\\u001b[31m"]]}', "is not a card"),
    ("gongzhu-pagat", '{"captures": [[7]]}', "captures[0][0]: 7 is not a card"),
    ("gongzhu-pagat", '{"captures": [[null]]}', "captures[0][0]: null is not a card"),
    (
        "gongzhu-pagat",
        '{"captures": [["QS","QS"]]}',
        "captures[0][1]: QS has already been captured",
    ),
    ("gongzhu-pagat", '{"captures": [["QS"],["QS"]]}', "see captures[0][0]"),
    ("gongzhu-pagat-5", '{"captures": [["2C"]]}', "captures[0][0]: 2C is not in the pack"),
    ("gongzhu-pagat", '{"captures": [[]], "exposed": ["QS"]}', 'exposed is ["QS"]'),
    ("gongzhu-pagat", '{"captures": [[]], "exposed": {"KS": "open"}}', "KS cannot be exposed"),
    ("gongzhu-pagat", '{"captures": [[]], "exposed": {"Q": "open"}}', 'exposed: "Q" is not a card'),
    (
        "gongzhu-pagat",
        '{"captures": [[]], "exposed": {"QS": "up"}}',
        "QS is up; under these rules it may be open",
    ),
    (
        "gongzhu-pagat",
        '{"captures": [[]], "exposed": {"QS": true}}',
        "QS is true; under these rules it may be open",
    ),
    ("gongzhu-boulder", '{"captures": [[]], "exposed": {"QS": "open"}}', "it may be down, up"),
    (
        "gongzhu-hwa",
        '{"captures": [[]], "exposed": {"QS": "open"}}',
        "these rules have no exposing",
    ),
    (
        "hearts-denexa",
        '{"captures": [[]], "exposed": {"QS": "open"}}',
        "these rules have no exposing",
    ),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": 3}', "tricks_after_qd is 3"),
    (
        "gongzhu-wiki-diamonds",
        '{"captures": [[]], "tricks_after_qd": []}',
        "0 numbers; it must have one for each pile: 1",
    ),
    (
        "gongzhu-wiki-diamonds",
        '{"captures": [[]], "tricks_after_qd": [1, 0]}',
        "2 numbers; it must have one for each pile: 1",
    ),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": [13]}', "from 0 to 12"),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": [-1]}', "from 0 to 12"),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": [true]}', "[0] is true"),
    ("gongzhu-wiki-diamonds", '{"captures": [[]], "tricks_after_qd": [3.0]}', "[0] is 3.0"),
    (
        "gongzhu-wiki-diamonds",
        '{"captures": [[],[]], "tricks_after_qd": [1,2]}',
        "not both 0 and 1",
    ),
    (
        "gongzhu-wiki-diamonds",
        '{"captures": [["QD"],[]], "tricks_after_qd": [0,2]}',
        "pile 1 has such tricks, but QD is in pile 0",
    ),
    (
        "gongzhu-wiki",
        '{"captures": [[]], "tricks_after_qd": [1]}',
        "these rules do not count tricks",
    ),
    (
        "hearts-denexa",
        '{"captures": [[]], "tricks_after_qd": [1]}',
        "these rules do not count tricks",
    ),
    (
        "hearts-choice",
        '{"captures": [[]], "moon_choice": "me"}',
        'moon_choice is "me"; it must be one of others, self',
    ),
    ("hearts-choice", '{"captures": [[]], "moon_choice": 1}', "moon_choice is 1"),
]


@pytest.mark.parametrize(("rules", "text", "expected"), BAD)
def test_bad_lines_say_what_is_wrong(rules: str, text: str, expected: str) -> None:
    told = error(rules, text)
    assert expected in told
    assert told.isprintable()
    assert len(told) < 300
