"""Servers that tell too much, on purpose: whoever looks for leaks must find each of these."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import structlog
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.records import write_jsonl
from gongzhu.server.accounts.bodies import Introduce
from gongzhu.server.daily.days import Days
from gongzhu.server.daily.dealer import DayGame
from gongzhu.server.edge.problems import ApiError, reply
from gongzhu.server.live.connection import Connection
from gongzhu.server.live.conversation import Conversation
from gongzhu.server.live.pipeline import Pipeline
from gongzhu.server.live.room import Room
from gongzhu.table import Ask, CommandRefused, Table, ask_of, see_fact, view_table
from gongzhu.table.talk import speaker

ROOM = "gongzhu.server.live.room.Room"
PIPELINE = "gongzhu.server.live.pipeline.Pipeline"

_dealt: dict[int, str] = {}
"""What each seat of the table that moved last holds; read by the leaks that have no table."""


def hand(table: Table, seat: int) -> str:
    """The codes of what a seat holds, the seats counted round; empty where no deal runs."""
    if table.deal is None:
        return ""
    own = table.deal.own[seat % table.rules.players]
    return " ".join(card.code for card in own.hand)


def _everything(fact: Any, _: object) -> Any:
    return fact


def _all_to_spectators(fact: Any, seat: Seat | None) -> Any:
    return fact if seat is None else see_fact(fact, seat)


def _another_view(table: Table, seat: Seat | None) -> Any:
    return view_table(table, Seat(1 if seat == 0 else 0))


def _others_cards(table: Table, seat: Seat | None) -> Ask | None:
    """What is asked of a seat, with its neighbour's cards in it."""
    ask = ask_of(table, seat)
    if ask is None or seat is None:
        return ask
    return replace(ask, cards=tuple(hand(table, seat + 1).split()))


_queue = Pipeline.queue
_request = Room.request
_refuse = Connection.refuse
_say = Conversation.say


def _logging(self: Pipeline, *args: Any) -> Any:
    structlog.get_logger().info("decided", hand=hand(self.decided, 0) + hand(self.decided, 1))
    return _queue(self, *args)


def _counting(self: Pipeline, *args: Any) -> Any:
    for seat in range(2):
        if cards := hand(self.decided, seat):
            self._metrics.refusals.labels(cards).inc()
    return _queue(self, *args)


def _remembering(self: Room, *args: Any) -> Any:
    players = self.pipeline.decided.rules.players
    _dealt.clear()
    _dealt.update({seat: hand(self.pipeline.decided, seat) for seat in range(players)})
    return _request(self, *args)


def _explaining(self: Connection, id: str | None, code: str, text: Callable[..., str]) -> None:
    _refuse(self, id, code, lambda lang: f"{text(lang)} {' '.join(_dealt.values())}")


async def _running_record(*_: object) -> Any:
    return reply(Introduce(" ".join(_dealt.values())))


async def _told_of_running(*_: object) -> Any:
    raise ApiError(422, "fork_action", number=1, reason=" ".join(_dealt.values()))


def _seeded(secret: str, *words: object) -> str:
    return " ".join([secret, *_dealt.values(), *map(str, words)])


def _prompting(self: Conversation, table: Table, *args: Any) -> Any:
    line, new = _say(self, table, *args)
    return replace(line, text=hand(table, line.seat + 1)), new


def _blushing(table: Table, player: str) -> Seat:
    """A hand with many hearts may not talk."""
    seat = speaker(table, player)
    if hand(table, seat).count("H") > 2:
        raise CommandRefused("sealed")
    return seat


async def _watched_early(self: Days, day: int, game: DayGame) -> str:
    result = self._masters.get((day, game))
    return "" if result is None else "".join(write_jsonl([result.record]))


async def _all_rounds_over(*_: object) -> int:
    return 63


async def _not_studied(*_: object) -> Any:
    raise ApiError(403, "round_runs")


LEAKS: dict[str, dict[str, Any]] = {
    "updates": {"gongzhu.server.live.audience.see_fact": _everything},
    "snapshots": {"gongzhu.server.live.audience.view_table": _another_view},
    "questions": {"gongzhu.server.live.audience.ask_of": _others_cards},
    "spectators": {"gongzhu.server.live.audience.see_fact": _all_to_spectators},
    "log": {f"{PIPELINE}.queue": _logging},
    "figures": {f"{PIPELINE}.queue": _counting},
    "refusals": {
        f"{ROOM}.request": _remembering,
        "gongzhu.server.live.connection.Connection.refuse": _explaining,
    },
    "records": {
        f"{ROOM}.request": _remembering,
        "gongzhu.server.games.handlers._file": _running_record,
    },
    "reviews": {
        f"{ROOM}.request": _remembering,
        "gongzhu.server.games.review_handlers._allowed": _told_of_running,
    },
    "forks": {
        f"{ROOM}.request": _remembering,
        "gongzhu.server.games.fork_handlers._source": _told_of_running,
    },
    "bots": {f"{ROOM}.request": _remembering, "gongzhu.server.live.bot_seats.child_seed": _seeded},
    "lines": {"gongzhu.server.live.conversation.Conversation.say": _prompting},
    "silence": {"gongzhu.server.live.conversation.speaker": _blushing},
    "hints": {f"{ROOM}.request": _remembering, "gongzhu.server.live.hints.child_seed": _seeded},
}
"""What is broken, and how."""

DAY_LEAKS: dict[str, dict[str, Any]] = {
    "days": {"gongzhu.server.daily.days.end_of": lambda day: 0},
    "master": {"gongzhu.server.daily.days.Days.master": _watched_early},
}
"""Ways to break the deal of the day."""

BOARD_LEAKS: dict[str, dict[str, Any]] = {
    "rounds": {
        "gongzhu.store.tournaments.TournamentStore.rounds_done": _all_rounds_over,
        # Long work, which nobody does here.
        "gongzhu.server.games.review_handlers._allowed": _not_studied,
        "gongzhu.server.games.fork_handlers._source": _not_studied,
    },
    "guests": {"gongzhu.server.live.audience.may_look": lambda table, player: True},
}
"""Ways to break the round of a tournament."""

ALL_LEAKS = LEAKS | DAY_LEAKS | BOARD_LEAKS

NAMELESS = ("silence",)
"""Those that tell something without naming a card."""


@contextmanager
def leaking(name: str) -> Iterator[None]:
    """Break the server; only those that are opened meanwhile are sure to be broken."""
    patches = [patch(target, broken) for target, broken in ALL_LEAKS[name].items()]
    for one in patches:
        one.start()
    try:
        yield
    finally:
        for one in patches:
            one.stop()
