"""`gongzhu play` from the outside: what it refuses, and a real terminal."""

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch

import pytest
import typer

from gongzhu.bots import DEFAULT_LEVEL
from gongzhu.cards import seats
from gongzhu.cli.play import default_path, play
from gongzhu.records import read_jsonl
from gongzhu.rules import DEFAULT_PRESET, Phase
from gongzhu.server.config.settings import ServerConfig
from gongzhu.server.lobby.rules import rules_form
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.opening import Opening
from gongzhu.terminal.saves import Keeper, load_table, lock_table
from tests.terminal.seated_player import FirstBot, play_on, setup_of

PROGRAM = [sys.executable, "-c", "from gongzhu.cli.main import main; main()", "play"]
PATIENCE = 60.0
"""Seconds after which a program that says nothing is broken."""


class Terminal:
    """A terminal of 80 by 24 cells with `gongzhu play` in it."""

    def __init__(self, home: Path, *options: str) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {
            **os.environ,
            "XDG_STATE_HOME": str(home),
            "TERM": "xterm-256color",
            "GONGZHU_LANG": "en",
        }
        self._process = subprocess.Popen(
            [*PROGRAM, *options],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
        )
        os.close(slave)
        self.output = ""
        """Everything that it has written, with all its control sequences."""

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self._master, keys.encode())

    def wait_for(self, text: str) -> None:
        """Read until this has been written since the last time."""
        seen = ""
        while text not in seen:
            piece = self._read()
            assert piece, f"{text!r} never came, but {self.output[-2000:]!r}"
            seen += piece

    def status(self) -> int:
        """Wait for the program to leave; its exit status."""
        while self._read():
            pass
        return self._process.wait(PATIENCE)

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        """Kill the program as rudely as can be, if it is still there."""
        self._process.kill()
        self._process.wait(PATIENCE)
        os.close(self._master)

    def _read(self) -> str:
        ready, _, _ = select.select([self._master], [], [], PATIENCE)
        try:
            piece = os.read(self._master, 65536).decode(errors="replace") if ready else ""
        except OSError:  # What Linux says when the other end is closed.
            piece = ""
        self.output += piece
        return piece


def launch(**options: Any) -> None:
    """Run the command as if at a terminal, with these options alone."""
    context = cast(typer.Context, SimpleNamespace(get_parameter_source=lambda _: None))
    with patch("gongzhu.cli.play.at_terminal", lambda: True):
        play(context, **{"lang": "en", **options})


def refused(capsys: pytest.CaptureFixture[str], home: Path, **options: Any) -> str:
    """The one line with which the program refuses these options."""
    with pytest.raises(typer.Exit) as left:
        launch(**{"save": home / "table.json", **options})
    assert left.value.exit_code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("gongzhu: ")
    return line


@pytest.mark.smoke
@pytest.mark.parametrize(("lang", "told"), [("en", "needs a terminal"), ("zh", "要在终端里运行")])
def test_without_a_terminal_there_is_one_line(lang: str, told: str) -> None:
    run = subprocess.run(
        [*PROGRAM, "--lang", lang], input="", capture_output=True, text=True, check=False
    )
    assert run.returncode == 2
    assert run.stdout == ""
    assert told in run.stderr
    assert run.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"rules": "gongzhu-nowhere"}, "gongzhu-nowhere"),
        ({"level": "godlike"}, "random, novice, steady"),
        ({"level": "steady@soon"}, "master@100ms"),
        ({"speed": "warp"}, "instant, fast, normal, slow"),
        ({"name": ""}, "1 to 12 columns"),
        ({"name": "十二格放不下的名字"}, "--name '十二格放不下的名字': must be printable text"),
        ({"name": "two\nlines"}, "--name 'two\\nlines': must be printable text"),
        ({"resume": True}, "there is no saved game"),
        ({"resume": True, "seed": "1", "games": 2}, "leave out --seed, --games"),
        ({"save": Path("/dev/null/table.json")}, "cannot be written"),
        ({"record": Path("/dev/null/deals.jsonl")}, "cannot be written"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: dict[str, Any], told: str
) -> None:
    assert told in refused(capsys, tmp_path, **options)


@pytest.mark.parametrize(
    ("there", "told"),
    [
        (b"[Format 1]\n", "this is not a file of records as JSONL"),
        (b"\x00\x01 no text", "this is not a file of records as JSONL"),
        (b'{"program":"gongzhu play"}', "a game saved by gongzhu play"),
    ],
)
def test_deals_are_not_put_at_the_end_of_what_is_no_jsonl(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], there: bytes, told: str
) -> None:
    record = tmp_path / "deals"
    record.write_bytes(there)
    assert told in refused(capsys, tmp_path, record=record)
    assert record.read_bytes() == there


def test_a_foreign_file_is_not_resumed_and_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "table.json"
    path.write_text("Dear diary,\n")
    assert "is not a game saved by" in refused(capsys, tmp_path, resume=True)
    assert path.read_text() == "Dear diary,\n"


def test_bots_that_are_no_more_cannot_be_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    setup = setup_of("gongzhu-pagat", level="forgotten")
    Keeper(LocalTable(setup, FirstBot()), tmp_path / "table.json", None, "en")
    assert "forgotten" in refused(capsys, tmp_path, resume=True)


def test_two_programs_do_not_play_at_one_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    release = lock_table(tmp_path / "table.json")
    assert release is not None
    assert "another gongzhu play is using" in refused(capsys, tmp_path)
    release()
    assert "there is no saved game" in refused(capsys, tmp_path, resume=True)


@pytest.mark.rest
def test_a_table_is_played_killed_and_gone_on_with(tmp_path: Path) -> None:
    path, file = tmp_path / "gongzhu" / "table.json", tmp_path / "deals.jsonl"
    options = ["--rules", "gongzhu-denexa", "--seed", "7", "--speed", "instant", "--name", "Mei"]
    with Terminal(tmp_path, *options, "--record", str(file)) as terminal:
        terminal.wait_for("Mei")
        terminal.press("\r")
        terminal.wait_for("Your turn")
    saved = load_table(path, lambda _: FirstBot())
    assert saved is not None
    table = saved.table
    assert table.setup.names[0] == "Mei"
    assert table.view.public.phase is Phase.PLAYING
    while sum(table.view.cards_left(seat) for seat in seats(4)) > 1:
        play_on(table, 1)
    Keeper(table, path, saved.record, "zh")
    with Terminal(tmp_path, "--resume", "--speed", "instant") as terminal:
        terminal.wait_for("第 1 副打完了")
        terminal.press("q")
        assert terminal.status() == 0
        assert "牌局已存盘" in terminal.output
    (record,) = read_jsonl(file.read_text("utf-8"))
    assert record.players[0] == "Mei"


@pytest.mark.rest
def test_the_language_that_is_asked_for_goes_before_the_saved_one(tmp_path: Path) -> None:
    path = tmp_path / "gongzhu" / "table.json"
    Keeper(LocalTable(setup_of("gongzhu-pagat", level="random"), FirstBot()), path, None, "zh")
    with Terminal(tmp_path, "--lang", "en") as terminal:
        terminal.wait_for("Continue the saved game")
        terminal.press("q")
        assert terminal.status() == 0


def test_the_usual_place_follows_the_custom_of_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert default_path() == tmp_path / "gongzhu" / "table.json"
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_path() == tmp_path / ".local" / "state" / "gongzhu" / "table.json"
    monkeypatch.setattr("sys.platform", "darwin")
    assert default_path().parts[-4:-1] == ("Library", "Application Support", "gongzhu")
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert default_path() == tmp_path / "local" / "gongzhu" / "table.json"


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
