"""Ending sessions and deleting accounts, at the request of a player or of the operator.

A session is first made void in the store, and then its connections are closed. Games that other
people played with a deleted player are kept for them: only the player's name and id are removed,
from one game after the other, and then the name from the logs of their tables. A server that is
stopped during this continues when it starts again.
"""

import asyncio
from contextlib import suppress

import structlog

from gongzhu.server.background import BackgroundTasks
from gongzhu.server.clubs.clubs import Clubs
from gongzhu.server.edge.limits import SERVER
from gongzhu.server.edge.problems import ApiError, problem_of
from gongzhu.server.games.files import remove_player
from gongzhu.server.games.history import Histories
from gongzhu.server.live.services import Services
from gongzhu.server.tables.everywhere import Everywhere
from gongzhu.server.tables.forgetting import forget_name
from gongzhu.server.tables.tables import Tables
from gongzhu.store import PlayerRow, StoreError
from gongzhu.store.accounts import DropDevices, DropPlayer, Retire

AT_ONCE = 50
"""The number of a deleted player's games that are read from the store at a time."""
PAUSE = 60.0
"""Seconds between two attempts to remove a deleted player from the store."""
log = structlog.get_logger()


class Leaving:
    """Ends sessions and deletes accounts."""

    def __init__(
        self,
        services: Services,
        everywhere: Everywhere,
        tables: Tables,
        histories: Histories,
        clubs: Clubs,
    ) -> None:
        self._services = services
        self._store = services.store
        self._everywhere = everywhere
        self._tables = tables
        self._histories = histories
        self._clubs = clubs
        self.deletions = BackgroundTasks()
        """The tasks that are deleting accounts; what is cancelled of them is done when the server
        starts again."""

    async def end_sessions(self, player: str) -> None:
        """Sign a player or a bot out on all devices, and make the recovery code void. Raises
        StoreError."""
        await self._store.change(DropDevices(player))
        self._everywhere.sign_out(player)

    async def delete_account(self, player: PlayerRow) -> None:
        """Delete a player for good, together with the bots that the player made.

        When this returns, sessions, recovery code, name, seats and clubs are gone. A task in the
        background then removes the name from finished games and from logs, and last of all the
        account's row. Raises StoreError.
        """
        everyone = (player, *await self._store.bots_of(player.id))
        await self._store.change(Retire(player.id))
        # The account is gone: what fails from here on is tried again until it is done.
        for gone in everyone:
            self._everywhere.sign_out(gone.id)
            with suppress(StoreError, ApiError):
                await self._everywhere.give_up_seats(gone.id)
                await self._clubs.leave_all(gone.id)
            self.deletions.start(self._forget(gone.id))

    async def resume(self) -> None:
        """Continue the deletions that were not complete when the server stopped. Raises
        StoreError."""
        for player in await self._store.former_players():
            self.deletions.start(self._forget(player))

    async def _forget(self, player: str) -> None:
        """Remove a deleted player from all games, then from the store; retry until that
        succeeds."""
        store, pool = self._store, self._services.pool
        while True:
            try:
                await self._everywhere.give_up_seats(player)
                await self._clubs.leave_all(player)
                while games := await store.games_of(player, AT_ONCE):
                    for row in games:
                        deals = await store.deals(row.id) or b"[]"
                        without = await pool.do_patiently(remove_player, SERVER, row, deals, player)
                        await store.keep_game(*without)
                        self._histories.forget(row.players)
                await forget_name(store, self._tables.room, player)
                await store.change(DropPlayer(player))
                self._services.moderation.forget(player)
                self._histories.forget([player])
            except (StoreError, ApiError) as error:
                log.error("not_forgotten", problem=problem_of(error))
            except Exception:  # a bug must not be the reason why a name stays
                log.exception("not_forgotten")
            else:
                return
            await asyncio.sleep(PAUSE)
