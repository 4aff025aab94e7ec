"""Hints at a table: who is given one, who is refused it and why, and who hears of it."""

import asyncio

import msgspec
import pytest
from msgspec.structs import replace

from gongzhu.bots.reasons import Hint
from gongzhu.bots.search.analysis import AnalysedChoice, Estimate
from gongzhu.cards import PIG, Card, Seat
from gongzhu.rules import Claim, Expose, Phase, Play
from gongzhu.server.edge.limits import Asker
from gongzhu.server.live.connection import Connection, Visitor
from gongzhu.server.live.hints import Hints, may_hint
from gongzhu.server.live.messages import AskHint, HintGiven, Refused, ToPlayer
from gongzhu.server.live.requests import InvalidRequest
from gongzhu.server.monitoring.metrics import Metrics
from gongzhu.server.work import pool
from gongzhu.table import Table, ask_of
from gongzhu.table.progress import Playing
from gongzhu.texts import LANGUAGES
from tests.support.scripted_bots import Hinted, ScriptedWorkers
from tests.support.stores import in_loop
from tests.table.live import Live, settings_of

decode = msgspec.json.Decoder(ToPlayer).decode
RULES = "gongzhu-pagat"


class Ear:
    """Where a connection's frames end up."""

    waiting = 0

    def __init__(self) -> None:
        self.heard: list[ToPlayer] = []

    def write(self, payload: bytes) -> None:
        self.heard.append(decode(payload))


MINE = Seat(0)
"""The seat of the person."""


class Scene:
    """Hints from workers that a test plays itself."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.workers = ScriptedWorkers()
        monkeypatch.setattr(pool, "Worker", self.workers.worker)
        workers = pool.WorkerPool(4, Metrics())
        workers.start()
        self.hints = Hints(workers, Asker("ann", "here"))

    @property
    def asked(self) -> list[Hinted]:
        """What hints are wanted for."""
        found = (worker.question for worker in self.workers.workers)
        return [question for question in found if isinstance(question, Hinted)]

    def socket(self, seat: Seat | None = MINE) -> tuple[Connection, Ear]:
        ear = Ear()
        connection = Connection(Visitor("ann"), ear, 100_000)
        connection.seat = seat
        return connection, ear


def table_of(*people: str, phase: Phase = Phase.PLAYING) -> Table:
    """A game of these people, with bots in all other seats, at seat 0's choice."""
    live = Live(settings_of(RULES))
    live.begin(*people)
    live.play_to(phase)
    while Seat(0) not in live.waited():
        live.play(most=1)
    return live.table


def hint() -> Hint:
    estimate = Estimate(1.0, 0.0, 2.0)
    choice = AnalysedChoice(
        action=Play(Card("9S")),
        value=estimate,
        points=estimate,
        behind=Estimate(0.0, 0.0, 0.0),
        points_behind=Estimate(0.0, 0.0, 0.0),
        captures={PIG: (0.1, 0.2, 0.3, 0.4)},
        slam=(0.0, 0.0, 0.0, 0.0),
        samples=100,
    )
    return Hint("points", "Playing 9♠ is best.", (choice,), ("Playing 9♠",), ("",), ("best",), 1)


@in_loop
async def test_only_the_socket_that_asks_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, table = Scene(monkeypatch), table_of("ann")
    asking, heard = scene.socket()
    _, elsewhere = scene.socket()
    asking.lang = "zh"
    scene.hints.ask(table, asking, "one", AskHint())
    (question,) = scene.asked
    assert question.lang == "zh"
    assert question.view.seat == 0
    scene.workers.answer_hint(MINE, hint())
    await asyncio.sleep(0)
    (given,) = heard.heard
    assert isinstance(given, HintGiven)
    assert (given.id, given.sentence) == ("one", "Playing 9♠ is best.")
    assert given.choices[0].action == Play(Card("9S"))
    assert given.choices[0].captures == {"QS": (0.1, 0.2, 0.3, 0.4)}
    assert elsewhere.heard == []


@in_loop
async def test_a_seat_is_given_one_hint_at_a_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, table = Scene(monkeypatch), table_of("ann")
    first, _ = scene.socket()
    scene.hints.ask(table, first, "one", AskHint())
    with pytest.raises(InvalidRequest, match="hint_under_way"):
        scene.hints.ask(table, first, "two", AskHint())
    # The same question from a new connection: the answer goes where somebody listens.
    again, heard = scene.socket()
    scene.hints.ask(table, again, "one", AskHint())
    assert len(scene.asked) == 1
    scene.workers.answer_hint(MINE, None)
    await asyncio.sleep(0)
    assert [message.code for message in heard.heard if isinstance(message, Refused)] == [
        "hint_failed"
    ]
    scene.hints.ask(table, again, "two", AskHint())
    assert len(scene.asked) == 1


