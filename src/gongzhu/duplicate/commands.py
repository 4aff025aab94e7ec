"""The commands of a tournament: those that players send, defined as on the wire, and those of the
server.

A player's command does not contain the player, who follows from the session. The server checks that
only the owner or a helper of the club sends `Begin` and `Cancel`.
"""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.dealing.fair import Hex32
from gongzhu.duplicate.events import BoardResult
from gongzhu.table.commands import Tick


class Enter(Struct, frozen=True, forbid_unknown_fields=True, tag="enter"):
    """Enter a tournament that has not begun, or return after withdrawing."""


class Withdraw(Struct, frozen=True, forbid_unknown_fields=True, tag="withdraw"):
    """Stop taking part. After the beginning, bots play in the sender's place from the next round
    on."""


class Begin(Struct, frozen=True, forbid_unknown_fields=True, tag="begin"):
    """Owner or helper: begin the tournament with the players who have entered."""


class CommitNumber(Struct, frozen=True, forbid_unknown_fields=True, tag="commit"):
    """GZH1, step 3: commit to a random number. There is one commitment for each board, in order."""

    commitments: Annotated[tuple[Hex32, ...], Meta(min_length=1, max_length=63)]


class RevealNumber(Struct, frozen=True, forbid_unknown_fields=True, tag="reveal"):
    """GZH1, step 5: reveal the number of the commitments."""

    number: Hex32


class Cancel(Struct, frozen=True, forbid_unknown_fields=True, tag="cancel"):
    """Owner or helper: cancel the tournament, at any time before its end."""


TournamentCommand = Enter | Withdraw | Begin | CommitNumber | RevealNumber | Cancel
"""A command that a player may send to a tournament."""


class RoundDone(Struct, frozen=True):
    """Report the results of a round that all its tables have played."""

    round: int
    """Number of the round, from 1."""
    results: tuple[BoardResult, ...]
    """The result of each table, in the order of `RoundBegan.tables`."""


TournamentServerCommand = Tick | RoundDone
"""A command that the server itself sends to a tournament."""
