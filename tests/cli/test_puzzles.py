"""`gongzhu puzzles`: solved, listed, made and gone on with."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from gongzhu.cards import Seat
from gongzhu.cli.main import app
from gongzhu.cli.puzzle_solving import WIDTH, answer_lines, position_lines
from gongzhu.puzzles.puzzle import FAMILIES, names_of, shipped, written
from gongzhu.rules import Play
from gongzhu.texts import LANGUAGES, Lang, say
from gongzhu.texts.wrap import width_of
from gongzhu.view import view_of
from tests.records.texts import text_of
from tests.support.recorded import some_records
from tests.support.tables import begin, preset

FIELDS = {"id", "rules", "theme", "rating", "request", "best", "lead"}


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("HOME", str(tmp_path))


def test_the_list_as_json() -> None:
    shown = CliRunner().invoke(app, ["puzzles", "list", "--game", "hearts", "--json"])
    assert shown.exit_code == 0
    found = [json.loads(line) for line in shown.stdout.splitlines()]
    assert len(found) == len(shipped("hearts"))
    for each in found:
        assert each.keys() == FIELDS
        assert each["lead"].keys() == {"mean", "low", "high"}
        assert each["request"]["rules"]["family"] == "hearts"
        best = each["best"]
        cards = best.get("cards") or [best["card"]]
        assert set(cards) <= set(each["request"]["legal"])


def test_the_list_by_theme() -> None:
    theme = shipped("gongzhu")[0].theme
    shown = CliRunner().invoke(app, ["puzzles", "list", "--theme", theme, "--game", "gongzhu"])
    wanted = [puzzle.id for puzzle in shipped("gongzhu") if puzzle.theme == theme]
    assert [line.split()[0] for line in shown.stdout.splitlines()] == wanted
    refused = CliRunner().invoke(app, ["puzzles", "list", "--theme", "cow", "--lang", "en"])
    assert refused.exit_code == 2
    assert "must be one of" in refused.stderr


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_solved_in_the_terminal(lang: str, tmp_path: Path) -> None:
    puzzle = next(
        each
        for each in shipped("gongzhu")
        if isinstance(each.best, Play) and each.tries["random"].missed < 0.9
    )
    path = tmp_path / "one.jsonl"
    path.write_bytes(written(puzzle) + b"\n")
    assert isinstance(puzzle.best, Play)
    command = ["puzzles", "--file", str(path), "--lang", lang]
    told = CliRunner().invoke(app, command, input=f"?\n{puzzle.best.card.code}\n")
    assert told.exit_code == 0
    assert {"en": "Right", "zh": "对，"}[lang] in told.stdout
    assert puzzle.id in told.stdout
    assert "{" not in told.stdout
    # The first try counts, and the puzzle is not asked again.
    again = CliRunner().invoke(app, command)
    assert puzzle.id not in again.stdout


@pytest.mark.parametrize(
    "junk", [b"junk", b'{"tried":{"\xff":true}}', b"[" * 100_000], ids=["text", "bytes", "nested"]
)
def test_progress_that_cannot_be_kept_or_read_is_told(junk: bytes, tmp_path: Path) -> None:
    card = next(each for each in shipped("gongzhu") if isinstance(each.best, Play))
    one, kept = tmp_path / "one.jsonl", tmp_path / "data" / "gongzhu" / "puzzles.json"
    one.write_bytes(written(card) + b"\n")
    assert isinstance(card.best, Play)
    command = ["puzzles", "--file", str(one), "--lang", "en"]
    kept.parent.mkdir(parents=True)
    kept.write_bytes(junk)
    # An empty line is no choice.
    told = CliRunner().invoke(app, command, input=f"\n\n{card.best.card.code}\n")
    assert told.exit_code == 0
    assert "Right" in told.stdout
    assert "you start afresh" in told.stderr
    assert kept.with_suffix(".damaged").read_bytes() == junk
    kept.unlink()
    kept.mkdir()
    told = CliRunner().invoke(app, command, input=f"{card.best.card.code}\n")
    assert told.exit_code == 0
    assert "Right" in told.stdout
    assert "your progress cannot be read" in told.stderr
    assert "your progress is not kept" in told.stderr


@pytest.mark.parametrize("line", [b'{"id":"\xff"}', b'{"id":' + b"[" * 100_000])
def test_a_line_that_is_no_puzzle_is_told(line: bytes, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(line + b"\n")
    done = CliRunner().invoke(app, ["puzzles", "list", "--file", str(path), "--lang", "en"])
    assert done.exit_code == 2
    assert done.stderr.startswith(f"gongzhu: {path}, line 1: not a puzzle: ")


def test_a_file_is_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "made.jsonl"
    command = ["puzzles", "make", str(path), "--rules", "hearts-denexa", "--seed", "on 7"]
    assert CliRunner().invoke(app, [*command, "--games", "1"]).exit_code == 0
    first = path.read_bytes()
    path.write_bytes(first + b'{"number":1,"puz')  # the program was killed here
    assert CliRunner().invoke(app, [*command, "--games", "1"]).exit_code == 0
    assert path.read_bytes() == first
    other = CliRunner().invoke(app, [*command, "--seed", "else"])
    assert other.exit_code == 2


@pytest.mark.parametrize(
    "there",
    [
        b"my only copy",
        b"my only\ncopy",
        b'{"mine":1}\n{"torn',
        b'{"mine":"\xff"}\n',
        b"[" * 9999 + b"\n",
    ],
)
def test_a_file_of_ones_own_is_named_and_left_as_it_is(there: bytes, tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_bytes(there)
    words = ["puzzles", "make", str(path), "--rules", "hearts-denexa", "--lang", "en"]
    ended = CliRunner().invoke(app, words)
    assert ended.exit_code == 2
    told = (
        "was made from other games: other rules, seed or records"
        if there.startswith(b'{"mine":1')
        else ", line 1: this is not a file that `gongzhu puzzles make` wrote"
    )
    assert told in ended.stderr
    assert path.read_bytes() == there


def test_records_with_a_fault_are_named(tmp_path: Path) -> None:
    out, records = tmp_path / "made.jsonl", tmp_path / "records.txt"
    records.write_text("hello\n", "utf-8")
    words = ["puzzles", "make", str(out), "--rules", "hearts-denexa", "--lang", "en"]
    ended = CliRunner().invoke(app, [*words, "--from", str(records)])
    assert ended.exit_code == 2
    assert ended.stderr.startswith(f"gongzhu: {records}")
    assert "this is not a file of records" in ended.stderr


@pytest.mark.parametrize(("lang", "words"), [("en", "gongzhu-hwa: 2"), ("zh", "有 2 副牌")])
def test_deals_under_other_rules_are_counted(lang: Lang, words: str, tmp_path: Path) -> None:
    out, records = tmp_path / "made.jsonl", tmp_path / "records.txt"
    records.write_text(text_of(*some_records("gongzhu-pagat")[:2]), "utf-8")
    command = ["puzzles", "make", str(out), "--rules", "gongzhu-hwa", "--lang", lang]
    ended = CliRunner().invoke(app, [*command, "--from", str(records)])
    assert ended.exit_code == 0
    assert words in ended.stderr


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_kind_of_puzzle_fits_the_terminal(lang: Lang) -> None:
    """Passes to the right among them, and choices with many cards."""
    puzzles = [each for game in FAMILIES for each in shipped(game)[::8]]
    wide = [each for each in puzzles if each.theme in ("passing", "exposing")]
    right = [each for each in puzzles if each.view().public.passing < 0]
    assert right
    for puzzle in (*wide, *right):
        view = puzzle.view()
        lines = [*position_lines(view, lang), *answer_lines(puzzle, view, lang)]
        assert max(map(width_of, lines)) <= WIDTH


def test_a_puzzle_under_house_rules_says_what_they_are(tmp_path: Path) -> None:
    known = next(each for each in shipped("gongzhu") if each.rules == "gongzhu-pagat")
    asked = known.asked()
    ours = replace(asked, rules={**asked.rules, "lower_limit": -500, "deals": 4})
    path = tmp_path / "ours.jsonl"
    path.write_bytes(written(replace(known, rules="", request=ours)) + b"\n")
    command = ["--file", str(path), "--lang", "en"]
    told = CliRunner().invoke(app, ["puzzles", *command], input="q\n").stdout
    assert "· house rules ·" in told
    assert "below −500" in " ".join(told.split())
    assert "house rules" in CliRunner().invoke(app, ["puzzles", "list", *command]).stdout


@pytest.mark.parametrize(("lang", "words"), [("en", "cards (4)"), ("zh", "传哪 4 张")])
def test_a_puzzle_names_the_partner_and_how_many_to_pass(lang: Lang, words: str) -> None:
    rules = preset("hearts-denexa", players=6, partners="pooled", pass_count=4)
    view = view_of(begin(rules), Seat(4))
    told = "\n".join(position_lines(view, lang))
    assert words in told
    assert say("puzzles.partner", lang, name=names_of(view, lang)[1]) in told


def test_a_changed_rule_file_is_another_match(tmp_path: Path) -> None:
    rules, path = tmp_path / "ours.toml", tmp_path / "made.jsonl"
    command = ["puzzles", "make", str(path), "--rules", str(rules), "--games", "1", "--lang", "en"]
    text = 'preset = "hearts-denexa"\nplayers = 8\nupper_limit = "none"\ndeals = 1\n'
    rules.write_text(text, "utf-8")
    assert CliRunner().invoke(app, command).exit_code == 0
    rules.write_text(f"{text}pig = 26\n", "utf-8")
    refused = CliRunner().invoke(app, command)
    assert refused.exit_code == 2
    assert "other rules" in refused.stderr


@pytest.mark.parametrize("words", [["puzzles"], ["puzzles", "list"]])
def test_a_file_without_puzzles_is_told(words: list[str], tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text('{"format":1}\n', "utf-8")
    ended = CliRunner().invoke(app, [*words, "--file", str(file), "--lang", "en"])
    assert ended.exit_code == 2
    assert ended.stderr == f"gongzhu: {file}: there are no puzzles in it.\n"


def test_options_before_a_command_are_refused_and_not_lost() -> None:
    ended = CliRunner().invoke(app, ["puzzles", "--game", "hearts", "list"])
    assert ended.exit_code == 2
    assert "--game has no effect before `list`" in ended.stderr
    assert ended.stdout == ""


def test_puzzles_are_not_made_into_a_folder(tmp_path: Path) -> None:
    words = ["puzzles", "make", str(tmp_path), "--rules", "gongzhu-pagat", "--games", "1"]
    ended = CliRunner().invoke(app, words)
    assert ended.exit_code == 2
    assert not list(tmp_path.glob("*.jsonl"))
