"""Any writes at once do what they would do one after the other, against a store of dicts."""

import asyncio
from collections.abc import Coroutine, Sequence
from itertools import combinations_with_replacement

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from gongzhu.store import (
    ChangeRefused,
    Conflict,
    PasskeyRow,
    PlayerRow,
    Setting,
    Store,
    StoredTable,
    StoreError,
    TableSummary,
)
from gongzhu.store.accounts import (
    LONGEST_PUZZLE_BOOK,
    AddDevice,
    DropDevice,
    DropDevices,
    DropPlayer,
    KeepOneDevice,
    PutCode,
    PutPuzzleBook,
    RenameAccount,
    Retire,
    TouchDevice,
    UseCode,
)
from gongzhu.store.sign_in import (
    LONGEST_CREDENTIAL,
    LONGEST_KEY,
    LONGEST_SUBJECT,
    DropPasskey,
    InsertPasskey,
    Link,
    Unlink,
    UpdatePasskeyName,
    UseLink,
    UsePasskey,
)
from gongzhu.store.writes import Change
from tests.support.people import People
from tests.support.stores import NewPlace, opened, outcomes

TABLES = ("a", "b", "牌桌")
KEYS = ("k", "键")
PLAYERS = ("ann", "安")


class Append(Struct, frozen=True):
    table: str
    step: int
    """How far from the right number: 0 fits."""
    bodies: tuple[bytes, ...]
    snapshot: bytes | None
    summary: bytes | None
    along: tuple[Setting, ...]


class Archive(Struct, frozen=True):
    table: str


class Reopen(Struct, frozen=True):
    pass


Write = Append | Archive | Change
Step = tuple[Write, ...] | Reopen
"""Writes made at once, or a restart."""

small = st.binary(max_size=3)
appends = st.builds(
    Append,
    table=st.sampled_from(TABLES),
    step=st.sampled_from([0, 0, 0, 0, -1, 1]),
    bodies=st.lists(small, max_size=3).map(tuple),
    snapshot=st.none() | small,
    summary=st.none() | small,
    along=st.lists(st.builds(Setting, st.sampled_from(KEYS), small), max_size=2).map(tuple),
)
archives = st.builds(Archive, st.sampled_from(TABLES))
tokens = st.integers(0, 8).map(lambda number: b"token %d" % number)
players = st.sampled_from(PLAYERS)
codes = st.integers(0, 2).map(lambda number: b"code %d" % number)
times = st.integers(0, 9)
devices = st.builds(AddDevice, players, tokens, st.integers(1, 3), st.just("狐"), times)
keys = st.integers(0, 3).map(lambda number: b"key %d" % number)
subjects = st.sampled_from(["her", "x" * LONGEST_SUBJECT])


def _device(player: str) -> st.SearchStrategy[AddDevice]:
    return st.builds(AddDevice, st.just(player), tokens, st.just(2), st.just(""), times)


passkeys = st.one_of(
    st.builds(
        InsertPasskey,
        tokens,
        st.builds(
            PasskeyRow,
            keys,
            players,
            st.just(b"c" * LONGEST_CREDENTIAL),
            st.just(b"k" * LONGEST_KEY),
            st.sampled_from([0, 0, 5]),
            st.just("手机"),
            times,
            st.none(),
        ),
        st.just(2),
    ),
    players.flatmap(
        lambda player: st.builds(
            UsePasskey, st.just(player), keys, st.sampled_from([0, 4, 5, 6]), _device(player)
        )
    ),
    st.builds(UpdatePasskeyName, players, keys, st.sampled_from(["old", "旧"])),
    st.builds(DropPasskey, players, keys),
)
links = st.one_of(
    st.builds(Link, players, tokens, st.just("https://id.example"), subjects, times),
    players.flatmap(
        lambda player: st.builds(
            UseLink, st.just(player), st.just("https://id.example"), subjects, _device(player)
        )
    ),
    st.builds(Unlink, players),
)
accounts = st.one_of(
    devices,
    devices,
    st.builds(KeepOneDevice, players, tokens, tokens, times),
    st.builds(DropDevice, players, tokens),
    st.builds(TouchDevice, players, tokens, times),
    st.builds(PutCode, players, tokens, codes, times),
    players.flatmap(
        lambda player: st.builds(
            UseCode,
            st.just(player),
            codes,
            codes,
            _device(player),
        )
    ),
    passkeys,
    links,
    st.builds(RenameAccount, players, st.sampled_from(["Anna", "安娜"])),
    st.builds(PutPuzzleBook, players, st.sampled_from([b"{}", b"b" * LONGEST_PUZZLE_BOOK])),
    st.builds(DropDevices, players),
    st.builds(Retire, st.just("ann")),
    st.builds(DropPlayer, players),
)
writes = st.one_of(appends, appends, archives, accounts, accounts)
groups = st.lists(writes, max_size=8).map(tuple)
steps: st.SearchStrategy[Step] = st.one_of(groups, groups, groups, st.just(Reopen()))


