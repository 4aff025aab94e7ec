"""A backup of a server that runs, put back elsewhere: the same players play on there."""

import asyncio
from pathlib import Path

from gongzhu.store import back_up, restore
from proof.crash.kills import KilledServer, SqliteLogs
from proof.crash.outcomes import Outcome
from proof.players.log_judge import Log

TABLES = 3
ENOUGH = 300
"""Commands that are acknowledged on either side of the backup."""


class MovedServer(KilledServer):
    """Tables that play at a server, and then at one made of its backup."""

    async def move(self, copy: Path, new: Path) -> None:
        """Have everybody leave, back the server up while it runs, and go on with the copy."""
        await self._leave()
        await self.judge()
        await asyncio.to_thread(back_up, Path(self._launch.place), copy)
        await self.server.kill()
        await asyncio.to_thread(restore, copy, new)
        self._launch.place = str(new)
        await self.server.begin(self._launch)
        assert await self.server.ready()
        self._logs = SqliteLogs(Log(new))
        self._tasks = [
            asyncio.create_task(player.run())
            for group in self._players.values()
            for player in group
        ]


def test_players_play_on_at_a_restored_server(tmp_path: Path) -> None:
    async def run() -> Outcome:
        moving = MovedServer(tmp_path / "data", "restored", TABLES)
        async with moving.playing():
            assert await moving.wait(ENOUGH)
            await moving.move(tmp_path / "copy", tmp_path / "new")
            assert await moving.wait(ENOUGH)
            return await moving.finish()

    outcome = asyncio.run(run())
    assert outcome.faults == []
    assert outcome.lost == 0
    assert outcome.acknowledged >= 2 * ENOUGH
    assert outcome.games >= TABLES
