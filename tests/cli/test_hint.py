"""`gongzhu hint`: of records and of requests, in words and as JSON."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from gongzhu.arena.request import request_of
from gongzhu.bots.reasons import hint
from gongzhu.bots.search.analysis import Analysis
from gongzhu.bots.selfplay import SelfPlayConfig, play_deals
from gongzhu.cards import Card, Seat
from gongzhu.cli.main import app
from gongzhu.records import DealRecord, replay, write_jsonl, write_text
from gongzhu.rules import PRESETS, Phase
from gongzhu.view import View, view_of
from tests.support.analyses import analysis, analysis_of, choice

PRESET = "gongzhu-pagat"
RULES = PRESETS[PRESET].rules


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is searched."""

    def analyse_for_hint(view: View, seed: str = "", **more: Any) -> Analysis:
        if view.public.phase is Phase.PLAYING:
            return analysis_of(view)
        assert view.seat is not None
        choices = [choice(action, -10.0 * i) for i, action in enumerate(view.legal_actions())]
        return analysis(*choices)

    monkeypatch.setattr(hint, "analyse_for_hint", analyse_for_hint)


@pytest.fixture(scope="module")
def deals(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[DealRecord]]:
    """A file with two deals."""
    setup = SelfPlayConfig(rules=RULES, preset=PRESET, levels=("steady",), seed="hint")
    played = play_deals(setup)
    records = [next(played), next(played)]
    path = tmp_path_factory.mktemp("records") / "deals.txt"
    path.write_text("".join(write_text(records)), "utf-8")
    return path, records


def run(*words: object, status: int = 0, given: bytes = b"") -> str:
    result = CliRunner().invoke(app, ["hint", *map(str, words), "--lang", "en"], input=given)
    assert result.exit_code == status, result.output
    return result.output


def moment(record: DealRecord, trick: int) -> View:
    """What seat 1 sees when it plays to this trick."""
    for deal, _ in replay(record):
        public = deal.public
        if public.turn == 1 and len(public.tricks) == trick - 1:
            return view_of(deal, Seat(1))
    raise AssertionError("seat 1 plays to every trick")


def test_a_place_in_a_record_is_told_in_words(deals: tuple[Path, list[DealRecord]]) -> None:
    path, records = deals
    view = moment(records[1], 2)
    told = run(path, "--deal", 2, "--trick", 2, "--seat", 1)
    cards = view.playable()
    assert any(f" {card}" in told.splitlines()[0] for card in cards)
    assert "How far each choice is behind the best" in told
    assert all(name in told for name in records[1].players)
    assert len([line for line in told.splitlines() if "Playing" in line]) >= len(cards)


def test_names_are_shown_without_what_cannot_be_seen(
    deals: tuple[Path, list[DealRecord]], tmp_path: Path
) -> None:
    odd = msgspec.structs.replace(deals[1][0], players=("A\u202enn", "B\u200bo", "\u3164", "Dee"))
    path = tmp_path / "odd.jsonl"
    path.write_text("".join(write_jsonl([odd])), "utf-8")
    told = run(path, "--trick", 2, "--seat", 1)
    assert all(name in told for name in ("Ann", "Bo", "3", "Dee"))
    assert not set(told) & {"\u202e", "\u200b", "\u3164"}


def test_json_holds_the_figures_and_the_sentence(deals: tuple[Path, list[DealRecord]]) -> None:
    path, records = deals
    view = moment(records[0], 3)
    told = json.loads(run(path, "--trick", 3, "--seat", 1, "--json"))
    assert [each["action"] for each in told["choices"]] == [
        {"type": "play", "card": card.code} for card in view.playable()
    ]
    assert told["seat"] == 1
    assert told["choices"][0]["standing"] == "best"
    assert set(told["choices"][1]["behind"]) == {"mean", "low", "high"}
    assert set(told) == {"seat", "aim", "sentence", "good", "advice", "choices"}
    first = told["choices"][0]
    assert set(first["points"]) == {"mean", "low", "high"}
    assert len(first["captures"]["QS"]) == len(first["slam"]) == 4


def test_after_so_many_steps_the_next_one_chooses(deals: tuple[Path, list[DealRecord]]) -> None:
    path, _ = deals
    assert "Exposing" in run(path) or "only choice the rules allow" in run(path)
    assert json.loads(run(path, "--ply", 1, "--json"))["seat"] == 1
    assert json.loads(run(path, "--ply", 0, "--seat", 3, "--json"))["seat"] == 3


