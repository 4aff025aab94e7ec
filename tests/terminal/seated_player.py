"""The terminal table with somebody at the keys, and bots that always do the same."""

import asyncio
import html
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from textual import events
from textual.pilot import Pilot
from textual.screen import Screen

from gongzhu.cards import Card
from gongzhu.rules import Action, NamedRules, Phase, RuleSet, load_rules
from gongzhu.terminal.app import TableApp
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.opening import Opening
from gongzhu.terminal.saves import Saved, load_table
from gongzhu.terminal.screens.table import TableScreen
from gongzhu.terminal.seated_table import MatchSetup
from gongzhu.view import View


class FirstBot:
    """Does the first thing that is legal: passes and plays its lowest cards, exposes nothing."""

    def choose(self, view: View, rng: Random, budget: float) -> Action:
        """The first legal action."""
        return view.legal_actions()[0]


def setup_of(rules: RuleSet | str, seed: str = "1", **changes: Any) -> MatchSetup:
    """A table of You and others under a preset or other rules."""
    preset = rules if isinstance(rules, str) else None
    rule_set = load_rules(rules).rules if isinstance(rules, str) else rules
    names = ("You", "Ann", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus")[: rule_set.players]
    values = {"level": "first", "names": names, **changes}
    return MatchSetup(
        rules_name=preset or "ours", preset=preset, rules=rule_set, seed=seed, **values
    )


def play_on(table: LocalTable, actions: int) -> None:
    """Let everyone, the person too, do what FirstBot does, for so many actions or to the end of
    the deal."""
    for _ in range(actions):
        seat = table.waiting_for()
        if seat is None:
            return
        table.act(seat, table.bot_choice(seat)())


def opening(folder: Path, rules: RuleSet | str | None = None, **changes: Any) -> Opening:
    """How a test opens the program: the save file is `table.json` in the folder."""
    named = None
    if isinstance(rules, str):
        named = load_rules(rules)
    elif rules is not None:
        named = NamedRules("ours", "gongzhu-pagat", None, rules)
    values: dict[str, Any] = {
        "levels": ("random", "steady"),
        "level": "steady",
        "make_bot": lambda _: FirstBot(),
        "seed": "1",
        "speed": "instant",
        **changes,
    }
    return Opening(save=folder / "table.json", rules=named, **values)


def saved_in(folder: Path) -> Saved:
    """The table that was saved there."""
    saved = load_table(folder / "table.json", lambda _: FirstBot())
    assert saved is not None
    return saved


class Player:
    """Somebody at the keys."""

    def __init__(self, app: TableApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def table(self) -> LocalTable:
        """The table, at which a match is played."""
        return self.app.match_table

    @property
    def view(self) -> View:
        """What the person sees of the deal."""
        return self.app.table.view

    @property
    def hand(self) -> tuple[Card, ...]:
        """The person's cards, sorted."""
        own = self.view.own
        assert own is not None, "the person has a seat"
        return own.hand

    @property
    def screen(self) -> Screen[Any]:
        """The screen on top."""
        return self.app.screen

    async def press(self, *keys: str) -> None:
        """Press keys, and wait after each until the table waits for the person again.

        Textual's own `pilot.press` waits for an idle processor, which takes ten times as long.
        """
        for key in keys:
            self.app.post_message(events.Key(key, key if len(key) == 1 else None))
            await self.quiet()
            await self.settled()

    async def quiet(self) -> None:
        """Wait until a key has gone from the program to the screen, back, and into an action."""
        for _ in range(4):
            await self.pilot.pause(0)

    async def settled(self) -> None:
        """Wait until the bots have acted."""
        while self.app.is_running and self._bots_at_work():
            await self.app.workers.wait_for_complete()
            await asyncio.sleep(0)
        if self.app.is_running:
            # A sheet that has just been laid down is drawn a moment later.
            await self.pilot.pause(0 if isinstance(self.app.screen, TableScreen) else None)

    def _bots_at_work(self) -> bool:
        screen = self.app.screen
        if not isinstance(screen, TableScreen):
            return False
        return screen.waiting or self.app.table.waiting_for() != self.app.table.you

    async def play(self) -> None:
        """Press Enter, on a card that may be played, until the deal has ended."""
        while self.app.table.stage == "playing":
            if self.view.public.phase is Phase.PASSING:
                await self.press("space", "right", "space", "right", "space")
            await self.press("enter")

    def text(self) -> str:
        """All that stands on the screen."""
        return screen_text(self.app)


def screen_text(app: TableApp) -> str:
    """What stands on the screen, without its colours and with single spaces."""
    pieces = re.findall(r"<text[^>]*>([^<]*)</text>", app.export_screenshot())
    return " ".join(html.unescape(" ".join(pieces)).split())


def seated(
    opened: Opening,
    visit: Callable[[Player], Awaitable[None]],
    size: tuple[int, int] = (80, 24),
) -> TableApp:
    """Run the program without a terminal, with somebody at the keys; what it was at the end."""
    app = TableApp(opened)

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settled()
            await visit(player)

    asyncio.run(run())
    return app
