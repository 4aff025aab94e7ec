"""A club is what its entries add up to, and nobody does what is not theirs to do."""

from typing import Any, get_args

import pytest

from gongzhu.clubs.club import DAY, Club, after
from gongzhu.clubs.commands import (
    AddRules,
    AddSeason,
    Answer,
    CancelEvening,
    CloseClub,
    ClubCommand,
    DropBook,
    DropSeason,
    LeaveClub,
    NewInvitation,
    RemoveMember,
    RemoveRules,
    Rename,
    SetEvening,
    SetRatings,
    SetRole,
    ShowOnline,
    ShowRating,
)
from gongzhu.clubs.decide import (
    FURTHEST,
    MOST_BOOKS,
    MOST_CHANGES,
    MOST_MEMBERS,
    MOST_RULES,
    MOST_SEASONS,
    ClubRefused,
    CommandContext,
    InvitationKeys,
    add_book,
    check_changes,
    decide,
    found,
    join,
    leave,
)
from gongzhu.clubs.events import (
    Answered,
    ClubEntry,
    Joined,
    RoleChanged,
    RulesAdded,
    SeasonAdded,
    read_club_entry,
    write_club_entry,
)
from gongzhu.rules import PRESETS
from gongzhu.table import CommandRefused

NOW = 1_800_000_000_000
RULES = "gongzhu-pagat", PRESETS["gongzhu-pagat"].rules
CONTEXT = CommandContext(NOW, InvitationKeys("87654321", "new code"), RULES)


def then(club: Club, *events: Any) -> Club:
    """The club after an entry with these events, as it is stored."""
    entry = ClubEntry(NOW, "", events)
    return after(club, [read_club_entry(write_club_entry(entry))])


def circle() -> Club:
    """A club of Ann (member 1), who owns it, Bo (3), a helper, Cleo (4) and Dan (5), with rules 2,
    season 6, scorebook 7 and an evening."""
    club = then(
        Club("friday"),
        *found("ann", "Friday pigs", RULES, InvitationKeys("12345678", "code"), public=False),
    )
    for name in ("bo", "cleo", "dan"):
        club = then(club, *join(club, name, "code"))
    club = then(club, RoleChanged("bo", "helper"))
    club = then(club, SeasonAdded("Spring", 1, 10))
    club = then(club, *add_book(club, "bo", 6, ("A", "B", "C", "D"), 3))
    return then(club, *decide(club, "bo", SetEvening(NOW + 5, "Bring tea"), CONTEXT))


def refused(club: Club, player: str, command: ClubCommand) -> str | None:
    """The code of the refusal of a command; None if it is carried out."""
    try:
        decide(club, player, command, CONTEXT)
    except ClubRefused as error:
        return error.code
    return None


OWNER, HELPER, ALL = "club_owner", "club_helpers", None
MAY: list[tuple[ClubCommand, str | None, str | None]] = [
    (Rename("New", public=True), OWNER, OWNER),
    (SetRole(4, "helper"), OWNER, OWNER),
    (SetRatings(on=True), OWNER, OWNER),
    (CloseClub(), OWNER, OWNER),
    (NewInvitation(), ALL, HELPER),
    (RemoveMember(5), ALL, HELPER),
    (AddRules("Ours"), ALL, HELPER),
    (RemoveRules(2), "club_last_rules", HELPER),
    (SetEvening(NOW + 1), ALL, HELPER),
    (CancelEvening(), ALL, HELPER),
    (AddSeason("Summer", 5, 6), ALL, HELPER),
    (DropSeason(6), ALL, HELPER),
    (DropBook(7), ALL, HELPER),
    (Answer("maybe"), ALL, ALL),
    (ShowOnline(on=True), ALL, ALL),
    (ShowRating(on=True), ALL, ALL),
    (LeaveClub(), ALL, ALL),
]
"""Each command with the codes by which it is refused to a helper and to another member."""


@pytest.mark.parametrize(("command", "helper", "member"), MAY)
def test_who_may_do_what(command: ClubCommand, helper: str | None, member: str | None) -> None:
    club = circle()
    assert refused(club, "bo", command) == helper
    assert refused(club, "cleo", command) == member
    assert refused(club, "eve", command) == "club_members"
    last = "club_last_rules" if isinstance(command, RemoveRules) else None
    assert refused(club, "ann", command) == last


def test_the_table_of_who_may_what_has_every_command() -> None:
    assert {type(command) for command, _, _ in MAY} == set(get_args(ClubCommand))


def test_numbers_name_one_thing_each() -> None:
    club = circle()
    parts = (club.members, club.rules, club.seasons, club.books)
    numbers = [one.number for part in parts for one in part]
    assert sorted(numbers) == list(range(1, 8))
    club = then(club, *decide(club, "ann", RemoveMember(5), CONTEXT))
    club = then(club, Joined("dan"))
    assert [one.number for one in club.members] == [1, 3, 4, 8]


def test_whoever_is_removed_from_a_private_club_has_no_invitation_any_more() -> None:
    club = circle()
    before = club.code, club.number
    assert not club.public
    club = then(club, *decide(club, "ann", RemoveMember(5), CONTEXT))
    assert (club.code, club.number) == ("new code", "87654321") != before
    public = then(club, *decide(club, "ann", Rename(club.name, True), CONTEXT))
    another = CommandContext(NOW, InvitationKeys("11111111", "another code"), RULES)
    public = then(public, *decide(public, "ann", RemoveMember(4), another))
    assert public.code == "new code"


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (RemoveMember(3), "club_owner"),
        (RemoveMember(1), "club_owner"),
        (RemoveMember(99), "no_member"),
        (RemoveRules(99), "no_club_rules"),
        (DropSeason(99), "no_season"),
        (DropBook(99), "no_book"),
        (SetEvening(NOW), "club_evening"),
        (SetEvening(NOW + FURTHEST), "club_evening"),
        (AddSeason("Never", 5, 5), "season_dates"),
    ],
)
def test_what_nobody_below_the_owner_may_or_nothing_is_there_for(
    command: ClubCommand, code: str
) -> None:
    club = then(circle(), RoleChanged("dan", "helper"))
    assert refused(club, "dan", command) == code


