"""A tournament played from a seed: players who come, drop, leave and come back, tables, and a
server that is killed now and then and knows nothing afterwards but its logs."""

from collections.abc import Iterator
from random import Random

from msgspec import Struct, json

from gongzhu.bots import make_bot
from gongzhu.cards import Seat
from gongzhu.dealing import check_deals, child_seed, commitment
from gongzhu.duplicate.boards import board_settings, call_of, evidence_of
from gongzhu.duplicate.commands import (
    Begin,
    CommitNumber,
    Enter,
    RevealNumber,
    RoundDone,
    TournamentCommand,
    TournamentServerCommand,
    Withdraw,
)
from gongzhu.duplicate.events import BoardResult, Plan, RoundBegan, RoundEnded, TournamentEntry
from gongzhu.duplicate.evolve import evolve
from gongzhu.duplicate.scoring import standings
from gongzhu.duplicate.state import Tournament
from gongzhu.duplicate.tournament import decide, plan
from gongzhu.rules import PRESETS
from gongzhu.table import (
    Command,
    CommandRefused,
    Player,
    ServerCommand,
    Table,
    bots_to_move,
    due,
    in_game,
    open_table,
    read_entry,
    seat_of,
    step,
    step_server,
    write_entry,
)
from gongzhu.table import evolve as evolve_table
from gongzhu.table.commands import (
    BotAct,
    Connect,
    Disconnect,
    GiveDeal,
    HouseBot,
    Leave,
    Open,
    PlayOut,
    Resume,
    Sit,
    Tick,
)
from gongzhu.table.moves import must_choose
from gongzhu.view import view_of

START = 1_800_000_000_000
PRESET_NAMES = ("gongzhu-pagat", "hearts-denexa")
KILL = 0.01
"""How often the server is killed between two things that happen."""


class Kept(Struct):
    """What is on disk."""

    entries: list[bytes] = []
    tables: dict[str, list[bytes]] = {}
    results: dict[tuple[int, int], BoardResult] = {}
    """By round and table number; written with the entry that ends the game."""


class Person:
    """A player, and what their program knows."""

    def __init__(self, name: str, rng: Random) -> None:
        self.name = name
        self.number = child_seed(name, rng.random().hex())
        self.takes_part = rng.random() < 0.85
        """False for somebody who never sends a commitment, or a number."""
        self.there = rng.random() < 0.9
        self.restless = rng.choice((0.0, 0.02, 0.1))


