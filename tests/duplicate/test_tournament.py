"""The tournament as a state machine: who may do what when, and what becomes of the numbers."""

from typing import Any

import msgspec
import pytest

from gongzhu.cards import Seat
from gongzhu.dealing import Absent, BotSeat, Revealed, Withheld, check_deals, commitment
from gongzhu.duplicate.boards import call_of, evidence_of
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
from gongzhu.duplicate.events import BoardResult, Event, Plan, RoundBegan, TournamentEntry
from gongzhu.duplicate.evolve import evolve
from gongzhu.duplicate.scoring import standings
from gongzhu.duplicate.state import Tournament
from gongzhu.duplicate.tournament import BREAK_MS, NUMBERS_MS, decide, due, plan
from gongzhu.rules import PRESETS
from gongzhu.table import CommandRefused, NewerFormat
from gongzhu.table.commands import Tick

ENTROPY = "ab" * 32
NUMBER = "17" * 32
PEOPLE = ("ann", "bo", "cleo")


class Running:
    """A tournament, its log, and its time."""

    def __init__(self, *people: str, rounds: int = 2, minutes: int = 0, least: int = 8) -> None:
        self.now = 1_000
        self.state, first = plan(
            planned(rounds=rounds, minutes=minutes, least=least), 0, "host", ENTROPY
        )
        self.log = [first]
        for person in people:
            self.do(Enter(), person)

    def do(
        self,
        command: TournamentCommand | TournamentServerCommand,
        by: str | None = None,
        present: tuple[str, ...] = (),
    ) -> list[Event]:
        """What happens, which is nothing where the list is empty."""
        done = decide(self.state, command, self.now, by=by, present=present, entropy=ENTROPY)
        if done is None:
            return []
        self.state, entry = done
        self.log.append(entry)
        return list(entry.events)

    def refused(self, command: TournamentCommand, by: str) -> str:
        with pytest.raises(CommandRefused) as refusal:
            self.do(command, by)
        assert refusal.value.text("zh") != refusal.value.text("en")
        return refusal.value.code

    def later(self, milliseconds: int) -> list[Event]:
        self.now += milliseconds
        return self.do(Tick())

    def commits(self, *people: str) -> None:
        for person in people:
            self.do(CommitNumber(self.promise(person)), person)

    def promise(self, person: str, number: str = NUMBER) -> tuple[str, ...]:
        place = self.state.place_of(person)
        assert place is not None
        boards = range(1, self.state.plan.rounds + 1)
        return tuple(commitment(call_of(self.state, at), Seat(place), number) for at in boards)

    def step(self) -> str | None:
        """What the players are asked for now."""
        return self.state.step

    def players(self) -> tuple[str, ...]:
        return self.state.players

    def begun(self) -> None:
        """Begin, and go on until the first round is played, with a number from everybody."""
        people = self.state.players
        self.do(Begin(), "host", people)
        self.commits(*people)
        for person in people:
            self.do(RevealNumber(NUMBER), person)

    def round_done(self, *, by_nobody: bool = False) -> list[Event]:
        running = self.state.running
        assert running is not None
        results = (
            BoardResult(f"g{at}", (at, 0, 0, -at), by_nobody=by_nobody or at > 0)
            for at in range(len(running.tables))
        )
        return self.do(RoundDone(self.state.round, tuple(results)))


def planned(**changes: Any) -> Plan:
    values: dict[str, Any] = {
        "tournament": "friday",
        "club": "club",
        "name": "Friday",
        "preset": "gongzhu-pagat",
        "rules": PRESETS["gongzhu-pagat"].rules,
        "rounds": 2,
        "scoring": "matchpoints",
        "minutes": 0,
        "move": 20,
        "level": "steady",
        **changes,
    }
    return Plan(**values)


