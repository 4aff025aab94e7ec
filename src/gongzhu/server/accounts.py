"""Ending sessions, for a player and for whoever runs the server.

What ends here is void in the store before the connections that it holds are closed.
"""

from gongzhu.server.context import ServerContext
from gongzhu.store.accounts import DropDevice, DropDevices


async def end_session(context: ServerContext, player: str, device: bytes) -> None:
    """Sign a player out on one device. Raises StoreError."""
    await context.store.change_account(DropDevice(player, device))
    context.registry.sign_out(player, only=device)


async def end_sessions(context: ServerContext, player: str) -> None:
    """Sign a player, or a bot, out everywhere; its recovery code is void as well. For commands of
    the host, too. Raises StoreError."""
    await context.store.change_account(DropDevices(player))
    context.registry.sign_out(player)
