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
    """A player founded the club and is its owner. `number` and `code` are the club number and the
    secret of its invitation link."""

    player: str
    name: str
    public: bool
    number: str
    code: str


class Renamed(Struct, frozen=True, tag="renamed"):
    """The club's name changed, or it became public or private."""

    name: str
    public: bool


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
    """A rule set was added to the club. `preset` is the name of the preset with exactly these
    rules, or None."""

    name: str
    preset: str | None
    rules: RuleSet


class RulesRemoved(Struct, frozen=True, tag="rules_removed"):
    """The rule set with this number was removed."""

    number: int


class EveningSet(Struct, frozen=True, tag="evening_set"):
    """The next evening was set to the time `at` (milliseconds since 1970). Earlier replies are
    dropped."""

    at: int
    note: str


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
    """A scorebook with this number of deals was added to the season with this number. `names` are
    the players' names by seat."""

    season: int
    names: tuple[str, ...]
    deals: int


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
