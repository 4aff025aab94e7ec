"""A log entry under construction: facts are added one by one, and the table evolves with each."""

from gongzhu.cards import Seat
from gongzhu.rules import Deal
from gongzhu.table.evolve import count_entry, evolve_fact
from gongzhu.table.facts import Fact, LogEntry
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.state import SeatState, TableState
from gongzhu.table.table import Table, in_game, seat_of


class LogEntryDraft:
    """The facts that a command has caused so far, and the table after them. `at` is the time
    (milliseconds since 1970) and `by` the id of the player (None: the server) of the command.
    `entropy` is a fresh random number (64 hexadecimal digits, or "" if not needed)."""

    __slots__ = ("at", "by", "entropy", "facts", "table")

    def __init__(self, table: Table, at: int, by: str | None, entropy: str) -> None:
        self.table = table
        self.at = at
        self.by = by
        self.entropy = entropy
        self.facts: list[Fact] = []

    @property
    def state(self) -> TableState:
        """The public state of the table after the facts so far."""
        return self.table.state

    def add(self, fact: Fact, deal: Deal | None = None) -> None:
        """Append a fact and apply it to the table. `deal`, if given, is the deal after the fact, so
        that it is not computed again."""
        self.table = evolve_fact(self.table, fact, self.at, self.by, deal)
        self.facts.append(fact)

    def entry(self, command: str | None) -> tuple[Table, LogEntry]:
        """Finish the entry: returns the table after it, and the entry. `command` is the id that the
        player's program gave the command."""
        entry = LogEntry(self.at, tuple(self.facts), self.by, command)
        return count_entry(self.table, self.by, command), entry

    def seat(self, number: Seat) -> SeatState:
        """The state of a seat. Raises CommandRefused if there is no such seat."""
        seats = self.state.seats
        if not 0 <= number < len(seats):
            raise CommandRefused("no_such_seat", most=len(seats) - 1)
        return seats[number]

    def own_seat(self, player: str) -> Seat:
        """The seat of a player (id). Raises CommandRefused if they have none or have left it."""
        seat = seat_of(self.table, player)
        if seat is None:
            raise CommandRefused("not_seated")
        return seat

    def check_between_games(self) -> None:
        """Raise CommandRefused while a game is running."""
        if in_game(self.state):
            raise CommandRefused("game_running")

    def check_host(self, player: str) -> None:
        """Raise CommandRefused if the player (id) is not the host."""
        if player != self.table.host:
            raise CommandRefused("not_host")
