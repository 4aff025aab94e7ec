"""The security log, from which the operator learns who has signed in, who was refused, and from
which address.

It consists of the log lines named `security`. Each has the address as rate limits count it and, if
known, the id of a player; never a name, a token or a code. docs/hosting.md lists the events. An
event that an address can cause as often as it likes is logged once and then only counted, so that
it cannot fill the log.
"""

from typing import Any, Literal

import structlog

from gongzhu.server.monitoring.throttle import Kind, Throttle

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
log = structlog.get_logger()


class SecurityLog:
    """Writes the lines of the security log."""

    def __init__(self) -> None:
        self._throttle = Throttle(_tell)

    def note(self, event: Event, address: str, player: str | None = None, why: str = "") -> None:
        """Log an event that rate limits keep rare. `player` is the id of the player concerned, and
        `why` a code with more detail; both may be missing."""
        known = {"player": player, "why": why or None}
        told = {key: value for key, value in known.items() if value is not None}
        log.info("security", what=event, address=address, **told)

    def repeated(self, event: Event, address: str, why: str, player: str | None = None) -> None:
        """Log an event that an address can cause as often as it likes, because no rate limit keeps
        it rare: the first is logged, and the next ones are logged every few seconds as a count.
        `why` is a code with more detail, and `player` the id of the player concerned."""
        known = {} if player is None else {"player": player}
        self._throttle.note((event, why, address), **known)

    def close(self) -> None:
        """Log the counts that were not logged yet."""
        self._throttle.close()


def _tell(kind: Kind, times: int, more: dict[str, Any]) -> None:
    event, why, address = kind
    # If it happened several times, the last time may have concerned another player.
    known = more if times == 1 else {}
    log.warning("security", what=event, why=why, address=address, times=times, **known)
