"""The state machine of a tournament: each command leads to a log entry of events, or is refused.
Callers pass in the time and random numbers."""

from collections.abc import Collection
from typing import assert_never

from msgspec.structs import asdict, replace

from gongzhu.cards import Seat
from gongzhu.dealing import Chain, NumberRefused, child_seed, commitment, secrets_of
from gongzhu.dealing.fair import is_hex32
from gongzhu.duplicate.boards import call_of
from gongzhu.duplicate.commands import (
    Begin,
    Cancel,
    CommitNumber,
    Enter,
    RevealNumber,
    RoundDone,
    TournamentCommand,
    TournamentServerCommand,
    Withdraw,
)
from gongzhu.duplicate.events import (
    BoardsSettled,
    Called,
    Cancelled,
    CommitmentsLocked,
    Entered,
    Event,
    NumberCommitted,
    NumberRevealed,
    Plan,
    Planned,
    RoundBegan,
    RoundEnded,
    RoundTable,
    TournamentEnded,
    TournamentEntry,
    Withdrew,
)
from gongzhu.duplicate.evolve import evolve, evolve_event
from gongzhu.duplicate.movements import movement
from gongzhu.duplicate.state import MOST_PLACES, SEATS, Tournament
from gongzhu.table import CommandRefused
from gongzhu.table.commands import Tick

NUMBERS_MS = 10_000
"""Milliseconds to wait for the players' commitments, and as long again for their numbers."""
BREAK_MS = 10_000
"""Milliseconds between the end of a round and the next one: enough to read the results."""

Step = tuple[Tournament, TournamentEntry]
"""The tournament after a command, and the log entry that leads to it."""


def plan(asked: Plan, at: int, by: str, entropy: str) -> Step:
    """Announce a tournament. Returns it with the first entry of its log. `at` is the time in
    milliseconds since 1970, `by` the id of the sender, and `entropy` a fresh random number (64
    hexadecimal digits), from which the secrets of the boards are derived. Raises CommandRefused for
    rules with partnerships or not for four players, and ValueError for malformed entropy."""
    if asked.rules.players != SEATS or asked.rules.partners != "none":
        raise CommandRefused("not_for_tournaments")
    last = _seed(entropy, "chain")
    chain = Chain(secrets_of(last, asked.rounds)[0], asked.rounds, 1)
    entry = TournamentEntry(at, (Planned(**asdict(asked), chain=chain, last=last),), by)
    return evolve(None, entry), entry


def decide(
    state: Tournament,
    command: TournamentCommand | TournamentServerCommand,
    at: int,
    *,
    by: str | None = None,
    present: Collection[str] = (),
    entropy: str = "",
) -> Step | None:
    """Carry out a command. Returns the next tournament and its log entry, or None if the command
    changes nothing.

    `at` is the time in milliseconds since 1970. `by` is the id of the player who sent the command,
    or None for the server. `present` has the ids of the players who are connected, for `Begin`.
    `entropy` is a fresh random number (64 hexadecimal digits), from which the ids of tables are
    derived. Raises CommandRefused for a command that the tournament does not allow.
    """
    draft = _Change(state, at, entropy)
    match command:
        case Tick():
            draft.tick()
        case RoundDone():
            draft.end_round(command)
        case Cancel():
            draft.cancel()
        case Begin():
            draft.begin(present)
        case _:
            if by is None:
                raise ValueError("somebody must have sent this")
            draft.carry_out(command, by)
    if not draft.events:
        return None
    return replace(draft.state, seq=state.seq + 1), TournamentEntry(at, tuple(draft.events), by)