def _new(player: str) -> PlayerRow:
    return PlayerRow(player, player, "guest", None, 1, 1)


class Model:
    """What a store must be like."""

    def __init__(self) -> None:
        self.entries: dict[str, list[bytes]] = {}
        self.summaries: dict[str, bytes] = {}
        self.snapshots: dict[str, tuple[int, bytes]] = {}
        self.archived: set[str] = set()
        self.settings: dict[str, bytes] = {}
        self.people = People({player: _new(player) for player in PLAYERS})

    def first(self, write: Append) -> int:
        return len(self.entries.get(write.table, ())) + 1 + write.step

    def take(self, write: Write) -> type[StoreError] | None:
        """Do it, or say how it is refused."""
        match write:
            case Archive(table):
                if table in self.entries:
                    self.archived.add(table)
            case Append(table):
                if table in self.archived:
                    return StoreError
                if write.step:
                    return Conflict
                self.entries.setdefault(table, []).extend(write.bodies)
                self.summaries.setdefault(table, b"")
                if write.summary is not None:
                    self.summaries[table] = write.summary
                if write.snapshot is not None:
                    self.snapshots[table] = (len(self.entries[table]), write.snapshot)
                self.settings |= {item.key: item.value for item in write.along}
            case _:
                refused = self.people.take(write)
                return None if refused is None else ChangeRefused
        return None

    def stored_tables(self, first: str, last: str) -> list[StoredTable]:
        found = []
        for table in sorted(self.entries.keys() - self.archived):
            number, snapshot = self.snapshots.get(table, (0, None))
            something = snapshot is not None or self.entries[table]
            if first <= table <= last and something:
                found.append(StoredTable(table, snapshot, self.entries[table][number:]))
        return found

    def listed(self, *, archived: bool) -> list[TableSummary]:
        return [
            TableSummary(name, len(self.entries[name]), self.summaries[name])
            for name in sorted(self.entries)
            if (name in self.archived) == archived
        ]


async def agree(store: Store, model: Model) -> None:
    for archived in (False, True):
        assert await store.tables(archived=archived) == model.listed(archived=archived)
    for first, last in combinations_with_replacement(TABLES, 2):
        assert await store.stored_tables(first, last) == model.stored_tables(first, last)
    for table in TABLES:
        expected = model.entries.get(table, [])
        assert await store.read(table) == expected
        assert await store.read(table, after=1) == expected[1:]
        assert await store.last(table) == len(expected)
        assert await store.snapshot(table) == model.snapshots.get(table)
    for key in KEYS:
        assert await store.setting(key) == model.settings.get(key)
    for number in range(9):
        token = b"token %d" % number
        assert await store.session(token) == model.people.session(token)
    for player in PLAYERS:
        assert await store.player(player) == model.people.players.get(player)
        assert await store.devices(player) == model.people.newest_devices(player)
        assert await store.passkeys(player) == model.people.passkeys(player)
        assert await store.link_of(player) == model.people.links.get(player)
        assert await store.puzzle_book(player) == model.people.puzzle_books.get(player)
    for id in (b"key 0", b"key 1", b"key 2", b"key 3"):
        assert await store.passkey(id) == model.people.keys.get(id)
    for subject in ("her", "x" * LONGEST_SUBJECT):
        link = ("https://id.example", subject)
        assert await store.link(*link) == model.people.link(*link)
    for code in (b"code 0", b"code 1", b"code 2"):
        assert await store.player_by_recovery(code) == model.people.by_recovery(code)
    assert await store.former_players() == model.people.former()


async def run_group(store: Store, model: Model, group: Sequence[Write]) -> None:
    writes: list[Coroutine[None, None, None]] = []
    expected = []
    for write in group:
        match write:
            case Archive(table):
                writes.append(store.archive(table))
            case Append():
                writes.append(
                    store.append(
                        write.table,
                        model.first(write),
                        write.bodies,
                        snapshot=write.snapshot,
                        summary=write.summary,
                        along=write.along,
                    )
                )
            case _:
                writes.append(store.change(write))
        expected.append(model.take(write))
    ends = await outcomes(*writes)
    assert [None if end is None else type(end) for end in ends] == expected


async def run(place: str, script: Sequence[Step]) -> None:
    model, rest, started = Model(), list(script), False
    while True:
        async with opened(place) as store:
            if not started:
                await asyncio.gather(*map(store.put_player, model.people.players.values()))
                started = True
            await agree(store, model)
            while rest:
                step = rest.pop(0)
                if isinstance(step, Reopen):
                    break
                await run_group(store, model, step)
                await agree(store, model)
            else:
                return


@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(steps, max_size=6))
def test_a_store_is_what_its_model_is(new_place: NewPlace, script: list[Step]) -> None:
    asyncio.run(run(new_place(), script))
