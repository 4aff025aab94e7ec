"""The operator's commands to a running server and the server's answers, each sent as one line of
JSON."""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.texts import Lang, say

LONGEST_TEXT = 500
"""Greatest length in characters of each text in a command."""
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class _Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="command"):
    """Base of all commands. In JSON, a command has the additional field `command` with its name, by
    which the commands are told apart."""


class FindPlayers(_Asked, frozen=True, tag="players"):
    """List the players whose names contain `search`; if it is empty, the players seen last."""

    search: Text = ""


class ShowPlayer(_Asked, frozen=True, tag="player"):
    """Show the data about one player, given by id or unique name."""

    player: Text


class ListTables(_Asked, frozen=True, tag="tables"):
    """List the open tables of the server."""


class CloseTable(_Asked, frozen=True, tag="close"):
    """Close a table, given by its id or the first characters of it."""

    table: Text


class FindClubs(_Asked, frozen=True, tag="clubs"):
    """List the clubs whose names contain `search`, the newest first, including closed ones."""

    search: Text = ""


class ShowClub(_Asked, frozen=True, tag="club"):
    """Show the data about one open club, given by id, number or unique name."""

    club: Text


class EndClub(_Asked, frozen=True, tag="close-club"):
    """Close a club for good. Its tournaments are cancelled, its tables stay open, and its members
    keep their games."""

    club: Text


class BanWho(_Asked, frozen=True, tag="ban"):
    """Ban a player, given by id or unique name, or an IP address or network."""

    who: Text
    until: int | None = None
    """The end of the ban in milliseconds since 1970, or None for a permanent ban."""


class UnbanWho(_Asked, frozen=True, tag="unban"):
    """End the ban of a player, an IP address or a network."""

    who: Text


class ListBans(_Asked, frozen=True, tag="bans"):
    """List the bans that are in force."""


class RenamePlayer(_Asked, frozen=True, tag="rename"):
    """Change the name of a player, given by id or unique name."""

    player: Text
    name: Text


class SignOutPlayer(_Asked, frozen=True, tag="sign-out"):
    """End all sessions of a player, given by id or unique name, and make the player's recovery code
    invalid."""

    player: Text


class GiveCode(_Asked, frozen=True, tag="recovery-code"):
    """Make a recovery code for a player who has lost theirs. The operator passes it on to the
    player."""

    player: Text


class DeletePlayer(_Asked, frozen=True, tag="delete"):
    """Delete the account of a player, given by id or unique name."""

    player: Text


class ListReports(_Asked, frozen=True, tag="reports"):
    """List the reports that players made about other players, the newest first."""


class SayToAll(_Asked, frozen=True, tag="say"):
    """Show a message to all visitors of the server."""

    text: Text


class NewKey(_Asked, frozen=True, tag="new-key"):
    """Replace the key with which the server hashes the IP addresses from which tables are opened.
    Hashes with the previous key are still recognized."""


class ShowLog(_Asked, frozen=True, tag="log"):
    """List the commands that the operator gave before, the newest first."""


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
    """The result of a command: rows of data, or a message. `failed` is True if the command was
    refused; then nothing was changed."""

    rows: tuple[dict[str, Value], ...] = ()
    """Rows of data, each with its values by column name; all rows have the same columns."""
    code: str = ""
    """The code of the message, whose text is `admin.CODE`, or empty if the result is rows."""
    values: dict[str, Value] = {}
    """The values that fill in the message."""
    failed: bool = False

    def text(self, lang: Lang) -> str:
        """The message in `lang`. There must be a code."""
        return say(f"admin.{self.code}", lang, **self.values)


class CannotDo(Exception):
    """Raised to refuse a command; its attribute `answer` has the code and the values of the
    message."""

    def __init__(self, code: str, **values: Value) -> None:
        self.answer = AdminAnswer((), code, values, failed=True)
        super().__init__(code)