class Evening:
    """One tournament from its plan to its end."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.now = START
        self.kept = Kept([], {}, {})
        self.people = [
            Person(f"p{number}", self.rng) for number in range(self.rng.choice((1, 3, 4, 6, 9, 12)))
        ]
        self.tables: dict[str, Table] = {}
        self.kills = 0
        preset = self.rng.choice(PRESET_NAMES)
        planned = Plan(
            tournament=f"t{seed}",
            club="club",
            name="Friday",
            preset=preset,
            rules=PRESETS[preset].rules,
            rounds=self.rng.randint(1, 3),
            scoring=self.rng.choice(("matchpoints", "average")),
            minutes=self.rng.choice((0, 0, 1, 3)),
            move=self.rng.choice((5, 20)),
            level="steady",
        )
        self.state, entry = plan(planned, self.now, "p0", self.entropy)
        self._append(entry)

    @property
    def entropy(self) -> str:
        """Fresh randomness."""
        return self.rng.randbytes(32).hex()

    def play(self, most: int = 20_000) -> None:
        """Play it to its end; fails if it does not end."""
        for person in self.people:
            self.ask(Enter(), person)
        self.ask(Begin(), self.people[0], {each.name for each in self.people if each.there})
        for _ in range(most):
            if self.state.stage in ("ended", "cancelled"):
                return
            self.happen()
        raise AssertionError(f"it did not end: {self.state.stage}, round {self.state.round}")

    def happen(self) -> None:
        """One thing happens: to somebody, at every table, or to the server."""
        rng = self.rng
        self.now += rng.choice((0, 0, 200, 1_000, 3_000))
        if rng.random() < KILL:
            self.kill()
        self.direct()
        person = rng.choice(self.people)
        if self.state.stage == "calling":
            self.send_numbers(person)
        elif rng.random() < person.restless:
            self.be_restless(person)
        for name in list(self.tables):
            self.move(name)

    # --- the server -------------------------------------------------------------------------

    def ask(
        self,
        command: TournamentCommand | TournamentServerCommand,
        person: Person | None = None,
        present: set[str] = frozenset(),  # type: ignore[assignment]
    ) -> None:
        """Send a command to the tournament; one that is refused changes nothing."""
        by = None if person is None else person.name
        before = self.state
        try:
            done = decide(before, command, self.now, by=by, present=present, entropy=self.entropy)
        except CommandRefused:
            return
        if done is not None:
            self.state, entry = done
            self._append(entry)

    def _append(self, entry: TournamentEntry) -> None:
        self.kept.entries.append(json.encode(entry))

    def kill(self) -> None:
        """All is lost but what is on disk, and all connections are."""
        self.kills += 1
        state = refolded(self.kept)
        assert state == self.state
        self.state = state
        self.tables = {name: replayed(log) for name, log in self.kept.tables.items()}
        for name in self.tables:
            self.at_table(name, Resume())

    def direct(self) -> None:
        """What a server does again and again while a tournament runs, whatever was done before."""
        self.ask(Tick())
        running = self.state.running
        if running is None or self.state.stage != "playing":
            return
        for number, round_table in enumerate(running.tables):
            if round_table.table not in self.tables:
                self.open(number)
                if self.rng.random() < KILL:  # killed before the others are open
                    self.kill()
            elif running.ends is not None and self.now >= running.ends:
                self.at_table(round_table.table, PlayOut())
        results = [
            self.kept.results.get((self.state.round, number))
            for number in range(len(running.tables))
        ]
        if all(results):
            done = RoundDone(self.state.round, tuple(each for each in results if each))
            self.ask(done)
            self.ask(done)  # twice does no harm

    def open(self, number: int) -> None:
        """Open a table of the running round, and deal it."""
        state, running = self.state, self.state.running
        assert running is not None
        round_table = running.tables[number]
        settings = board_settings(state, state.round, number)
        table, first = open_table(Open(round_table.table, settings, None), self.now)
        players = [state.player_at(place) for place in round_table.places]
        sitting = tuple(
            HouseBot("steady", "Kiki") if player is None else Player(player, player)
            for player in players
        )
        deal = GiveDeal(evidence_of(state, state.round), sitting)
        dealt = step_server(table, deal, self.now, self.entropy)
        assert dealt is not None
        self.tables[round_table.table], second = dealt
        self.kept.tables[round_table.table] = [write_entry(first), write_entry(second)]
        for person in self.people:
            if person.there and person.name in players:
                self.at_table(round_table.table, Connect(person.name))

    def at_table(
        self, name: str, command: Command | ServerCommand, person: Person | None = None
    ) -> None:
        """Send a command to a table; what it leads to is on disk before anything follows, and the
        result with the entry that ends the game."""
        table, entropy = self.tables[name], self.entropy
        try:
            if person is None:
                done = step_server(table, command, self.now, entropy)  # type: ignore[arg-type]
            else:
                player = Player(person.name, person.name)
                done = step(table, player, command, self.now, entropy)  # type: ignore[arg-type]
        except CommandRefused:
            return
        if done is None:
            return
        self.tables[name], entry = done
        self.kept.tables[name].append(write_entry(entry))
        after = self.tables[name].state
        if in_game(table.state) and after.stage == "finished":
            board = after.settings.board
            assert board
            place = board.round, board.table
            assert place not in self.kept.results, "a score counts once"
            assert after.game is not None
            ended = self.tables[name]
            self.kept.results[place] = BoardResult(
                after.game, after.deals[-1].scores, ended.by_bot, ended.by_nobody
            )

    # --- the players ------------------------------------------------------------------------

    def send_numbers(self, person: Person) -> None:
        """A player's program does its part."""
        state, place = self.state, self.state.place_of(person.name)
        if place is None or not person.there or not person.takes_part:
            return
        if state.step == "commit":
            boards = range(1, state.plan.rounds + 1)
            given = (commitment(call_of(state, at), Seat(place), person.number) for at in boards)
            self.ask(CommitNumber(tuple(given)), person)
        elif self.rng.random() < 0.9:
            self.ask(RevealNumber(person.number), person)

    def be_restless(self, person: Person) -> None:
        """A player drops or comes again, leaves a table or the tournament, or is back."""
        mine = [name for name, table in self.tables.items() if person.name in table.players]
        match self.rng.randrange(4):
            case 0:
                person.there = not person.there
                for name in mine:
                    command = Connect if person.there else Disconnect
                    if seat_of(self.tables[name], person.name) is not None:
                        self.at_table(name, command(person.name))
            case 1 if mine:
                self.at_table(mine[-1], Leave(), person)
            case 2 if mine:
                self.at_table(mine[-1], Sit(), person)
            case _:
                withdrawn = person.name in self.state.withdrawn
                self.ask(Enter() if withdrawn else Withdraw(), person)

    def move(self, name: str) -> None:
        """What is due at a table is carried out; then its bots choose, or one of its players."""
        if not in_game(self.tables[name].state):
            return
        if (time := due(self.tables[name])) is not None and self.now >= time:
            self.at_table(name, Tick())
        table = self.tables[name]
        deal = table.deal
        if deal is None or not (waited := must_choose(table)):
            return
        bots = [seat for seat, _ in bots_to_move(table)]
        for seat in waited:
            action = make_bot("random").choose(view_of(deal, seat), self.rng, 0)
            if seat in bots:
                self.at_table(name, BotAct(seat, action, self.tables[name].seq))
                continue
            person = next(each for each in self.people if each.name == table.players[seat])
            if person.there and self.rng.random() < 0.7:
                self.at_table(name, action, person)


