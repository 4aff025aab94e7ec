"""The players that strength is measured against are outside bots, and play by the rules."""

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from bench.bots.ablation import STEPS
from bench.bots.players.ablated_search import AblatedSearch
from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import BuiltInPlayer, Entrant, entrant, make_player
from gongzhu.arena.match import play_match
from gongzhu.rules import PRESETS

ROOT = Path(__file__).parents[2]
PLAYERS = {
    "greedy": ("--worlds", "2"),
    "rollout_tree": ("--worlds", "1", "--iterations", "4"),
    "flat": ("--deals", "2", "--exposing", "never"),
    "ismcts": ("--iterations", "4", "--playouts", "ducking"),
}
OFTEN = {"greedy", "rollout_tree"}
NAMES = ["gongzhu-pagat-partners", "gongzhu-pagat-5", "hearts-denexa"]


@pytest.mark.rest
@pytest.mark.parametrize(
    ("player", "name"),
    [
        pytest.param(
            player, name, marks=() if player in OFTEN or name == NAMES[0] else pytest.mark.long
        )
        for player in PLAYERS
        for name in NAMES
    ],
)
def test_plays_by_the_rules(player: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    command = (sys.executable, "-m", f"bench.bots.players.{player}", *PLAYERS[player])
    match = Pairing(
        Entrant(player, None, command), entrant("random"), PRESETS[name].rules, "baseline", 2
    )
    assert len(list(play_match(match, range(1)))) == 1


@pytest.mark.parametrize("name", ["gongzhu-pagat", "hearts-denexa"])
@pytest.mark.parametrize(
    "step",
    [
        pytest.param(step, marks=pytest.mark.long) if step.startswith("endings") else step
        for step in STEPS
    ],
)
def test_a_search_in_parts_plays_by_the_rules_and_the_same_again(step: str, name: str) -> None:
    parts, _ = STEPS[step]
    quick = replace(parts, config=replace(parts.config, rollouts=8, rollouts_before_play=8))
    sparring = entrant("random")
    match = Pairing(Entrant(step, None), sparring, PRESETS[name].rules, "parts", 2)
    once, again = (
        match.play(0, (BuiltInPlayer(AblatedSearch(quick)), make_player(sparring))).advantage
        for _ in range(2)
    )
    assert once == again
