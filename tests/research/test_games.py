"""Games as episodes, in every environment: the engine's own games, deal after deal."""

from random import Random

import gymnasium
import numpy as np
import pettingzoo
import pytest
from gymnasium.utils.env_checker import check_env
from msgspec.structs import replace
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from gongzhu.bots import make_bot
from gongzhu.bots.selfplay import SelfPlayConfig, play_game
from gongzhu.cards import PACK, Card, Seat, seats
from gongzhu.dealing import child_seed
from gongzhu.records import DealRecord
from gongzhu.research import any_action, decode, numbers_of, vector
from gongzhu.research.aec import GongzhuEnv
from gongzhu.research.encoding import Bytes
from gongzhu.research.episodes import SteppedDeal
from gongzhu.research.single import SeatEnv, SeatVectorEnv
from gongzhu.research.vector import Vector
from gongzhu.rules import PRESETS, Game, RuleSet, side_of
from gongzhu.rules.options import NONE
from tests.support.rulesets import OFTEN, every_kind

KINDS = every_kind(seed=11, count=30)
ROWS = 2


def short(rules: RuleSet) -> RuleSet:
    """The same with games of a few deals, which every one of their limits may end."""
    if rules.lower_limit != NONE:
        rules = replace(rules, lower_limit=-400 if rules.aim == "high" else -30)
    if rules.upper_limit != NONE:
        rules = replace(rules, upper_limit=400 if rules.aim == "high" else 30)
    return replace(rules, deals=6 if rules.deals == NONE else min(rules.deals, 6))


def begun(env: Vector, row: int, game: Game) -> SteppedDeal:
    """The deal that a slot has just been dealt, as the next one of a game in the engine."""
    hands: list[tuple[Card, ...]] = [
        tuple(PACK[index] for index in np.flatnonzero(hand)) for hand in env.hands()[row]
    ]
    return SteppedDeal(game.deal(hands)[0])


def worth(rules: RuleSet, totals: tuple[int, ...]) -> list[int]:
    """The totals by seat, more being better."""
    better = -1 if rules.aim == "low" else 1
    return [better * totals[side_of(rules, seat)] for seat in seats(rules.players)]


def outcome(game: Game) -> list[int]:
    """By seat, 1 for those who have won the game, -1 for those who have lost it."""
    if game.result is None:
        return [0] * game.rules.players
    sides = [side_of(game.rules, seat) for seat in seats(game.rules.players)]
    return [(side in game.result.winners) - (side in game.result.losers) for side in sides]


@pytest.mark.parametrize("name", KINDS)
def test_the_games_of_many_deals_are_the_engines(name: str) -> None:
    rules = short(KINDS[name])
    env, rng = vector(rules, ROWS, seed=3, episode="game"), np.random.default_rng(3)
    games = [Game.new(rules)] * ROWS
    beside = [begun(env, row, games[row]) for row in range(ROWS)]
    sums = np.zeros((ROWS, rules.players))
    over = deals = 0
    while over < 2 or (deals == over and over < 10):
        for row, stepped in enumerate(beside):
            assert env.seats[row] == stepped.seat
            assert np.array_equal(env.masks[row], stepped.mask(stepped.seat))
            assert np.array_equal(env.observations[row], stepped.observe(stepped.seat))
        actions = any_action(env.masks, rng)
        env.step(actions)
        sums += env.rewards
        for row, stepped in enumerate(beside):
            stepped.step(int(actions[row]))
            if not stepped.over:
                assert not env.rewards[row].any()
                assert not env.results[row].any()
                assert not env.done[row]
                continue
            games[row] = games[row].after_deal(stepped.deal.public)
            assert sums[row].tolist() == worth(rules, games[row].totals)
            assert env.results[row].tolist() == outcome(games[row])
            assert env.done[row] == (games[row].result is not None)
            deals += 1
            if env.done[row]:
                over += 1
                games[row] = Game.new(rules)
                sums[row] = 0
            beside[row] = begun(env, row, games[row])


def test_a_total_that_turns_positive_is_in_the_last_reward() -> None:
    rules = replace(PRESETS["gongzhu-hwa"].rules, lower_limit=-50)
    assert rules.at_lower_limit == "turns-positive"
    env, rng = vector(rules, 512, seed=1, episode="game"), np.random.default_rng(1)
    sums, turned = np.zeros(env.rewards.shape), 0
    for _ in range(400):
        env.step(any_action(env.masks, rng))
        turned += int((sums[env.done] + env.rewards[env.done] == 50).sum())
        sums += env.rewards
        assert not (sums[env.done] == -50).any()
        sums[env.done] = 0
    assert turned


