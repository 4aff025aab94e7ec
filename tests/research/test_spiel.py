"""Both games in OpenSpiel: its own tests, its playthroughs, and its own Hearts beside ours."""

import pickle
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

import gongzhu.research  # noqa: F401  (registers the games)
from gongzhu.cards import Seat
from gongzhu.research import ACTIONS, Layout, decode
from gongzhu.research.actions import MOON
from gongzhu.research.episodes import rewards_of
from gongzhu.research.spiel import DealState, most_points
from tests.research.spiel_parity import KINDS, Seen, games, play
from tests.support.playing import greedy_action, last_deal, play_out, random_start
from tests.support.rulesets import every_kind

NAMES = ("python_gongzhu", "python_hearts_rules")
WIDE = every_kind(seed=14, count=40)
PLAYTHROUGHS = Path(__file__).with_name("playthroughs")
# Exposing face down, five seats, partners, three directions of passing.
OTHERS = (
    "python_gongzhu(rules=gongzhu-boulder)",
    "python_gongzhu(rules=gongzhu-pagat-5)",
    "python_hearts_rules(rules=hearts-choice)",
)


@pytest.mark.parametrize("name", NAMES + OTHERS)
def test_open_spiel_finds_no_fault(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, True, False, True)
    capfd.readouterr()  # what it says is of no use


@pytest.mark.parametrize("name", NAMES)
def test_the_playthrough_is_the_committed_one(name: str) -> None:
    if not flags.FLAGS.is_parsed():
        flags.FLAGS.mark_as_parsed()
    from open_spiel.python.algorithms.generate_playthrough import replay

    committed, again = replay(str(PLAYTHROUGHS / f"{name}.txt"))
    assert again == committed


def at_random(name: str, seed: int) -> list[DealState]:
    """The states of a deal played by chance, once all cards are dealt."""
    rng = Random(seed)
    state = pyspiel.load_game(name).new_initial_state()
    states = []
    while not state.is_terminal():
        if not state.is_chance_node():
            states.append(state.clone())
        state.apply_action(rng.choice(state.legal_actions()))
    return [*states, state]


@pytest.mark.parametrize("name", NAMES + OTHERS)
def test_what_a_seat_knows_is_its_view(name: str) -> None:
    told: dict[str, bytes] = {}
    for state in at_random(name, seed=2):
        players = state.get_game().num_players()
        for seat in range(players):
            tensor = np.array(state.information_state_tensor(seat), np.uint8)
            assert tensor.shape == (Layout(players).size,)
            assert np.array_equal(tensor, state.observation_tensor(seat))
            assert np.array_equal(tensor, state.position.stepped.observe(Seat(seat)))
            if not state.is_terminal():
                view, _ = decode(state.position.rules, tensor)
                assert view.own == state.position.stepped.deal.own[seat]
            # The text tells as much as the tensor, and no more.
            line = state.information_state_string(seat)
            if not state.is_terminal():
                assert told.setdefault(line, tensor.tobytes()) == tensor.tobytes()
    assert len(told) == len({*told.values()})


def test_what_is_sealed_is_told_when_all_have_chosen() -> None:
    passing = at_random("python_hearts_rules", seed=3)[:13]
    knows = [state.information_state_string(3) for state in passing]
    assert len({*knows[:10]}) == 1
    assert "passes" not in knows[9]
    assert "received" in knows[12]


@pytest.mark.parametrize("name", NAMES + OTHERS)
def test_a_state_is_drawn_anew_from_what_a_seat_knows(name: str) -> None:
    rng = Random(4)
    for state in at_random(name, seed=5)[:-1:6]:
        seat = state.current_player()
        other = state.resample_from_infostate(seat, rng.random)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.legal_actions() == state.legal_actions()
        assert len(other.full_history()) == len(state.full_history())


def test_open_spiels_own_search_plays_it() -> None:
    random = np.random.RandomState(1)
    bot = ISMCTSBot(
        pyspiel.load_game("python_gongzhu"),
        RandomRolloutEvaluator(1, random),
        500.0,
        10,
        random_state=random,
    )
    for state in at_random("python_gongzhu", seed=8)[20:30:3]:
        assert bot.step(state) in state.legal_actions()