def kinds(events: list[Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_players_enter_and_withdraw_until_it_begins() -> None:
    running = Running(*PEOPLE)
    assert running.do(Enter(), "ann") == []
    running.do(Withdraw(), "bo")
    assert running.players() == ("ann", "cleo")
    assert running.refused(Withdraw(), "bo") == "not_entered"
    running.do(Enter(), "bo")
    running.begun()
    assert running.players() == ("ann", "cleo", "bo")
    assert running.refused(Enter(), "dev") == "tournament_began"
    assert running.refused(Begin(), "host") == "tournament_began"


def test_it_has_room_for_sixty_four() -> None:
    running = Running(*(f"p{number}" for number in range(64)))
    assert running.refused(Enter(), "late") == "tournament_full"
    running.do(Begin(), "host")
    assert (running.state.places, running.state.bots) == (64, 0)


@pytest.mark.parametrize(("people", "places"), [(1, 8), (4, 8), (8, 8), (9, 12), (61, 64)])
def test_bots_fill_up_the_last_table(people: int, places: int) -> None:
    running = Running(*(f"p{number}" for number in range(people)))
    running.do(Begin(), "host")
    assert running.state.places == places
    assert running.state.bots == places - people


def test_bots_come_for_as_many_places_as_were_planned() -> None:
    running = Running("p0", "p1", "p2", "p3", least=14)
    running.do(Begin(), "host")
    assert (running.state.places, running.state.bots) == (16, 12)


def test_rules_for_partners_or_five_are_refused() -> None:
    for preset in ("gongzhu-pagat-partners", "gongzhu-pagat-5"):
        with pytest.raises(CommandRefused, match="four players"):
            plan(planned(rules=PRESETS[preset].rules), 0, "host", ENTROPY)
    assert Running().refused(Begin(), "host") == "nobody_entered"


def test_it_goes_on_at_once_when_all_who_are_there_have_sent_theirs() -> None:
    running = Running(*PEOPLE)
    running.do(Begin(), "host", ("ann", "bo", "eve"))
    assert running.state.expected == (0, 1)
    assert running.refused(RevealNumber(NUMBER), "ann") == "not_locked"
    running.commits("ann")
    running.commits("cleo")  # who came after all
    assert running.step() == "commit"
    running.commits("bo")
    assert running.step() == "reveal"
    assert running.refused(RevealNumber("18" * 32), "ann") == "does_not_fit"
    for person in PEOPLE:
        running.do(RevealNumber(NUMBER), person)
    assert running.state.stage == "playing"
    assert running.do(RevealNumber(NUMBER), "ann") == []
    given = evidence_of(running.state, 1).contributions
    assert [type(each) for each in given] == [Revealed] * 3 + [BotSeat] * 5


def test_it_goes_on_without_those_who_are_late() -> None:
    running = Running(*PEOPLE)
    running.do(Begin(), "host", PEOPLE)
    running.commits("ann", "bo")
    assert running.later(NUMBERS_MS - 1) == []
    assert kinds(running.later(1)) == ["CommitmentsLocked"]
    assert running.refused(CommitNumber(running.promise("cleo")), "cleo") == "too_late"
    running.do(RevealNumber(NUMBER), "ann")
    assert running.refused(RevealNumber(NUMBER), "cleo") == "not_committed"
    assert kinds(running.later(NUMBERS_MS)) == ["BoardsSettled", "RoundBegan"]
    assert running.refused(RevealNumber(NUMBER), "bo") == "too_late"
    given = evidence_of(running.state, 2).contributions
    assert [type(each) for each in given[:4]] == [Revealed, Withheld, Absent, BotSeat]


def test_nobody_need_be_there() -> None:
    running = Running(*PEOPLE)
    events = running.do(Begin(), "host", ())
    assert kinds(events) == ["Called", "CommitmentsLocked", "BoardsSettled", "RoundBegan"]


def test_who_withdraws_while_numbers_are_asked_for_is_not_waited_for() -> None:
    running = Running(*PEOPLE)
    running.do(Begin(), "host", PEOPLE)
    running.commits("ann", "bo")
    events = running.do(Withdraw(), "cleo")
    assert kinds(events) == ["Withdrew", "CommitmentsLocked"]


def test_commitments_are_made_once_and_for_every_board() -> None:
    running = Running(*PEOPLE)
    running.do(Begin(), "host", PEOPLE)
    running.commits("ann")
    assert running.do(CommitNumber(running.promise("ann")), "ann") == []
    other = running.promise("ann", "18" * 32)
    assert running.refused(CommitNumber(other), "ann") == "committed_already"
    assert running.refused(CommitNumber(running.promise("bo")[:1]), "bo") == "not_hex32"
    assert running.refused(CommitNumber(("xy",) * 2), "bo") == "not_hex32"
    assert running.refused(CommitNumber(running.promise("bo")), "dev") == "not_entered"


def test_every_boards_evidence_can_be_checked_and_holds_the_same_numbers() -> None:
    running = Running(*PEOPLE, rounds=5)
    running.begun()
    evidence = [evidence_of(running.state, board) for board in range(1, 6)]
    assert check_deals(evidence) == ()
    assert {each.numbers[:3] for each in evidence} == {(NUMBER,) * 3}
    assert len({each.hands for each in evidence}) == 5
    other = Running(*PEOPLE, rounds=5)
    other.do(Begin(), "host", PEOPLE[:2])
    other.commits(*PEOPLE[:2])
    other.do(RevealNumber(NUMBER), "ann")
    other.later(NUMBERS_MS)
    assert evidence_of(other.state, 1).hands != evidence[0].hands


def test_a_round_follows_the_other_and_the_last_one_ends_it() -> None:
    running = Running(*PEOPLE, minutes=10)
    running.begun()
    state = running.state
    assert state.running is not None
    assert state.running.ends == running.now + 600_000
    assert (state.round, state.done, due(state)) == (1, 0, None)
    assert kinds(running.round_done()) == ["RoundEnded"]
    assert running.state.done == 1
    assert running.state.running is None
    assert running.later(BREAK_MS - 1) == []
    assert kinds(running.later(1)) == ["RoundBegan"]
    assert running.do(RoundDone(1, ())) == []
    assert kinds(running.round_done()) == ["RoundEnded", "TournamentEnded"]
    assert running.state.stage == "ended"
    for command in (Withdraw(), Cancel()):
        assert running.refused(command, "ann") == "tournament_over"
    assert running.refused(Enter(), "dev") == "tournament_over"
    assert running.later(BREAK_MS) == []


def test_a_round_is_over_with_all_of_its_tables() -> None:
    running = Running(*PEOPLE)
    running.begun()
    with pytest.raises(ValueError, match="each of its tables"):
        running.do(RoundDone(1, (BoardResult("g0", (1, 2, 3, 4)),)))


def test_tables_have_names_that_nobody_can_guess() -> None:
    running = Running(*PEOPLE)
    running.begun()
    running.round_done()
    running.later(BREAK_MS)
    names = [each.table for played in running.state.rounds for each in played.tables]
    assert all(len(name) == 32 for name in names)
    with pytest.raises(ValueError, match="randomness"):
        decide(Running(*PEOPLE).state, Begin(), 0, by="host", entropy="")


def test_bots_play_for_those_who_withdraw_until_they_are_back() -> None:
    running = Running(*PEOPLE)
    running.begun()
    assert running.state.player_at(1) == "bo"
    running.do(Withdraw(), "bo")
    assert running.state.player_at(1) is None
    assert running.state.player_at(3) is None
    assert running.do(Withdraw(), "bo") == []
    running.do(Enter(), "bo")
    assert running.state.player_at(1) == "bo"
    assert len(running.state.players) == 3


def test_it_can_be_called_off_and_keeps_what_was_played() -> None:
    running = Running(*PEOPLE)
    running.begun()
    running.round_done()
    running.do(Cancel(), "host")
    assert running.state.stage == "cancelled"
    assert running.later(BREAK_MS) == []
    assert running.do(Cancel(), "host") == []
    assert len(standings(running.state)) == 8
    halfway = Running(*PEOPLE)
    halfway.begun()
    halfway.do(Cancel(), "host")
    assert halfway.round_done() == []


def test_it_is_over_after_a_round_in_which_nobody_played() -> None:
    running = Running(*PEOPLE, rounds=3)
    running.begun()
    running.round_done()
    running.later(BREAK_MS)
    assert kinds(running.round_done(by_nobody=True)) == ["RoundEnded", "Cancelled"]
    assert (running.state.stage, running.state.done, running.state.deserted) == (
        "cancelled",
        2,
        True,
    )
    assert running.later(BREAK_MS) == []
    assert {one.boards for one in standings(running.state)} == {2}
    # The last round ends it in any case, and who calls it off says so.
    last = Running(*PEOPLE, rounds=1)
    last.begun()
    assert kinds(last.round_done(by_nobody=True)) == ["RoundEnded", "TournamentEnded"]
    off = Running(*PEOPLE)
    off.begun()
    off.round_done()
    off.do(Cancel(), "host")
    assert not off.state.deserted


def test_the_log_makes_the_same_tournament_again() -> None:
    running = Running(*PEOPLE)
    running.begun()
    running.do(Withdraw(), "bo")
    running.round_done()
    running.later(BREAK_MS)
    running.round_done()
    state: Tournament | None = None
    for entry in running.log:
        state = evolve(state, msgspec.json.decode(msgspec.json.encode(entry), type=TournamentEntry))
    assert state == running.state
    assert state.seq == len(running.log)


def test_a_log_out_of_order_or_of_later_programs_is_refused() -> None:
    running = Running("ann")
    with pytest.raises(NewerFormat):
        evolve(running.state, TournamentEntry(0, (), v=2))
    with pytest.raises(ValueError, match="begins with its plan"):
        evolve(None, running.log[1])
    with pytest.raises(ValueError, match="begins with its plan"):
        evolve(None, TournamentEntry(0, ()))
    with pytest.raises(ValueError, match="planned once"):
        evolve(running.state, running.log[0])
    with pytest.raises(ValueError, match="somebody"):
        decide(running.state, Enter(), 0)


def test_everybody_sits_once_in_every_round() -> None:
    running = Running(*PEOPLE, rounds=9)
    running.begun()
    for _ in range(9):
        (began,) = [e for e in running.log[-1].events if isinstance(e, RoundBegan)]
        assert sorted(p for table in began.tables for p in table.places) == list(range(8))
        running.round_done()
        running.later(BREAK_MS)
    assert running.state.stage == "ended"
