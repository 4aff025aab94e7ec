"""The whole state of a table, secrets included; it is also its own checkpoint."""

from msgspec import Struct

from gongzhu.cards import Seat
from gongzhu.dealing import Evidence
from gongzhu.records import DealRecord
from gongzhu.rules import Deal, Game, Match, RuleSet
from gongzhu.table.progress import DealerChain, Ended, Idle, Playing, Progress, Settled
from gongzhu.table.state import TableState

FORMAT = 1
"""The form in which tables are written down, apart from that of entries. A table of an older one
is folded anew from its log."""

IDS_KEPT = 16
"""Ids of its last commands that are kept for a player: more than it sends without an answer."""

SENDERS_KEPT = 16
"""Players for whom they are kept."""

MOST_CHANGES = 300
"""Commands of one player that may follow each other without a card, so that no log grows without a
game. A table of eight who all come, move, leave and change their minds takes some thirty."""

MOST_CHANGES_OF_ALL = 3000
"""The same for everybody together: more than all seats, and some who come and go."""

CHANGERS_KEPT = 64
"""Players whose changes are counted one by one: those with the most."""


class FinishedDeal(Struct, frozen=True, gc=False):
    """A deal of the running game that is over."""

    record: DealRecord
    evidence: Evidence


class Table(Struct, frozen=True, gc=False, kw_only=True):
    """A table at one moment. `gongzhu.table.evolve` makes the next one, and nothing else does."""

    format: int = FORMAT
    seq: int = 0
    """Number of the entries that it was made from."""
    state: TableState
    host: str | None
    """The id of the host."""
    players: tuple[str | None, ...]
    """Ids by seat; a player who left during the game is among them until the game is over."""
    command_ids: dict[str, dict[str, int]] = {}
    """By player, the ids of its last commands, and the numbers of their entries."""
    present_since: int = 0
    """The time since which some player has been there without a break."""
    removed: tuple[str, ...] = ()
    """The ids of the players whom the host has removed, in that order."""
    timed_out: tuple[Seat, ...] = ()
    """Seats that a bot decides for once, since time ran out."""
    timeouts: tuple[int, ...]
    """By seat: times in a row that it ran out of time."""
    secrets: DealerChain | None = None
    """None before the first deal is called."""
    progress: Progress = Idle()
    """The progress of the deal that was called last."""
    position_seq: int = 0
    """The entry since which the position has been what it is, sealed choices apart."""
    changes: int = 0
    """Commands of players since the position changed, sealed choices among them."""
    changes_of: dict[str, int] = {}
    """The same by player."""
    asked_at: int = 0
    """The time at which the card was asked for that is to be played now."""
    leader: Seat | None = None
    """The seat that leads the next deal, where the last captor of the pig does."""
    game_began: int = 0
    """The time at which the game began."""
    finished: tuple[FinishedDeal, ...] = ()
    """The deals of the running game that are over, or of the one played last."""

    @property
    def rules(self) -> RuleSet:
        """The rules that are played."""
        return self.state.settings.rules

    @property
    def deal(self) -> Deal | None:
        """The running deal; the one before until the next one is called."""
        return self.progress.deal if isinstance(self.progress, Playing | Ended) else None

    @property
    def evidence(self) -> Evidence | None:
        """Of the running deal, from the moment when its numbers are settled."""
        return self.progress.evidence if isinstance(self.progress, Settled | Playing) else None

    @property
    def game(self) -> Game:
        """The running game, before its running deal."""
        return Game(self.rules, self.state.totals, len(self.state.deals), self.leader)

    @property
    def match(self) -> Match:
        """The games that were played here."""
        state = self.state
        return Match(
            self.rules, state.strips, state.round_points, state.lost, played=len(state.games)
        )

    def seen(self, player: str, command: str) -> int | None:
        """The entry that a player's command came to, by its id; None for one not seen lately."""
        return self.command_ids.get(player, {}).get(command)


def seat_of(table: Table, player: str) -> Seat | None:
    """The seat of a player; None for somebody without one, or who left the game."""
    seat = held_by(table, player)
    return None if seat is None or table.state.seats[seat].left else seat


def held_by(table: Table, player: str) -> Seat | None:
    """The seat that is a player's, though it may have left the game."""
    return Seat(table.players.index(player)) if player in table.players else None


def anybody_there(state: TableState) -> bool:
    """True if some player is connected: otherwise the table waits, and clocks stand."""
    return any(seat.online for seat in state.seats)


def in_game(state: TableState) -> bool:
    """True while a game is going on, so that seats stay as they are."""
    return state.stage in ("calling", "playing", "scored")


def bot_plays(table: Table, seat: Seat) -> bool:
    """True if a bot makes the choices of a seat now."""
    sitting = table.state.seats[seat]
    return sitting.kind == "bot" or sitting.stand_in or sitting.left or seat in table.timed_out
