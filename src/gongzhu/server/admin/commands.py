"""The operator's commands to a running server, and its answers: one line of JSON each."""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.texts import Lang, say

LONGEST_TEXT = 500
"""The most characters of each text in a command."""
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class _Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="command"):
    """Base of all commands; in JSON the field `command` has the command's name."""


class FindPlayers(_Asked, frozen=True, tag="players"):
    """List the players whose names contain a text, or without a text those seen last."""

    search: Text = ""


class ShowPlayer(_Asked, frozen=True, tag="player"):
    """Show what the server knows about a player, given by id or name."""

    player: Text


class ListTables(_Asked, frozen=True, tag="tables"):
    """List the open tables of the server."""


class CloseTable(_Asked, frozen=True, tag="close"):
    """Close a table, given by its name or the first characters of it."""

    table: Text


class FindClubs(_Asked, frozen=True, tag="clubs"):
    """List the clubs whose names contain a text, the newest first; closed ones as well."""

    search: Text = ""


class ShowClub(_Asked, frozen=True, tag="club"):
    """Show what the server knows about a club, given by id, number or name."""

    club: Text


class EndClub(_Asked, frozen=True, tag="close-club"):
    """Close a club for good. Its tournaments are called off, its tables stay open, and the games
    stay with those who played them."""

    club: Text


class BanWho(_Asked, frozen=True, tag="ban"):
    """Ban a player, an address or a network."""

    who: Text
    until: int | None = None
    """When the ban ends, in milliseconds since 1970, or None for a permanent ban."""


class UnbanWho(_Asked, frozen=True, tag="unban"):
    """End the ban of a player, an address or a network."""

    who: Text


class ListBans(_Asked, frozen=True, tag="bans"):
    """List the bans that are in force."""


class RenamePlayer(_Asked, frozen=True, tag="rename"):
    """Give a player another name."""

    player: Text
    name: Text


class SignOutPlayer(_Asked, frozen=True, tag="sign-out"):
    """End all sessions of a player, and make the player's recovery code invalid."""

    player: Text


class GiveCode(_Asked, frozen=True, tag="recovery-code"):
    """Make a recovery code for a player who has lost theirs, which the operator hands over."""

    player: Text


class DeletePlayer(_Asked, frozen=True, tag="delete"):
    """Delete a player's account."""

    player: Text


class ListReports(_Asked, frozen=True, tag="reports"):
    """List the reports that players made about others, the newest first."""


class SayToAll(_Asked, frozen=True, tag="say"):
    """Send a message to all players."""

    text: Text


class NewKey(_Asked, frozen=True, tag="new-key"):
    """Replace the key with which the network addresses are hashed from which tables are opened.
    Hashes by the key before it are still recognized."""


class ShowLog(_Asked, frozen=True, tag="log"):
    """List the commands that the operator has given in the past, the newest first."""


Asked = (
    FindPlayers
    | ShowPlayer
    | ListTables
    | CloseTable
    | FindClubs
    | ShowClub
    | EndClub
    | BanWho
    | UnbanWho
    | ListBans
    | RenamePlayer
    | SignOutPlayer
    | GiveCode
    | DeletePlayer
    | NewKey
    | ListReports
    | SayToAll
    | ShowLog
)

Value = str | int | None


class AdminAnswer(Struct, frozen=True, omit_defaults=True):
    """The result of a command: rows, or a code with its values; `failed` is True if the command was
    refused and changed nothing."""

    rows: tuple[dict[str, Value], ...] = ()
    code: str = ""
    """The message is the one with the key `admin.CODE`; empty if there are only rows."""
    values: dict[str, Value] = {}
    failed: bool = False

    def text(self, lang: Lang) -> str:
        """The message of the code, filled in from `values`."""
        return say(f"admin.{self.code}", lang, **self.values)


class CannotDo(Exception):
    """A command is refused; `code` and `values` are as in `Answer`."""

    def __init__(self, code: str, **values: Value) -> None:
        self.answer = AdminAnswer((), code, values, failed=True)
        super().__init__(code)
