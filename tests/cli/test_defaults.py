"""A game that is begun without a choice is the same in the browser and in the terminal."""

from pathlib import Path
from typing import Any

import pytest

from gongzhu.bots import DEFAULT_LEVEL
from gongzhu.rules import DEFAULT_PRESET
from gongzhu.server.config import ServerConfig
from gongzhu.server.rules_form import rules_form
from gongzhu.terminal.opening import Opening
from tests.cli.test_play_command import launch


class _Opened(Exception):
    """The terminal would be taken now."""


def test_browser_and_terminal_begin_the_same_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    form = rules_form("en", ServerConfig())
    assert (form.default_preset, form.default_level) == (DEFAULT_PRESET, DEFAULT_LEVEL)
    assert _opening(tmp_path, monkeypatch).level == form.default_level
    # That the terminal's list begins with the same preset, tests/terminal/test_course.py shows.


def _opening(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Opening:
    """What `gongzhu play` without options opens the table with."""
    found: list[Opening] = []

    def app(opening: Opening) -> Any:
        found.append(opening)
        raise _Opened

    monkeypatch.setattr("gongzhu.terminal.app.TableApp", app)
    with pytest.raises(_Opened):
        launch(save=folder / "table.json")
    return found[0]
