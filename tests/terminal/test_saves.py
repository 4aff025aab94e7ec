"""The saved table and the file of records: nothing lost, nothing twice, nothing overwritten."""

import os
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from threading import Thread
from typing import Any

import msgspec
import pytest

from gongzhu.bots import bot_of
from gongzhu.records import read_jsonl
from gongzhu.rules import load_rules
from gongzhu.table import LogEntry
from gongzhu.terminal import saves
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.saves import (
    Keeper,
    SaveError,
    append_record,
    keep_aside,
    load_table,
    lock_table,
    save_table,
)
from gongzhu.texts import LANGUAGES
from tests.support.tables import preset
from tests.terminal.seated_player import FirstBot, opening, play_on, saved_in, setup_of


def act(keeper: Keeper, actions: int) -> None:
    """Let everyone do the first thing that is legal, for so many actions."""
    for _ in range(actions):
        seat = keeper.table.waiting_for()
        assert seat is not None
        keeper.act(seat, keeper.table.bot_choice(seat)())


def finish(keeper: Keeper) -> None:
    """Play the deal to its end."""
    while keeper.table.stage == "playing":
        act(keeper, 1)


def kept(folder: Path, record: Path | None = None, rules: str = "gongzhu-pagat") -> Keeper:
    """A new table that is kept in the folder."""
    table = LocalTable(setup_of(rules), FirstBot())
    return Keeper(table, folder / "table.json", record, "en")


def log_of(keeper: Keeper) -> list[LogEntry]:
    """All entries of its table."""
    assert isinstance(keeper.table, LocalTable)
    return keeper.table.log


def again(folder: Path) -> Keeper:
    """The program was killed, and started again with what was saved."""
    saved = saved_in(folder)
    return Keeper(saved.table, folder / "table.json", saved.record, saved.lang)


@pytest.mark.parametrize("name", ["gongzhu-boulder", "gongzhu-pagat-5", "hearts-choice"])
def test_a_table_is_saved_after_every_action(tmp_path: Path, name: str) -> None:
    keeper = kept(tmp_path, rules=name)
    for _ in range(30):
        act(keeper, 1)
        saved = saved_in(tmp_path)
        assert saved.table.log == log_of(keeper)
        assert saved.table.view == keeper.table.view
        assert saved.table.setup == keeper.table.setup


