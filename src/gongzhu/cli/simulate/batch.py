"""Plays a batch of deals, in this process or game by game in a worker pool."""

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from itertools import count, islice

from msgspec import Struct

from gongzhu.bots.selfplay import SelfPlayConfig, play_game, play_given
from gongzhu.computing import HERE, Pool
from gongzhu.records import DealRecord, write_jsonl
from gongzhu.rules import piles
from gongzhu.rules.events import Hands


class PlayedDeal(Struct, frozen=True):
    """A played deal: its line of the record file, and its figures for the summary."""

    line: str
    scores: tuple[int, ...]
    """Scores by seat; a partnership's common score is given at both of its seats."""
    game_over: bool


Games = Generator[Iterable[PlayedDeal], None, None]
"""An endless stream of games, each as its deals in order."""


def played(
    setup: SelfPlayConfig, deals: int, pool: Pool = HERE, given: Sequence[Hands] = ()
) -> Generator[PlayedDeal, None, None]:
    """Play `deals` deals; their order and content are the same for every pool. With `given` hands,
    these are played one after another in this process, since the game of each depends on all before
    it.

    Games are independent of each other, and each is played by one process from its beginning.
    Raises ClusterError.
    """
    if given:
        yield from map(_played, play_given(setup, given))
        return
    games: Games = (
        _one_by_one(setup) if pool.alone else pool.map(partial(_whole_game, setup, deals), count())
    )
    with closing(games):
        left = deals
        for game in games:
            for deal in islice(game, left):
                left -= 1
                yield deal
            if not left:
                return


def _one_by_one(setup: SelfPlayConfig) -> Games:
    for number in count():
        yield map(_played, play_game(setup, number))


def _whole_game(setup: SelfPlayConfig, most: int, number: int) -> list[PlayedDeal]:
    return [_played(record) for record in islice(play_game(setup, number), most)]


def _played(record: DealRecord) -> PlayedDeal:
    by_seat = {
        seat: score
        for owner, score in zip(piles(record.rules), record.scores, strict=True)
        for seat in owner
    }
    scores = tuple(by_seat[seat] for seat in sorted(by_seat))
    return PlayedDeal("".join(write_jsonl([record])), scores, record.game_over)
