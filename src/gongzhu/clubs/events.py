"""Events of a club, from which it is built up; each entry of its log holds those of one command.

They name players by id and never by name, so that nothing must be rewritten when somebody deletes
an account.
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
    """A player has founded the club and owns it."""

    player: str
    name: str
    public: bool
    number: str
    code: str


class Renamed(Struct, frozen=True, tag="renamed"):
    """The club has another name, or has become public or private."""

    name: str
    public: bool


class Invited(Struct, frozen=True, tag="invited"):
    """The club has a new number and a new invitation link; the old ones lead nowhere."""

    number: str
    code: str


class Joined(Struct, frozen=True, tag="joined"):
    """A player has become a member."""

    player: str


class MemberLeft(Struct, frozen=True, tag="left"):
    """A member has left, or was removed."""

    player: str


class RoleChanged(Struct, frozen=True, tag="role_changed"):
    """A member has another role. A new owner makes the one before a helper."""

    player: str
    role: Role


class RulesAdded(Struct, frozen=True, tag="rules_added"):
    """The club has a further set of rules; the first one is that of its standing table."""

    name: str
    preset: str | None
    rules: RuleSet


class RulesRemoved(Struct, frozen=True, tag="rules_removed"):
    """The rules with this number are no longer the club's."""

    number: int


class EveningSet(Struct, frozen=True, tag="evening_set"):
    """The next evening is at this time; nobody has said yet whether they come."""

    at: int
    note: str


class EveningCancelled(Struct, frozen=True, tag="evening_cancelled"):
    """There is no next evening."""


class Answered(Struct, frozen=True, tag="answered"):
    """A member has said whether they come to the next evening."""

    player: str
    coming: Coming


class OnlineShown(Struct, frozen=True, tag="online_shown"):
    """A member lets the others see whether they are online, or no longer does."""

    player: str
    on: bool


class RatingShown(Struct, frozen=True, tag="rating_shown"):
    """A member lets the others see their rating, or no longer does."""

    player: str
    on: bool


class RatingsSet(Struct, frozen=True, tag="ratings_set"):
    """The club shows ratings, or no longer does."""

    on: bool


class SeasonAdded(Struct, frozen=True, tag="season_added"):
    """A season counts the games that are finished from `begins` on and before `ends`."""

    name: str
    begins: int
    ends: int


class SeasonDropped(Struct, frozen=True, tag="season_dropped"):
    """The season with this number is gone, and its scorebooks with it; the games stay."""

    number: int


class BookAdded(Struct, frozen=True, tag="book_added"):
    """A scorebook of games at a real table counts in a season."""

    season: int
    names: tuple[str, ...]
    deals: int


class BookDropped(Struct, frozen=True, tag="book_dropped"):
    """A scorebook is gone from its season."""

    number: int


class ClubClosed(Struct, frozen=True, tag="closed"):
    """The club is closed and has no members any more."""


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
    """One entry of a club's log: the changes that one command made, by whom, and when."""

    at: int
    by: str
    """The id of the player; empty for the operator of the server."""
    events: tuple[ClubEvent, ...]


read_club_entry = msgspec.json.Decoder(ClubEntry).decode
write_club_entry = msgspec.json.Encoder().encode
