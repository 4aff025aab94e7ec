"""Games of four people at a table, as the commands that they are made of."""

from random import Random

from gongzhu.bots import make_bot
from gongzhu.dealing import child_seed
from gongzhu.rules import PRESETS
from gongzhu.table import Command, Settings, Table, step
from gongzhu.table.commands import Act, Open, Ready, Sit, Tick
from gongzhu.table.moves import must_choose
from gongzhu.view import view_of

PEOPLE = ("ann", "bo", "cleo", "dev")


Script = list[tuple[Command, int]]
"""Commands, and when they come, in milliseconds."""


def script(preset: str, seed: str, name: str) -> Script:
    """The commands of a game at a table of this name. Command n came with `fresh(seed, n)`."""
    settings = Settings("", preset, PRESETS[preset].rules)
    rng, bot = Random(seed), make_bot("random")
    table: Table | None = None
    commands: Script = []
    now = 0

    def do(command: Command) -> Table:
        done = step(table, command, now, fresh(seed, len(commands)))
        assert done is not None, command
        commands.append((command, now))
        return done[0]

    table = do(Open(name, settings, "ann"))
    for player in PEOPLE:
        table = do(Sit(player, player))
    while table.state.stage != "finished":
        now += 1000
        if table.state.stage in ("gathering", "scored"):
            for player in PEOPLE:
                table = do(Ready(player))
        elif table.state.stage == "calling":
            now += 5000
            table = do(Tick())
        else:
            assert table.deal is not None
            seat = must_choose(table)[0]
            action = bot.choose(view_of(table.deal, seat), rng, 0)
            table = do(Act(PEOPLE[seat], action))
    return commands


def fresh(seed: str, number: int) -> str:
    """The randomness that a command is given."""
    return child_seed(seed, number)
