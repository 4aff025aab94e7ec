"""A log grows by what is played: changes of a table alone come to an end."""

from itertools import count, cycle

import pytest

from gongzhu.cards import Seat
from gongzhu.table import Command, CommandRefused
from gongzhu.table.commands import (
    Close,
    Leave,
    Ready,
    SeatBot,
    SetTalk,
    Sit,
    Start,
    Swap,
)
from gongzhu.table.settings import Talk
from gongzhu.table.table import MOST_CHANGES
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


def ask(live: Live, command: Command) -> None:
    live.do("ann", command, request=f"request {next(_ids)}")


def fidget(live: Live, commands: tuple[Command, ...]) -> CommandRefused:
    """Change a table to and fro until it refuses that."""
    for command in cycle(commands):
        before = len(live.log)
        try:
            ask(live, command)
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
    assert all(str(MOST_CHANGES) in refused.text(lang) for lang in LANGUAGES)
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
