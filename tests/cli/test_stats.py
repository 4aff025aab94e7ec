"""`gongzhu stats`: the figures of players from files of records."""

from pathlib import Path

import msgspec
import pytest
from typer.testing import CliRunner, Result

from gongzhu.cards import Seat
from gongzhu.cli.main import app
from gongzhu.records import DealRecord, write_jsonl, write_text
from gongzhu.stats import companions_of, deal_statistics, report, total
from tests.support.recorded import some_records

RECORDS = [*some_records("gongzhu-pagat"), *some_records("hearts-omnibus", 5)]
NAME = RECORDS[0].players[0]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["stats", *map(str, arguments)])


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "played.jsonl"
    path.write_text("".join(write_jsonl(RECORDS)), encoding="utf-8")
    return path


def test_the_json_is_the_report_of_every_player(file: Path, tmp_path: Path) -> None:
    found = msgspec.json.decode(run(file, "--json").stdout)
    assert set(found) == set(RECORDS[0].players)
    for seat, name in enumerate(RECORDS[0].players):
        right = report(
            total(deal_statistics(one, Seat(seat), companions_of(one.players)) for one in RECORDS)
        )
        assert found[name] == msgspec.json.decode(msgspec.json.encode(right))
    # The text form, and the records in two files, come to the same.
    text = tmp_path / "played.txt"
    text.write_text("".join(write_text(RECORDS[:12])), encoding="utf-8")
    rest = tmp_path / "rest.jsonl"
    rest.write_text("".join(write_jsonl(RECORDS[12:])), encoding="utf-8")
    assert msgspec.json.decode(run(text, rest, "--json").stdout) == found


def test_a_deal_counts_once_in_however_many_files_it_stands(file: Path, tmp_path: Path) -> None:
    text = tmp_path / "again.txt"
    text.write_text("".join(write_text(RECORDS[:2])), encoding="utf-8")
    twice = run(file, text, file, "--json", "--lang", "en")
    assert twice.stdout == run(file, "--json").stdout
    again = len(RECORDS) + 2
    told = f"Deals that are in the files more than once: {again}; each counts once.\n"
    assert twice.stderr == told


def test_everybody_is_shown_side_by_side(file: Path) -> None:
    text = run(file).stdout
    assert text.index("Gong Zhu") < text.index("Doublers") < text.index("Hearts")
    assert all(text.count(f"│ {name} ") == 2 for name in RECORDS[0].players)
    assert "-" not in text, "numbers have the minus sign"
    assert "每副平均" in run(file, "--lang", "zh").stdout


def test_a_player_is_shown_in_full(file: Path) -> None:
    text = run(file, "--player", NAME).stdout
    assert "Gong Zhu · pig strips · anticlockwise" in text
    assert "Hearts · J♦" in text
    assert "Moons made / tried" in text
    assert all(name in text for name in RECORDS[0].players[1:])
    shown = run(file, "--player", NAME, "--lang", "zh").stdout
    assert "拱猪 · 贴猪条 · 逆时针" in shown
    assert "和谁打" in shown


def test_own_rules_are_told_by_what_differs(tmp_path: Path) -> None:
    rules = msgspec.structs.replace(RECORDS[0].rules, lower_limit=-500)
    own = msgspec.structs.replace(RECORDS[0], preset=None, rules=rules)
    path = tmp_path / "own.jsonl"
    path.write_text("".join(write_jsonl([own])), encoding="utf-8")
    text = " ".join(run(path, "--player", NAME).stdout.split())
    assert "house rules: Gong Zhu · pig strips · anticlockwise, but: The game ends when" in text
    assert "−500" in text


def test_names_are_no_markup(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    odd = msgspec.structs.replace(RECORDS[0], players=("[bold]Ann", "Bo", "Cy", "Di"))
    path.write_text("".join(write_jsonl([odd])), encoding="utf-8")
    assert "[bold]Ann" in run(path).stdout


def test_names_are_shown_without_what_cannot_be_seen(tmp_path: Path) -> None:
    path = tmp_path / "odd.jsonl"
    players = ("A\u202enn", "B\u200bo", "\u2066\u3164", "D" * 50)
    odd = msgspec.structs.replace(RECORDS[0], players=players)
    path.write_text("".join(write_jsonl([odd])), encoding="utf-8")
    everybody, one = run(path).stdout, run(path, "--player", "Ann").stdout
    assert all(f"│ {name} " in everybody for name in ("Ann", "Bo", "–", "D" * 39 + "…"))
    assert one == run(path, "--player", players[0]).stdout
    assert all(f"│ {name} " in one for name in ("Bo", "–", "D" * 39 + "…"))
    # Programs get the names that stand in the file.
    assert set(msgspec.json.decode(run(path, "--json").stdout)) == set(players)


def faulty() -> DealRecord:
    """A record whose scores do not follow from its plays."""
    return msgspec.structs.replace(RECORDS[0], scores=(1, 2, 3, 4))


@pytest.mark.parametrize(
    ("content", "arguments", "said"),
    [
        ("".join(write_jsonl(RECORDS[:1])), ("--player", "Nobody"), "names a player Nobody"),
        ("", (), "there are no records in it"),
        ("hello", (), "line 1"),
        ("".join(write_jsonl([faulty()])), (), "line 1"),
    ],
)
def test_what_has_no_figures_is_refused(
    tmp_path: Path, content: str, arguments: tuple[str, ...], said: str
) -> None:
    path = tmp_path / "file"
    path.write_text(content, encoding="utf-8")
    result = run(path, *arguments)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""
