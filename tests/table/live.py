"""A table that is used: people, their programs, bots, time, and the log of it all."""

from collections.abc import Callable
from random import Random
from typing import Any

from msgspec import convert

from gongzhu.bots import make_bot
from gongzhu.cards import Seat
from gongzhu.dealing import call_deal, child_seed, commitment
from gongzhu.rules import PRESETS, Action, Phase, RuleSet, RuleValue, option_values
from gongzhu.table import (
    Clock,
    Command,
    LogEntry,
    Player,
    ServerCommand,
    Settings,
    Stage,
    Table,
    bots_to_move,
    due,
    open_table,
    seat_of,
    step,
    step_server,
)
from gongzhu.table.commands import (
    BotAct,
    Commit,
    Configure,
    Connect,
    Disconnect,
    Open,
    Ready,
    Reveal,
    Sit,
    Start,
    Tick,
)
from gongzhu.table.facts import Failure
from gongzhu.table.moves import must_choose
from gongzhu.view import View, view_of

START = 1_800_000_000_000
"""When a table is opened in tests."""

PEOPLE = ("ann", "bo", "cleo", "dev", "eli")
"""Ids of players; their names are the same with a capital."""

Asked = tuple[ServerCommand] | tuple[str | Player, Command]
"""A command of the server, or a player with its command."""

Chooser = Callable[[View, Random], Action]


def settings_of(preset: str | RuleSet, **changes: object) -> Settings:
    """A public table under a preset, or under other rules."""
    name = preset if isinstance(preset, str) else None
    rules = PRESETS[preset].rules if isinstance(preset, str) else preset
    values: dict[str, Any] = {
        "name": "",
        "preset": name,
        "rules": rules,
        "access": "public",
        **changes,
    }
    return Settings(**values)


def any_choice(view: View, rng: Random) -> Action:
    """Any legal action, though only now and then a claim."""
    return make_bot("random").choose(view, rng, 0)


def steady_choice(view: View, rng: Random) -> Action:
    """What the steady bot does."""
    return make_bot("steady").choose(view, rng, 0)


def configure(settings: Settings) -> Configure:
    """The command that asks for these settings."""
    rules = convert(option_values(settings.rules), dict[str, RuleValue])
    return Configure(rules, None, settings.name, settings.access, settings.clock)


