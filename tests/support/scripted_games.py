"""Games of four people at a table, as the commands that they are made of."""

from random import Random
from typing import NamedTuple, cast

from gongzhu.bots import make_bot
from gongzhu.dealing import child_seed
from gongzhu.rules import PRESETS
from gongzhu.table import (
    Command,
    LogEntry,
    Player,
    ServerCommand,
    Settings,
    Table,
    open_table,
    step,
    step_server,
)
from gongzhu.table.commands import Open, Ready, Sit, Tick
from gongzhu.table.moves import must_choose
from gongzhu.view import view_of

PEOPLE = ("ann", "bo", "cleo", "dev")


class Line(NamedTuple):
    """A command of a script."""

    by: Player | None
    """None: the server."""
    command: Open | Command | ServerCommand
    now: int
    """Milliseconds since 1970 at which it comes."""


Script = list[Line]


def carry_out(table: Table | None, line: Line, entropy: str) -> tuple[Table, LogEntry]:
    """The table after a line of a script, and its entry."""
    by, command, now = line
    if table is None:
        assert isinstance(command, Open)
        return open_table(command, now)
    if by is None:
        done = step_server(table, cast(ServerCommand, command), now, entropy)
    else:
        done = step(table, by, cast(Command, command), now, entropy)
    assert done is not None, line
    return done


def script(preset: str, seed: str, name: str) -> Script:
    """The commands of a game at a table of this name. Command n came with `fresh(seed, n)`."""
    settings = Settings("", preset, PRESETS[preset].rules)
    rng, bot = Random(seed), make_bot("random")
    table: Table | None = None
    commands: Script = []
    now = 0

    def do(by: str | None, command: Open | Command | ServerCommand) -> Table:
        line = Line(None if by is None else Player(by, by), command, now)
        after, _ = carry_out(table, line, fresh(seed, len(commands)))
        commands.append(line)
        return after

    table = do(None, Open(name, settings, "ann"))
    for player in PEOPLE:
        table = do(player, Sit())
    while table.state.stage != "finished":
        now += 1000
        if table.state.stage in ("gathering", "scored"):
            for player in PEOPLE:
                table = do(player, Ready())
        elif table.state.stage == "calling":
            now += 5000
            table = do(None, Tick())
        else:
            assert table.deal is not None
            seat = must_choose(table)[0]
            action = bot.choose(view_of(table.deal, seat), rng, 0)
            table = do(PEOPLE[seat], action)
    return commands


def fresh(seed: str, number: int) -> str:
    """The randomness that a command is given."""
    return child_seed(seed, number)
