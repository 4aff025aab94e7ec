"""A server or a disk with a mistake in it: the simulation notices, whatever else is right."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from unittest.mock import patch

import pytest

from gongzhu.cards import Seat
from gongzhu.rules import Action, DealBegan
from gongzhu.server.live import pipeline as journal
from gongzhu.server.live.connection import Connection
from gongzhu.server.live.messages import Request, Say, Write
from gongzhu.server.live.room import Room
from gongzhu.store.plan import Known, WritePlan, plan
from gongzhu.store.postgres_servers import ServerLock
from gongzhu.store.table_log import Append
from gongzhu.store.writes import StoreWrite as WriteAsked
from gongzhu.table import Fact, LogEntry, Table, evolve, read_entry, see_fact
from gongzhu.table.facts import Came, Happened, Went
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.moves import act
from proof.simulation.disk import Disk
from proof.simulation.loop import Process
from proof.simulation.plan import plan_of
from proof.simulation.world import run

SEEDS = range(70)
SEVERAL = [seed for seed in range(400) if plan_of(seed).servers > 1]
"""Worlds with several servers on one database."""


def noticed(sign: str, seeds: Iterable[int] = SEEDS) -> bool:
    """Whether some world of the first seeds finds a fault that says this."""
    return any(sign in fault for seed in seeds for fault in run(plan_of(seed)).faults)


def test_an_acknowledgement_before_the_commit_is_noticed() -> None:
    carry_out = Room.request

    def hasty(self: Room, connection: Connection, asked: Request) -> None:
        carry_out(self, connection, asked)
        for applied in self.pipeline._pending:
            for sender, id in applied.senders:
                sender.done(id, applied.seq)
            applied.senders.clear()

    with patch.object(Room, "request", hasty):
        assert noticed("before it is on disk")


def test_entries_for_tables_of_another_server_are_noticed() -> None:
    def in_good_faith(writes: Sequence[WriteAsked], known: Mapping[str, Known]) -> WritePlan:
        mine = max((one.server for one in writes if isinstance(one, Append)), default=0)
        taken = {name: Known(one.last, one.archived, mine) for name, one in known.items()}
        return plan(writes, taken)

    with patch("tests.support.rows_store.plan", in_good_faith), patch.object(ServerLock, "lose"):
        assert noticed("two owners", SEVERAL)


def test_news_before_the_commit_are_noticed() -> None:
    schedule = Room.schedule

    def hasty(self: Room, earliest: int = 0) -> None:
        schedule(self, earliest)
        for applied in self.pipeline._pending:
            for connection in self.audience.present:
                connection.push(b'{"type":"update","seq":%d,"at":0,"facts":[]}' % applied.seq)

    with patch.object(Room, "schedule", hasty):
        assert noticed("before it is on disk")


def test_commands_that_are_done_twice_are_noticed() -> None:
    with patch.object(Table, "seen", lambda *_: None):
        assert noticed("was refused")


def test_a_move_in_another_position_than_it_was_meant_for_is_noticed() -> None:
    def careless(draft: LogEntryDraft, seat: Seat, action: Action, _: int | None) -> None:
        act(draft, seat, action, None)

    with patch("gongzhu.table.decide.act", careless):
        assert noticed("was not meant for")


def test_a_redaction_that_is_left_out_is_noticed() -> None:
    def blind(fact: Fact, seat: Seat | None) -> Fact | None:
        whole = isinstance(fact, Happened) and isinstance(fact.event, DealBegan)
        return fact if whole and seat is not None else see_fact(fact, seat)

    with patch("gongzhu.server.live.audience.see_fact", blind):
        assert noticed("was told of another entry")


def test_a_cut_that_hides_nothing_is_noticed_by_the_scan_alone() -> None:
    # Those who judge by the cut itself cannot notice.
    with patch("gongzhu.table.cut.see", lambda event, seat: event):
        assert noticed("heard of")


def test_a_fact_that_is_lost_at_a_restart_is_noticed() -> None:
    def forgetful(body: bytes) -> LogEntry:
        entry = read_entry(body)
        facts = tuple(fact for fact in entry.facts if not isinstance(fact, Came | Went))
        return LogEntry(entry.at, facts, entry.by, entry.id)

    with patch.object(journal, "read_entry", forgetful):
        assert noticed("another table")


def test_an_entry_that_is_lost_at_a_restart_is_noticed() -> None:
    def forgetful(table: Table | None, entry: LogEntry) -> Table:
        return table if table is not None and table.seq % 10 == 9 else evolve(table, entry)

    with patch.object(journal, "evolve", forgetful):
        assert noticed("two owners")


def test_a_game_that_is_not_kept_with_its_end_is_noticed() -> None:
    with patch.object(journal, "kept_game", lambda *_: ()):
        assert noticed("ended and is not kept")


def test_a_disk_that_has_not_what_it_said_is_noticed() -> None:
    crashed = Disk.crashed

    def lying(self: Disk, process: Process, chance: float) -> None:
        crashed(self, process, chance)
        for name, log in self.rows.logs.items():
            del log[-2:]
            if self.rows.snapshots[name][0] > len(log):
                del self.rows.snapshots[name]

    with patch.object(Disk, "crashed", lying):
        # In world 0 a server dies half-way through the rows that it misses.
        assert noticed("is not there", SEEDS[1:])


@pytest.mark.parametrize("seed", [0])
def test_chance_that_no_seed_decides_is_noticed(seed: int) -> None:
    with patch("proof.simulation.bot_process.Random", lambda seed: Random()):
        assert run(plan_of(seed)).digest != run(plan_of(seed)).digest


def test_words_that_are_written_down_are_noticed() -> None:
    talk, written = Room._talk, set()

    def keeping(self: Room, connection: Connection, id: str, asked: Say | Write) -> None:
        talk(self, connection, id, asked)
        if isinstance(asked, Write):
            keep = self._services.store.put_setting("said", asked.text.encode())
            written.add(asyncio.ensure_future(keep))

    with patch.object(Room, "_talk", keeping):
        assert noticed("words are written down")


def test_words_that_nobody_said_are_noticed() -> None:
    with patch("gongzhu.server.live.conversation.check_phrase", lambda *_: "bye"):
        assert noticed("nobody said")


def test_a_log_that_names_tables_is_noticed() -> None:
    with patch("gongzhu.server.live.pipeline.short", lambda table: table):
        assert noticed("too much in it")
