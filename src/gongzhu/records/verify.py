"""Verifies records: replays every deal, and compares consecutive deals of a game."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.dealing import deal_hands
from gongzhu.records.fault import RecordError, RecordFault, RecordPosition, shown
from gongzhu.records.model import DealRecord, FileEntry
from gongzhu.records.replay import replayed
from gongzhu.rules import PRESETS, Game, RuleSet, piles

GAMES_AT_ONCE = 10_000
"""Greatest number of unfinished games that a Verifier stores to check their next deal. Enough for
any tournament."""


class _Last(Struct, frozen=True):
    """The state of a game after its last record, with which the next record must agree."""

    deal: int
    """Number of the record's deal in its game, from 0."""
    totals: tuple[int, ...]
    """The total of each side after the deal."""
    over: bool
    """True if the game ended with the deal."""
    leader: Seat | None
    """The leader of the next deal if the last deal decides it and it can be computed, otherwise
    None."""
    rules: RuleSet
    players: tuple[str, ...]
    """Names of the players, by seat."""


class Verifier:
    """Checks records one by one, in the order of their file, and counts them."""

    def __init__(self) -> None:
        self.deals = 0
        """Number of records checked."""
        self.games = 0
        """Number of games to which the records checked belong."""
        self.missing = 0
        """Number of deals missing between two recorded deals of a game."""
        self.changed: Counter[str] = Counter()
        """For each preset, the number of deals that name it but contain other rules, namely those
        of an older version. Each deal is checked by the rules that it contains."""
        self._last: dict[tuple[str, str, str, int], _Last] = {}

    def verify(self, entries: Iterable[FileEntry]) -> Iterator[RecordFault]:
        """Yields every fault in the entries of a file, each with its line."""
        for entry in entries:
            if isinstance(entry.found, RecordError):
                yield entry.found.fault
            else:
                for fault in self.check(entry.found):
                    yield fault.at(entry.line)

    def check(self, record: DealRecord) -> list[RecordFault]:
        """The faults of a record, by itself and in comparison with the previous record of its
        game."""
        self.deals += 1
        faults = _stated(record)
        if record.preset is not None and _changed_since(record.preset, record.rules):
            self.changed[record.preset] += 1
        last = _Last(
            record.deal, record.totals, record.game_over, None, record.rules, record.players
        )
        try:
            right, after = replayed(record)
        except RecordError as error:
            faults.append(error.fault)
        else:
            faults += _results(record, right)
            last = replace(
                last, totals=right.totals, over=right.game_over, leader=_next_leader(right, after)
            )
        return faults + self._following(record, last)

    def _following(self, record: DealRecord, now: _Last) -> list[RecordFault]:
        """The faults found by comparing a record with the last checked deal of its game, if there
        is one. `now` is the state of the game after the record."""
        key = (record.event, record.date, record.origin, record.game)
        before = self._last.pop(key, None)
        faults: list[RecordFault] = []
        if before is None:
            self.games += 1
        elif record.deal == before.deal + 1:
            faults = _breaks(record, before)
            if record.totals_before != before.totals:
                # Reported only once: the next deal is compared with the totals in this record.
                now = replace(now, totals=record.totals, over=record.game_over)
        elif record.deal and _goes_on(record, before):
            faults = [_fault(record, "number", expected=before.deal + 1, before=before.deal)]
            now = replace(now, deal=before.deal + 1)
        elif record.deal > before.deal:
            self.missing += record.deal - before.deal - 1
        else:
            self.games += 1
        self._last[key] = now
        if len(self._last) > GAMES_AT_ONCE:
            del self._last[next(iter(self._last))]
        return faults


def _goes_on(record: DealRecord, before: _Last) -> bool:
    """True if a deal continues the last deal of its game in rules, players and totals. Then a gap
    in the deal numbers means a wrong number, not a missing deal."""
    return (
        not before.over
        and record.totals_before == before.totals
        and record.rules == before.rules
        and record.players == before.players
    )


def _breaks(record: DealRecord, before: _Last) -> list[RecordFault]:
    faults = []
    if before.over:
        faults.append(_fault(record, "after_end", before=before.deal))
    if record.rules != before.rules:
        faults.append(_fault(record, "rules_change"))
    if record.totals_before != before.totals:
        faults.append(_fault(record, "totals_follow", **_both(record.totals_before, before.totals)))
    if before.leader not in (None, record.first_leader):
        faults.append(
            _fault(record, "leader_follow", leader=record.first_leader, captor=before.leader)
        )
    return faults


def _next_leader(record: DealRecord, after: Game) -> Seat | None:
    """The first leader of the next deal if this deal decides it regardless of who deals. Otherwise
    None."""
    rules = record.rules
    if rules.later_lead not in ("winner", "loser"):
        return after.leader
    before = Game(rules, record.totals_before, record.deal)
    leaders = {
        replace(before, dealt=dealt).after(record.scores, None).leader
        for dealt in range(rules.players)
    }
    return leaders.pop() if len(leaders) == 1 else None


def _changed_since(preset: str, rules: RuleSet) -> bool:
    """True if there is a preset of this name and the same family, and its present rules differ."""
    known = PRESETS.get(preset)
    return known is not None and known.rules.family == rules.family and known.rules != rules


def _stated(record: DealRecord) -> list[RecordFault]:
    """The faults of a record that can be found without replaying it."""
    rules = record.rules
    faults = []
    if record.preset is not None:
        preset = PRESETS.get(record.preset)
        if preset is None:
            faults.append(_fault(record, "unknown_preset", preset=shown(record.preset)))
        elif preset.rules.family != rules.family:
            faults.append(_fault(record, "preset", preset=record.preset))
    if record.dealer_seed is not None and deal_hands(rules, record.dealer_seed) != record.hands:
        faults.append(_fault(record, "dealer_seed"))
    if record.deal == 0:
        if any(record.totals_before):
            faults.append(_fault(record, "start", totals=_numbers(record.totals_before)))
    elif (
        Game(rules, record.totals_before, record.deal - 1)
        .after((0,) * len(piles(rules)), None)
        .result
    ):
        faults.append(_fault(record, "over_before", totals=_numbers(record.totals_before)))
    return faults


def _results(record: DealRecord, right: DealRecord) -> list[RecordFault]:
    """The faults of a record whose results differ from those in `right`, which were computed from
    its plays."""
    faults = []
    if record.first_leader != right.first_leader:
        faults.append(
            _fault(record, "first_leader", leader=record.first_leader, right=right.first_leader)
        )
    if record.scores != right.scores:
        faults.append(_fault(record, "scores", **_both(record.scores, right.scores)))
    if record.totals != right.totals:
        faults.append(_fault(record, "totals", **_both(record.totals, right.totals)))
    if record.game_over != right.game_over:
        faults.append(_fault(record, "game_goes_on" if record.game_over else "game_is_over"))
    for key in ("winners", "losers"):
        seats, wanted = getattr(record, key), getattr(right, key)
        if tuple(sorted(seats)) != wanted:
            faults.append(_fault(record, key, **_both(seats, wanted)))
    return faults


def _both(written: Sequence[int], right: Sequence[int]) -> dict[str, str]:
    return {"written": _numbers(written), "right": _numbers(right)}


def _numbers(numbers: Sequence[int]) -> str:
    return f"[{', '.join(str(number) for number in numbers)}]"


def _fault(record: DealRecord, problem: str, **details: str | int) -> RecordFault:
    return RecordFault(problem, RecordPosition(game=record.game, deal=record.deal), details)
