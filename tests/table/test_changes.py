"""A log grows by what is played: changes of a table alone come to an end."""

from itertools import count, cycle

import pytest

from gongzhu.cards import Seat
from gongzhu.table import Command, CommandRefused
from gongzhu.table.commands import (
    Clear,
    Close,
    Leave,
    Readmit,
    Ready,
    SeatBot,
    SetTalk,
    Sit,
    StandIn,
    Start,
    Swap,
)
from gongzhu.table.settings import Talk
from gongzhu.table.table import CHANGERS_KEPT, MOST_CHANGES, MOST_CHANGES_OF_ALL
from gongzhu.texts import LANGUAGES
from tests.table.live import Live, configure, settings_of

TO_AND_FRO: dict[str, tuple[Command, ...]] = {
    "rules": tuple(configure(settings_of(name)) for name in ("hearts-denexa", "gongzhu-pagat")),
    "bots": tuple(SeatBot(Seat(1), level) for level in ("novice", "steady")),
    "ready": (Ready(False), Ready(True)),
    "seats": (Swap((Seat(0), Seat(2))),),
    "talk": (SetTalk(Talk(phrases=False)), SetTalk(Talk(phrases=True))),
    "sitting": (Leave(), Sit(Seat(0))),
}
_ids = count()


def ask(live: Live, command: Command, who: str = "ann") -> None:
    live.do(who, command, request=f"request {next(_ids)}")


def fidget(live: Live, commands: tuple[Command, ...], who: str = "ann") -> CommandRefused:
    """Change a table to and fro until it refuses that."""
    for command in cycle(commands):
        before = len(live.log)
        try:
            ask(live, command, who)
        except CommandRefused as refused:
            assert len(live.log) == before
            return refused
        assert len(live.log) <= 3 * MOST_CHANGES
    raise AssertionError


@pytest.mark.parametrize("way", TO_AND_FRO)
def test_no_log_grows_without_a_card(way: str) -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann")
    refused = fidget(live, TO_AND_FRO[way])
    assert refused.code == "too_many_changes"
    for most in (MOST_CHANGES, MOST_CHANGES_OF_ALL):
        assert all(str(most) in refused.text(lang) for lang in LANGUAGES)
    assert len(live.log) <= MOST_CHANGES + 5


def test_a_table_of_too_many_changes_can_begin_and_is_free_again_after_a_card() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann")
    fidget(live, TO_AND_FRO["rules"])
    ask(live, Start("steady"))
    live.dealt()
    ask(live, SetTalk(Talk(phrases=False)))
    assert fidget(live, TO_AND_FRO["talk"]).code == "too_many_changes"


def test_a_table_of_too_many_changes_can_be_left_and_closed() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann", "bo")
    fidget(live, TO_AND_FRO["rules"])
    live.do("bo", Leave(), request="leave")
    ask(live, Close())
    assert live.table.state.stage == "closed"


def test_a_guest_who_fidgets_stops_nobody_else() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann", "bo")
    assert fidget(live, (Ready(True), Ready(False)), "bo").code == "too_many_changes"
    ask(live, Sit(), "cleo")
    ask(live, TO_AND_FRO["rules"][0])
    ask(live, SetTalk(Talk(phrases=False)))
    ask(live, Clear(Seat(1), "Bo"))
    ask(live, Readmit(0))
    assert fidget(live, (Sit(), Leave()), "bo").code == "too_many_changes"
    ask(live, SeatBot(Seat(1), "steady"))
    ask(live, Start("steady"))
    ask(live, Ready(True), "cleo")
    live.dealt()


def test_a_guest_who_fidgets_in_a_game_can_be_replaced() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann", "bo")
    ask(live, Start("steady"))
    ask(live, Ready(True), "bo")
    live.dealt()
    assert fidget(live, (Leave(), Sit()), "bo").code == "too_many_changes"
    assert live.table.state.seats[1].left
    ask(live, SetTalk(Talk(phrases=False)))
    ask(live, Clear(Seat(1)))
    assert live.table.removed == ("bo",)


def test_a_player_who_waits_can_be_stood_in_for_whatever_another_one_does() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann", "bo", "cleo")
    ask(live, Start("steady"))
    for who in ("bo", "cleo"):
        ask(live, Ready(True), who)
    live.dealt()
    fidget(live, (Leave(), Sit()), "bo")
    ask(live, StandIn(Seat(2)))
    assert live.table.state.seats[2].stand_in


def test_all_together_are_bounded_and_the_host_can_still_begin() -> None:
    live = Live(settings_of("gongzhu-pagat"))
    live.seat("ann", "bo", "cleo")
    refused = None
    for number in range(MOST_CHANGES_OF_ALL):
        guest = f"guest {number}"
        try:
            ask(live, Sit(), guest)
            ask(live, Leave(), guest)
        except CommandRefused as error:
            refused = error
            break
    assert refused is not None
    assert refused.code == "too_many_changes"
    assert len(live.log) <= MOST_CHANGES_OF_ALL + 10
    assert len(live.table.changes_of) <= CHANGERS_KEPT
    ask(live, Clear(Seat(1)))
    ask(live, SeatBot(Seat(1), "novice"))
    ask(live, Clear(Seat(1)))
    ask(live, Start("steady"))
    ask(live, Ready(True), "cleo")
    live.dealt()