def test_a_request_of_the_protocol_is_answered(deals: tuple[Path, list[DealRecord]]) -> None:
    view = moment(deals[1][0], 2)
    line = msgspec.json.encode(request_of(view)) + b"\n"
    told = run("--json", given=line * 2)
    first, second = map(json.loads, told.splitlines())
    assert first == second
    assert first["choices"][0]["action"]["card"] == view.playable()[0].code


def test_a_choice_is_compared_with_the_best(deals: tuple[Path, list[DealRecord]]) -> None:
    path, records = deals
    trick = next(n for n in range(1, 9) if len(moment(records[0], n).playable()) > 2)
    last = moment(records[0], trick).playable()[-1]
    told = run(path, "--trick", trick, "--seat", 1, "--against", last.code)
    assert str(last) in told.splitlines()[0] + told.splitlines()[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--deal", 3], "deals 1 to 2"),
        (["--seat", 4], "from 0 to 3"),
        (["--trick", 2], "--trick needs --seat"),
        (["--trick", 2, "--ply", 3, "--seat", 0], "--trick needs --seat"),
        (["--trick", 14, "--seat", 0], "does not play to trick 14"),
        (["--ply", 999], "positions 0 to"),
        (["--ply", 0, "--against", "pig sty"], "--against"),
        (["--trick", 2, "--seat", 1, "--against", "QS JD"], "no such choice in this position"),
        (["--seconds", 0], "more than 0"),
        (["--rules", PRESET], "--rules is for requests"),
    ],
)
def test_what_is_no_place_or_choice_is_refused(
    deals: tuple[Path, list[DealRecord]], words: list[object], told: str
) -> None:
    assert told in run(deals[0], *words, status=2)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"{}", "line 1 is not a request"),
        (b"no json", "line 1 is not a request"),
        (b"\n\n{}", "line 3 is not a request"),
    ],
)
def test_what_is_no_request_is_refused_with_its_line(line: bytes, told: str) -> None:
    assert told in run(given=line, status=2)


def test_the_rules_of_a_request_are_refused_in_either_language(
    deals: tuple[Path, list[DealRecord]],
) -> None:
    request = msgspec.to_builtins(request_of(moment(deals[1][0], 2)), str_keys=True)
    request["rules"] = {"players": 9}
    line = msgspec.json.encode(request)
    done = CliRunner().invoke(app, ["hint", "--lang", "zh"], input=line)
    assert done.exit_code == 2
    assert "family：缺少这一项" in done.stderr


def test_a_position_that_cannot_be_is_refused_with_its_field_in_either_language(
    deals: tuple[Path, list[DealRecord]],
) -> None:
    request = msgspec.to_builtins(request_of(moment(deals[1][0], 2)), str_keys=True)
    request["history"] = []
    line = msgspec.json.encode(request)
    told = run(given=line, status=2)
    assert "line 1: no deal can lead to this position: " in told
    done = CliRunner().invoke(app, ["hint", "--lang", "zh"], input=line)
    assert done.stderr.startswith("gongzhu: 第 1 行：没有哪副牌会走到这个局面：hand：连同打出")


def test_a_request_has_seats_for_names_in_either_language(
    deals: tuple[Path, list[DealRecord]],
) -> None:
    line = msgspec.json.encode(request_of(moment(deals[1][0], 2)))
    done = CliRunner().invoke(app, ["hint", "--lang", "zh"], input=line)
    assert "第 2 座" in done.stdout
    assert "seat" not in done.stdout


def test_a_file_at_fault_is_named(tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text("no record\n")
    assert f"gongzhu: {path}: line 1: " in run(path, status=2)
    path.write_text("")
    assert f"gongzhu: {path}: the file has no deals" in run(path, status=2)


def test_a_card_that_may_not_be_played_is_no_choice(
    deals: tuple[Path, list[DealRecord]],
) -> None:
    path, records = deals
    for trick in range(1, 10):
        view = moment(records[0], trick)
        assert view.own is not None
        forbidden: list[Card] = [card for card in view.own.hand if card not in view.playable()]
        if forbidden:
            words = (path, "--trick", trick, "--seat", 1, "--against", forbidden[0].code)
            assert "Follow suit" in run(*words, status=2)
            return
    raise AssertionError("seat 1 must follow suit at some time")
