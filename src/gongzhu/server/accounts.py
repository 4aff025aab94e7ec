"""Ending sessions and deleting accounts, for a player and for whoever runs the server.

What ends here is void in the store before the connections that it holds are closed. The games that
others played with a deleted player stay theirs: only the name and the id are taken out of them, one
game after the other, and then the name out of the logs of their tables. A server that is stopped in
between goes on with it when it is back.
"""

import asyncio
from contextlib import suppress

import structlog

from gongzhu.server.context import ServerContext
from gongzhu.server.forgetting import forget_name
from gongzhu.server.identity import Session
from gongzhu.server.problems import ApiError, problem_of
from gongzhu.server.work.files import remove_player
from gongzhu.server.work.queue import SERVER
from gongzhu.store import PlayerRow, StoreError
from gongzhu.store.accounts import DropDevice, DropDevices, DropPlayer, Retire

AT_ONCE = 50
"""Games of a deleted player that are looked up together."""
PAUSE = 60.0
"""Seconds until a store that could not be written is tried again."""

log = structlog.get_logger()


async def end_session(context: ServerContext, player: str, device: bytes) -> None:
    """Sign a player out on one device. Raises StoreError."""
    await context.store.change_account(DropDevice(player, device))
    context.everywhere.sign_out(player, only=device)


async def replace_session(context: ServerContext, old: Session | None, new: Session) -> None:
    """Somebody has signed in: the session that the browser had before is over, since nobody has its
    token any more. What it holds stays, where it is the same player. A bot's token is no browser's,
    and stays good."""
    if old is None or old.player.kind == "bot":
        return
    if old.player.id == new.player.id:
        context.everywhere.renew(old.player.id, old.device, new.device)
    try:
        await end_session(context, old.player.id, old.device)
    except StoreError as error:
        # Who has just signed in must get the new token: a recovery code is spent for it.
        log.error("old_session_stays", problem=error.problem)


async def end_sessions(context: ServerContext, player: str) -> None:
    """Sign a player, or a bot, out everywhere; its recovery code is void as well. For commands of
    the host, too. Raises StoreError."""
    await context.store.change_account(DropDevices(player))
    context.everywhere.sign_out(player)


async def delete_account(context: ServerContext, player: PlayerRow) -> None:
    """Delete a player for good, with the bots that it made: sessions, recovery code and name are
    gone when this returns, and so are its seats; its name leaves the finished games and the logs
    soon after, and with them the last that was known of it. For commands of the host, too. Raises
    StoreError."""
    everyone = (player, *await context.store.bots_of(player.id))
    await context.store.change_account(Retire(player.id))
    # The account is gone: what fails from here on is tried again until it is done.
    for gone in everyone:
        context.everywhere.sign_out(gone.id)
        with suppress(StoreError):
            await context.everywhere.give_up_seats(gone.id)
        _forget_soon(context, gone.id)


async def resume_deletions(context: ServerContext) -> None:
    """Go on with what a server that was stopped left undone. Raises StoreError."""
    for player in await context.store.former_players():
        _forget_soon(context, player)


def _forget_soon(context: ServerContext, player: str) -> None:
    task = asyncio.get_running_loop().create_task(_forget(context, player))
    context.tasks.add(task)
    task.add_done_callback(context.tasks.discard)


async def _forget(context: ServerContext, player: str) -> None:
    """Take a deleted player out of all its games, and then out of the store."""
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
            await forget_name(context.store, context.tables.registry, player)
            await context.store.change_account(DropPlayer(player))
            context.moderation.forget(player)
            context.histories.forget([player])
        except (StoreError, ApiError) as error:
            log.error("not_forgotten", problem=problem_of(error))
        except Exception:  # a mistake of the program: the name is not to stay for that
            log.exception("not_forgotten")
        else:
            return
        await asyncio.sleep(PAUSE)