def refolded(kept: Kept) -> Tournament:
    """The tournament that the entries on disk add up to."""
    state: Tournament | None = None
    for entry in kept.entries:
        state = evolve(state, json.decode(entry, type=TournamentEntry))
    assert state is not None
    return state


def replayed(log: list[bytes]) -> Table:
    """The table that the entries on disk add up to."""
    table: Table | None = None
    for entry in log:
        table = evolve_table(table, read_entry(entry))
    assert table is not None
    return table


def check(evening: Evening) -> None:
    """Every table ended, every score counts once, the standings are those of a recount from the
    logs, and the cards are those that everybody's numbers give."""
    state, kept = evening.state, evening.kept
    assert state == refolded(kept)
    rounds, tables = state.done, state.places // 4
    assert (rounds == state.plan.rounds) is not state.deserted
    assert len(kept.results) == len(kept.tables) == rounds * tables
    events = [
        event for entry in kept.entries for event in json.decode(entry, type=TournamentEntry).events
    ]
    began = [event for event in events if isinstance(event, RoundBegan)]
    ended = [event for event in events if isinstance(event, RoundEnded)]
    assert [each.round for each in began] == [each.round for each in ended]
    for over in ended[:-1]:
        assert not all(result.by_nobody for result in over.results)
    points: dict[int, float] = dict.fromkeys(range(state.places), 0.0)
    evidence = []
    for start, end in zip(began, ended, strict=True):
        assert sorted(place for each in start.tables for place in each.places) == list(points)
        played = [replayed(kept.tables[each.table]) for each in start.tables]
        assert len({str(table.finished[0].record.hands) for table in played}) == 1
        for table in played:
            assert table.state.stage == "finished"
            assert table.finished[0].evidence == evidence_of(state, start.round)
        scores = [table.finished[0].record.scores for table in played]
        assert [result.scores for result in end.results] == scores
        for place, own in recounted(start, scores, state):
            points[place] += own
        evidence.append(evidence_of(state, start.round))
    assert check_deals(evidence) == ()
    shown = standings(state)
    for standing in shown:
        assert abs(standing.points - points[standing.place] / rounds) < 1e-9
        better = sum(1 for other in shown if other.points > standing.points + 1e-9)
        assert standing.rank == better + 1


def recounted(
    began: RoundBegan, scores: list[tuple[int, ...]], state: Tournament
) -> Iterator[tuple[int, float]]:
    """Every place and its points in a round, reckoned plainly."""
    sign = 1 if state.plan.rules.aim == "high" else -1
    for number, table in enumerate(began.tables):
        for seat, place in enumerate(table.places):
            own = sign * scores[number][seat]
            others = [sign * each[seat] for at, each in enumerate(scores) if at != number]
            if state.plan.scoring == "average":
                yield place, own - sum(others) / len(others)
            else:
                won = sum(1.0 if own > each else 0.5 if own == each else 0.0 for each in others)
                yield place, 100 * won / len(others)
