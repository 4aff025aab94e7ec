"""The environments of Gymnasium: its own checks, and what is our own."""

import copy
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from numpy.typing import ArrayLike, NDArray

import gongzhu.research
from gongzhu.bots import UnknownLevel, make_bot
from gongzhu.cards import PACK, Seat
from gongzhu.research import decode, numbers_of, vector
from gongzhu.research.episodes import ILLEGAL_REWARD, SteppedDeal, rewards_of
from gongzhu.research.single import SeatEnv, SeatVectorEnv
from gongzhu.rules import PRESETS, Action, Play, start_deal
from gongzhu.view import View, view_of

NAMES = ("gongzhu/GongZhu-v0", "gongzhu/Hearts-v0")


@pytest.mark.parametrize("name", NAMES)
# It would like scaled observations and rewards, and knows no bytes but pictures.
@pytest.mark.filterwarnings("ignore::UserWarning:gymnasium")
def test_gymnasium_finds_no_fault(name: str) -> None:
    env = gymnasium.make(name, opponents="random", render_mode="ansi")
    check_env(env.unwrapped, skip_render_check=True)
    env.reset(seed=1)
    assert "♠" in str(env.render())


def played(env: SeatEnv, seed: int | None = None) -> tuple[int, float, int]:
    """The seat, the reward and the number of steps of a deal with the first action allowed."""
    _, info = env.reset(seed=seed)
    steps, over, reward = 0, False, 0.0
    while not over:
        action = int(env.action_masks().argmax())
        assert info["action_mask"][action]
        _, reward, over, truncated, info = env.step(action)
        assert not truncated
        steps += 1
    return int(env.seat), reward, steps


def test_every_preset_is_played_among_bots() -> None:
    for preset in PRESETS.values():
        env = SeatEnv(preset.rules, opponents="random")
        assert played(env, 3) == played(env, 3)


def test_the_learner_changes_seats_unless_it_has_one() -> None:
    env = SeatEnv("hearts-denexa", ["random", "novice", "steady"])
    assert [played(env, seed)[0] for seed in (1, None, None, None, None)] == [0, 1, 2, 3, 0]
    fixed = SeatEnv("hearts-denexa", "random", seat=2)
    assert [played(fixed, seed)[0] for seed in (1, None)] == [2, 2]


def test_an_action_that_is_not_allowed_ends_the_deal() -> None:
    env = SeatEnv("gongzhu-pagat", "random")
    env.reset(seed=1)
    for action in (135, 136, 500, -84):
        env.reset(seed=1)
        _, reward, over, _, _ = env.step(action)
        assert (reward, over) == (ILLEGAL_REWARD, True)


def test_a_step_after_the_end_is_refused_until_the_next_reset() -> None:
    env = SeatEnv("hearts-denexa", "random")
    env.reset(seed=1)
    env.step(500)
    with pytest.raises(ResetNeeded, match="the episode is over"):
        env.step(500)
    _, info = env.reset(seed=2)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    for action in (0, 500):
        with pytest.raises(ResetNeeded, match="the episode is over"):
            env.step(action)
    env.reset(seed=3)


def test_a_copy_of_many_deals_plays_on_by_itself() -> None:
    env = SeatVectorEnv("hearts-denexa", 4, "random", copy=False)
    seen, info = env.reset(seed=1)
    before = seen.copy()
    other = copy.copy(env)
    actions = info["action_mask"].argmax(axis=1)
    told = [np.array(part) for part in other.step(actions)[:3]]
    assert np.array_equal(seen, before)
    for mine, others in zip(env.step(actions)[:3], told, strict=True):
        assert np.array_equal(np.asarray(mine), others)


