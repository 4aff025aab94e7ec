"""The connections to a table: each is brought up to date when it comes, and kept so."""

from collections.abc import Sequence
from typing import Any

import pytest

from gongzhu.cards import Seat
from gongzhu.server.live.audience import HISTORY, Audience
from gongzhu.server.live.connection import Connection
from gongzhu.server.live.messages import Goodbye, Snapshot, ToPlayer, Update, YouAre
from gongzhu.table import Command, step_server
from gongzhu.table.commands import (
    Admit,
    Clear,
    Connect,
    Disconnect,
    Leave,
    Readmit,
    Ready,
    SeatBot,
    Sit,
    Start,
    Tick,
)
from tests.server.live_tables import START, Recorder, connected, decided, table_of
from tests.table.fixed import board_table, day_table
from tests.table.live import Live


class Scene:
    """A table of Ann, its host, and Bob, with nobody connected."""

    def __init__(self, *players: str, access: str = "public", **settings: Any) -> None:
        table, _ = table_of(*(players or ("ann", "bob")), access=access, **settings)
        self.now = START
        self.audience = Audience(table, lambda: self.now)

    def join(self, player: str | None, since: int | None = None) -> tuple[Connection, Recorder]:
        """Somebody comes, and has this entry."""
        connection, heard = connected(player)
        self.audience.join(connection, since)
        return connection, heard

    def publish(self, *commands: tuple[str, Command]) -> None:
        """The entries of players' commands are on disk."""
        for player, command in commands:
            table, entry = decided(self.audience.table, player, command)
            self.audience.publish(entry, table)


def kinds(messages: Sequence[ToPlayer]) -> list[type]:
    return [type(message) for message in messages]


def numbers(messages: Sequence[ToPlayer]) -> list[int]:
    return [message.seq for message in messages if isinstance(message, Update)]


def switched(count: int) -> list[tuple[str, Command]]:
    """So many entries that seat nobody elsewhere."""
    return [("ann", Ready(number % 2 == 0)) for number in range(count)]


def test_who_comes_is_shown_the_table_from_its_seat() -> None:
    scene = Scene()
    for player, seat, host in (("ann", 0, True), ("bob", 1, False), (None, None, False)):
        _, heard = scene.join(player)
        (shown,) = heard.messages
        assert isinstance(shown, Snapshot)
        assert (shown.seq, shown.you.seat, shown.you.host) == (
            scene.audience.table.seq,
            seat,
            host,
        )


def test_who_comes_back_is_sent_what_it_missed_and_no_more() -> None:
    scene = Scene()
    start = scene.audience.table.seq
    scene.publish(*switched(5))
    _, heard = scene.join("bob", start + 2)
    assert numbers(heard.messages) == [start + 3, start + 4, start + 5]
    assert isinstance(heard.messages[-1], YouAre)
    _, heard = scene.join("bob", start + 5)
    assert kinds(heard.messages) == [YouAre]


def test_who_missed_too_much_or_knows_the_future_is_shown_the_table() -> None:
    scene = Scene()
    scene.publish(*switched(HISTORY))
    end = scene.audience.table.seq
    _, heard = scene.join("bob", end - HISTORY)
    assert len(numbers(heard.messages)) == HISTORY
    for since in (end - HISTORY - 1, 0, end + 1):
        _, heard = scene.join("bob", since)
        assert kinds(heard.messages) == [Snapshot]


def test_who_missed_that_somebody_sat_down_is_shown_the_table() -> None:
    scene = Scene()
    start = scene.audience.table.seq
    scene.publish(*switched(1), ("cyd", Sit()), ("bob", Ready()))
    _, heard = scene.join("bob", start)
    assert kinds(heard.messages) == [Snapshot]
    _, heard = scene.join("bob", start + 2)
    assert kinds(heard.messages) == [Update, YouAre]


def test_the_first_and_the_last_connection_of_a_player_are_told_apart() -> None:
    scene = Scene()
    one, heard = connected("bob")
    two, _ = connected("bob")
    assert scene.audience.join(one, None)
    assert not scene.audience.join(two, None)
    # A second hello is no second device.
    assert not scene.audience.join(two, None)
    assert [m.you.devices for m in heard.take() if isinstance(m, YouAre | Snapshot)] == [1, 2]
    assert not scene.audience.leave(one)
    scene.now += 5000
    assert scene.audience.leave(two)
    assert not scene.audience.leave(two)
    assert scene.audience.idle_since == START + 5000


def test_whoever_has_the_link_of_a_private_table_watches_it_and_the_removed_do_not() -> None:
    scene = Scene("ann", "bob", "cyd", "dee", access="private")
    for stranger in ("eve", None):
        _, heard = scene.join(stranger)
        assert kinds(heard.messages) == [Snapshot]
    _, removed = scene.join("dee")
    scene.publish(("ann", Clear(Seat(3))))
    goodbye = removed.take()[-1]
    assert isinstance(goodbye, Goodbye)
    assert goodbye.code == "removed"


@pytest.mark.parametrize("fixed", [day_table(), board_table("ann")], ids=["day", "tournament"])
def test_a_deal_that_others_have_still_to_play_has_no_spectators(fixed: Live) -> None:
    scene = Scene()
    scene.audience = Audience(fixed.table, lambda: START)
    for stranger in ("eve", None):
        connection, heard = scene.join(stranger)
        (goodbye,) = heard.messages
        assert isinstance(goodbye, Goodbye)
        assert goodbye.code == "private"
        assert connection not in scene.audience.present
    _, heard = scene.join("ann")
    assert kinds(heard.messages) == [Snapshot]


