"""The players that strength is measured against are outside bots, and play by the rules."""

import sys
from pathlib import Path

import pytest

from gongzhu.arena.duplicate import Pairing
from gongzhu.arena.entrant import Entrant, entrant
from gongzhu.arena.match import play_match
from gongzhu.rules import PRESETS

ROOT = Path(__file__).parents[2]
PLAYERS = {
    "greedy": ("--worlds", "2"),
    "rollout_tree": ("--worlds", "1", "--iterations", "4"),
}


@pytest.mark.parametrize("name", ["gongzhu-pagat-partners", "gongzhu-pagat-5", "hearts-denexa"])
@pytest.mark.parametrize("player", PLAYERS)
def test_plays_by_the_rules(player: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    command = (sys.executable, "-m", f"bench.bots.players.{player}", *PLAYERS[player])
    match = Pairing(
        Entrant(player, None, command), entrant("random"), PRESETS[name].rules, "baseline", 2
    )
    assert len(list(play_match(match, range(1)))) == 1
