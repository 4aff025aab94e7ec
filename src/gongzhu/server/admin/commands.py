"""What the host may ask of a running server, and what it answers: one line of JSON each."""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.texts import Lang, say

LONGEST_TEXT = 500
"""Characters of each text in a command."""
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]


class _Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="command"):
    """A command; `command` names it."""


class FindPlayers(_Asked, frozen=True, tag="players"):
    """List players, those with this text in their names; without one, those seen last."""

    search: Text = ""


class ShowPlayer(_Asked, frozen=True, tag="player"):
    """Tell what is known of a player."""

    player: Text


class ListTables(_Asked, frozen=True, tag="tables"):
    """List the open tables."""


class CloseTable(_Asked, frozen=True, tag="close"):
    """Close a table."""

    table: Text


class BanWho(_Asked, frozen=True, tag="ban"):
    """Refuse a player or an address from now on."""

    who: Text
    until: int | None = None
    """Milliseconds since 1970; None: for good."""


class UnbanWho(_Asked, frozen=True, tag="unban"):
    """Refuse a player or an address no longer."""

    who: Text


class ListBans(_Asked, frozen=True, tag="bans"):
    """List the bans that are in force."""


class RenamePlayer(_Asked, frozen=True, tag="rename"):
    """Give a player another name."""

    player: Text
    name: Text


class SignOut(_Asked, frozen=True, tag="sign-out"):
    """Sign a player out everywhere; its recovery code is void as well."""

    player: Text


class GiveCode(_Asked, frozen=True, tag="recovery-code"):
    """Make a recovery code for a player who has lost theirs, to hand over."""

    player: Text


class DeletePlayer(_Asked, frozen=True, tag="delete"):
    """Delete a player's account."""

    player: Text


class ListReports(_Asked, frozen=True, tag="reports"):
    """List what players reported, the newest first."""


class SayToAll(_Asked, frozen=True, tag="say"):
    """Send a message to everybody."""

    text: Text


class NewKey(_Asked, frozen=True, tag="new-key"):
    """Mark addresses at tables by a new key from now on."""


class ShowLog(_Asked, frozen=True, tag="log"):
    """List what was asked here, the newest first."""


Asked = (
    FindPlayers
    | ShowPlayer
    | ListTables
    | CloseTable
    | BanWho
    | UnbanWho
    | ListBans
    | RenamePlayer
    | SignOut
    | GiveCode
    | DeletePlayer
    | ListReports
    | SayToAll
    | NewKey
    | ShowLog
)

Value = str | int | None


class Answer(Struct, frozen=True, omit_defaults=True):
    """What came of a command: rows, or a code with its values, and `failed` where nothing was
    done."""

    rows: tuple[dict[str, Value], ...] = ()
    code: str = ""
    """The message `admin.CODE`; empty where there are only rows."""
    values: dict[str, Value] = {}
    failed: bool = False

    def text(self, lang: Lang) -> str:
        """The code in words."""
        return say(f"admin.{self.code}", lang, **self.values)


class CannotDo(Exception):
    """A command that is refused, by its code and values, as in `Answer`."""

    def __init__(self, code: str, **values: Value) -> None:
        self.answer = Answer((), code, values, failed=True)
        super().__init__(code)
