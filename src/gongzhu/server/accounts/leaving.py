"""Ending sessions and deleting accounts, at the request of a player or of the operator.

A session is first made void in the store, and then its connections are closed. Games that other
people played with a deleted player are kept for them: only the player's name and id are removed,
from one game after the other, and then the name from the logs of their tables. A server that is
stopped during this continues when it starts again.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import structlog

from gongzhu.server.accounts.forgetting import forget_name
from gongzhu.server.edge.problems import ApiError, problem_of
from gongzhu.server.games.files import remove_player
from gongzhu.server.identity.sessions import Session
from gongzhu.server.work.queue import SERVER
from gongzhu.store import PlayerRow, StoreError
from gongzhu.store.accounts import DropDevice, DropDevices, DropPlayer, Retire

if TYPE_CHECKING:
    from gongzhu.server.context import ServerContext

AT_ONCE = 50
"""The number of a deleted player's games that are read from the store at a time."""
PAUSE = 60.0
"""Seconds between two attempts to remove a deleted player from the store."""
log = structlog.get_logger()


async def end_session(context: "ServerContext", player: str, device: bytes) -> None:
    """Sign a player out on one device. Raises StoreError."""
    await context.store.change_account(DropDevice(player, device))
    context.everywhere.sign_out(player, only=device)


async def replace_session(context: "ServerContext", old: Session | None, new: Session) -> None:
    """End the session that a browser had before it signed in: its token is no longer in use.

    If the player is the same, the old session's connections stay open under the new one. A bot's
    token is never ended here, since it does not belong to a browser.
    """
    if old is None or old.player.kind == "bot":
        return
    if old.player.id == new.player.id:
        context.everywhere.renew(old.player.id, old.device, new.device)
    try:
        await end_session(context, old.player.id, old.device)
    except StoreError as error:
        # The new token must reach the player in any case: a recovery code may be spent for it.
        log.error("old_session_stays", problem=error.problem)


async def end_sessions(context: "ServerContext", player: str) -> None:
    """Sign a player or a bot out on all devices, and make the recovery code void.

    Commands of the operator use this as well. Raises StoreError.
    """
    await context.store.change_account(DropDevices(player))
    context.everywhere.sign_out(player)


async def delete_account(context: "ServerContext", player: PlayerRow) -> None:
    """Delete a player for good, together with the bots that the player made.

    When this returns, sessions, recovery code, name and seats are gone. A task in the background
    then removes the name from finished games and from logs, and last of all the account's row.
    Commands of the operator use this as well. Raises StoreError.
    """
    everyone = (player, *await context.store.bots_of(player.id))
    await context.store.change_account(Retire(player.id))
    # The account is gone: what fails from here on is tried again until it is done.
    for gone in everyone:
        context.everywhere.sign_out(gone.id)
        with suppress(StoreError):
            await context.everywhere.give_up_seats(gone.id)
        _forget_soon(context, gone.id)


async def resume_deletions(context: "ServerContext") -> None:
    """Continue the deletions that were not complete when the server stopped. Raises StoreError."""
    for player in await context.store.former_players():
        _forget_soon(context, player)


def _forget_soon(context: "ServerContext", player: str) -> None:
    task = asyncio.get_running_loop().create_task(_forget(context, player))
    context.tasks.add(task)
    task.add_done_callback(context.tasks.discard)


async def _forget(context: "ServerContext", player: str) -> None:
    """Remove a deleted player from all games, then from the store; retry until that succeeds."""
    while True:
        try:
            await context.everywhere.give_up_seats(player)
            while games := await context.store.games_of(player, AT_ONCE):
                for row in games:
                    deals = await context.store.deals(row.id) or b"[]"
                    without = await context.services.pool.do_patiently(
                        remove_player, SERVER, row, deals, player
                    )
                    await context.store.keep_game(*without)
                    context.histories.forget(row.players)
            await forget_name(context.store, context.tables, player)
            await context.store.change_account(DropPlayer(player))
            context.moderation.forget(player)
            context.histories.forget([player])
        except (StoreError, ApiError) as error:
            log.error("not_forgotten", problem=problem_of(error))
        except Exception:  # a bug must not be the reason why a name stays
            log.exception("not_forgotten")
        else:
            return
        await asyncio.sleep(PAUSE)
