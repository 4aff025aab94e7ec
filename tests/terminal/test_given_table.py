"""Given hands in the terminal: dealt in order, game after game, and then it is over."""

from pathlib import Path

import pytest

from gongzhu.dealing import child_seed, deal_hands
from gongzhu.records import DealRecord, Verifier, read_jsonl, scan_jsonl
from gongzhu.rules import PRESETS
from gongzhu.terminal.given_table import GivenTable
from gongzhu.terminal.screens.ends import DealEndSheet
from gongzhu.terminal.screens.table import TableScreen
from tests.support.tables import preset
from tests.terminal.seated_player import FirstBot, Player, opening, seated, setup_of

SHORT = preset("gongzhu-pagat", lower_limit=-1)


def play_out(table: GivenTable) -> None:
    """Everyone does what FirstBot does, to the end of the deal."""
    while (seat := table.waiting_for()) is not None:
        table.act(seat, table.bot_choice(seat)())


@pytest.mark.parametrize("name", [*PRESETS, None])
def test_given_hands_are_dealt_in_order_game_after_game(name: str | None) -> None:
    rules = PRESETS[name].rules if name else SHORT
    given = [deal_hands(rules, child_seed("given", number)) for number in range(3)]
    table = GivenTable(setup_of(name or SHORT), FirstBot(), given)
    records: list[DealRecord] = []
    for hands in given:
        play_out(table)
        records.append(table.records[-1])
        assert records[-1].hands == hands
        assert table.has_next == (hands is not given[-1])
        if table.has_next:
            table.next_deal()
    with pytest.raises(ValueError, match="no next deal"):
        table.next_deal()
    verifier = Verifier()
    assert [verifier.check(record) for record in records] == [[], [], []]
    if not name:
        assert [record.game for record in records] == [0, 1, 2]


def test_they_are_played_recorded_and_left_at_the_end(tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    rules = preset("gongzhu-pagat")
    given = [deal_hands(rules, child_seed("given", number)) for number in range(2)]
    table = GivenTable(setup_of("gongzhu-pagat"), FirstBot(), given)

    async def visit(player: Player) -> None:
        assert "deal 1 of 2" in player.text()
        assert player.hand == given[0][0]
        await player.play()
        assert isinstance(player.screen, DealEndSheet)
        assert "next deal" in player.text()
        await player.press("enter")
        assert isinstance(player.screen, TableScreen)
        assert player.hand == given[1][0]
        await player.play()
        assert "next deal" not in player.text()
        await player.press("enter")
        assert not player.app.is_running

    seated(opening(tmp_path, given=table, record=file), visit)
    assert [each.name for each in tmp_path.iterdir()] == ["deals.jsonl"]
    made = list(read_jsonl(file.read_text("utf-8")))
    assert [record.hands for record in made] == given
    assert list(Verifier().verify(scan_jsonl(file.read_bytes().splitlines()))) == []