def test_the_owner_hands_over_and_cannot_step_down_otherwise() -> None:
    club = circle()
    assert refused(club, "ann", SetRole(1, "member")) == "club_hand_over"
    assert refused(club, "ann", RemoveMember(1)) == "club_leave"
    club = then(club, *decide(club, "ann", SetRole(4, "owner"), CONTEXT))
    roles = {one.player: one.role for one in club.members}
    assert roles == {"ann": "helper", "bo": "helper", "cleo": "owner", "dan": "member"}


def test_an_owner_who_leaves_hands_over_and_the_last_one_closes() -> None:
    club = circle()
    club = then(club, *decide(club, "ann", LeaveClub(), CONTEXT))
    assert next((one.player, one.role) for one in club.members) == ("bo", "owner")
    club = then(club, *leave(club, "bo"))
    assert next((one.player, one.role) for one in club.members) == ("cleo", "owner")
    club = then(club, *leave(club, "dan"))
    assert not club.closed
    club = then(club, *leave(club, "cleo"))
    assert club.closed
    assert club.members == ()
    assert leave(club, "cleo") == ()


def test_a_private_club_is_joined_by_its_link_or_number_and_a_public_one_freely() -> None:
    club = circle()
    for key in ("code", "12345678"):
        assert join(club, "eve", key) == (Joined("eve"),)
    assert join(club, "cleo", "") == ()
    for key in ("", "wrong"):
        with pytest.raises(ClubRefused, match="club_invitation"):
            join(club, "eve", key)
    new = then(club, *decide(club, "bo", NewInvitation(), CONTEXT))
    with pytest.raises(ClubRefused, match="club_invitation"):
        join(new, "eve", "code")
    assert join(new, "eve", "new code") == (Joined("eve"),)
    public = then(club, *decide(club, "ann", Rename("Friday pigs", public=True), CONTEXT))
    assert join(public, "eve", "") == (Joined("eve"),)


def test_everything_is_bounded() -> None:
    club = circle()
    for number in range(MOST_MEMBERS - len(club.members)):
        club = then(club, *join(club, f"guest {number}", "code"))
    with pytest.raises(ClubRefused, match="club_full"):
        join(club, "eve", "code")
    club = then(club, *[RulesAdded("", *RULES)] * (MOST_RULES - 1))
    assert refused(club, "bo", AddRules("One more")) == "club_rules"
    club = then(club, *[SeasonAdded("S", 1, 2)] * (MOST_SEASONS - 1))
    assert refused(club, "bo", AddSeason("One more", 1, 2)) == "club_seasons"
    for _ in range(MOST_BOOKS - 1):
        club = then(club, *add_book(club, "bo", 6, ("A", "B", "C", "D"), 1))
    with pytest.raises(ClubRefused, match="club_books"):
        add_book(club, "bo", 6, ("A", "B", "C", "D"), 1)


def test_a_club_changes_only_so_often_a_day_but_everybody_may_leave() -> None:
    club = circle()
    while club.today < MOST_CHANGES:
        check_changes(club, (Joined("eve"),), NOW)
        club = then(club, RulesAdded("", *RULES))
    with pytest.raises(ClubRefused, match="club_changes"):
        check_changes(club, (Joined("eve"),), NOW)
    check_changes(club, leave(club, "ann"), NOW)
    check_changes(club, (Joined("eve"),), NOW + DAY)


def test_only_helpers_add_scorebooks_and_only_to_seasons_that_are_there() -> None:
    for player, season, code in (
        ("cleo", 6, "club_helpers"),
        ("eve", 6, "club_members"),
        ("bo", 99, "no_season"),
    ):
        with pytest.raises(ClubRefused, match=code):
            add_book(circle(), player, season, ("A", "B", "C", "D"), 1)


def test_a_new_evening_asks_everybody_again() -> None:
    club = circle()
    club = then(club, *decide(club, "cleo", Answer("yes"), CONTEXT))
    assert decide(club, "cleo", Answer("yes"), CONTEXT) == ()
    assert decide(club, "cleo", Answer("no"), CONTEXT) == (Answered("cleo", "no"),)
    club = then(club, *decide(club, "bo", SetEvening(NOW + 9), CONTEXT))
    assert [one.coming for one in club.members] == [None] * 4
    club = then(club, *decide(club, "bo", CancelEvening(), CONTEXT))
    assert club.evening is None
    assert refused(club, "cleo", Answer("yes")) == "no_evening"


def test_a_dropped_season_takes_its_scorebooks_along() -> None:
    club = circle()
    club = then(club, *decide(club, "bo", DropSeason(6), CONTEXT))
    assert (club.seasons, club.books) == ((), ())


@pytest.mark.parametrize("name", [" ", "\u200b", "a\u0301\u0301\u0301\u0301"])
def test_names_are_what_can_be_shown(name: str) -> None:
    club = circle()
    for command in (Rename(name, public=False), AddSeason(name, 1, 2)):
        with pytest.raises(CommandRefused):
            decide(club, "ann", command, CONTEXT)
