"""Makes puzzles from games between bots of several levels, or from recorded deals."""

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path

from msgspec import Raw, Struct

from gongzhu.bots.selfplay import SelfPlayConfig, play_game
from gongzhu.computing import HERE, Pool
from gongzhu.puzzles.finding import puzzles_in
from gongzhu.puzzles.puzzle import written
from gongzhu.records import DealRecord, FileEntry, RecordError, Verifier, scan_file
from gongzhu.rules import RuleSet
from gongzhu.texts import Sayable, SystemReason

MIXES: tuple[tuple[str, ...], ...] = (
    ("novice", "steady"),
    ("steady", "novice", "novice", "steady"),
    ("steady",),
    ("novice", "steady", "strong", "steady"),
)
"""The bot levels by seat for games 0, 1, 2, …; repeated in turn. A shorter tuple is repeated over
the seats."""
DEALS_OF_A_GAME = 4
"""Number of deals used of each game, from the first: near its end a game is no longer about
points."""


class MadePuzzles(Struct, frozen=True):
    """The puzzles found in one game of bots, or in one deal of a file of records."""

    number: int
    """Number of the game, or of the deal in the file, 0-based."""
    puzzles: tuple[Raw, ...]
    """The puzzles as encoded JSON."""


class UnreadableRecords(ValueError):
    """Raised for a file of records that cannot be read, or that holds something other than records
    of possible deals."""

    def __init__(self, path: Path, fault: Sayable) -> None:
        super().__init__(f"{path}: {fault.text('en')}")
        self.path = path
        self.fault = fault


def puzzles_of_game(rules: RuleSet, preset: str | None, seed: str, number: int) -> MadePuzzles:
    """The puzzles in the first DEALS_OF_A_GAME deals of game `number` between bots; the same
    arguments always give the same puzzles."""
    levels = MIXES[number % len(MIXES)]
    setup = SelfPlayConfig(rules=rules, preset=preset, levels=levels, seed=seed)
    records = islice(play_game(setup, number), DEALS_OF_A_GAME)
    return MadePuzzles(number, tuple(_puzzles(records, seed)))


def made_of_games(
    rules: RuleSet,
    preset: str | None,
    seed: str,
    numbers: Iterable[int],
    pool: Pool = HERE,
) -> Iterator[MadePuzzles]:
    """The puzzles of the games with these numbers, in the order of the numbers; computed in
    `pool`."""
    return pool.map(partial(puzzles_of_game, rules, preset, seed), numbers)


def made_of_records(
    files: Iterable[Path],
    rules: RuleSet,
    seed: str,
    done: Collection[int],
    pool: Pool = HERE,
    *,
    other_rules: list[int],
) -> Iterator[MadePuzzles]:
    """The puzzles of those deals in the files that were played under these rules, except deals
    whose number (0-based, counted over all files) is in `done`. The numbers of deals under other
    rules are appended to `other_rules`. Raises UnreadableRecords."""
    return pool.map(partial(_made_of_record, seed), _wanted(files, rules, done, other_rules))


def _wanted(
    files: Iterable[Path], rules: RuleSet, done: Collection[int], other_rules: list[int]
) -> Iterator[tuple[int, DealRecord]]:
    number = 0
    for path in files:
        verifier = Verifier()
        for entry in _entries(path):
            if isinstance(entry.found, RecordError):
                raise UnreadableRecords(path, entry.found.fault)
            for fault in verifier.check(entry.found):
                raise UnreadableRecords(path, fault.at(entry.line))
            if entry.found.rules != rules:
                other_rules.append(number)
            elif number not in done:
                yield number, entry.found
            number += 1


def _entries(path: Path) -> Iterator[FileEntry]:
    try:
        with path.open("rb") as stream:
            yield from scan_file(stream)
    except OSError as error:
        raise UnreadableRecords(path, SystemReason(error)) from error


def _made_of_record(seed: str, wanted: tuple[int, DealRecord]) -> MadePuzzles:
    number, record = wanted
    return MadePuzzles(number, tuple(_puzzles([record], seed)))


def _puzzles(records: Iterable[DealRecord], seed: str) -> Iterator[Raw]:
    for record in records:
        yield from (Raw(written(puzzle)) for puzzle in puzzles_in(record, seed))
