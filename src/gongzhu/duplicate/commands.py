"""The commands of a tournament: those that players send, in the same form on the wire as here, and
those of the server itself.

A player's command does not name the player: they are known from the session that sent it. Who may
begin or cancel a tournament is the club's to say.
"""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.dealing.fair import Hex32
from gongzhu.duplicate.events import BoardResult
from gongzhu.table.commands import Tick


class Enter(Struct, frozen=True, forbid_unknown_fields=True, tag="enter"):
    """Take part in a tournament that has not begun; or come back after having withdrawn."""


class Withdraw(Struct, frozen=True, forbid_unknown_fields=True, tag="withdraw"):
    """No longer take part. Once the tournament has begun, bots play in one's place from the next
    round on."""


class Begin(Struct, frozen=True, forbid_unknown_fields=True, tag="begin"):
    """Owner or helper: begin the tournament with those who have entered."""


class CommitNumber(Struct, frozen=True, forbid_unknown_fields=True, tag="commit"):
    """GZH1, step 3: send the commitments to one's random number, one for each board."""

    commitments: Annotated[tuple[Hex32, ...], Meta(min_length=1, max_length=63)]


class RevealNumber(Struct, frozen=True, forbid_unknown_fields=True, tag="reveal"):
    """GZH1, step 5: reveal the number that was committed to."""

    number: Hex32


class Cancel(Struct, frozen=True, forbid_unknown_fields=True, tag="cancel"):
    """Owner or helper: call the tournament off, at any time."""


TournamentCommand = Enter | Withdraw | Begin | CommitNumber | RevealNumber | Cancel
"""A player's command to a tournament."""


class RoundDone(Struct, frozen=True):
    """Note that all tables of a round have played."""

    round: int
    results: tuple[BoardResult, ...]
    """By table."""


TournamentServerCommand = Tick | RoundDone
"""A command of the server itself to a tournament."""
