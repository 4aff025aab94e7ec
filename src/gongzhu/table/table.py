"""The whole state of a table, secrets included; it is also what a snapshot stores."""

from msgspec import UNSET, Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord
from gongzhu.rules import Deal, Game, Match, RuleSet
from gongzhu.table.progress import DealerChain, Ended, Idle, Playing, Progress, Settled
from gongzhu.table.state import TableState

FORMAT = 1
"""Format of stored snapshots of tables, numbered apart from that of log entries. A table with an
older snapshot is computed again from its whole log."""

IDS_KEPT = 16
"""Number of recent command ids kept for each player: more than a player sends without an answer."""

SENDERS_KEPT = 16
"""Number of players whose recent command ids are kept."""

MOST_CHANGES = 300
"""Most commands that one player may send without a card being played, so that a log cannot grow
without a game. At a table of eight where all come, move, leave and change their minds it takes some
thirty."""

MOST_CHANGES_OF_ALL = 3000
"""Most commands that all players together may send without a card being played: more than all seats
need, with some to spare."""

CHANGERS_KEPT = 64
"""Number of players of whom each one's commands without a card being played are counted; those with
the fewest are dropped."""


class FinishedDeal(Struct, frozen=True, gc=False):
    """A deal of the running game that is over."""

    record: DealRecord
    evidence: Evidence


class Table(Struct, frozen=True, gc=False, kw_only=True):
    """The full state of a table at one moment. Only `gongzhu.table.evolve` makes the next one."""

    format: int = FORMAT
    seq: int = 0
    """Number of log entries that were applied."""
    state: TableState
    host: str | None
    """The id of the host."""
    players: tuple[str | None, ...]
    """Player ids by seat; a player who left during the game stays here until the game is over."""
    command_ids: dict[str, dict[str, int]] = {}
    """For each player, the ids of their latest commands with the numbers of the log entries these
    led to."""
    present_since: int = 0
    """Time since which at least one player has been connected without a break."""
    removed: tuple[str, ...] = ()
    """Ids of the players whom the host has removed, in the order of removal."""
    waiting: tuple[str, ...] = ()
    """Ids of those who wait for a bot's seat, in the order in which they came."""
    timed_out: tuple[Seat, ...] = ()
    """Seats for which a bot makes one decision because their time ran out."""
    timeouts: tuple[int, ...]
    """For each seat, how many times in a row it ran out of time."""
    by_bot: tuple[Seat, ...] = ()
    """The seats for which a bot made at least one choice in the running game."""
    by_nobody: bool = True
    """True until a player has made a choice in the running game."""
    secrets: DealerChain | None = None
    """The dealer's chain of secrets; None before the first deal is called."""
    progress: Progress = Idle()
    """Progress of the deal that was called last."""
    position_seq: int = 0
    """Number of the log entry that led to the current position of the deal; sealed choices do not
    change the position."""
    changes: int = 0
    """Number of players' commands since the position changed, sealed choices included."""
    changes_of: dict[str, int] = {}
    """Number of commands of each player since the position changed, sealed choices included."""
    asked_at: int = 0
    """Time at which the card to be played now was asked for."""
    leader: Seat | None = None
    """The seat that leads the next deal, under rules where the last deal decides it."""
    game_began: int = 0
    """Time at which the game began."""
    finished: tuple[FinishedDeal, ...] = ()
    """The finished deals of the running game, or of the last game if none is running."""

    @property
    def rules(self) -> RuleSet:
        return self.state.settings.rules

    @property
    def deal(self) -> Deal | None:
        """The running deal; between deals, the last one."""
        return self.progress.deal if isinstance(self.progress, Playing | Ended) else None

    @property
    def evidence(self) -> Evidence | None:
        """Evidence of the running deal, once its numbers are settled; None otherwise."""
        return self.progress.evidence if isinstance(self.progress, Settled | Playing) else None

    @property
    def game(self) -> Game:
        """The running game as it stood before its running deal."""
        state = self.state
        return Game(
            self.rules,
            state.totals,
            number=_deal_number(state),
            dealt=state.fair.count - in_deal(state),
            leader=self.leader,
        )

    @property
    def match(self) -> Match:
        """The standing after the games played at this table."""
        state = self.state
        return Match(
            self.rules, state.strips, state.round_points, state.lost, played=len(state.games)
        )

    def seen(self, player: str, command: str) -> int | None:
        """Number of the log entry that a player's command led to; None for an id not seen
        lately."""
        return self.command_ids.get(player, {}).get(command)


def seat_of(table: Table, player: str) -> Seat | None:
    """The seat of a player; None if they have none, or have left the running game."""
    seat = held_by(table, player)
    return None if seat is None or table.state.seats[seat].left else seat


def held_by(table: Table, player: str) -> Seat | None:
    """The seat that belongs to a player, even if they have left the running game."""
    return Seat(table.players.index(player)) if player in table.players else None


def anybody_there(state: TableState) -> bool:
    """True if some player is connected; otherwise the table waits and its clocks stand still."""
    return any(seat.online for seat in state.seats)


def clock_runs(state: TableState) -> bool:
    """True if clocks run and bots play on: while somebody is there, and at a table of a tournament
    always."""
    return state.settings.board is not UNSET or anybody_there(state)


def _deal_number(state: TableState) -> int:
    """The number of the running deal within its game, 0-based. The single deal of a tournament's
    table has the one by which cards are passed in its round, but leads off like a game's first."""
    board, cycle = state.settings.board, state.settings.rules.pass_cycle
    return len(state.deals) if board is UNSET else (board.round - 1) % len(cycle)


def in_game(state: TableState) -> bool:
    """True while a game is running, so that seats cannot change."""
    return state.stage in ("calling", "playing", "scored")


def in_deal(state: TableState) -> bool:
    """True from the call of a deal to its score."""
    return state.stage in ("calling", "playing")


def bot_plays(table: Table, seat: Seat) -> bool:
    """True if a bot currently chooses for a seat."""
    sitting = table.state.seats[seat]
    away = sitting.stand_in or sitting.left or table.state.played_out
    return sitting.kind == "bot" or away or seat in table.timed_out
