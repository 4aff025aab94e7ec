"""A disk that fails, below the store's own queue, checks and rules.

What is real here is all that decides: `SharedStore`'s checks of values, `GroupCommit`, and `plan`,
which says what a group of writes comes to. What is simulated is the database below: a group is
written, then synced, and is on disk after that and not before. A group is there whole or not at
all, as the database's own log sees to; when a process dies in between, chance decides. A group
whose sync failed is refused, and yet may be there after a crash if nothing was written over it.
"""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct, field

from gongzhu.store import (
    Conflict,
    DayTry,
    DeviceRow,
    GameRow,
    LinkRow,
    PasskeyRow,
    Played,
    PlayerRow,
    StoreError,
    TableBrief,
    Tail,
)
from gongzhu.store.accounts import SwapSetting
from gongzhu.store.moderation import BanRow, BlockRow
from gongzhu.store.packing import Contents, pack, unpack
from gongzhu.store.packs import deals_of
from gongzhu.store.shared import SharedStore
from gongzhu.store.writes import (
    Known,
    Pack,
    Plan,
    Write,
    check_rows,
    digest_of,
    key_of_deals,
    plan,
    tables_of,
)
from proof.simulation.faults import Faults
from proof.simulation.loop import PROCESS, Process, SimulatedLoop
from tests.support.people import People

SYNC = (0.0005, 0.006)
READ = (0.0001, 0.002)


class Content(Struct):
    """What is on the disk."""

    logs: dict[str, list[bytes]] = field(default_factory=dict)
    briefs: dict[str, bytes] = field(default_factory=dict)
    checkpoints: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    archived: set[str] = field(default_factory=set)
    people: People = field(default_factory=People)
    games: dict[str, GameRow] = field(default_factory=dict)
    summaries: dict[tuple[str, str], bytes] = field(default_factory=dict)
    settings: dict[str, bytes] = field(default_factory=dict)
    packed: dict[str, int] = field(default_factory=dict)
    """By table, the last entry that went through a pack: entries are kept as they came out."""
    deals: dict[str, bytes] = field(default_factory=dict)
    """Of games that were packed."""
    leases: dict[str, int] = field(default_factory=dict)
    """By table, the epoch of the process that may write it."""

    def plan(self, writes: Sequence[Write], epoch: int) -> Plan:
        """The outcome of a group of writes by the process with that epoch."""
        names = sorted(tables_of(writes))
        known = {
            name: Known(len(self.logs[name]), name in self.archived, self.leases.get(name, 0))
            for name in names
            if name in self.logs
        }
        return plan(writes, known, epoch)

    def apply(self, done: Plan, epoch: int) -> None:
        """Carry out a group of the process with that epoch."""
        self.leases |= dict.fromkeys(done.leased, epoch)
        for name, brief in done.tables.items():
            self.logs.setdefault(name, [])
            self.briefs[name] = brief
        for name, number, body in done.entries:
            log = self.logs[name]
            assert number == len(log) + 1, "entries follow one another"
            log.append(body)
        self.checkpoints |= done.checkpoints
        self.archived.update(done.archived)
        self.settings |= done.settings
        for place, player in done.players:
            refused = self.people.put(player)
            if refused is not None:
                done.refused[place] = refused
        for place, change in done.accounts:
            if isinstance(change, SwapSetting):
                if self.settings.get(change.key) == change.before:
                    self.settings[change.key] = change.value
                else:
                    done.refused[place] = StoreError("taken", player="")
                continue
            refused = self.people.take(change)
            if refused is not None:
                done.refused[place] = refused
        self.games |= done.games
        for game in done.games.values():
            for id in game.players:
                self.summaries.pop((id, game.id), None)
        self.summaries |= done.summaries
        for place, packed in done.packs:
            rows, key = self.logs[packed.table], key_of_deals(str(packed.game))
            refused = check_rows(packed, rows[packed.first - 1 : packed.last], self.settings[key])
            if refused is not None:
                done.refused[place] = refused
                continue
            contents = unpack(packed.body)
            rows[packed.first - 1 : packed.last] = contents.bodies
            self.packed[packed.table] = packed.last
            self.deals[str(packed.game)] = contents.deals
            del self.settings[key]

        for rewritten in done.rewritten:
            rows = self.logs[rewritten.table]
            for number, body in rewritten.entries:
                rows[number - 1] = body
            for last, packed_body in rewritten.packs:
                bodies = unpack(packed_body).bodies
                rows[last - len(bodies) : last] = bodies
            if rewritten.brief is not None:
                self.briefs[rewritten.table] = rewritten.brief
            if rewritten.checkpoint is not None:
                number, _ = self.checkpoints[rewritten.table]
                self.checkpoints[rewritten.table] = number, rewritten.checkpoint

    def has_deals(self, game: str) -> bool:
        """True if the deals of a game are kept, packed or not."""
        return key_of_deals(game) in self.settings or game in self.deals