class _Change:
    """A log entry under construction: events are added one by one, and the tournament evolves with
    each."""

    def __init__(self, state: Tournament, at: int, entropy: str) -> None:
        self.state = state
        self.at = at
        self.entropy = entropy
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.state = evolve_event(self.state, event)
        self.events.append(event)

    def carry_out(
        self, command: Enter | Withdraw | CommitNumber | RevealNumber, player: str
    ) -> None:
        """Carry out a command that a player (id) sends about themselves."""
        match command:
            case Enter():
                self.enter(player)
            case Withdraw():
                self.withdraw(player)
            case CommitNumber(commitments):
                self.commit(self.place(player), commitments)
            case RevealNumber(number):
                self.reveal(self.place(player), number)
            case _:
                assert_never(command)

    def place(self, player: str) -> int:
        """The place of a player (id). Raises CommandRefused if they have not entered."""
        place = self.state.place_of(player)
        if place is None:
            raise CommandRefused("not_entered")
        return place

    def enter(self, player: str) -> None:
        """Let a player enter, or return after withdrawing."""
        state = self.state
        entered = player in state.players
        if entered and player not in state.withdrawn:
            return
        if state.stage in ("ended", "cancelled"):
            raise CommandRefused("tournament_over")
        if state.stage != "gathering" and not entered:
            raise CommandRefused("tournament_began")
        if len(state.players) >= MOST_PLACES and not entered:
            raise CommandRefused("tournament_full", most=MOST_PLACES)
        self.add(Entered(player))

    def withdraw(self, player: str) -> None:
        """Record that a player stops taking part."""
        self.place(player)
        if self.state.stage in ("ended", "cancelled"):
            raise CommandRefused("tournament_over")
        if player not in self.state.withdrawn:
            self.add(Withdrew(player))
            if self.state.stage == "calling":
                self.go_on()

    def begin(self, present: Collection[str]) -> None:
        """Fix the places, and ask the players who are present for commitments."""
        state = self.state
        if state.stage != "gathering":
            raise CommandRefused("tournament_began")
        entered = len(state.players)
        if not entered:
            raise CommandRefused("nobody_entered")
        places = -(-max(state.plan.least, entered) // SEATS) * SEATS
        expected = tuple(at for at, player in enumerate(state.players) if player in present)
        self.add(Called(places - entered, expected, self.at + NUMBERS_MS))
        self.go_on()

    def commit(self, place: int, commitments: tuple[str, ...]) -> None:
        """Record the commitments of a place, one for each board. The same ones again change
        nothing. Raises CommandRefused if they are malformed, differ from earlier ones or come too
        late."""
        state = self.state
        if state.commitments.get(place) == commitments:
            return
        if state.step != "commit":
            raise CommandRefused("too_late")
        if place in state.commitments:
            raise CommandRefused.by_dealing(NumberRefused("committed_already"))
        if len(commitments) != state.plan.rounds or not all(map(is_hex32, commitments)):
            raise CommandRefused.by_dealing(NumberRefused("not_hex32"))
        self.add(NumberCommitted(place, commitments))
        self.go_on()

    def reveal(self, place: int, number: str) -> None:
        """Record the number that a place reveals. The same number again changes nothing. Raises
        CommandRefused if it does not match the commitments, or comes too early or too late."""
        state = self.state
        if state.numbers.get(place) == number:
            return
        if state.step == "commit":
            raise CommandRefused("not_locked")
        if state.step != "reveal":
            raise CommandRefused("too_late")
        committed = state.commitments.get(place)
        if committed is None:
            raise CommandRefused.by_dealing(NumberRefused("not_committed"))
        if not is_hex32(number):
            raise CommandRefused.by_dealing(NumberRefused("not_hex32"))
        calls = (call_of(state, board) for board in range(1, state.plan.rounds + 1))
        if committed != tuple(commitment(call, Seat(place), number) for call in calls):
            raise CommandRefused.by_dealing(NumberRefused("does_not_fit"))
        self.add(NumberRevealed(place, number))
        self.go_on()

    def go_on(self, *, late: bool = False) -> None:
        """Take all steps of the dealing that need not wait for a player. With `late`, the time for
        the current step is up, so that it does not wait for anybody."""
        while self.state.step is not None:
            state = self.state
            heard = state.commitments if state.step == "commit" else state.numbers
            waited = [at for at in state.expected if state.player_at(at) is not None]
            if not late and not all(at in heard for at in waited):
                return
            late = False
            if state.step == "commit":
                self.add(CommitmentsLocked(self.at + NUMBERS_MS))
            else:
                self.add(BoardsSettled())
                self.begin_round()

    def tick(self) -> None:
        """Do what is due at the time of the entry."""
        state = self.state
        if state.until is None or self.at < state.until:
            return
        if state.stage == "calling":
            self.go_on(late=True)
        else:
            self.begin_round()

    def begin_round(self) -> None:
        """Begin the next round: draw ids for its tables, and seat the entrants."""
        state = self.state
        number = state.round + 1
        tables = movement(state.places // SEATS, state.plan.rounds)[number - 1]
        names = (_seed(self.entropy, "table", at)[:32] for at in range(len(tables)))
        ends = self.at + state.plan.minutes * 60_000 if state.plan.minutes else None
        self.add(RoundBegan(number, tuple(map(RoundTable, names, tables)), ends))

    def end_round(self, command: RoundDone) -> None:
        """Record the results of the running round. The tournament ends after the last round, and is
        cancelled after a round in which no player made a choice. Ignored for any other round."""
        running = self.state.running
        if running is None or command.round != self.state.round or self.state.stage != "playing":
            return
        if len(command.results) != len(running.tables):
            raise ValueError("a round is over once each of its tables has a result")
        last = command.round == self.state.plan.rounds
        nobody = all(result.by_nobody for result in command.results)
        following = None if last or nobody else self.at + BREAK_MS
        self.add(RoundEnded(command.round, command.results, following))
        if last:
            self.add(TournamentEnded())
        elif nobody:
            self.add(Cancelled())

    def cancel(self) -> None:
        """Cancel the tournament."""
        if self.state.stage == "ended":
            raise CommandRefused("tournament_over")
        if self.state.stage != "cancelled":
            self.add(Cancelled())


def _seed(entropy: str, *path: str | int) -> str:
    if not is_hex32(entropy):
        raise ValueError("fresh randomness is wanted here, as 64 digits of 0-9 and a-f")
    return child_seed(entropy, *path)


def due(state: Tournament) -> int | None:
    """The time (milliseconds since 1970) at which the server must send the next Tick, or None if
    there is no deadline. The end of a round is not included: it does not change the tournament, but
    the tables must be told to play out."""
    return state.until
