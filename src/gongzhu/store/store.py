"""The store as everybody above sees it."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

from gongzhu.store.accounts import AccountWrite
from gongzhu.store.days import DayTry, DayWrite, FinishDay
from gongzhu.store.games import Deals, GameRow, Played
from gongzhu.store.moderation import (
    AuditRow,
    BanRow,
    BlockRow,
    ModerationWrite,
    ReportRow,
)
from gongzhu.store.players import DeviceRow, PlayerRow
from gongzhu.store.settings import Setting
from gongzhu.store.sign_in import LinkRow, PasskeyRow, SignInWrite
from gongzhu.store.tables import News, TableBrief, Tail


class Store(Protocol):
    """All that a server keeps. A write is durable when its method returns. Thousands of tasks of
    one event loop may write at once: whatever waits is committed together.

    Every method raises StoreError, and has then done nothing. A write whose task is cancelled may
    still be carried out. Texts must be without NUL, whole numbers within 64 bits.
    """

    news: "asyncio.Queue[News]"
    """What is heard of other stores on the same database; nothing for one that is alone."""

    @property
    def alone(self) -> bool:
        """True if no other store can have the same place open: then every lease is its own."""
        ...

    @property
    def server(self) -> int:
        """The number by which rows name this server, a new one each time that it lost the last;
        0 for one that is alone, negative while it has none."""
        ...

    @property
    def waiting(self) -> int:
        """Writes that wait for their turn."""
        ...

    async def take(self, tables: Sequence[str]) -> set[str]:
        """Have the lease of tables, so that this store alone may append to them: those that it has
        now, which are all but those of another store that lives. A folder has one store, and that
        has every lease."""
        ...

    async def give_back(self, tables: Sequence[str]) -> None:
        """Let others have tables, of which nothing is on its way to the database any more."""
        ...

    def let_go(self) -> None:
        """Let others have all tables, soon and whatever is on its way: that is written before, or
        refused. `news` has it."""
        ...

    async def owner(self, table: str) -> str | None:
        """The name of the other server that has a table, if any; empty where it has no name."""
        ...

    def tell(self, message: bytes) -> None:
        """Tell the other stores of this place something soon, in up to 5,000 bytes of UTF-8. Those
        that are out of reach do not hear it, and are given `Listed(None)` when they are back."""
        ...

    async def share_visited(self, tables: Sequence[str]) -> set[str]:
        """Let other stores know at which of this one's tables somebody is; those of theirs."""
        ...

    async def briefs_of(self, tables: Sequence[str]) -> list[TableBrief]:
        """The open tables of these names."""
        ...

    async def append(
        self,
        table: str,
        first: int,
        bodies: Sequence[bytes],
        *,
        checkpoint: bytes | None = None,
        brief: bytes | None = None,
        along: Sequence[GameRow | Deals | Setting | FinishDay] = (),
    ) -> None:
        """Add the entries `first`, `first` + 1, … to a table; the first of a new one is 1.

        `checkpoint`, what stands after the last of these entries, and `brief`, what the table is
        listed with, replace the old ones; without bodies nothing but these changes. `along` is
        inserted, or replaced by its id or key: it is there when the entries are, and not otherwise.
        Raises Conflict when `first` is not the next number, StoreError for an archived table, and
        with the problem `moved` where another store may have the lease: a new table comes with
        it, any other must be taken first.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[bytes]:
        """The entries after number `after`, in order; none for an unknown table."""
        ...

    async def last(self, table: str) -> int:
        """The number of the last entry; 0 when there is none."""
        ...

    async def checkpoint(self, table: str) -> tuple[int, bytes] | None:
        """The checkpoint and the number of the entry that it stands after."""
        ...

    async def tails(self, first: str, last: str) -> list[Tail]:
        """The tail of every open table from the name `first` to `last`, by name and as they are
        at one moment."""
        ...

    async def tables(self, *, archived: bool = False) -> list[TableBrief]:
        """The open tables, or the archived ones instead, by name."""
        ...

    async def archive(self, table: str) -> None:
        """Close a table: all of it is kept, it is no longer listed and takes no more entries.
        Does nothing for an unknown table, or one that is archived already."""
        ...

    async def put_player(self, player: PlayerRow) -> None:
        """Insert, or replace by id. Raises StoreError when a hash is another player's."""
        ...

    async def player(self, id: str) -> PlayerRow | None:
        """The player with this id."""
        ...

    async def change_account(self, change: AccountWrite | SignInWrite | DayWrite) -> None:
        """Carry out one change of an account. Raises StoreError, with the problem `taken`, where
        it does not fit what is there, such as a session that has ended."""
        ...

    async def session(self, token_hash: bytes) -> tuple[PlayerRow, DeviceRow] | None:
        """The player that this token signs in, and the device."""
        ...

    async def devices(self, player_id: str) -> list[DeviceRow]:
        """The devices on which a player is signed in, the newest first."""
        ...

    async def bots_of(self, player_id: str) -> list[PlayerRow]:
        """The bots that a player made, the newest first."""
        ...

    async def passkeys(self, player_id: str) -> list[PasskeyRow]:
        """The passkeys of a player, the first one first."""
        ...

    async def passkey(self, id: bytes) -> PasskeyRow | None:
        """The passkey with this hash of its credential."""
        ...

    async def link_of(self, player_id: str) -> LinkRow | None:
        """The account elsewhere that signs a player in."""
        ...

    async def link(self, issuer: str, subject: str) -> LinkRow | None:
        """The link of an account elsewhere to its player."""
        ...

    async def puzzle_book(self, player_id: str) -> bytes | None:
        """What a player has tried of the puzzles, as it was last put there."""
        ...

    async def day_try(self, player_id: str, day: int, game: str) -> DayTry | None:
        """A player's try at the deal of a day."""
        ...

    async def day_tries(self, player_id: str, first: int, last: int) -> list[DayTry]:
        """A player's tries at the deals from one day to another, by day and game."""
        ...

    async def day_scores(self, day: int, game: str, before_ms: int) -> list[tuple[int, int]]:
        """How many have come to each score in the deal of a day, of those who had finished it
        before that time; by score."""
        ...

    async def former_players(self) -> list[str]:
        """The ids of players whose accounts were deleted, and whose games may still tell of
        them."""
        ...

    async def tables_with(self, player_id: str) -> list[TableBrief]:
        """The tables, archived ones among them, in whose briefs this id stands, by name."""
        ...

    async def rewrite(
        self,
        player_id: str,
        table: str,
        change: Callable[[bytes], bytes],
        *,
        brief: bytes | None = None,
        checkpoint: bytes | None = None,
    ) -> None:
        """Put in the place of each entry of a table what `change` makes of it, for the sake of a
        player who is gone; `brief` and `checkpoint` replace the old ones, where they are given.
        Entries that are appended meanwhile stay as they are."""
        ...

    async def keep_game(self, game: GameRow, deals: bytes) -> None:
        """Replace a finished game, and its deals as `append` takes them."""
        ...

    async def player_by_recovery(self, recovery_hash: bytes) -> PlayerRow | None:
        """The player with this recovery code."""
        ...

    async def game(self, id: str) -> GameRow | None:
        """The game with this id."""
        ...

    async def deals(self, game: str) -> bytes | None:
        """The deals of a game, as `append` was given them; None where it has none."""
        ...

    async def games_of(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[GameRow]:
        """A player's games, at most `limit` of them, the newest first; with `before`, the time at
        which a game was finished and its id, those that come after it in this order."""
        ...

    async def played(
        self, player_id: str, limit: int, before: tuple[int, str] | None = None
    ) -> list[Played]:
        """The same games, each with what it came to for the player."""
        ...

    async def count_played(self, player_id: str) -> int:
        """The number of a player's games."""
        ...

    async def put_summary(self, player_id: str, game: str, summary: bytes) -> None:
        """Keep what a game came to for one of its players, or replace it; does nothing where the
        player has no such game. A game that is replaced loses it."""
        ...

    async def moderate(self, change: ModerationWrite) -> None:
        """Carry out one change of what people and the host want of others. Raises StoreError, with
        the problem `taken`, where there are too many already, or it is there already."""
        ...

    async def blocks(self, player_id: str = "") -> list[BlockRow]:
        """The players whom a player has blocked; without one, whom anybody has, by who blocks."""
        ...

    async def bans(self) -> list[BanRow]:
        """Everybody who was banned, the first one first; those whose time is over, too."""
        ...

    async def reports(self, limit: int) -> list[ReportRow]:
        """The last reports, the newest first."""
        ...

    async def audit(self, limit: int) -> list[AuditRow]:
        """The last commands that were given on the server's own machine, the newest first."""
        ...

    async def find_players(self, search: str, limit: int) -> list[PlayerRow]:
        """Players with this id, or with this text in their names, those seen last first."""
        ...

    async def setting(self, key: str) -> bytes | None:
        """The value that was last put there."""
        ...

    async def put_setting(self, key: str, value: bytes) -> None:
        """Insert, or replace by key."""
        ...

    async def spend(self, key: str, times: int, seconds: float) -> float:
        """Count something that may be done so often at once, and then as it comes back, evenly over
        so many seconds, whichever store of the place it is counted by. 0 if it may be done; else
        the seconds until it may, and then it does not count."""
        ...

    async def swap_setting(self, key: str, before: bytes | None, value: bytes) -> bool:
        """Replace a value by another one, or insert it where `before` is None; false, and nothing
        is done, where it is not `before` any more."""
        ...

    async def pack(self, most: int) -> int:
        """Pack finished games, at most so many, and the ends of archived tables; the number that
        were packed. All that is read is as it was before. What was written after the checkpoint
        of an open table stays as it is."""
        ...

    async def uncounted(self, before_ms: int, most: int) -> list[Played]:
        """Games that were finished before that time, at most so many, each for a player for whom
        nobody has yet said what it came to."""
        ...

    async def purge(self, before_ms: int) -> int:
        """Delete archived tables of which every game was finished before that time, with these
        games and with all that is in their logs; the number of games. The summaries of players
        stay. Tables without a finished game are not among them."""
        ...

    async def purge_unplayed(self, day: int) -> int:
        """Delete archived tables without a finished game, and all that is in their logs; their
        number. Tries at the deals of this day and later ones stay: they tell who has had one."""
        ...

    async def close(self) -> None:
        """Carry out what waits, and let go of the database."""
        ...
