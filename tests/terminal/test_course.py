"""How a table in a terminal begins and goes on: pace, ends of games, leaving, saving."""

from pathlib import Path
from random import Random
from threading import Event

import pytest
from textual.events import Key

from gongzhu.records import Verifier, read_jsonl, scan_jsonl
from gongzhu.rules import Action, Phase, Reason
from gongzhu.terminal.app import TableApp
from gongzhu.terminal.local_table import YOU, LocalTable
from gongzhu.terminal.opening import PACES, Pace
from gongzhu.terminal.saves import Saved
from gongzhu.terminal.screens.ends import DealEndSheet, GameEndSheet
from gongzhu.terminal.screens.questions import LeaveQuestion, ResumeQuestion
from gongzhu.terminal.screens.start import StartScreen
from gongzhu.terminal.screens.table import TableScreen
from gongzhu.terminal.standing import level_name
from gongzhu.texts import say
from gongzhu.view import View
from tests.support.tables import preset
from tests.terminal.seated_player import (
    FirstBot,
    Player,
    opening,
    play_on,
    saved_in,
    seated,
    setup_of,
)


def test_a_deal_that_was_left_goes_on_as_if_it_had_not_been(tmp_path: Path) -> None:
    file = tmp_path / "left" / "deals.jsonl"
    left, whole = tmp_path / "left", tmp_path / "whole"

    async def choose(player: Player) -> None:
        # Wherever the cursor is: it does not come back with the deal.
        playing = player.view.public.phase is Phase.PLAYING
        await player.press(*(player.view.playable()[0].code if playing else ""), "enter")

    async def play(player: Player) -> None:
        while player.app.table.stage == "playing":
            await choose(player)

    async def leave(player: Player) -> None:
        for _ in range(6):
            await choose(player)
        assert player.view.public.tricks
        await player.press("q")
        assert isinstance(player.screen, LeaveQuestion)
        await player.press("q")

    seated(opening(left, "gongzhu-denexa", record=file), leave)
    again = seated(opening(left, saved=saved_in(left), resume=True), play)
    straight = seated(opening(whole, "gongzhu-denexa"), play)
    assert again.table.records == straight.table.records
    assert list(read_jsonl(file.read_text("utf-8"))) == straight.table.records


def test_a_first_thought_that_takes_long_is_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Event()

    class Compiling(FirstBot):
        def choose(self, view: View, rng: Random, budget: float) -> Action:
            assert told.wait(30)
            return super().choose(view, rng, budget)

    def notify(app: TableApp, message: str, **options: object) -> None:
        assert message == say("bots.compiling", app.lang)
        assert not told.is_set(), "it is said once"
        told.set()

    async def play(player: Player) -> None:
        await player.play()

    monkeypatch.setattr("gongzhu.terminal.screens.flow.WITHOUT_A_WORD", 0.01)
    monkeypatch.setattr(TableApp, "notify", notify)
    seated(opening(tmp_path, "gongzhu-denexa", make_bot=lambda _: Compiling()), play)
    assert told.is_set()