class Live:
    """A table in use. Time passes only where a test says so, and chance is a seed's."""

    def __init__(self, settings: Settings, *, seed: int = 2, host: str | None = "ann") -> None:
        self.now = START
        self.rng = Random(seed)
        self.seed = str(seed)
        self.log: list[LogEntry] = []
        self.asked = 0
        self.commands: list[tuple[Player | None, Command | ServerCommand, int, str]] = []
        """Every command with its player (None: the server), its time and its fresh randomness."""
        self.table, opened = open_table(Open(f"kite-{seed}", settings, host), self.now)
        self.log.append(opened)

    @property
    def entropy(self) -> str:
        """Fresh randomness."""
        self.asked += 1
        return child_seed(self.seed, self.asked)

    def do(
        self,
        who: str | Player,
        command: Command,
        request: str | None = None,
        after: int | None = None,
    ) -> LogEntry | None:
        """Carry out a player's command; raises CommandRefused. An id stands for its player."""
        entropy = self.entropy
        player = who if isinstance(who, Player) else Player(who, who.capitalize())
        done = step(self.table, player, command, self.now, entropy, after=after, request=request)
        return self._keep(done, player, command, entropy)

    def server(self, command: ServerCommand) -> LogEntry | None:
        """Carry out a command of the server; raises CommandRefused."""
        entropy = self.entropy
        done = step_server(self.table, command, self.now, entropy)
        return self._keep(done, None, command, entropy)

    def carry_out(self, asked: Asked) -> LogEntry | None:
        """Carry out what a player, or the server, asks for; raises CommandRefused."""
        return self.server(asked[0]) if len(asked) == 1 else self.do(*asked)

    def _keep(
        self,
        done: tuple[Table, LogEntry] | None,
        player: Player | None,
        command: Command | ServerCommand,
        entropy: str,
    ) -> LogEntry | None:
        if done is None:
            return None
        self.commands.append((player, command, self.now, entropy))
        self.table, entry = done
        self.log.append(entry)
        return entry

    def seat(self, *players: str) -> None:
        """People sit down in a row."""
        for player in players:
            self.do(player, Sit())

    def ready(self, *players: str) -> None:
        """People are ready."""
        for player in players:
            self.do(player, Ready())

    def begin(self, *players: str, fill: str | None = "steady") -> None:
        """People sit down, bots take the other seats, and the first deal is dealt."""
        self.seat(*players)
        self.ready(*players[1:])
        self.do(players[0], Start(fill))
        self.dealt()

    def later(self, milliseconds: int) -> LogEntry | None:
        """Time passes, and the table notices."""
        self.now += milliseconds
        return self.server(Tick())

    def until_due(self) -> LogEntry | None:
        """Time passes until the table has something to do."""
        time = due(self.table)
        assert time is not None, "the table waits for something that takes no time"
        self.now = max(self.now, time)
        return self.server(Tick())

    def number(self, player: str) -> str:
        """The number that a player's program drew for the deal that was called last."""
        return child_seed(self.seed, player, self.table.state.fair.count)

    def commitment_of(self, player: str) -> Commit:
        """What a player's program commits itself with to the deal that was called last."""
        seat = seat_of(self.table, player)
        fair = self.table.state.fair
        assert seat is not None
        assert fair.chain is not None
        call = call_deal(self.table.state.table, fair.chain, fair.count, self.table.rules)
        return Commit(fair.count, commitment(call, seat, self.number(player)))

    def commits(self, *players: str) -> None:
        """Players' programs commit themselves."""
        for player in players:
            self.do(player, self.commitment_of(player))

    def reveals(self, *players: str) -> None:
        """Players' programs show their numbers."""
        for player in players:
            self.do(player, Reveal(self.table.state.fair.count, self.number(player)))

    def there(self) -> list[str]:
        """The players who are connected, by seat."""
        return [
            player
            for player, seat in zip(self.table.players, self.table.state.seats, strict=True)
            if player is not None and seat.online
        ]

    def dealt(self) -> None:
        """All programs that are connected do their part, and the cards are dealt."""
        fair = self.table.state.fair
        if self.table.state.stage == "calling" and fair.step == "committing":
            self.commits(*self.there())
        if self.table.state.stage == "calling":
            self.reveals(*self.there())

    def choice(self, seat: Seat, choose: Chooser = any_choice) -> Action:
        """What somebody in that seat does."""
        assert self.table.deal is not None
        return choose(view_of(self.table.deal, seat), self.rng)

    def move(self, seat: Seat, choose: Chooser = any_choice) -> LogEntry:
        """The one who must choose in that seat does: its player if that is there, else a bot."""
        action = self.choice(seat, choose)
        player = self.table.players[seat]
        if self.bot_chooses(seat):
            entry = self.server(BotAct(seat, action, self.table.seq))
        else:
            assert player is not None
            entry = self.do(player, action)
        assert entry is not None
        return entry

    def bot_fails(self, why: Failure, choose: Chooser = any_choice) -> Seat:
        """Play until a bot must choose; it fails, and is chosen for. Whose seat that is."""
        while not (bots := [seat for seat in self.waited() if self.bot_chooses(seat)]):
            self.play(choose, most=1)
        self.server(BotAct(bots[0], self.choice(bots[0], choose), self.table.seq, why))
        return bots[0]

    def stage(self) -> Stage:
        """The stage that the table is in now."""
        return self.table.state.stage

    def step(self) -> str:
        """The step that the numbers for the deal are at now."""
        return self.table.state.fair.step

    def bot_chooses(self, seat: Seat) -> bool:
        """Whether a bot is asked to choose for that seat now."""
        return seat in [thinking for thinking, _ in bots_to_move(self.table)]

    def waited(self) -> tuple[Seat, ...]:
        """The seats that the running deal waits for."""
        return must_choose(self.table)

    def play(self, choose: Chooser = any_choice, most: int = 10_000) -> int:
        """Play the running deal, to its end or for so many choices; how many there were."""
        for count in range(most):
            waiting = must_choose(self.table)
            if not waiting:
                return count
            self.move(self.rng.choice(waiting), choose)
        return most

    def play_to_cards(self) -> None:
        """Choose what is chosen before the first card."""
        self.play_to(Phase.PLAYING)

    def play_to(self, phase: Phase, choose: Chooser = any_choice) -> None:
        """Play until the running deal is in that phase."""
        while self.table.deal is not None and self.table.deal.public.phase is not phase:
            self.play(choose, most=1)

    def play_game(self, choose: Chooser = any_choice, most: int = 400) -> None:
        """Play to the end of the game, and let no time pass."""
        for _ in range(most):
            self.play(choose)
            if self.table.state.stage == "finished":
                return
            self.ready(*self.there())
            self.dealt()
        raise AssertionError(f"a game of more than {most} deals")

    def gone(self, *players: str) -> None:
        """Players lose their connections."""
        for player in players:
            self.server(Disconnect(player))

    def back(self, *players: str) -> None:
        """Players connect again."""
        for player in players:
            self.server(Connect(player))


def timed(move: int = 20, grace: int = 60) -> Clock:
    """A clock for decisions."""
    return Clock(move, grace)