def test_deals_by_themselves_have_no_results() -> None:
    env, rng = vector("gongzhu-pagat", 64, seed=1), np.random.default_rng(1)
    for _ in range(120):
        env.step(any_action(env.masks, rng))
        assert not env.results.any()


def records(rules: RuleSet, level: str, seed: str, number: int) -> list[DealRecord]:
    """A game as `gongzhu simulate` plays it."""
    setup = SelfPlayConfig(rules=rules, preset=None, levels=(level,), seed=seed)
    return [*play_game(setup, number)]


def asked(rules: RuleSet, level: str, observation: Bytes, rng: Random) -> int:
    """The action that a level takes; it must pass nothing."""
    view, _ = decode(rules, observation)
    return numbers_of(make_bot(level).choose(view, rng, 0))[0]


@pytest.mark.parametrize("name", OFTEN)
def test_the_rewards_of_a_game_in_pettingzoo_add_up_to_its_scores(name: str) -> None:
    """Everybody takes the first action that is allowed."""
    rules = short(PRESETS[name].rules)
    env = GongzhuEnv(rules, episode="game")
    for seed in (1, None):
        env.reset(seed)
        game = Game.new(rules)
        hands = env._stepped.deal.own
        stepped = SteppedDeal(game.deal([own.hand for own in hands])[0])
        gained = dict.fromkeys(env.possible_agents, 0.0)
        for agent in env.agent_iter():
            seen, reward, ended, truncated, info = env.last()
            gained[agent] += reward
            assert not truncated
            if ended:
                assert info == {"result": outcome(game)[env.possible_agents.index(agent)]}
                env.step(None)
                continue
            assert np.array_equal(seen["observation"], stepped.observe(stepped.seat))
            action = int(seen["action_mask"].argmax())
            env.step(action)
            stepped.step(action)
            if stepped.over:
                game = game.after_deal(stepped.deal.public)
                if game.result is None:
                    hands = env._stepped.deal.own
                    stepped = SteppedDeal(game.deal([own.hand for own in hands])[0])
        assert game.number > 1
        assert [*gained.values()] == worth(rules, game.totals)


@pytest.mark.parametrize("name", ["gongzhu-pagat", "gongzhu-pagat-partners", "gongzhu-pagat-5"])
def test_the_games_of_a_seed_are_those_that_simulate_plays(name: str) -> None:
    rules = short(PRESETS[name].rules)
    env = SeatEnv(rules, "random", seat=1, episode="game")
    for number, seed in enumerate((5, None)):
        game = records(rules, "random", "5", number)
        seen, info = env.reset(seed=seed)
        gained, over, dealt, rng = 0.0, False, "", Random()
        while not over:
            if dealt != env._episodes.dealer_seed:
                dealt = env._episodes.dealer_seed
                rng = Random(child_seed(dealt, "bot", 1))
            action = asked(rules, "random", seen, rng)
            seen, reward, over, _, info = env.step(action)
            gained += reward
        assert gained == worth(rules, game[-1].totals)[1]
        assert info["result"] == (1 in game[-1].winners) - (1 in game[-1].losers)
        assert env._stepped.deal.public.scores == game[-1].scores
        assert env._stepped.deal.public.number == len(game) - 1


def test_a_game_may_begin_with_totals() -> None:
    env = SeatEnv("gongzhu-pagat", "novice", seat=0, episode="game")
    standing = {"number": 9, "totals": [-995, 300, 0, 0], "leader": 3}
    seen, info = env.reset(seed=1, options=standing)
    view, _ = decode(env.rules, seen)
    assert (view.public.number, view.public.totals) == (9, (-995, 300, 0, 0))
    gained, over = 0.0, False
    while not over:
        seen, reward, over, _, info = env.step(int(env.action_masks().argmax()))
        gained += reward
    totals = Game(env.rules, (-995, 300, 0, 0), 9).after_deal(env._stepped.deal.public).totals
    assert gained == totals[0] + 995
    assert info["result"] == -1