def test_returns_are_those_of_open_spiels_own_hearts(tmp_path: Path) -> None:
    pairs = games(tmp_path)
    seen = Seen()
    for number in range(2 * len(KINDS)):
        play(pairs[number % len(pairs)], Random(f"deal {number}"), seen)
    assert seen["moons"]
    assert seen["actions allowed to one alone"] < seen["actions"] / 1000


def test_bounds_of_hearts_are_reached_by_a_moon() -> None:
    game = pyspiel.load_game("python_hearts_rules(rules=hearts-choice)")
    returns = set()
    for seed, number in product(range(10), (MOON, MOON + 1)):
        state = game.new_initial_state()
        state.apply_action(3)  # nothing is passed
        rng = Random(seed)
        # Seat 0 is dealt the highest cards, and leads and takes with them.
        strong = sorted(range(52), key=lambda index: -(index % 13))
        others = strong[13:]
        rng.shuffle(others)
        for row in zip(strong[:13], *(others[at::3] for at in range(3)), strict=True):
            for index in row:
                state.apply_action(index)
        while not state.is_terminal():
            allowed = state.legal_actions()
            if state.current_player():
                action = rng.choice(allowed)
            else:
                action = number if number in allowed else max(allowed, key=lambda card: card % 13)
            state.apply_action(action)
        returns.update(state.returns())
    assert (min(returns), max(returns)) == (game.min_utility(), game.max_utility())


@pytest.mark.parametrize("name", WIDE)
def test_no_side_gets_more_points_than_is_told(name: str) -> None:
    rules = WIDE[name]
    rng = Random(name)
    for strong in (False, True):
        deal, _ = random_start(rules, rng, strong=strong)
        last = last_deal(play_out(deal, rng, greedy_action))
        assert max(map(abs, rewards_of(last))) <= most_points(rules)


@pytest.mark.parametrize("players", [3, 6, 8])
def test_any_number_of_seats_is_played(players: int, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(f'preset = "gongzhu-pagat"\nplayers = {players}\npass_cycle = ["left"]\n')
    states = at_random(f"python_gongzhu(rules={file})", seed=1)
    assert len(states[-1].returns()) == players
    assert states[0].information_state_tensor(0) == pytest.approx(
        states[0].position.stepped.observe(Seat(0))
    )


def test_rules_of_the_other_game_are_refused() -> None:
    with pytest.raises(ValueError, match="python_gongzhu is not played by rules of hearts"):
        pyspiel.load_game("python_gongzhu(rules=hearts-denexa)")


@pytest.mark.parametrize("name", ["a,b.toml", "a=b.toml", "a(b.toml", "a)b.toml"])
def test_a_path_that_could_not_be_written_down_is_refused_at_once(
    name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text('preset = "gongzhu-pagat"\n', "utf-8")
    with pytest.raises(ValueError, match="which OpenSpiel keeps for its parameters"):
        pyspiel.load_game("python_gongzhu", {"rules": str(path)})
    plain = path.with_name("our rules.toml")
    path.rename(plain)
    game = pyspiel.load_game("python_gongzhu", {"rules": str(plain)})
    assert str(pickle.loads(pickle.dumps(game))) == str(game)


def test_an_action_that_is_not_allowed_is_refused() -> None:
    state = at_random("python_gongzhu", seed=6)[0]
    with pytest.raises(ValueError, match="seat 0 may not take action"):
        state.apply_action(ACTIONS - 1)


def test_what_is_public_and_what_is_private_are_told_apart() -> None:
    state = at_random("python_hearts_rules", seed=7)[30]
    game = state.get_game()

    def told(public: bool, own: bool) -> str:
        of_seat = pyspiel.PrivateInfoType.SINGLE_PLAYER
        private = of_seat if own else pyspiel.PrivateInfoType.NONE
        kind = pyspiel.IIGObservationType(
            public_info=public, perfect_recall=True, private_info=private
        )
        text: str = game.make_py_observer(kind).string_from(state, 2)
        return text

    assert f"{told(True, False)} || {told(False, True)}" == told(True, True)
    assert "hand" not in told(True, False)
    assert told(False, False) == ""
