"""The real program in a real terminal: tmux types, and reads the screen as a person would."""

import json
import os
import pty
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parents[2] / ".venv/bin/gongzhu"
PATIENCE = 60.0
"""Seconds that the screen may take to show something, or a deal to be played."""


class Terminal:
    """A tmux server of its own, so that nobody's own sessions are touched."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "tmux"
        self.environment = {**os.environ, "LANG": "C.UTF-8", "XDG_DATA_HOME": str(folder)}
        self.environment.pop("TMUX", None)

    def tmux(self, *arguments: str) -> str:
        done = subprocess.run(
            ["tmux", "-u", "-S", self.socket, *arguments],
            check=True,
            capture_output=True,
            text=True,
            env=self.environment,
        )
        return done.stdout

    def start(self, *arguments: str | Path) -> None:
        words = [str(word) for word in (PROGRAM, *arguments)]
        self.tmux("-f", "/dev/null", "new-session", "-d", "-x", "100", "-y", "32", *words)
        self.tmux("set-option", "-g", "remain-on-exit", "on")

    def press(self, *keys: str) -> None:
        self.tmux("send-keys", *keys)

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p")

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + PATIENCE
        while text not in self.screen():
            assert time.monotonic() < until, f"{text!r} does not appear:\n{self.screen()}"
            time.sleep(0.05)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path)
    yield terminal
    subprocess.run(["tmux", "-S", terminal.socket, "kill-server"], check=False, capture_output=True)


def finished(record: Path) -> list[dict[str, Any]]:
    """The deals that are on record."""
    if not record.exists():
        return []
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]


def play_on(terminal: Terminal, record: Path, *, whole_game: bool) -> list[dict[str, Any]]:
    """Press the keys that take any part of a deal on, until the deal or game is on record."""
    until = time.monotonic() + PATIENCE
    seen, known = "", 0
    while True:
        deals = finished(record)
        if deals and (deals[-1]["game_over"] or not whole_game):
            return deals
        if "to go." in seen:
            terminal.press("Space", "Right")
        elif "cards to pass" in seen:
            terminal.press("Enter")
        else:
            terminal.press("Space", "Right", "Enter")
        time.sleep(0.05)
        seen = terminal.screen()
        if len(deals) > known:
            known, until = len(deals), time.monotonic() + PATIENCE
        assert time.monotonic() < until, f"the game has stopped:\n{seen}"


def play(terminal: Terminal, folder: Path, preset: str, *, whole_game: bool) -> None:
    record = folder / "record.jsonl"
    save = folder / "save.json"
    terminal.start(
        *("play", "--rules", preset, "--new", "--seed", "7", "--speed", "instant"),
        *("--lang", "en", "--record", record, "--save", save),
    )
    deals = play_on(terminal, record, whole_game=whole_game)
    verified = subprocess.run(
        [PROGRAM, "verify", record], check=False, capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stdout
    assert [deal["preset"] for deal in deals] == [preset] * len(deals)
    assert [deal["deal"] for deal in deals] == list(range(len(deals)))


@pytest.mark.parametrize("preset", ["gongzhu-pagat", "hearts-denexa"])
def test_a_deal_is_played_with_the_keyboard(
    terminal: Terminal, tmp_path: Path, preset: str
) -> None:
    play(terminal, tmp_path, preset, whole_game=False)


def test_a_killed_game_goes_on_where_it_was(terminal: Terminal, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    save = tmp_path / "save.json"
    told = ("--speed", "instant", "--lang", "en", "--record", record, "--save", save)
    terminal.start("play", "--rules", "gongzhu-wiki", "--new", "--seed", "3", *told)
    terminal.wait_for("Expos")
    while not save.exists() or save.read_text(encoding="utf-8").count('"type":"card_played"') < 20:
        terminal.press("Space", "Right", "Enter")
        time.sleep(0.05)
    (program,) = terminal.tmux("list-panes", "-F", "#{pane_pid}").split()
    os.kill(int(program), signal.SIGKILL)
    log = json.loads(save.read_text(encoding="utf-8"))["table"]["log"]
    events = [fact.get("event", fact) for entry in log for fact in entry["facts"]]
    kept = [[done["seat"], done["card"]] for done in events if done["type"] == "card_played"]
    terminal.tmux("kill-server")
    # A server that is on its way out still holds its socket for a moment.
    terminal.socket = tmp_path / "tmux-again"
    terminal.start("play", "--resume", *told)
    (deal,) = play_on(terminal, record, whole_game=False)
    assert deal["plays"][: len(kept)] == kept


def test_it_ends_with_its_terminal(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [PROGRAM, "play", "--rules", "hearts-denexa", "--new", "--save", tmp_path / "save.json"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        # Without a controlling terminal no signal tells that it is gone.
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color"},
    )
    os.close(theirs)
    screen = b""
    while b"Hearts" not in screen:
        screen += os.read(ours, 65536)
    os.close(ours)
    try:
        program.wait(PATIENCE)
    finally:
        program.kill()


@pytest.mark.long
@pytest.mark.parametrize("preset", ["gongzhu-pagat", "hearts-denexa"])
def test_a_game_is_played_to_its_end(terminal: Terminal, tmp_path: Path, preset: str) -> None:
    play(terminal, tmp_path, preset, whole_game=True)
