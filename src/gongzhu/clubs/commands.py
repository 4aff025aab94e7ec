"""The commands of a club, defined as on the wire.

A command does not contain its sender, which follows from the session. Other members are given by
their number in the club. The first word of a description says who may send the command. Without
one, every member may.
"""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.clubs.events import ClubName, Coming, Moment, Role
from gongzhu.rules import RuleValue

Number = Annotated[int, Meta(ge=1, le=2**31)]
"""Number of a member, rule set, season or scorebook in the club. Numbers are never reused."""


class Rename(Struct, frozen=True, forbid_unknown_fields=True, tag="rename"):
    """Owner: change the club's name, and make it public or private. A public club is listed and
    anybody may join. A private one can only be joined by its invitation link or number."""

    name: ClubName
    """The new name."""
    public: bool
    """True to list the club and let anybody join."""


class NewInvitation(Struct, frozen=True, forbid_unknown_fields=True, tag="new_invitation"):
    """Owner or helper: draw a new club number and invitation link. The old ones become invalid."""


class SetRole(Struct, frozen=True, forbid_unknown_fields=True, tag="set_role"):
    """Owner: change the role of another member. If that member becomes the owner, the sender
    becomes a helper."""

    member: Number
    """Number of the member."""
    role: Role


class RemoveMember(Struct, frozen=True, forbid_unknown_fields=True, tag="remove_member"):
    """Owner or helper: remove another member. In a private club, this also draws a new invitation.
    A helper may not remove the owner or another helper."""

    member: Number
    """Number of the member."""


class AddRules(Struct, frozen=True, forbid_unknown_fields=True, tag="add_rules"):
    """Owner or helper: add a rule set. The first rule set of a club is that of its standing
    table."""

    name: Annotated[str, Meta(max_length=40)] = ""
    """A name for the rule set, which may be empty."""
    preset: Annotated[str, Meta(max_length=60)] | None = None
    rules: dict[str, RuleValue] = {}
    """All options of the rules if `preset` is None. Otherwise the options that differ from the
    preset."""


class RemoveRules(Struct, frozen=True, forbid_unknown_fields=True, tag="remove_rules"):
    """Owner or helper: remove the rule set with this number. The last one cannot be removed."""

    number: Number


class SetEvening(Struct, frozen=True, forbid_unknown_fields=True, tag="set_evening"):
    """Owner or helper: set the date of the next evening (`at` in milliseconds since 1970). All
    replies to an earlier date are dropped."""

    at: Moment
    note: Annotated[str, Meta(max_length=80)] = ""
    """Text about it, which may be empty."""


class CancelEvening(Struct, frozen=True, forbid_unknown_fields=True, tag="cancel_evening"):
    """Owner or helper: cancel the next evening."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True, tag="answer"):
    """Reply whether the sender will come to the next evening."""

    coming: Coming


class ShowOnline(Struct, frozen=True, forbid_unknown_fields=True, tag="show_online"):
    """Show (or, if `on` is false, stop showing) the other members whether the sender is online."""

    on: bool


class ShowRating(Struct, frozen=True, forbid_unknown_fields=True, tag="show_rating"):
    """Show (or, if `on` is false, stop showing) the other members the sender's rating."""

    on: bool


class SetRatings(Struct, frozen=True, forbid_unknown_fields=True, tag="set_ratings"):
    """Owner: show (or, if `on` is false, stop showing) ratings in the club."""

    on: bool


class AddSeason(Struct, frozen=True, forbid_unknown_fields=True, tag="add_season"):
    """Owner or helper: add a season, whose table counts the games that end at `begins` or later and
    before `ends` (milliseconds since 1970)."""

    name: ClubName
    begins: Moment
    ends: Moment


class DropSeason(Struct, frozen=True, forbid_unknown_fields=True, tag="drop_season"):
    """Owner or helper: delete the season with this number and its scorebooks. The games themselves
    are not deleted."""

    number: Number


class DropBook(Struct, frozen=True, forbid_unknown_fields=True, tag="drop_book"):
    """Owner or helper: delete the scorebook with this number from its season."""

    number: Number


class LeaveClub(Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Leave the club. If the owner leaves, the oldest helper (otherwise the oldest member) becomes
    the owner. If the last member leaves, the club is closed."""


class CloseClub(Struct, frozen=True, forbid_unknown_fields=True, tag="close"):
    """Owner: close the club permanently."""


OwnerCommand = Rename | SetRole | SetRatings | CloseClub
HelperCommand = (
    NewInvitation
    | RemoveMember
    | AddRules
    | RemoveRules
    | SetEvening
    | CancelEvening
    | AddSeason
    | DropSeason
    | DropBook
)
"""The commands that the owner and helpers may send."""
MemberCommand = Answer | ShowOnline | ShowRating | LeaveClub
ClubCommand = OwnerCommand | HelperCommand | MemberCommand
