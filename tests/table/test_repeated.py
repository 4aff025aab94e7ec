"""Commands sent twice, and whose they were."""

from gongzhu.table import LogEntry, Player
from gongzhu.table.commands import Leave, Ready, Sit, Start
from tests.table.live import START, Live
from tests.table.seated import fresh


def test_the_ids_of_the_last_commands_are_kept() -> None:
    live = fresh()
    live.do("ann", Sit(), "c-0")
    live.do("bo", Sit(), "c-0")
    for number in range(1, 70):
        live.do("ann", Ready(number % 2 == 1), f"c-{number}")
    assert live.table.seen("ann", "c-69") == live.table.seq
    assert live.table.seen("ann", "c-54") == 57
    assert live.table.seen("ann", "c-53") is None
    assert live.table.seen("bo", "c-0") == 3
    assert live.table.seen("eli", "c-0") is None


def test_ids_are_kept_for_those_who_sent_something_last() -> None:
    live = fresh()
    live.do("ann", Sit(), "c-0")
    for number in range(16):
        live.do(Player(f"p{number}", "Guest"), Sit(), "s")
        live.do(f"p{number}", Leave(), "l")
    assert live.table.seen("ann", "c-0") is None
    assert live.table.seen("p0", "l") is not None
    assert len(live.table.command_ids) == 16


def test_ids_of_who_sends_something_again_are_kept_longer() -> None:
    live = fresh()
    live.do("ann", Sit(), "c-0")
    live.do("bo", Sit(), "c-0")
    for number in range(14):
        live.do(Player(f"p{number}", "Guest"), Sit(), "s")
        live.do(f"p{number}", Leave())
    live.do("ann", Ready(), "c-1")
    live.do("eli", Sit(), "s")
    assert live.table.seen("ann", "c-0") == 2
    assert live.table.seen("bo", "c-0") is None


def entries_by(live: Live, player: str) -> list[LogEntry]:
    return [entry for entry in live.log if entry.by == player]


def test_an_entry_says_whose_command_it_was() -> None:
    live = fresh()
    live.do("bo", Sit(), "c-1")
    (entry,) = entries_by(live, "bo")
    assert (entry.at, entry.id) == (START, "c-1")
    live.seat("ann")
    live.do("ann", Start("steady"))
    live.ready("bo")
    live.later(5_000)
    assert live.log[-1].by is None
