"""The environments of PettingZoo: its own tests, and what is our own."""

from typing import Any

import numpy as np
import pettingzoo
import pytest
from gymnasium.spaces import Box
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)

import gongzhu.research
from gongzhu.cards import Seat
from gongzhu.research import decode
from gongzhu.research.aec import GongzhuEnv
from gongzhu.research.episodes import ILLEGAL_REWARD
from gongzhu.rules import PRESETS

NAMES = ("gongzhu/GongZhu-v0", "gongzhu/Hearts-v0")
each_game = pytest.mark.parametrize("name", NAMES)
# An observation with a mask is a dictionary, and those who wait have no action; PettingZoo warns
# of both unless it knows an environment by name.
as_dictionary = pytest.mark.filterwarnings("ignore::UserWarning:pettingzoo")


@each_game
@as_dictionary
def test_pettingzoo_finds_no_fault(name: str) -> None:
    api_test(pettingzoo.make("aec", name), num_cycles=100)
    seed_test(lambda: pettingzoo.make("aec", name), num_cycles=20)
    render_test(lambda **asked: pettingzoo.make("aec", name, **asked))


@each_game
@as_dictionary
def test_nor_does_it_with_the_parallel_surface(name: str) -> None:
    parallel_api_test(pettingzoo.make("parallel", name), num_cycles=80)
    parallel_seed_test(lambda: pettingzoo.make("parallel", name), num_cycles=5)


def played(env: GongzhuEnv, seed: int | None) -> dict[str, float]:
    """The rewards of a deal in which everybody takes the first action that is allowed."""
    rewards = {}
    env.reset(seed)
    for agent in env.agent_iter():
        seen, reward, ended, _, _ = env.last()
        rewards[agent] = reward
        env.step(None if ended else int(seen["action_mask"].argmax()))
    return rewards


def test_every_preset_is_played_to_its_end() -> None:
    for preset in PRESETS.values():
        env = GongzhuEnv(preset.rules)
        rewards = played(env, 7)
        assert len(rewards) == preset.rules.players
        assert any(rewards.values())
        assert rewards == played(env, 7)
        assert not env.agents


def test_resets_without_a_seed_go_on_from_the_last_one() -> None:
    one, other = GongzhuEnv("hearts-denexa"), GongzhuEnv("hearts-denexa")
    assert [played(one, 3), *[played(one, None) for _ in range(3)]] == [
        played(other, 3),
        *[played(other, None) for _ in range(3)],
    ]
    directions = []
    for _ in range(4):
        one.reset()
        observation = one.observe("player_0")["observation"]
        directions.append(decode(one.rules, observation)[0].public.passing)
    assert sorted(directions) == [-1, 0, 1, 2]


def test_options_of_a_reset_are_the_position_in_the_game() -> None:
    env = GongzhuEnv("gongzhu-pagat")
    totals = (-100, 30, 0, -960)
    env.reset(1, {"number": 5, "totals": totals, "leader": Seat(2)})
    public = decode(env.rules, env.observe("player_1")["observation"])[0].public
    assert (public.number, public.totals, public.leader) == (5, totals, 2)
    with pytest.raises(ValueError, match="totals are for 4 sides"):
        env.reset(1, {"totals": (1, 2)})


@pytest.mark.parametrize(
    ("seed", "options", "told"),
    [
        (1, {"total": (0, 0, 0, 0)}, "options are number, totals, leader, not 'total'"),
        (1, {"number": "3"}, "number is a whole number from 0 to 65535, not '3'"),
        (1, {"number": -1}, "number is a whole number from 0 to 65535, not -1"),
        (1, {"number": 1 << 16}, "number is a whole number from 0 to 65535, not 65536"),
        (1, {"totals": "abcd"}, "totals are a list of whole numbers, by side, not 'abcd'"),
        (
            1,
            {"totals": [0.5] * 4},
            "a total is a whole number from -17179869183 to 17179869183, not 0.5",
        ),
        (1, {"totals": [1 << 34] * 4}, "a total is a whole number from .*, not 17179869184"),
        (1, {"number": 1}, "the deal before decides who leads deal 1: leader must say it"),
        (1, {"leader": 7}, "leader is a whole number from 0 to 3, not 7"),
        (1, 5, "options are a dict, not 5"),
        (1.0, {}, r"seed is a whole number from 0, not 1\.0"),
        ("1", {}, "seed is a whole number from 0, not '1'"),
        (-1, {}, "seed is a whole number from 0, not -1"),
    ],
)
def test_what_is_no_option_of_a_reset_is_refused_there(seed: Any, options: Any, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        GongzhuEnv("gongzhu-pagat").reset(seed, options)


def test_the_same_number_is_the_same_seed_whatever_its_type() -> None:
    env, seed = GongzhuEnv("gongzhu-pagat"), np.int64(1)
    assert played(env, 1) == played(env, seed) == played(env, True)  # type: ignore[arg-type]


def test_a_person_who_watches_sees_every_hand_from_the_start(
    capsys: pytest.CaptureFixture[str],
) -> None:
    GongzhuEnv("gongzhu-pagat", "human").reset(1)
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_the_state_is_what_all_seats_see() -> None:
    env = GongzhuEnv("gongzhu-pagat")
    env.reset(1)
    state = env.state()
    assert isinstance(env.state_space, Box)
    assert env.state_space.contains(state)
    sights = [env.observe(agent)["observation"] for agent in env.agents]
    assert np.array_equal(state, np.concatenate(sights))


@each_game
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_an_action_that_is_not_allowed_ends_the_deal(name: str) -> None:
    env = pettingzoo.make("aec", name)
    env.reset(1)
    agent = env.agent_selection
    env.step(135)
    assert env.rewards[agent] == ILLEGAL_REWARD
    assert all(env.terminations.values())


def test_what_is_asked_wrongly_is_refused() -> None:
    with pytest.raises(ValueError, match="GongZhu-v0 is not played by rules of Hearts-v0"):
        pettingzoo.make("aec", "gongzhu/GongZhu-v0", rules="hearts-denexa")
    with pytest.raises(ValueError, match='render_mode is "human" or "ansi", not'):
        pettingzoo.make("aec", "gongzhu/Hearts-v0", render_mode="rgb_array")


def test_without_pettingzoo_the_rest_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    registered = dict(pettingzoo.aec_registry)
    monkeypatch.setattr(gongzhu.research, "find_spec", lambda _: None)
    gongzhu.research.register()
    assert pettingzoo.aec_registry == registered