def test_a_game_goes_on_in_the_next_deal_at_the_learners_turn() -> None:
    env = SeatEnv("hearts-denexa", "novice", seat=0, episode="game")
    seen, _ = env.reset(seed=1)
    passing: list[int] = []
    over = False
    while not over:
        public = decode(env.rules, seen)[0].public
        if public.number == len(passing):
            passing.append(public.passing)
        seen, _, over, _, info = env.step(int(env.action_masks().argmax()))
        assert ("result" in info) == over
    assert passing[:5] == [1, -1, 2, 0, 1]


@pytest.mark.rest
def test_many_games_give_the_learner_what_bare_ones_give() -> None:
    """Everybody takes the first action, in a learner's games and in bare ones of the same seed."""
    rules = short(PRESETS["hearts-denexa"].rules)
    env = SeatVectorEnv(
        rules, 4, opponents=lambda _, masks: masks.argmax(axis=1), seat=2, episode="game"
    )
    bare = vector(rules, 4, seed=5, episode="game")
    expected: list[tuple[float, int]] = []
    sums = np.zeros(4)
    while len(expected) < 4:
        bare.step(bare.masks.argmax(axis=1))
        sums += bare.rewards[:, 2]
        expected += zip(sums[bare.done], bare.results[bare.done, 2], strict=True)
        sums[bare.done] = 0
    found: list[tuple[float, int]] = []
    sums[:] = 0
    _, info = env.reset(seed=5)
    while len(found) < 4:
        _, rewards, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        sums += rewards
        assert not info["result"][~over].any()
        found += zip(sums[over], info["result"][over], strict=True)
        sums[over] = 0
    assert sorted(found) == sorted(expected)
    assert {result for _, result in found} == {-1, 1}


@pytest.mark.parametrize("name", ["gongzhu-pagat", "hearts-denexa"])
def test_levels_follow_many_games_from_deal_to_deal(name: str) -> None:
    env = SeatVectorEnv(short(PRESETS[name].rules), 3, "random", seat=1, episode="game")
    seen, info = env.reset(seed=1)
    games, bots = 0, env._bots
    assert bots is not None
    while games < 6:
        followed = [stepped.observe(Seat(1)) for stepped in bots._followed]
        assert np.array_equal(seen, followed)
        seen, _, over, _, info = env.step(info["action_mask"].argmax(axis=1))
        games += int(over.sum())


@pytest.mark.parametrize("name", ["gongzhu/GongZhu-v0", "gongzhu/Hearts-v0"])
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_the_libraries_find_no_fault_with_games(name: str) -> None:
    api_test(pettingzoo.make("aec", name, episode="game"), num_cycles=500)
    seed_test(lambda: pettingzoo.make("aec", name, episode="game"), num_cycles=80)
    parallel_api_test(pettingzoo.make("parallel", name, episode="game"), num_cycles=300)
    parallel_seed_test(lambda: pettingzoo.make("parallel", name, episode="game"), num_cycles=80)
    one = gymnasium.make(name, opponents="random", episode="game")
    check_env(one.unwrapped, skip_render_check=True)
    many = gymnasium.make_vec(name, num_envs=2, episode="game")
    assert many.reset(seed=1)[1].keys() == {"action_mask", "seat"}


def test_a_person_who_watches_sees_the_end_of_each_deal(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rules = short(PRESETS["hearts-denexa"].rules)
    one = GongzhuEnv(rules, "human", "game")
    one.reset(1)
    while one._episodes.results == (0, 0, 0, 0):
        one.step(int(one.observe(one.agent_selection)["action_mask"].argmax()))
    deals = one._stepped.deal.public.number + 1
    assert deals > 1
    assert sum("=" in line for line in capsys.readouterr().out.splitlines()) == deals
    two = SeatEnv(rules, "novice", seat=0, render_mode="human", episode="game")
    two.reset(seed=1)
    while not two.step(int(two.action_masks().argmax()))[2]:
        pass
    deals = two._stepped.deal.public.number + 1
    assert deals > 1
    assert sum("=" in line for line in capsys.readouterr().out.splitlines()) == deals


def test_another_episode_is_refused() -> None:
    for make in (Vector, SeatVectorEnv):
        with pytest.raises(ValueError, match='episode is "deal" or "game", not \'match\''):
            make("gongzhu-pagat", 1, episode="match")  # type: ignore[arg-type]
    for name in ("aec", "parallel"):
        with pytest.raises(ValueError, match='episode is "deal" or "game"'):
            pettingzoo.make(name, "gongzhu/GongZhu-v0", episode="match")
    with pytest.raises(ValueError, match='episode is "deal" or "game"'):
        gymnasium.make("gongzhu/GongZhu-v0", episode="match")
