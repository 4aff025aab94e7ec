"""The complete state of a table, including secrets. Snapshots store it."""

from msgspec import UNSET, Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord
from gongzhu.rules import Deal, Game, Match, RuleSet
from gongzhu.table.progress import DealerChain, Ended, Idle, Playing, Progress, Settled
from gongzhu.table.state import TableState

FORMAT = 1
"""Format number of stored snapshots, independent of that of log entries. A table whose snapshot has
an older format is computed again from its whole log."""

IDS_KEPT = 16
"""Number of recent command ids stored for each player. A player never has as many commands without
a response."""

SENDERS_KEPT = 16
"""Number of players whose recent command ids are stored."""

MOST_CHANGES = 300
"""Greatest number of commands of one player between two cards, so that a log cannot grow without a
game being played. Eight players who come, move, leave and change their minds need about thirty in
all."""

MOST_CHANGES_OF_ALL = 3000
"""Greatest number of commands of all players together between two cards: more than all seats
need."""

CHANGERS_KEPT = 64
"""Number of players whose commands between two cards are counted. Those with the fewest are
dropped."""


class FinishedDeal(Struct, frozen=True, gc=False):
    """A deal of the running or last game that was scored, with its record and evidence."""

    record: DealRecord
    evidence: Evidence


class Table(Struct, frozen=True, gc=False, kw_only=True):
    """The complete state of a table, secrets included. Only `gongzhu.table.evolve` makes the next
    state. Times are in milliseconds since 1970."""

    format: int = FORMAT
    """Version of the format in which tables are saved."""
    seq: int = 0
    """Number of log entries applied so far."""
    state: TableState
    """The public part of the state."""
    host: str | None
    """Id of the host, or None if there is none."""
    players: tuple[str | None, ...]
    """Id of the player in each seat, or None. A player who left during a game is listed until its
    end."""
    command_ids: dict[str, dict[str, int]] = {}
    """For each player, the ids of their recent commands, each with the number of the log entry that
    it caused (from 1)."""
    present_since: int = 0
    """Time since which at least one player has been connected without interruption."""
    removed: tuple[str, ...] = ()
    """Ids of the players whom the host has removed, the oldest first."""
    waiting: tuple[str, ...] = ()
    """Ids of the players who wait for a bot's seat, in order of arrival."""
    timed_out: tuple[Seat, ...] = ()
    """Seats for which a bot makes the current decision because the player's time ran out."""
    timeouts: tuple[int, ...]
    """For each seat, the number of consecutive timeouts."""
    by_bot: tuple[Seat, ...] = ()
    """Seats for which a bot has made at least one choice in the running game."""
    by_nobody: bool = True
    """True until a player has made a choice in the running game, other than through a bot."""
    secrets: DealerChain | None = None
    """The dealer's chain of secrets, or None before the first deal is called."""
    progress: Progress = Idle()
    """The stage of the deal called last."""
    position_seq: int = 0
    """Number of the log entry that led to the current position of the deal. Sealed choices do not
    change the position."""
    changes: int = 0
    """Number of players' commands since the position last changed, sealed choices included."""
    changes_of: dict[str, int] = {}
    """For each player (id), the number of commands that they have sent since the position last
    changed, sealed choices included."""
    asked_at: int = 0
    """Time at which the card to be played next was requested."""
    leader: Seat | None = None
    """The seat that leads the first trick of the next deal, if the last deal decides it under the
    rules. Otherwise None."""
    game_began: int = 0
    """Time at which the running or last game began."""
    finished: tuple[FinishedDeal, ...] = ()
    """The scored deals of the running or last game."""

    @property
    def rules(self) -> RuleSet:
        return self.state.settings.rules

    @property
    def deal(self) -> Deal | None:
        """The deal being played, or the last deal until the next is called, or None."""
        return self.progress.deal if isinstance(self.progress, Playing | Ended) else None

    @property
    def evidence(self) -> Evidence | None:
        """The evidence of the deal being dealt or played, once its numbers are settled. Otherwise
        None."""
        return self.progress.evidence if isinstance(self.progress, Settled | Playing) else None

    @property
    def game(self) -> Game:
        """The running game without the deal that is being dealt or played: its rules, totals and
        number of deals so far."""
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
        """The match after the games finished at this table."""
        state = self.state
        return Match(
            self.rules, state.strips, state.round_points, state.lost, played=len(state.games)
        )

    def seen(self, player: str, command: str) -> int | None:
        """Number of the log entry (from 1) caused by this command id of the player, or None if it
        is not among the recent ones."""
        return self.command_ids.get(player, {}).get(command)


def seat_of(table: Table, player: str) -> Seat | None:
    """The seat of a player (id), or None if they have none or have left it during the running
    game."""
    seat = held_by(table, player)
    return None if seat is None or table.state.seats[seat].left else seat


def held_by(table: Table, player: str) -> Seat | None:
    """The seat that belongs to a player (id), even if they have left it during the running game, or
    None if there is none."""
    return Seat(table.players.index(player)) if player in table.players else None


def anybody_there(state: TableState) -> bool:
    """True if at least one player is connected."""
    return any(seat.online for seat in state.seats)


def clock_runs(state: TableState) -> bool:
    """True if clocks run and bots play: while at least one player is connected, and always at a
    table of a tournament."""
    return state.settings.board is not UNSET or anybody_there(state)


def _deal_number(state: TableState) -> int:
    """Number of the running deal within its game, from 0. At a table of a tournament it is derived
    from the round, so that the passing cycle goes on from round to round."""
    board, cycle = state.settings.board, state.settings.rules.pass_cycle
    return len(state.deals) if board is UNSET else (board.round - 1) % len(cycle)


def in_game(state: TableState) -> bool:
    """True while a game is running, so that seats cannot be exchanged."""
    return state.stage in ("calling", "playing", "scored")


def in_deal(state: TableState) -> bool:
    """True from the call of a deal until it is scored."""
    return state.stage in ("calling", "playing")


def bot_plays(table: Table, seat: Seat) -> bool:
    """True if at present a bot makes the choices of the seat."""
    sitting = table.state.seats[seat]
    away = sitting.stand_in or sitting.left or table.state.played_out
    return sitting.kind == "bot" or away or seat in table.timed_out
