"""What a host wants to know of attacks: who came, who was refused, and from which address.

Lines of the log named `security`, each with the address as limits count it and, where it is known,
the id of a player; never a name, a token or a code. docs/hosting.md lists the events. What one
address can repeat at will is told once, and then with a count, so that nobody fills the log.
"""

import asyncio
from typing import Literal

import structlog

Event = Literal[
    "signed_up",
    "bot_made",
    "recovery_made",
    "recovery_used",
    "recovery_failed",
    "passkey_added",
    "passkey_removed",
    "passkey_used",
    "passkey_failed",
    "passkey_copied",
    "provider_linked",
    "provider_unlinked",
    "provider_used",
    "provider_failed",
    "proved",
    "signed_out",
    "account_deleted",
    "token_refused",
    "limit",
    "not_allowed",
    "bad_input",
    "origin_refused",
    "host_refused",
    "connection_refused",
    "connection_closed",
    "player_reported",
    "banned_refused",
]

WINDOW = 10.0
"""Seconds from one line of an event and an address to the next."""
MOST_KEYS = 200
"""Events and addresses that are told apart at once; those beyond are counted together."""
OTHERS = "others"

log = structlog.get_logger()

_Key = tuple[str, str, str]


class SecurityLog:
    """Writes the lines."""

    def __init__(self) -> None:
        self._counts: dict[_Key, int] = {}
        """What was left out since the last line, while more of it is counted."""

    def note(self, event: Event, address: str, player: str | None = None, why: str = "") -> None:
        """Tell what limits keep rare; `why`: a code, where there is more to tell."""
        known = {"player": player, "why": why or None}
        told = {key: value for key, value in known.items() if value is not None}
        log.info("security", what=event, address=address, **told)

    def repeated(self, event: Event, address: str, why: str, player: str | None = None) -> None:
        """Tell what may come at any rate; `why` is a code."""
        key = (event, why, address)
        if key not in self._counts and len(self._counts) >= MOST_KEYS:
            key = (event, why, OTHERS)
        if key in self._counts:
            self._counts[key] += 1
            return
        self._tell(key, 1, player)

    def _tell(self, key: _Key, times: int, player: str | None = None) -> None:
        event, why, address = key
        known = {} if player is None else {"player": player}
        log.warning("security", what=event, why=why, address=address, times=times, **known)
        self._counts[key] = 0
        asyncio.get_running_loop().call_later(WINDOW, self._look, key)

    def _look(self, key: _Key) -> None:
        """The window is over: tell what came in it."""
        times = self._counts.pop(key)
        if times:
            self._tell(key, times)