def test_what_is_asked_wrongly_is_refused() -> None:
    with pytest.raises(UnknownLevel, match=r"master, policy, network$"):
        SeatEnv(opponents="grandmaster")
    with pytest.raises(ValueError, match="there are 3 opponents, not 2"):
        SeatEnv(opponents=["random", "random"])
    with pytest.raises(ValueError, match="seat is 0 to 3, not 4"):
        SeatEnv(seat=4)
    with pytest.raises(ValueError, match="seat is 0 to 3, not -1"):
        SeatVectorEnv(seat=-1)
    for make in (gymnasium.make, gymnasium.make_vec):
        with pytest.raises(ValueError, match="these are rules of hearts, not of gongzhu"):
            make("gongzhu/GongZhu-v0", rules="hearts-denexa")
    for make in (SeatEnv, SeatVectorEnv):
        with pytest.raises(TypeError, match="an opponent is a level or a bot, not 5"):
            make(opponents=5)  # type: ignore[arg-type]
        with pytest.raises(ValueError, match="these are rules without partners"):
            make("gongzhu-pagat", partner=True)
        with pytest.raises(ValueError, match="there are 2 opponents, not 3"):
            make("gongzhu-pagat-partners", opponents=["random"] * 3, partner=True)
    with pytest.raises(UnknownLevel, match=r"master, policy, network$"):
        SeatVectorEnv(opponents="grandmaster")
    with pytest.raises(TypeError, match="'float' object"):
        SeatEnv(seat=1.5)  # type: ignore[arg-type]


def test_a_seat_may_be_a_number_of_numpy() -> None:
    seat: Any = np.int64(2)
    assert played(SeatEnv(opponents="random", seat=seat), 1) == played(
        SeatEnv(opponents="random", seat=2), 1
    )


def test_a_deal_must_have_begun() -> None:
    one, many = SeatEnv("gongzhu-pagat", "random"), SeatVectorEnv("gongzhu-pagat", 4)
    for ask in (lambda: one.step(0), one.action_masks, one.render, lambda: many.step([0] * 4)):
        with pytest.raises(ResetNeeded):
            ask()


def test_the_masks_are_those_that_gymnasium_draws_by() -> None:
    one = gymnasium.make(NAMES[0], opponents="random")
    _, info = one.reset(seed=1)
    assert info["action_mask"][one.action_space.sample(info["action_mask"])]
    many = gymnasium.make_vec(NAMES[0], num_envs=4)
    _, info = many.reset(seed=1)
    actions = many.action_space.sample(tuple(info["action_mask"]))
    assert info["action_mask"][range(4), actions].all()


def test_a_person_who_watches_sees_the_hands_before_the_first_step(
    capsys: pytest.CaptureFixture[str],
) -> None:
    SeatEnv(opponents="random", render_mode="human").reset(seed=1)
    assert "♠" in capsys.readouterr().out


def first(_: NDArray[np.uint8], masks: NDArray[np.uint8]) -> ArrayLike:
    return np.asarray(masks.argmax(axis=1))


@pytest.mark.parametrize("name", NAMES)
def test_many_deals_have_the_surface_of_gymnasium(name: str) -> None:
    env = gymnasium.make_vec(name, num_envs=8, seat=1)
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=1)
    ended = 0
    for _ in range(60):
        assert env.observation_space.contains(seen)
        actions = first(seen, info["action_mask"])
        assert env.action_space.contains(actions)
        seen, rewards, over, truncated, info = env.step(actions)
        assert not truncated.any()
        assert not rewards[~over].any()
        ended += int(over.sum())
    assert ended > 8
    with pytest.raises(ValueError, match="may not take action"):
        env.step(np.full(8, 135))


def test_many_deals_give_the_learner_what_one_gives() -> None:
    """Everybody takes the first action, in a learner's deals and in bare ones of the same seed."""
    env = SeatVectorEnv("hearts-denexa", 4, opponents=first, seat=2)
    bare = vector("hearts-denexa", 4, seed=5)
    expected: list[float] = []
    while len(expected) < 4:
        bare.step(bare.masks.argmax(axis=1))
        expected += bare.rewards[bare.done, 2].tolist()
    _, info = env.reset(seed=5)
    found: list[float] = []
    while len(found) < 4:
        _, rewards, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        found += rewards[over].tolist()
    assert sorted(found) == sorted(expected)


def test_resets_of_many_deals_without_a_seed_go_on_from_the_last_one() -> None:
    one, other = (SeatVectorEnv("hearts-denexa", 4) for _ in range(2))
    seen = [np.stack([env.reset(seed=seed)[0] for seed in (1, None, None)]) for env in (one, other)]
    assert np.array_equal(seen[0], seen[1])
    assert len(np.unique(seen[0], axis=0)) == 3


def moves(env: SeatVectorEnv, seed: int, steps: int) -> list[NDArray[np.uint8]]:
    """The learner's observations when it takes the first action that is allowed."""
    seen, info = env.reset(seed=seed)
    sights = [seen]
    for _ in range(steps):
        seen, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
        sights.append(seen)
    return sights