class _Group(Struct, eq=False):
    """On its way to the disk."""

    writes: tuple[Write, ...]
    process: Process
    epoch: int
    answer: asyncio.Future[Sequence[StoreError | None]]


class Disk:
    """Outlives every process. One at a time owns it."""

    def __init__(self, loop: SimulatedLoop, faults: Faults, seed: str) -> None:
        self.content = Content()
        self.owner: Process | None = None
        self.epoch = 0
        """Of the owner: no two have the same."""
        self.conflicts: list[str] = []
        """Appends that did not follow: somebody else had written to the table."""
        self.risen: set[tuple[str, int]] = set()
        """Entries that were refused, and were there after a crash all the same."""
        self._loop = loop
        self._faults = faults
        self._rng = Random(f"{seed} disk")
        self._group: _Group | None = None
        self._ghost: tuple[Write, ...] = ()
        """Refused since it could not be synced, but written."""
        self._full_until = 0.0
        self._unreadable_until = 0.0

    # --- for processes -------------------------------------------------------------------------

    async def commit(self, writes: Sequence[Write]) -> Sequence[StoreError | None]:
        """Write a group and sync it. Raises StoreError."""
        process = PROCESS.get()
        assert process is not None
        if not process.alive or self.owner is not process:
            raise StoreError("closed")
        answer: asyncio.Future[Sequence[StoreError | None]] = self._loop.create_future()
        self._group = _Group(tuple(writes), process, self.epoch, answer)
        # The disk's own part goes on, whatever becomes of the process.
        self._loop.call_soon(self._begin, self._group, context=self._faults.context)
        return await answer

    async def read(self) -> Content:
        """What is on the disk, to look into. Raises StoreError."""
        waiter = self._loop.create_future()
        self._loop.call_later(self._rng.uniform(*READ), _wake, waiter)
        await waiter
        if self._loop.time() < self._unreadable_until:
            raise StoreError("disk", file="disk", error="read")
        return self.content

    def heal(self) -> None:
        """There is room again, and everything can be read."""
        self._full_until = self._unreadable_until = 0.0

    # --- the world's part ------------------------------------------------------------------------

    def _begin(self, group: _Group) -> None:
        if self._group is not group:  # the process died before it came to this
            return
        now = self._loop.time()
        took = self._rng.uniform(*SYNC)
        for fault in self._faults.commit():
            match fault.kind:
                case "full":
                    self._full_until = max(self._full_until, now + fault.amount)
                case "unreadable":
                    self._unreadable_until = max(self._unreadable_until, now + fault.amount)
                case "stall":
                    took += fault.amount
                case "torn":
                    self._faults.torn(group.process, fault.amount)
                    return
                case _:
                    self._loop.call_later(took, self._not_synced, group)
                    return
        self._loop.call_later(took, self._synced, group)

    def _synced(self, group: _Group) -> None:
        if self._group is not group:
            return
        self._group = None
        if self._loop.time() < self._full_until:
            _settle(group.answer, StoreError("disk_full", file="disk", error="full"))
            return
        self._ghost = ()
        done = self._write(group.writes, group.epoch)
        outcomes = [done.refused.get(place) for place in range(len(group.writes))]
        if not group.answer.done():
            group.answer.set_result(outcomes)

    def _not_synced(self, group: _Group) -> None:
        if self._group is not group:
            return
        self._group = None
        self._ghost = group.writes
        _settle(group.answer, StoreError("disk", file="disk", error="sync"))

    def _write(self, writes: Sequence[Write], epoch: int) -> Plan:
        done = self.content.plan(writes, epoch)
        self.conflicts += [
            str(error) for error in done.refused.values() if isinstance(error, Conflict)
        ]
        self.content.apply(done, epoch)
        self._faults.trace("commit", len(writes), *(body for _, _, body in done.entries))
        return done

    def crashed(self, process: Process, chance: float) -> None:
        """The process that owned the disk is dead."""
        if self.owner is process:
            self.owner = None
        group, self._group = self._group, None
        if group is not None:
            if self._rng.random() < chance:
                self._write(group.writes, group.epoch)
        elif self._ghost and self._rng.random() < chance:
            done = self._write(self._ghost, self.epoch)
            self.risen.update((name, number) for name, number, _ in done.entries)
        self._ghost = ()


