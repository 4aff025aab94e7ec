"""A deal of a record, played on in the terminal: the seat, the hands, what came of it."""

from pathlib import Path

import pytest

from gongzhu.cards import Seat
from gongzhu.records import DealRecord, Verifier, read_jsonl, scan_jsonl
from gongzhu.review.fork import Hidden, moment_at, points_by_seat
from gongzhu.rules import PRESETS, Phase
from gongzhu.scorebook import signed
from gongzhu.terminal.event_text import EventText
from gongzhu.terminal.fork_table import ForkTable
from gongzhu.terminal.screens.fork_end import ForkEndSheet, comparison
from gongzhu.terminal.screens.questions import LeaveQuestion
from gongzhu.terminal.screens.table import TableScreen
from gongzhu.terminal.seated_table import MatchSetup
from gongzhu.view import view_of
from tests.support.recorded import some_records
from tests.terminal.seated_player import FirstBot, Player, opening, seated

NAMES = ("Ann", "Bo", "Cleo", "Dev")


def fork(
    preset: str, ply: int, seat: int, hidden: Hidden = "kept", seed: str = "1"
) -> tuple[ForkTable, DealRecord]:
    """A recorded deal, played on by You among those who played it."""
    record = some_records(preset)[0]
    names = tuple("You" if at == seat else name for at, name in enumerate(NAMES))
    rules = PRESETS[preset].rules
    setup = MatchSetup(
        rules_name=preset, preset=preset, rules=rules, seed=seed, level="first", names=names
    )
    table = ForkTable(setup, FirstBot(), record, ply=ply, seat=Seat(seat), hidden=hidden)
    return table, record


def play_out(table: ForkTable) -> None:
    """Everyone does what FirstBot does, to the end of the deal."""
    while (seat := table.waiting_for()) is not None:
        table.act(seat, table.bot_choice(seat)())


def test_one_sits_where_they_sat_and_the_hidden_hands_stay_hidden() -> None:
    table, record = fork("hearts-denexa", 14, 2)
    assert table.view == view_of(moment_at(record, 14).deal, Seat(2))
    assert record.passes is not None
    texts = EventText(table.setup.rules, table.setup.names, table.you, "en")
    told = "\n".join(texts.lines(table.seen))
    receiver, giver = NAMES[3], NAMES[1]
    assert f"to {receiver}." in told
    assert f"{giver} passed you" in told


def test_hands_are_redrawn_to_fit_and_again_when_asked() -> None:
    table, record = fork("gongzhu-pagat", 24, 1, "redrawn")
    seen = view_of(moment_at(record, 24).deal, Seat(1))
    others = set()
    for _ in range(5):
        assert table.view == seen
        others.add(tuple(table.view_of(Seat(at)).own for at in (0, 2, 3)))
        table.draw_anew()
        table.next_deal()
    assert len(others) > 1
    same, _ = fork("gongzhu-pagat", 24, 1, "redrawn")
    other, _ = fork("gongzhu-pagat", 24, 1, "redrawn")
    assert same.view_of(Seat(0)) == other.view_of(Seat(0))


def test_a_fork_is_played_compared_recorded_and_tried_again(tmp_path: Path) -> None:
    file = tmp_path / "forks.jsonl"
    table, record = fork("gongzhu-pagat", 12, 2)

    async def visit(player: Player) -> None:
        assert "deal 1 · from ply 12" in player.text()
        assert "You" in str(player.screen.query_one(".seat.bottom").render())
        await player.play()
        assert isinstance(player.screen, ForkEndSheet)
        assert "As played Try 1" in player.text()
        assert "n redraw" not in player.text()
        await player.press("n")
        assert isinstance(player.screen, ForkEndSheet)
        await player.press("enter")
        assert isinstance(player.screen, TableScreen)
        assert table.view.own == view_of(moment_at(record, 12).deal, Seat(2)).own
        await player.play()
        assert "Try 1 Try 2" in player.text()
        await player.press("e")
        assert "原来 第 1 次 第 2 次" in player.text()
        await player.press("q")
        assert not player.app.is_running

    seated(opening(tmp_path, fork=table, record=file), visit)
    assert [each.name for each in tmp_path.iterdir()] == ["forks.jsonl"]
    # The same choices come to the same record, which is not put behind itself.
    (made,) = read_jsonl(file.read_text("utf-8"))
    assert made.origin == "game 0, deal 0, ply 12, hands kept"
    assert made.players == ("first-0", "first-1", record.players[2], "first-3")
    assert made.hands == record.hands
    assert points_by_seat(made) == table.tries[0]
    assert table.tries[0] == table.tries[1]
    assert list(Verifier().verify(scan_jsonl(file.read_bytes().splitlines()))) == []


def test_a_choice_is_taken_back_and_another_one_made(tmp_path: Path) -> None:
    table, _ = fork("gongzhu-pagat", 12, 2)

    async def visit(player: Player) -> None:
        await player.press("u")
        before, seen = table.view, table.seen.copy()
        card = before.playable()[0]
        assert "u undo" not in player.text()
        await player.press("enter", "enter")
        assert "u undo" in player.text()
        after = table.view
        assert after.cards_left(Seat(2)) < before.cards_left(Seat(2))
        await player.press("u", "u", "u")
        assert table.view == before
        assert table.seen == seen
        await player.press("enter", "enter")
        assert table.view == after
        assert card not in player.hand
        await player.press("h")
        assert "take your last choice back" in player.text()

    seated(opening(tmp_path, fork=table), visit, size=(80, 44))


def test_the_comparison_says_what_came_of_it_for_the_one_who_played() -> None:
    table, record = fork("gongzhu-pagat", 12, 2)
    for _ in range(5):
        play_out(table)
        table.next_deal()
    play_out(table)
    told = comparison(table, "en").plain
    before, after = points_by_seat(record), table.tries[-1]
    assert all(f"Try {number}" in told for number in (3, 4, 5, 6))
    assert "Try 2" not in told
    for seat, name in enumerate(table.setup.names):
        (line,) = (line for line in told.splitlines() if line.startswith(name))
        assert line.split() == [name, signed(before[seat]), *[signed(after[seat])] * 4]
    by = after[2] - before[2]
    assert by != 0
    assert told.endswith(f"For you: {signed(by)} against the deal as played.")
    table.tries.append(before)
    assert comparison(table, "zh").plain.endswith("你和原来一样。")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_leaving_says_that_nothing_is_saved(tmp_path: Path, lang: str) -> None:
    table, _ = fork("hearts-denexa", 0, 1)

    async def visit(player: Player) -> None:
        assert player.view.public.phase is Phase.PASSING
        await player.press("h")
        assert ("Nothing is saved" if lang == "en" else "不存盘") in player.text()
        await player.press("escape", "q")
        assert isinstance(player.screen, LeaveQuestion)
        assert ("Nothing is saved" if lang == "en" else "不存盘") in player.text()
        assert ("2 Stay" if lang == "en" else "2 留下") in player.text()
        await player.press("q")

    seated(opening(tmp_path, fork=table, lang=lang), visit, size=(80, 40))
    assert list(tmp_path.iterdir()) == []