def test_the_file_is_always_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper = kept(tmp_path)
    act(keeper, 5)
    before = (tmp_path / "table.json").read_bytes()

    def broken(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr(Path, "replace", broken)
    act(keeper, 1)
    assert "No space left on device" in keeper.trouble
    assert (tmp_path / "table.json").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["table.json"]
    monkeypatch.undo()
    act(keeper, 1)
    assert keeper.trouble == ""
    assert saved_in(tmp_path).table.log == log_of(keeper)


def test_rules_of_ones_own_are_saved_whole(tmp_path: Path) -> None:
    rules = preset("gongzhu-wiki", players=5, removed=["2C", "2D"], lower_limit=-777)
    Keeper(LocalTable(setup_of(rules), FirstBot()), tmp_path / "table.json", None, "zh")
    saved = saved_in(tmp_path)
    assert saved.table.setup.rules == rules
    assert saved.table.setup.preset is None
    assert saved.lang == "zh"


def _swap(old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    return lambda text: text.replace(old, new, 1)


DAMAGE: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut off": (lambda text: text[:-40], "is not a game saved by"),
    "empty": (lambda text: b"", "is not a game saved by"),
    "another file": (lambda text: b"Dear diary,\n", "is not a game saved by"),
    "other JSON": (lambda text: b'{"program": "chess"}', "is not a game saved by"),
    "not UTF-8": (lambda text: b'{"program": "\xff"}', "is not a game saved by"),
    "deep": (lambda text: b"[" * 100_000, "is not a game saved by"),
    "an earlier format": (_swap(b'"format":1', b'"format":0'), "or start a new one"),
    "a later format": (_swap(b'"format":1', b'"format":2'), "another version"),
    "no table": (_swap(b'"table":', b'"chair":'), "is damaged"),
    "another card": (_swap(b'"card":"', b'"card":"X'), "is damaged"),
    "another name": (_swap(b'"You"', b'"Yan"'), "is damaged"),
    "another sum": (_swap(b'"sha256":"', b'"sha256":"0'), "is damaged"),
}


@pytest.mark.parametrize("kind", DAMAGE)
def test_a_file_that_cannot_be_gone_on_with_is_refused_in_one_line(
    tmp_path: Path, kind: str
) -> None:
    keeper = kept(tmp_path)
    act(keeper, 9)
    path = tmp_path / "table.json"
    spoil, told = DAMAGE[kind]
    spoilt = spoil(path.read_bytes())
    assert spoilt != path.read_bytes()
    path.write_bytes(spoilt)
    with pytest.raises(SaveError) as refused:
        saved_in(tmp_path)
    for lang in LANGUAGES:
        assert str(path) in refused.value.text(lang)
        assert "\n" not in refused.value.text(lang)
    assert told in str(refused.value)
    assert path.read_bytes() == spoilt


def test_there_may_be_no_saved_table(tmp_path: Path) -> None:
    assert load_table(tmp_path / "table.json", bot_of) is None


def test_a_folder_is_no_saved_table(tmp_path: Path) -> None:
    with pytest.raises(SaveError, match="cannot be read"):
        load_table(tmp_path, bot_of)


def test_no_more_is_read_than_a_saved_table_has(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor of what has no size of its own, such as a pipe or a device."""
    keeper = kept(tmp_path)
    act(keeper, 1)
    content = (tmp_path / "table.json").read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    monkeypatch.setattr(saves, "LARGEST_FILE", len(content) - 1)
    writer = Thread(target=pipe.write_bytes, args=(content,))
    writer.start()
    with pytest.raises(SaveError, match="is not a game saved"):
        load_table(pipe, bot_of)
    writer.join()


def test_a_foreign_file_is_kept_aside_before_a_new_game_is_saved(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    (tmp_path / "table.json.kept-1").write_text("older")
    path.write_text("Dear diary,\n")
    opened = opening(tmp_path, "gongzhu-pagat", trouble="not a game saved")
    opened.begin(load_rules("gongzhu-pagat"), "steady", "en")
    assert (tmp_path / "table.json.kept-1").read_text() == "older"
    assert (tmp_path / "table.json.kept-2").read_text() == "Dear diary,\n"
    assert saved_in(tmp_path).table.setup.preset == "gongzhu-pagat"


def test_keeping_aside_tells_where(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text("x")
    assert keep_aside(path) == tmp_path / "table.json.kept-1"
    assert not path.exists()


def test_two_programs_do_not_save_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "table.json"
    release = lock_table(path)
    assert release is not None
    assert lock_table(path) is None
    release()
    second = lock_table(path)
    assert second is not None
    second()


def test_finished_deals_are_recorded_as_soon_as_they_end(tmp_path: Path) -> None:
    file = tmp_path / "records" / "deals.jsonl"
    keeper = kept(tmp_path, file)
    assert not file.exists()
    finish(keeper)
    assert list(read_jsonl(file.read_text("utf-8"))) == keeper.table.records
    keeper.next_deal()
    finish(keeper)
    assert list(read_jsonl(file.read_text("utf-8"))) == keeper.table.records


@pytest.mark.parametrize(
    "killed", ["before recording", "while recording", "before saving", "after"]
)
def test_a_deal_is_recorded_once_whenever_the_program_is_killed(
    tmp_path: Path, killed: str
) -> None:
    file, path = tmp_path / "deals.jsonl", tmp_path / "table.json"
    file.write_text('{"somebody": "else"}')
    keeper = kept(tmp_path, file)
    act(keeper, 55)
    last = path.read_bytes()
    empty = file.read_bytes() if file.exists() else b""
    finish(keeper)
    whole = file.read_bytes()
    match killed:
        case "before recording":
            path.write_bytes(last)
            file.write_bytes(empty)
        case "while recording":
            path.write_bytes(last)
            file.write_bytes(whole[: len(whole) // 2])
        case "before saving":
            path.write_bytes(last)
    resumed = again(tmp_path)
    if killed != "after":
        finish(resumed)
    assert file.read_bytes() == whole
    assert whole.startswith(b'{"somebody": "else"}\n')
    assert whole.count(b"\n") == 2
    resumed.next_deal()
    finish(resumed)
    assert file.read_bytes().count(b"\n") == 3
    assert again(tmp_path).table.records == resumed.table.records
    assert file.read_bytes().count(b"\n") == 3


def test_the_same_line_further_up_does_not_keep_a_record_out(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    keeper = kept(tmp_path)
    finish(keeper)
    keeper.next_deal()
    finish(keeper)
    one, two = keeper.table.records
    for record in (one, two, one, one):
        append_record(file, record)
    assert list(read_jsonl(file.read_text("utf-8"))) == [one, two, one]


def test_a_record_that_could_not_be_written_is_written_later(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.mkdir()
    keeper = kept(tmp_path, file)
    finish(keeper)
    assert str(file) in keeper.trouble
    assert saved_in(tmp_path).table.records == keeper.table.records
    file.rmdir()
    keeper.next_deal()
    assert keeper.trouble == ""
    assert list(read_jsonl(file.read_text("utf-8"))) == keeper.table.records


def test_the_record_file_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    kept(tmp_path, Path("deals.jsonl"))
    assert saved_in(tmp_path).record == tmp_path / "deals.jsonl"


def test_saving_to_a_place_that_is_no_folder_fails(tmp_path: Path) -> None:
    keeper = kept(tmp_path)
    with pytest.raises(OSError, match=r"."):
        save_table(tmp_path / "table.json" / "below", saved_in(tmp_path))
    assert keeper.trouble == ""


def test_a_saved_table_is_plain_json(tmp_path: Path) -> None:
    keeper = kept(tmp_path)
    saved: dict[str, Any] = msgspec.json.decode((tmp_path / "table.json").read_bytes())
    assert saved["program"] == "gongzhu play"
    assert saved["format"] == 1
    assert saved["table"]["setup"]["seed"] == "1"
    assert len(saved["table"]["log"]) == keeper.table.moment


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (lambda table: table["setup"].update(level="forgotten"), "forgotten"),
        (lambda table: table["log"][0].update(v=99), "99"),
        (lambda table: table["log"][-1]["facts"].append({"type": "danced"}), "danced"),
    ],
)
def test_what_only_another_version_can_have_written_is_refused_in_one_line(
    tmp_path: Path, spoil: Callable[[dict[str, Any]], None], told: str
) -> None:
    kept(tmp_path)
    path = tmp_path / "table.json"
    file: dict[str, Any] = msgspec.json.decode(path.read_bytes())
    file["table"]["setup"]["level"] = "random"
    spoil(file["table"])
    file["sha256"] = sha256(msgspec.json.encode(file["table"])).hexdigest()
    path.write_bytes(msgspec.json.encode(file))
    with pytest.raises(SaveError, match=told):
        load_table(path, bot_of)


def test_play_on_stops_at_the_end_of_the_deal() -> None:
    table = LocalTable(setup_of("gongzhu-pagat"), FirstBot())
    play_on(table, 1000)
    assert table.stage == "scored"
