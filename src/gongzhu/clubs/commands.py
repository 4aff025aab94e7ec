"""The commands of a club, in the same form on the wire as here.

A command names no player: who gives it comes from the session, others are told by their number in
the club.
"""

from typing import Annotated

from msgspec import Meta, Struct

from gongzhu.clubs.events import ClubName, Coming, Moment, Role
from gongzhu.rules import RuleValue

Number = Annotated[int, Meta(ge=1, le=2**31)]
"""The number of a member, of rules, of a season or of a scorebook in the club; none is used
twice."""


class Rename(Struct, frozen=True, forbid_unknown_fields=True, tag="rename"):
    """Owner: give the club another name, and make it public or private. Anybody may join a public
    club, which is listed; a private one only by its link or number."""

    name: ClubName
    public: bool


class NewInvitation(Struct, frozen=True, forbid_unknown_fields=True, tag="new_invitation"):
    """Owner or helper: draw a new link and number, so that the old ones lead nowhere."""


class SetRole(Struct, frozen=True, forbid_unknown_fields=True, tag="set_role"):
    """Owner: give a member another role. Whoever makes another member the owner becomes a
    helper."""

    member: Number
    role: Role


class RemoveMember(Struct, frozen=True, forbid_unknown_fields=True, tag="remove_member"):
    """Owner or helper: remove a member, and draw a new invitation if the club is private. A helper
    may not remove the owner or another helper."""

    member: Number


class AddRules(Struct, frozen=True, forbid_unknown_fields=True, tag="add_rules"):
    """Owner or helper: add rules, a preset with changes. The first rules are those of the standing
    table."""

    name: Annotated[str, Meta(max_length=40)] = ""
    preset: Annotated[str, Meta(max_length=60)] | None = None
    rules: dict[str, RuleValue] = {}
    """All options of the rules, or only those that differ from `preset`."""


class RemoveRules(Struct, frozen=True, forbid_unknown_fields=True, tag="remove_rules"):
    """Owner or helper: remove rules. A club keeps at least one set of rules."""

    number: Number


class SetEvening(Struct, frozen=True, forbid_unknown_fields=True, tag="set_evening"):
    """Owner or helper: name the time of the next evening."""

    at: Moment
    note: Annotated[str, Meta(max_length=80)] = ""


class CancelEvening(Struct, frozen=True, forbid_unknown_fields=True, tag="cancel_evening"):
    """Owner or helper: cancel the next evening."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True, tag="answer"):
    """Say whether one comes to the next evening."""

    coming: Coming


class ShowOnline(Struct, frozen=True, forbid_unknown_fields=True, tag="show_online"):
    """Let the other members see whether one is online, or no longer."""

    on: bool


class ShowRating(Struct, frozen=True, forbid_unknown_fields=True, tag="show_rating"):
    """Let the other members see one's rating, or no longer."""

    on: bool


class SetRatings(Struct, frozen=True, forbid_unknown_fields=True, tag="set_ratings"):
    """Owner: show ratings in the club, or no longer."""

    on: bool


class AddSeason(Struct, frozen=True, forbid_unknown_fields=True, tag="add_season"):
    """Owner or helper: count the games finished from `begins` on and before `ends` in one table."""

    name: ClubName
    begins: Moment
    ends: Moment


class DropSeason(Struct, frozen=True, forbid_unknown_fields=True, tag="drop_season"):
    """Owner or helper: drop a season and its scorebooks. The games themselves stay."""

    number: Number


class DropBook(Struct, frozen=True, forbid_unknown_fields=True, tag="drop_book"):
    """Owner or helper: drop a scorebook from its season."""

    number: Number


class LeaveClub(Struct, frozen=True, forbid_unknown_fields=True, tag="leave"):
    """Leave the club. An owner hands it over to the oldest helper, or else to the oldest member;
    with the last member the club is closed."""


class CloseClub(Struct, frozen=True, forbid_unknown_fields=True, tag="close"):
    """Owner: close the club for good."""


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
"""The commands of the owner and of helpers."""
MemberCommand = Answer | ShowOnline | ShowRating | LeaveClub
ClubCommand = OwnerCommand | HelperCommand | MemberCommand