@in_loop
async def test_a_choice_that_is_asked_about_goes_with_the_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene, table = Scene(monkeypatch), table_of("ann")
    connection, _ = scene.socket()
    ask = ask_of(table, Seat(0))
    assert ask is not None
    card = Card(ask.cards[-1])
    scene.hints.ask(table, connection, "one", AskHint(Play(card)))
    assert scene.asked[0].asked == Play(card)


def absent(table: Table) -> Table:
    """The person's seat is played by a bot."""
    first, *others = table.state.seats
    seats = (replace(first, stand_in=True), *others)
    return replace(table, state=replace(table.state, seats=seats))


def program(table: Table) -> Table:
    """Somebody else's program sits in seat 1."""
    first, second, *others = table.state.seats
    seats = (first, replace(second, kind="player", program=True), *others)
    return replace(table, state=replace(table.state, seats=seats))


@pytest.mark.parametrize(
    ("table", "seat", "asked", "code"),
    [
        (table_of("ann"), None, AskHint(), "no_seat"),
        (table_of("ann", "bo"), Seat(0), AskHint(), "hint_people"),
        (program(table_of("ann")), Seat(0), AskHint(), "hint_people"),
        (table_of("ann"), Seat(1), AskHint(), "hint_people"),
        (Live(settings_of(RULES)).table, Seat(0), AskHint(), "hint_people"),
        (absent(table_of("ann")), Seat(0), AskHint(), "hint_no_choice"),
        (table_of("ann"), Seat(0), AskHint(Expose({})), "hint_no_choice"),
    ],
    ids=["watcher", "two people", "program", "bot's seat", "gathering", "away", "no such choice"],
)
@in_loop
async def test_whoever_is_not_alone_with_bots_or_does_not_choose_is_refused(
    table: Table,
    seat: Seat | None,
    asked: AskHint,
    code: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(monkeypatch)
    connection, _ = scene.socket(seat)
    with pytest.raises(InvalidRequest) as refused:
        scene.hints.ask(table, connection, "a", asked)
    assert refused.value.code == code
    assert len({refused.value.text(lang) for lang in LANGUAGES}) == 2
    assert scene.asked == []
    # A refusal leaves nothing behind.
    if table.state.stage == "playing":
        mine, _ = scene.socket()
        scene.hints.ask(table_of("ann"), mine, "b", AskHint())


@in_loop
async def test_who_is_waited_for_only_is_given_hints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    live = Live(settings_of(RULES))
    live.begin("ann")
    live.play_to(Phase.PLAYING)
    while Seat(0) in live.waited():
        live.play(most=1)
    scene = Scene(monkeypatch)
    connection, _ = scene.socket()
    assert may_hint(live.table, Seat(0))
    with pytest.raises(InvalidRequest, match="hint_no_choice"):
        scene.hints.ask(live.table, connection, "a", AskHint())


@in_loop
async def test_a_claim_is_no_choice_to_ask_about(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scene = Scene(monkeypatch)
    connection, _ = scene.socket()
    with pytest.raises(InvalidRequest, match="hint_no_choice"):
        scene.hints.ask(table_of("ann"), connection, "a", AskHint(Claim()))


@in_loop
async def test_the_question_tells_nothing_that_the_seat_may_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two deals that differ in what is hidden from seat 0 put the same question, to the byte."""
    table = table_of("ann", phase=Phase.EXPOSING)
    playing = table.progress
    assert isinstance(playing, Playing)
    deal = playing.deal
    first, *others = deal.own
    assert first.exposures is None
    hidden = replace(deal, own=(first, *others[1:], others[0]))
    questions = []
    for world in (deal, hidden):
        scene = Scene(monkeypatch)
        connection, _ = scene.socket()
        seen = replace(table, progress=replace(playing, deal=world))
        scene.hints.ask(seen, connection, "a", AskHint(Expose({})))
        (question,) = scene.asked
        assert question.asked == Expose({})
        questions.append(msgspec.msgpack.encode(question))
    assert deal != hidden
    assert questions[0] == questions[1]