def _wake(waiter: asyncio.Future[None]) -> None:
    if not waiter.done():
        waiter.set_result(None)


def _settle(answer: asyncio.Future[Any], error: StoreError) -> None:
    if not answer.done():
        answer.set_exception(error)


class DiskStore(SharedStore):
    """The store of one process."""

    def __init__(self, disk: Disk, process: Process) -> None:
        super().__init__(disk.commit)
        self._disk = disk
        self._process = process

    @classmethod
    async def open(cls, disk: Disk) -> "DiskStore":
        """Own the disk. Raises StoreError when another process does."""
        process = PROCESS.get()
        assert process is not None
        await disk.read()
        if disk.owner is not None and disk.owner is not process:
            raise StoreError("owned", folder="disk")
        disk.owner = process
        disk.epoch += 1
        disk.content.leases.clear()
        return cls(disk, process)

    async def close(self) -> None:
        """See `Store`."""
        await self._group.close()
        if self._disk.owner is self._process:
            self._disk.owner = None

    async def _fetch(self, query: str, values: Sequence[str | int | bytes]) -> list[Any]:
        raise NotImplementedError(query)

    @property
    def _epoch(self) -> int:
        return self._disk.epoch if self._disk.owner is self._process else 0

    async def take(self, tables: Sequence[str]) -> set[str]:
        """See `Store`."""
        (await self._disk.read()).leases.update(dict.fromkeys(tables, self._epoch))
        return set(tables)

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """See `Store`."""
        return (await self._disk.read()).logs.get(table, [])[after:]

    async def last(self, table: str) -> int:
        """See `Store`."""
        return len((await self._disk.read()).logs.get(table, ()))

    async def checkpoint(self, table: str) -> tuple[int, bytes] | None:
        """See `Store`."""
        return (await self._disk.read()).checkpoints.get(table)

    async def tails(self, first: str, last: str) -> list[Tail]:
        """See `Store`."""
        content = await self._disk.read()
        found = []
        for name in sorted(content.logs):
            if first <= name <= last and name not in content.archived:
                number, body = content.checkpoints.get(name, (0, None))
                found.append(Tail(name, body, content.logs[name][number:]))
        return found

    async def tables(self, *, archived: bool = False) -> list[TableBrief]:
        """See `Store`."""
        content = await self._disk.read()
        return [
            TableBrief(name, len(log), content.briefs[name])
            for name, log in sorted(content.logs.items())
            if (name in content.archived) is archived
        ]

    async def player(self, id: str) -> PlayerRow | None:
        """See `Store`."""
        return (await self._disk.read()).people.players.get(id)

    async def player_by_token(self, token_hash: bytes) -> PlayerRow | None:
        """See `Store`."""
        return (await self._disk.read()).people.by_token(token_hash)

    async def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        """See `Store`."""
        return (await self._disk.read()).people.session(token_hash)

    async def devices(self, player_id: str) -> list[DeviceRow]:
        """See `Store`."""
        return (await self._disk.read()).people.newest_devices(player_id)

    async def bots_of(self, player_id: str) -> list[PlayerRow]:
        """See `Store`."""
        return (await self._disk.read()).people.bots_of(player_id)

    async def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        """See `Store`."""
        return (await self._disk.read()).people.day_try(player_id, day, game)

    async def day_tries(self, player_id: str, first: int, last: int) -> list[DayTry]:
        """See `Store`."""
        return (await self._disk.read()).people.tries_of(player_id, first, last)

    async def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        """See `Store`."""
        return (await self._disk.read()).people.day_scores(day, game, before_ms)

    async def puzzle_book(self, player_id: str) -> bytes | None:
        """See `Store`."""
        return (await self._disk.read()).people.puzzle_books.get(player_id)

    async def passkeys(self, player_id: str) -> list[PasskeyRow]:
        """See `Store`."""
        return (await self._disk.read()).people.passkeys(player_id)

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        """See `Store`."""
        return (await self._disk.read()).people.keys.get(id)

    async def link_of(self, player_id: str) -> LinkRow | None:
        """See `Store`."""
        return (await self._disk.read()).people.links.get(player_id)

    async def link(self, issuer: str, subject: str) -> LinkRow | None:
        """See `Store`."""
        return (await self._disk.read()).people.link(issuer, subject)

    async def former_players(self) -> list[str]:
        """See `Store`."""
        return (await self._disk.read()).people.former()

    async def player_by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        """See `Store`."""
        return (await self._disk.read()).people.by_recovery(recovery_hash)

    async def game(self, id: str) -> GameRow | None:
        """See `Store`."""
        return (await self._disk.read()).games.get(id)

    async def deals(self, game: str) -> bytes | None:
        """See `Store`."""
        content = await self._disk.read()
        kept = content.settings.get(key_of_deals(game))
        return content.deals.get(game) if kept is None else deals_of(kept)

    async def pack(self, most: int) -> int:
        """See `Store`; ends of archived tables stay as they are."""
        content = await self._disk.read()
        ready = [
            game
            for game in content.games.values()
            if key_of_deals(game.id) in content.settings
            and content.checkpoints.get(game.table, (0,))[0] >= game.last_entry
        ]
        for game in sorted(ready, key=lambda game: (game.table, game.number))[:most]:
            first, last = content.packed.get(game.table, 0) + 1, game.last_entry
            bodies = tuple(content.logs[game.table][first - 1 : last])
            kept = content.settings[key_of_deals(game.id)]
            body = pack(Contents(bodies, deals_of(kept)))
            digest = digest_of(bodies, kept)
            await self._group.put(Pack(game.table, first, last, game.id, body, digest))
        return min(len(ready), most)

    async def games_of(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameRow]:
        """See `Store`."""
        games = (await self._disk.read()).games.values()
        mine = [game for game in games if player_id in game.players]
        mine.sort(key=lambda game: (game.finished_ms, game.id), reverse=True)
        return [game for game in mine if before is None or (game.finished_ms, game.id) < before][
            :limit
        ]

    async def played(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Played]:
        """See `Store`."""
        games = await self.games_of(player_id, limit, before)
        summaries = (await self._disk.read()).summaries
        return [
            Played(player_id, game.finished_ms, game.id, summaries.get((player_id, game.id)))
            for game in games
        ]

    async def count_played(self, player_id: str) -> int:
        """See `Store`."""
        games = (await self._disk.read()).games.values()
        return sum(player_id in game.players for game in games)

    async def blocks(self, player_id: str = "") -> list[BlockRow]:
        """See `Store`."""
        return []

    async def bans(self) -> list[BanRow]:
        """See `Store`."""
        return []

    async def setting(self, key: str) -> bytes | None:
        """See `Store`."""
        return (await self._disk.read()).settings.get(key)