def test_who_waits_for_a_seat_is_told_so_and_shown_the_table_from_it() -> None:
    scene = Scene("ann")
    scene.publish(*(("ann", SeatBot(Seat(at), "random")) for at in (1, 2, 3)), ("ann", Start()))
    _, bob = scene.join("bob")
    bob.take()
    scene.publish(("bob", Sit()))
    update, you = bob.take()
    assert isinstance(update, Update)
    assert isinstance(you, YouAre)
    assert you.you.waiting
    scene.publish(("ann", Admit(Seat(0))))
    (shown,) = bob.take()
    assert isinstance(shown, Snapshot)
    assert (shown.you.seat, shown.you.waiting) == (1, False)


def test_who_sits_elsewhere_now_is_shown_the_table_from_there() -> None:
    scene = Scene()
    _, moved = scene.join("bob")
    _, watching = scene.join(None)
    moved.take()
    watching.take()
    scene.publish(("bob", Sit(Seat(3))))
    (shown,) = moved.take()
    assert isinstance(shown, Snapshot)
    assert shown.you.seat == 3
    assert kinds(watching.take()) == [Update]


def test_who_becomes_host_is_sent_that_after_the_news() -> None:
    scene = Scene()
    _, heard = scene.join("bob")
    heard.take()
    scene.publish(("ann", Leave()))
    update, you = heard.take()
    assert isinstance(update, Update)
    assert isinstance(you, YouAre)
    assert you.you.host


def test_a_table_that_was_read_again_is_shown_to_everybody_anew() -> None:
    scene = Scene()
    known = scene.audience.table
    _, ann = scene.join("ann")
    _, nobody = scene.join(None)
    scene.publish(("ann", Sit(Seat(2))))
    ann.take()
    nobody.take()
    scene.audience.resync(known)
    (shown,) = ann.take()
    assert isinstance(shown, Snapshot)
    assert (shown.seq, shown.you.seat) == (known.seq, 0)
    assert kinds(nobody.take()) == [Snapshot]
    # What was published before is void.
    _, back = scene.join("bob", known.seq - 1)
    assert kinds(back.take()) == [Snapshot]


def test_everybody_is_sent_away_together() -> None:
    scene = Scene()
    people = [scene.join(player) for player in ("ann", "bob", None)]
    scene.audience.close("restarting")
    for connection, heard in people:
        assert isinstance(heard.messages[-1], Goodbye)
        assert connection.close_reason == "restarting"


def test_everybody_is_told_when_a_bot_will_play_for_who_is_away() -> None:
    table, _ = table_of("ann", "bob", access="public")
    for command in (SeatBot(Seat(2), "random"), SeatBot(Seat(3), "random"), Start()):
        table, _ = decided(table, "ann", command)
    table, _ = decided(table, "bob", Ready())
    while table.state.stage == "calling":
        changed = step_server(table, Tick(), table.state.until or START)
        assert changed is not None
        table, _ = changed
    audience = Audience(table, lambda: START)
    connection, heard = connected("ann")
    audience.join(connection, None)
    (shown,) = heard.take()
    assert isinstance(shown, Snapshot)
    assert shown.bots_at == {}
    gone = step_server(table, Disconnect("bob"), START + 9000)
    assert gone is not None
    audience.publish(gone[1], gone[0])
    (update,) = heard.take()
    assert isinstance(update, Update)
    assert update.bots_at == {"1": START + 9000 + 60_000}
    # Who comes later is told as well.
    late, watching = connected(None)
    audience.join(late, None)
    (shown,) = watching.take()
    assert isinstance(shown, Snapshot)
    assert shown.bots_at == update.bots_at
    back = step_server(gone[0], Connect("bob"), START + 20_000)
    assert back is not None
    audience.publish(back[1], back[0])
    (update,) = heard.take()
    assert isinstance(update, Update)
    assert update.bots_at == {}


def test_only_who_left_a_running_game_is_told_of_a_seat_to_come_back_to() -> None:
    scene = Scene("ann", "bob", "cyd", "dee")
    scene.publish(*((player, Ready()) for player in ("ann", "bob", "cyd", "dee")))
    scene.publish(("bob", Leave()))
    for player, left in (("bob", True), ("eve", False), (None, False), ("ann", False)):
        _, heard = scene.join(player)
        (shown,) = heard.messages
        assert isinstance(shown, Snapshot)
        assert shown.you.left == left


def test_who_is_removed_from_a_public_table_is_told_so_and_watches() -> None:
    scene = Scene()
    _, heard = scene.join("bob")
    heard.take()
    scene.publish(("ann", Clear(Seat(1))))
    (shown,) = heard.take()
    assert isinstance(shown, Snapshot)
    assert (shown.you.seat, shown.you.removed) == (None, True)
    scene.publish(("ann", Readmit(0)))
    update, you = heard.take()
    assert isinstance(update, Update)
    assert isinstance(you, YouAre)
    assert not you.you.removed


def test_who_is_removed_from_a_private_table_is_sent_away_and_stays_away() -> None:
    """Also while a seat is free, and it might be taken."""
    scene = Scene(access="private")
    _, heard = scene.join("bob")
    heard.take()
    scene.publish(("ann", Clear(Seat(1))))
    _, again = scene.join("bob")
    for told in (heard.messages, again.messages):
        (goodbye,) = told
        assert isinstance(goodbye, Goodbye)
        assert (goodbye.code, goodbye.again) == ("removed", False)
    scene.publish(("ann", Readmit(0)))
    _, back = scene.join("bob")
    assert isinstance(back.messages[0], Snapshot)
