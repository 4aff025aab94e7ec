"""The steps of the learners, and the gain that each is given."""

import numpy as np

from gongzhu.research import vector
from training.self_play import (
    CARDS,
    Bytes,
    Floats,
    Numbers,
    Steps,
    at_random,
    bytes_to_read,
    gains,
    of_actor,
    play,
)

COUNT, DEALS, SEATS = 120, 3, 4


def steps() -> Steps:
    """Two deals or more of random play, in each of three rows."""
    player = at_random(1)

    def choose(observations: Bytes, masks: Bytes) -> tuple[Numbers, Floats]:
        return player(observations, masks), np.zeros(len(masks), np.float32)

    return play(vector("gongzhu-pagat", DEALS, seed=5), COUNT, choose)


def test_a_step_holds_all_hands_from_the_seat_that_acts_on() -> None:
    played = steps()
    assert (played.hands[..., :CARDS] == played.observations[..., :CARDS]).all()
    # Nobody else holds what that seat holds or what it sees that has been played.
    assert played.hands.reshape(COUNT + 1, DEALS, SEATS, CARDS).sum(2).max() == 1
    assert np.take_along_axis(played.masks, played.actions[..., None], 2).all()


def test_gains_are_what_came_in_the_end_less_what_was_told() -> None:
    played = steps()
    assert played.done.sum(0).min() >= 2
    assert abs(played.rewards.sum(2)).max() < 1e-5
    told = np.random.default_rng(2).random((COUNT + 1, DEALS, SEATS), np.float32)
    gained = gains(played, told, 1.0)
    for row in range(DEALS):
        end = int(np.flatnonzero(played.done[:, row])[0])
        wanted = played.rewards[end, row] - told[: end + 1, row]
        assert np.allclose(gained[: end + 1, row], wanted, atol=1e-5)
    # A deal that goes on is told to bring what is told of it where the steps end.
    assert np.allclose(gained[-1], told[-1] - told[-2])
    only_next = gains(played, told, 0.0)
    assert np.allclose(only_next[0], told[1] - told[0])
    assert of_actor(gained, played)[0, 1] == gained[0, 1, played.seats[0, 1]]


def test_bytes_that_are_always_alike_are_not_read() -> None:
    env = vector("gongzhu-pagat", 64, seed=1)
    read = bytes_to_read(env, 56)
    assert set(range(52)) <= set(read)
    assert not set(read) & set(range(*env.layout.own("number").indices(1744)))
    assert max(read) < env.layout.tricks