def test_staying_is_an_answer_too(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        await player.press("q", "escape")
        assert isinstance(player.screen, TableScreen)
        await player.press("enter")
        assert player.view.public.phase is Phase.PLAYING

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_a_game_is_played_to_its_end_and_another_one_begun(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    rules = preset("gongzhu-pagat", lower_limit=-100)

    async def visit(player: Player) -> None:
        while not player.table.state.games:
            await player.press("enter")
        (result,) = player.table.state.games
        await player.press("enter")
        assert isinstance(player.screen, GameEndSheet)
        assert "Game 1 is over" in player.text()
        assert "Pig strips" in player.text()
        names = player.table.setup.names
        for side in result.losers:
            pig = "You are the pig!" if side == YOU else f"{names[side]} is the pig!"
            assert pig in player.text()
        await player.press("e")
        assert "第 1 局结束" in player.text()
        await player.press("enter")
        assert player.table.waiting_for() == YOU
        assert player.table.game_number == 1
        assert player.table.match.played == 1

    seated(opening(tmp_path, rules, record=file), visit)
    assert list(read_jsonl(file.read_text("utf-8")))[-1].game_over
    assert list(Verifier().verify(scan_jsonl(file.read_bytes().splitlines()))) == []


def test_a_match_has_its_winners(tmp_path: Path) -> None:
    rules = preset("gongzhu-summary", upper_limit=1, lower_limit=-999_999)
    table = LocalTable(setup_of(rules, games=2), FirstBot())
    play_on(table, 60)
    while not table.match_over:
        table.next_deal()
        play_on(table, 60)

    async def visit(player: Player) -> None:
        assert isinstance(player.screen, DealEndSheet)
        await player.press("enter")
        assert "The match is over" in player.text()
        assert "Nobody has lost." in player.text()
        assert "Round points" in player.text()
        for side in table.match.leaders():
            name = table.setup.names[side]
            won = "You win the match!" if side == YOU else f"{name} wins the match."
            assert won in player.text()

    seated(opening(tmp_path, saved=Saved(table, None, "en"), resume=True), visit)


def test_the_speed_of_the_bots_changes(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        for speed in ("fast", "normal", "slow", "instant"):
            await player.press("v")
            assert player.app.speed == speed

    seated(opening(tmp_path, "gongzhu-pagat"), visit)


def test_a_match_that_is_over_is_not_kept(tmp_path: Path) -> None:
    rules = preset("hearts-denexa", upper_limit=1, pass_cycle=["none"])

    async def visit(player: Player) -> None:
        await player.play()
        await player.press("enter")
        assert isinstance(player.screen, GameEndSheet)
        assert "next game" not in player.text()
        await player.press("enter")

    app = seated(opening(tmp_path, rules, games=1), visit)
    assert app.match_table.match_over
    assert not (tmp_path / "table.json").exists()


def lying(player: Player) -> bool:
    """Whether a trick that was taken still lies on the table."""
    screen = player.app.screen_stack[1]
    assert isinstance(screen, TableScreen)
    return screen.fresh


def test_a_taken_trick_lies_until_it_is_hurried_and_waits_under_a_sheet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PACES, "normal", Pace(0, 3600))

    async def visit(player: Player) -> None:
        screen = player.screen
        assert isinstance(screen, TableScreen)
        await player.press("enter")
        player.app.post_message(Key("enter", None))
        while not lying(player):
            await player.quiet()
        assert "Press Space to go on" in player.text()
        player.app.post_message(Key("s", "s"))
        await player.quiet()
        screen.hurry()
        assert lying(player)
        player.app.post_message(Key("escape", None))
        await player.quiet()
        assert not lying(player)

    seated(opening(tmp_path, "gongzhu-denexa", speed="normal"), visit)


def test_a_refusal_goes_with_its_position(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PACES, "normal", Pace(3600, 0))
    refusals = set()

    async def visit(player: Player) -> None:
        screen = player.screen
        assert isinstance(screen, TableScreen)
        while "not_your_turn" not in refusals:
            await player.app.workers.wait_for_complete()
            waits_for_bot = player.table.waiting_for() != YOU
            player.app.post_message(Key("enter", None))
            await player.quiet()
            if waits_for_bot:
                assert isinstance(screen.notice, Reason)
                refusals.add(screen.notice.code)
                assert screen.notice.text() in player.text()
                screen.hurry()
                await player.quiet()
                assert not isinstance(screen.notice, Reason)

    seated(opening(tmp_path, "gongzhu-denexa", speed="normal"), visit)


def test_bots_that_look_ahead_are_given_time_to_think(tmp_path: Path) -> None:
    async def begin(player: Player) -> None:
        assert "Thinking time" not in player.text()
        await player.press("t")
        assert player.app.level == "steady"
        await player.press("b")
        assert "Opponents: master" in player.text()
        assert "Thinking time: default" in player.text()
        await player.press("t")
        assert "Thinking time: 0.1 s a move" in player.text()
        await player.press("t", "t")
        assert player.app.level == "master@2000ms"
        await player.press("t", "t")
        await player.press("enter")
        assert player.table.setup.level == "master@100ms"
        await player.press("q")

    seated(opening(tmp_path, levels=("steady", "master")), begin)
    assert level_name("master@100ms", "en") == "master, 0.1 s a move"
    assert level_name("master@100ms", "zh") == "大师，每步 0.1 秒"


def test_the_start_offers_games_levels_and_the_saved_table(tmp_path: Path) -> None:
    async def begin(player: Player) -> None:
        assert isinstance(player.screen, StartScreen)
        assert "steady" in player.text()
        await player.press("b")
        assert "random" in player.text()
        assert "gongzhu-pagat" in player.text()
        await player.press("r")
        assert "Rules: Gong Zhu · pig strips · anticlockwise" in player.text()
        await player.press("escape", "e")
        assert "拱猪与红心大战" in player.text()
        await player.press("enter")
        assert player.table.setup.preset == "gongzhu-pagat"
        assert player.table.setup.level == "random"
        await player.press("enter", "enter")

    async def go_on(player: Player) -> None:
        assert "接着打上次的牌" in player.text()
        await player.press("enter")
        assert player.table.moment == first.table.moment

    first = seated(opening(tmp_path), begin)
    seated(opening(tmp_path, saved=saved_in(tmp_path), lang="zh"), go_on)


@pytest.mark.parametrize(("key", "kept"), [("1", "gongzhu-denexa"), ("2", "hearts-denexa")])
def test_rules_asked_for_while_a_table_is_saved_raise_a_question(
    tmp_path: Path, key: str, kept: str
) -> None:
    async def begin(player: Player) -> None:
        await player.press("enter")

    async def answer(player: Player) -> None:
        assert isinstance(player.screen, ResumeQuestion)
        assert "Gong Zhu · 2♠ opens · clockwise" in player.text()
        await player.press(key)
        assert player.table.setup.preset == kept

    seated(opening(tmp_path, "gongzhu-denexa"), begin)
    seated(opening(tmp_path, "hearts-denexa", saved=saved_in(tmp_path)), answer)


def test_trouble_with_saving_is_shown(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        (tmp_path / "table.json").unlink()
        (tmp_path / "table.json").mkdir()
        await player.press("enter")
        assert "Not saved!" in player.text()

    seated(opening(tmp_path, "gongzhu-pagat"), visit)