@pytest.mark.parametrize("rules", ["gongzhu-pagat", "gongzhu-pagat-5", "hearts-denexa"])
def test_levels_play_at_many_deals_as_at_one(rules: str) -> None:
    """The same cards in the engine: levels that draw no lots play them the same way."""
    count = PRESETS[rules].rules.players
    levels = ["novice", "steady", "novice", "steady"][: count - 1]
    many = SeatVectorEnv(rules, 3, levels, seat=1)
    seen, info = many.reset(seed=1)
    begun = vector(rules, 3, seed=1)
    hands = [[[PACK[i] for i in np.flatnonzero(hand)] for hand in deal] for deal in begun.hands()]
    views = [decode(many.rules, row)[0].public for row in begun.observations]
    beside = [
        SteppedDeal(start_deal(many.rules, dealt, public.number)[0])
        for dealt, public in zip(hands, views, strict=True)
    ]
    bots = {Seat((2 + index) % count): make_bot(level) for index, level in enumerate(levels)}
    going = {0, 1, 2}
    while going:
        actions = info["action_mask"].argmax(axis=1)
        for row in going:
            stepped = beside[row]
            while stepped.seat != 1:
                view = view_of(stepped.deal, stepped.seat)
                for number in numbers_of(bots[stepped.seat].choose(view, Random(1), 0)):
                    stepped.step(number)
            assert np.array_equal(seen[row], stepped.observe(Seat(1)))
            stepped.step(int(actions[row]))
        seen, _, over, _, info = many.step(actions)
        assert (info["seat"] == 1).all()
        going -= {*np.flatnonzero(over).tolist()}


def test_levels_that_draw_lots_draw_the_same_by_the_same_seed() -> None:
    one, other = (SeatVectorEnv("hearts-denexa", 4, "random") for _ in range(2))
    again = moves(one, 3, 40)
    assert np.array_equal(again, moves(other, 3, 40))
    assert np.array_equal(again, moves(one, 3, 40))
    alone = SeatVectorEnv("hearts-denexa", 2, "random")
    assert np.array_equal(np.stack(again)[:, :2], moves(alone, 3, 40))


class Lowest:
    """Plays the lowest card; what else there is to choose it leaves to `random`."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        if cards := view.playable():
            return Play(min(cards, key=lambda card: card.order))
        return make_bot("random").choose(view, rng, budget)


def test_a_learner_may_have_its_partners_seat_too() -> None:
    rules = "gongzhu-pagat-partners"
    one = SeatEnv(rules, ["novice", Lowest()], seat=1, partner=True)
    asked, over, reward = [], False, 0.0
    _, info = one.reset(seed=1)
    while not over:
        asked.append(info["seat"])
        assert one.action_masks().any()
        action = int(info["action_mask"].argmax())
        _, reward, over, _, info = one.step(action)
    assert len(asked) == 28
    assert {*asked} == {1, 3}
    assert reward == rewards_of(one._stepped.deal)[3]

    many = SeatVectorEnv(rules, 4, ["novice", Lowest()], seat=1, partner=True)
    seen, info = many.reset(seed=1)
    rewards, ended = np.zeros(4, np.float32), np.zeros(4, np.bool_)
    steps = 0
    while not ended.any():
        steps += 1
        assert np.isin(info["seat"], [1, 3]).all()
        for row in range(4):
            assert decode(many.rules, seen[row])[0].seat == info["seat"][row]
        seen, rewards, ended, _, info = many.step(info["action_mask"].argmax(axis=1))
    assert steps == 28
    assert rewards.any()


def test_many_deals_have_no_options() -> None:
    env = SeatVectorEnv("hearts-denexa", 4)
    env.reset(seed=1, options={})
    with pytest.raises(ValueError, match="no options, not even"):
        env.reset(seed=1, options={"number": 1})


def test_arrays_go_to_other_libraries_without_a_copy() -> None:
    env = SeatVectorEnv("hearts-denexa", 4, copy=False)
    seen, _ = env.reset(seed=1)
    shared = np.from_dlpack(seen)
    assert np.shares_memory(shared, seen)
    assert env.reset(seed=2)[0] is seen


def test_without_gymnasium_the_rest_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    registered = dict(gymnasium.registry)
    monkeypatch.setattr(gongzhu.research, "find_spec", lambda _: None)
    gongzhu.research.register()
    assert gymnasium.registry == registered
