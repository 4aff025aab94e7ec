"""The events of a club. Each entry of its log has those that one command caused.

Events contain player ids and never names, so that nothing in the log changes when a player deletes
their account.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from gongzhu.rules import RuleSet

Role = Literal["owner", "helper", "member"]
Coming = Literal["yes", "no", "maybe"]
ClubName = Annotated[str, Meta(min_length=1, max_length=40)]
Moment = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A time in milliseconds since 1970."""


class Founded(Struct, frozen=True, tag="founded"):
    """A player founded the club and is its owner."""

    player: str
    """Id of the player."""
    name: str
    """The club's name."""
    public: bool
    """True if the club is listed and anybody may join."""
    number: str
    """The club number, a text of digits."""
    code: str
    """The secret in the invitation link."""


class Renamed(Struct, frozen=True, tag="renamed"):
    """The club's name changed, or it became public or private."""

    name: str
    """The new name."""
    public: bool
    """True if the club is listed and anybody may join."""


class Invited(Struct, frozen=True, tag="invited"):
    """The club was given a new club number and a new secret for its invitation link. The previous
    ones no longer work."""

    number: str
    """The club number, a text of digits."""
    code: str
    """The secret in the invitation link."""


class Joined(Struct, frozen=True, tag="joined"):
    """A player (id) became a member."""

    player: str


class MemberLeft(Struct, frozen=True, tag="left"):
    """A member (id) left or was removed."""

    player: str


class RoleChanged(Struct, frozen=True, tag="role_changed"):
    """The role of a member (id) changed. When a member becomes the owner, another event makes the
    previous owner a helper, unless that owner leaves."""

    player: str
    role: Role


class RulesAdded(Struct, frozen=True, tag="rules_added"):
    """A rule set was added to the club."""

    name: str
    """The name that the club gave it, which may be empty."""
    preset: str | None
    """Name of the preset with exactly these rules, or None if there is none."""
    rules: RuleSet


class RulesRemoved(Struct, frozen=True, tag="rules_removed"):
    """The rule set with this number was removed."""

    number: int


class EveningSet(Struct, frozen=True, tag="evening_set"):
    """The next evening was set. Earlier replies are dropped."""

    at: int
    """The time at which it begins, in milliseconds since 1970."""
    note: str
    """Text about it, which may be empty."""


class EveningCancelled(Struct, frozen=True, tag="evening_cancelled"):
    """The next evening was cancelled."""


class Answered(Struct, frozen=True, tag="answered"):
    """A member (id) replied whether they will come to the next evening."""

    player: str
    coming: Coming


class OnlineShown(Struct, frozen=True, tag="online_shown"):
    """A member (id) began (`on`) or stopped showing the others whether they are online."""

    player: str
    on: bool


class RatingShown(Struct, frozen=True, tag="rating_shown"):
    """A member (id) began (`on`) or stopped showing the others their rating."""

    player: str
    on: bool


class RatingsSet(Struct, frozen=True, tag="ratings_set"):
    """The club began (`on`) or stopped showing ratings."""

    on: bool


class SeasonAdded(Struct, frozen=True, tag="season_added"):
    """A season was added, whose table counts the games that end at `begins` or later and before
    `ends` (milliseconds since 1970)."""

    name: str
    begins: int
    ends: int


class SeasonDropped(Struct, frozen=True, tag="season_dropped"):
    """The season with this number was deleted with its scorebooks. The games are not deleted."""

    number: int


class BookAdded(Struct, frozen=True, tag="book_added"):
    """A scorebook was added to a season."""

    season: int
    """Number of the season in the club."""
    names: tuple[str, ...]
    """The players' names, by seat."""
    deals: int
    """Number of deals in the scorebook."""


class BookDropped(Struct, frozen=True, tag="book_dropped"):
    """The scorebook with this number was deleted from its season."""

    number: int


class ClubClosed(Struct, frozen=True, tag="closed"):
    """The club was closed and has no members any more."""


ClubEvent = (
    Founded
    | Renamed
    | Invited
    | Joined
    | MemberLeft
    | RoleChanged
    | RulesAdded
    | RulesRemoved
    | EveningSet
    | EveningCancelled
    | Answered
    | OnlineShown
    | RatingShown
    | RatingsSet
    | SeasonAdded
    | SeasonDropped
    | BookAdded
    | BookDropped
    | ClubClosed
)


class ClubEntry(Struct, frozen=True):
    """One entry of a club's log: the events that one command caused."""

    at: int
    """Time of the command in milliseconds since 1970."""
    by: str
    """Id of the player who sent the command, or empty for the operator of the server."""
    events: tuple[ClubEvent, ...]


read_club_entry = msgspec.json.Decoder(ClubEntry).decode
write_club_entry = msgspec.json.Encoder().encode
