"""What every kind of message comes to, from everybody, at every stage: `python -m
proof.hostile.refusal_table` prints the table that
`proof/hostile/refusals.txt` holds the server to. Read it before you keep it."""

from typing import get_args

import msgspec

from gongzhu.cards import Card, Seat
from gongzhu.rules import Action, ChooseMoon, Claim, Expose, Pass, Play
from gongzhu.server.live.messages import (
    AskHint,
    Done,
    FromPlayer,
    Hello,
    Ping,
    Refused,
    Request,
    Say,
    ToPlayer,
    Write,
)
from gongzhu.table import Table, Talk, seat_of
from gongzhu.table.commands import (
    Admit,
    Clear,
    Close,
    Command,
    Commit,
    Configure,
    Leave,
    Readmit,
    Ready,
    Resign,
    Reveal,
    SeatBot,
    SetTalk,
    Sit,
    StandIn,
    Start,
    Swap,
    TakeBack,
    TurnAway,
)
from gongzhu.view import view_of
from proof.hostile.room import Stand, stand
from proof.hostile.scenes import PLAYERS, ROLES, STAGES, Role, Scene, scene
from tests.support.virtual_time import VirtualLoop, run

CLOSING = "closing"
"""The host has closed the table, and that is not on disk yet."""
ALONE = "alone"
"""Cards are played, and nobody but the host has a seat: the others are the house's."""
COLUMNS = (*STAGES, ALONE, CLOSING)
Matrix = dict[tuple[str, Role, str], str]
"""By message, role and stage: a code, or what is told instead of one."""


def kinds() -> list[str]:
    """The tag of every message, a request by what it asks for."""
    asked = (*get_args(Command), AskHint, Say, Write)
    return ["hello", "ping", *(kind.__struct_config__.tag for kind in asked)]


def message(kind: str, role: Role, one: Scene, table: Table) -> FromPlayer:
    """A message of a kind that makes as much sense as it can there. Raises KeyError for a kind
    that is not known here."""
    if kind == "hello":
        return Hello()
    if kind == "ping":
        return Ping(1)
    last = Seat(table.rules.players - 1)
    fitting = {
        type(sent.do): sent.do for sent in one.fitting.get(role, ()) if isinstance(sent, Request)
    }
    asked: dict[str, Command | AskHint | Say | Write] = {
        **_actions(role, table),
        "sit": Sit(),
        "leave": Leave(),
        "seat_bot": SeatBot(last, "random"),
        "clear": Clear(last),
        "stand_in": StandIn(last),
        "readmit": Readmit(0),
        "admit": Admit(Seat(0)),
        "turn_away": TurnAway(Seat(0)),
        "take_back": TakeBack(),
        "resign": Resign(),
        "swap": Swap((Seat(0), last)),
        "ready": Ready(),
        "start": Start("steady"),
        "configure": Configure({}, "gongzhu-denexa", access="public"),
        "commit": fitting.get(Commit, Commit(1, "0f" * 32)),
        "reveal": fitting.get(Reveal, Reveal(1, "0f" * 32)),
        "hint": AskHint(),
        "set_talk": SetTalk(Talk(partners=True)),
        "say": Say("nice"),
        "write": Write("Hello"),
        "close": Close(),
    }
    return Request(kind, asked[kind])


def _actions(role: Role, table: Table) -> dict[str, Action]:
    seat = seat_of(table, PLAYERS.get(role, ""))
    hand: tuple[Card, ...] = ()
    if table.deal is not None and seat is not None:
        hand = view_of(table.deal, seat).playable() or table.deal.own[seat].hand
    return {
        "play": Play(hand[0] if hand else Card("QS")),
        "pass": Pass((hand or tuple(map(Card, ("QS", "QH", "QD"))))[:3]),
        "expose": Expose({}),
        "moon": ChooseMoon("self"),
        "claim": Claim(),
    }


def scene_of(stage: str) -> Scene:
    """The table of a column."""
    if stage in (ALONE, CLOSING):
        return scene("playing", "hearts-choice", lone=stage == ALONE)
    for known in STAGES:
        if known == stage:
            return scene(known, "gongzhu-boulder" if known == "exposing" else "hearts-choice")
    raise KeyError(stage)


def measured() -> Matrix:
    """What comes of everything. Raises AssertionError where an answer is not right at all."""

    async def work(loop: VirtualLoop) -> Matrix:
        found: Matrix = {}
        for stage in COLUMNS:
            left = [(kind, role) for kind in kinds() for role in ROLES]
            while left:
                # One table does until something has changed it.
                async with stand(loop, scene_of(stage)) as table:
                    before = table.table
                    while left and table.table is before:
                        kind, role = left.pop(0)
                        found[kind, role, stage] = await _told(table, kind, role, stage)
        return found

    return run(work)


async def _told(table: Stand, kind: str, role: Role, stage: str) -> str:
    one = scene_of(stage)
    data = msgspec.json.encode(message(kind, role, one, table.table))
    if stage == CLOSING:
        table.hear("host", msgspec.json.encode(Request("first", Close())))
        table.hear(role, data)
        await table.quiet()
        heard = [
            told
            for told in table.heard(role)
            if not isinstance(told, Done | Refused) or told.id != "first"
        ]
        return _word(heard, table, table.table)
    before = table.table
    fault = await table.judge(role, data) if kind != "close" else await _closed(table, role, data)
    assert fault is None, (kind, role, stage, fault)
    return _word(table.last, table, before)


async def _closed(table: Stand, role: Role, data: bytes) -> str | None:
    table.hear(role, data)
    await table.quiet()
    table.last = table.heard(role)
    return None


def _word(told: list[ToPlayer], table: Stand, before: Table) -> str:
    for answer in told:
        if isinstance(answer, Refused):
            return answer.code
        if isinstance(answer, Done):
            return "nothing" if table.table is before else "done"
    return type(told[0]).__name__.lower() if told else "later"


def write(matrix: Matrix) -> str:
    """The table as a text: a line for each message and role."""
    lines = [("message", "role", *COLUMNS)]
    for kind in kinds():
        for role in ROLES:
            cells = [matrix[kind, role, stage] for stage in COLUMNS]
            lines.append((kind, role, *cells))
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip() + "\n"
        for line in lines
    )


def read(text: str) -> Matrix:
    """The table in a text. Raises ValueError for a line that has too few words or too many, and
    for a role that is none."""
    header, *lines = [line.split() for line in text.splitlines() if line.split()]
    found: Matrix = {}
    for kind, name, *cells in lines:
        role = next(role for role in ROLES if role == name)
        for stage, cell in zip(header[2:], cells, strict=True):
            found[kind, role, stage] = cell
    return found


if __name__ == "__main__":
    print(write(measured()), end="")
