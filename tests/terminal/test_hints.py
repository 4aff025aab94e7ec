"""A hint at the terminal table: a key, a sheet, a sentence with its figures."""

from pathlib import Path
from threading import Event

import pytest

from gongzhu.rules import Phase
from gongzhu.terminal import seated_table
from gongzhu.terminal.screens.questions import HintSheet
from gongzhu.terminal.screens.table import TableScreen
from gongzhu.texts import say
from gongzhu.view import View
from tests.support.analyses import analysis_of
from tests.terminal.seated_player import Player, opening, seated


def bare(text: str) -> str:
    """A text without gaps and without the frame around it, wherever its lines break."""
    return "".join(text.replace("│", "").split())


def test_the_key_opens_a_sheet_with_the_reason_and_the_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[View] = []

    def analyse_for_hint(view: View, seed: str) -> object:
        asked.append(view)
        return analysis_of(view)

    monkeypatch.setattr(seated_table, "analyse_for_hint", analyse_for_hint)

    async def visit(player: Player) -> None:
        while player.view.public.phase is not Phase.PLAYING:
            await player.press("enter")
        while len(player.view.playable()) < 2:
            await player.press("enter")
        assert "i hint" in player.text()
        await player.press("i")
        assert isinstance(player.screen, HintSheet)
        await player.app.workers.wait_for_complete()
        await player.quiet()
        assert asked == [player.view]
        best, other = player.view.playable()[:2]
        text = bare(player.text())
        assert bare(f"Playing {best} is about 10 points better than {other}:") in text
        assert bare(f"* Playing {best}") in text
        assert "Ann30%" in text
        await player.press("e")
        assert bare(f"出 {best} 比出 {other} 大约好 10 分") in bare(player.text())
        await player.press("escape")
        assert isinstance(player.screen, TableScreen)

    seated(opening(tmp_path, "gongzhu-hwa"), visit)


def test_a_hint_that_takes_long_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = Event()

    def analyse_for_hint(view: View, seed: str) -> object:
        told.wait(20)
        return analysis_of(view)

    monkeypatch.setattr(seated_table, "analyse_for_hint", analyse_for_hint)
    monkeypatch.setattr("gongzhu.terminal.screens.questions.WITHOUT_A_WORD", 0.01)

    async def visit(player: Player) -> None:
        while player.view.public.phase is not Phase.PLAYING:
            await player.press("enter")
        await player.press("i")
        waiting = say("hints.table.waiting", "zh")
        while (text := str(player.screen.query_one("#text").render())) == waiting:
            await player.pilot.pause(0.01)
        told.set()
        assert text == f"{waiting}\n\n{say('bots.compiling', 'zh')}"
        await player.app.workers.wait_for_complete()
        await player.quiet()
        assert waiting not in str(player.screen.query_one("#text").render())

    seated(opening(tmp_path, "gongzhu-hwa", lang="zh"), visit)


def test_where_there_is_nothing_to_choose_there_is_no_hint(tmp_path: Path) -> None:
    async def visit(player: Player) -> None:
        assert player.view.public.phase is Phase.EXPOSING
        own = player.view.own
        assert own is not None
        assert "i hint" not in player.text()
        await player.press("i")
        assert isinstance(player.screen, TableScreen)

    seated(opening(tmp_path, "gongzhu-pagat", seed="1"), visit)
