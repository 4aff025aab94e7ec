"""Keys that come before the screen that they are meant for is whole."""

import asyncio
from pathlib import Path

import pytest

from gongzhu.terminal.screens.ends import DealEndSheet
from gongzhu.terminal.screens.table import TableScreen
from tests.support.rulesets import SHORT
from tests.terminal.seated_player import Player, opening, seated


@pytest.mark.parametrize("steps", [0, 1, 4, 16])
def test_a_key_that_comes_while_a_sheet_is_laid_down_breaks_nothing(
    tmp_path: Path, steps: int
) -> None:
    async def visit(player: Player) -> None:
        await player.play()
        player.app.pop_screen()
        player.app.push_screen(DealEndSheet())
        for _ in range(steps):
            await asyncio.sleep(0)
        await player.app.run_action("screen.go_on", player.app.screen)
        while player.app.is_running and not player.app.screen.is_mounted:
            await asyncio.sleep(0)
        assert player.app.is_running
        if isinstance(player.screen, DealEndSheet):
            await player.app.run_action("screen.go_on", player.screen)
        assert isinstance(player.screen, TableScreen)

    seated(opening(tmp_path, SHORT), visit)
