"""What is said at a table: to whom, how fast, and for how long it is remembered."""

from typing import Any

import pytest

from gongzhu.server.live.audience import Audience
from gongzhu.server.live.connection import Connection
from gongzhu.server.live.conversation import BURST, LINES, PAUSE, WINDOW, Conversation
from gongzhu.server.live.messages import Lines, Said, Say, Write
from gongzhu.table import CommandRefused, Table, Talk
from gongzhu.table.commands import SetTalk, Sit
from tests.server.live_tables import Recorder, connected, decided, table_of
from tests.table.live import START, Live, settings_of


class Clock:
    """Time that stands still until it is moved."""

    now = START

    def __call__(self) -> int:
        return self.now


def said(conversation: Conversation, table: Table, player: str, id: str, text: str = "") -> str:
    """What becomes of a line: the code of a refusal, or nothing."""
    try:
        conversation.say(table, player, id, Write(text) if text else Say("nice"))
    except CommandRefused as error:
        return error.code
    return ""


def quiet_table(**talk: bool) -> Table:
    """A private table of Ann and Bob."""
    return table_of("ann", "bob", access="private", talk=Talk(**talk))[0]


def test_one_line_in_four_seconds_and_three_in_thirty() -> None:
    clock, table = Clock(), quiet_table()
    conversation = Conversation(clock)
    told = []
    for second in range(64):
        clock.now = START + 1000 * second
        if not said(conversation, table, "ann", str(second)):
            told.append(second)
    assert told == [0, 4, 8, 30, 34, 38, 60]
    assert said(conversation, table, "bob", "b") == ""


def test_a_refusal_says_how_long_to_wait() -> None:
    clock, table = Clock(), quiet_table()
    conversation = Conversation(clock)
    conversation.say(table, "ann", "a", Say("nice"))
    clock.now += 1500
    with pytest.raises(CommandRefused, match=r"wait 3 s\.") as error:
        conversation.say(table, "ann", "b", Say("nice"))
    assert "请等 3 秒" in error.value.text("zh")


def test_a_clock_that_is_set_back_silences_nobody_for_long() -> None:
    clock, table = Clock(), quiet_table()
    conversation = Conversation(clock)
    conversation.say(table, "ann", "a", Say("nice"))
    clock.now -= 3_600_000
    assert said(conversation, table, "ann", "b") == ""


def test_what_is_refused_costs_nothing() -> None:
    clock, table = Clock(), quiet_table()
    conversation = Conversation(clock)
    with pytest.raises(CommandRefused):
        conversation.say(table, "ann", "a", Say("no such phrase"))
    with pytest.raises(CommandRefused):
        conversation.say(table, "ann", "b", Write("hm"))
    assert said(conversation, table, "ann", "c") == ""
    assert len(conversation.lines(True)) == 1


def test_the_same_request_again_is_the_same_line() -> None:
    clock, table = Clock(), quiet_table()
    conversation = Conversation(clock)
    line, new = conversation.say(table, "ann", "a", Say("nice"))
    assert new
    assert conversation.say(table, "ann", "a", Say("nice")) == (line, False)
    assert conversation.say(table, "bob", "a", Say("nice"))[1]


def test_the_last_lines_are_remembered_and_no_more() -> None:
    clock, table = Clock(), quiet_table(text=True)
    conversation = Conversation(clock)
    for number in range(LINES + 10):
        clock.now += WINDOW
        assert said(conversation, table, "ann", str(number), f"line {number}") == ""
    kept = conversation.lines(True)
    assert [line.text for line in kept] == [f"line {number}" for number in range(10, LINES + 10)]
    assert kept[-1].number == LINES + 10
    assert len(conversation._spoke) == 1


class Scene:
    """A table with an audience that listens."""

    def __init__(self, table: Table) -> None:
        self.clock = Clock()
        self.audience = Audience(table, self.clock)

    def join(self, player: str | None, listens: bool = True) -> tuple[Connection, Recorder]:
        """Somebody comes."""
        connection, heard = connected(player)
        connection.wants_talk = listens
        self.audience.join(connection, None)
        return connection, heard


def lines_of(heard: Recorder) -> list[Any]:
    """What came of talk."""
    return [message for message in heard.take() if isinstance(message, Said | Lines)]


def test_all_who_listen_hear_a_line_once() -> None:
    scene = Scene(table_of("ann", "bob", access="public")[0])
    ann, hers = scene.join("ann")
    _, phone = scene.join("ann")
    _, his = scene.join("bob")
    _, watching = scene.join(None)
    _, deaf = scene.join("bob", listens=False)
    for heard in (hers, phone, his, watching):
        assert lines_of(heard) == [Lines(())]
    assert scene.audience.say(ann, "ann", "a", Say("nice"))
    assert not scene.audience.say(ann, "ann", "a", Say("nice"))
    (answer, again), (line,) = lines_of(hers), lines_of(his)
    assert (answer, again) == (Said(line.line, "a"),) * 2
    assert (line.id, line.line.name, line.line.seat) == (None, "Ann", 0)
    assert lines_of(phone) == lines_of(watching) == [line]
    assert lines_of(deaf) == []
    _, late = scene.join("bob")
    assert lines_of(late) == [Lines((line.line,))]


def test_those_without_a_seat_hear_of_a_deal_when_it_is_over() -> None:
    live = Live(settings_of("gongzhu-denexa", talk=Talk()))
    live.seat("ann", "bo", "cleo", "dev")
    live.ready("ann", "bo", "cleo", "dev")
    live.dealt()
    live.play_to_cards()
    scene = Scene(live.table)
    ann, _ = scene.join("ann")
    _, his = scene.join("bo")
    _, watching = scene.join("eve")
    lines_of(his), lines_of(watching)
    assert scene.audience.say(ann, "ann", "a", Say("oh_no"))
    (line,) = lines_of(his)
    assert lines_of(watching) == []
    _, later = scene.join("fay")
    assert lines_of(later) == [Lines(())]
    while live.stage() == "playing":
        live.play(most=1)
        scene.audience.publish(live.log[-1], live.table)
    assert lines_of(watching) == lines_of(later) == [line]
    assert lines_of(his) == []


def test_who_sits_down_hears_what_was_said() -> None:
    scene = Scene(table_of("ann", access="public")[0])
    ann, _ = scene.join("ann")
    bob, his = scene.join("bob")
    scene.audience.say(ann, "ann", "a", Say("hello"))
    lines_of(his)
    table, entry = decided(scene.audience.table, "bob", Sit())
    scene.audience.publish(entry, table)
    (lines,) = lines_of(his)
    assert [line.phrase for line in lines.lines] == ["hello"]
    assert scene.audience.say(bob, "bob", "b", Say("hello"))


def test_the_host_s_switch_holds_at_once() -> None:
    scene = Scene(table_of("ann", "bob", access="private")[0])
    bob, his = scene.join("bob")
    table, entry = decided(scene.audience.table, "ann", SetTalk(Talk(phrases=False)))
    scene.audience.publish(entry, table)
    with pytest.raises(CommandRefused) as error:
        scene.audience.say(bob, "bob", "a", Say("nice"))
    assert error.value.code == "talk_off"
    assert lines_of(his) == [Lines(())]


def test_limits_are_what_the_page_says() -> None:
    assert (PAUSE, BURST, WINDOW, LINES) == (4000, 3, 30_000, 50)
