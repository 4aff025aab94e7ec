"""The options of `gongzhu play`, the speeds of its bots, and the table that is opened with them."""

from collections.abc import Callable
from pathlib import Path
from secrets import token_hex
from typing import Literal, NamedTuple

from msgspec import Struct

from gongzhu.bots.levels import Bot
from gongzhu.rules import NamedRules
from gongzhu.terminal.given_table import GivenTable
from gongzhu.terminal.local_table import LocalTable
from gongzhu.terminal.look import Deck
from gongzhu.terminal.saves import Keeper, Saved, keep_aside
from gongzhu.terminal.seated_table import MatchSetup
from gongzhu.texts import Lang, say

Speed = Literal["instant", "fast", "normal", "slow"]


WITHOUT_A_WORD = 3.0
"""Seconds after which the person is shown why a bot or a hint takes so long: the very first search
has to compile its kernels."""


class Pace(NamedTuple):
    """The shortest times that things take on the screen, in seconds."""

    card: float
    """Seconds before a bot acts."""
    trick: float
    """Seconds for which a finished trick stays on the table."""


PACES: dict[Speed, Pace] = {
    "instant": Pace(0, 0),
    "fast": Pace(0.2, 0.7),
    "normal": Pace(0.55, 1.4),
    "slow": Pace(1.1, 2.8),
}


class Opening(Struct, frozen=True, kw_only=True):
    """The options of the command line, and the saved match found on the disk."""

    save: Path | None = None
    """Path of the saved match; None if no match is played, so that nothing is saved."""
    record: Path | None = None
    rules: NamedRules | None = None
    """The rules; None if the person is to choose them on the screen."""
    levels: tuple[str, ...]
    level: str
    make_bot: Callable[[str], Bot]
    seed: str | None = None
    name: str | None = None
    games: int = 0
    lang: Lang = "en"
    speed: Speed = "normal"
    deck: Deck = "four-colour"
    ascii: bool = False
    saved: Saved | None = None
    """The saved match, if there is one that can be resumed."""
    resume: bool | None = None
    """True to resume the saved match, False to start a new one, None to ask the person."""
    trouble: str = ""
    """Why the saved match cannot be resumed; empty if it can, or if there is none."""
    given: GivenTable | None = None
    """The table with given hands, if these are played instead of a match."""

    def play_given(self, table: GivenTable, lang: Lang) -> Keeper:
        """Open a table with given hands; nothing is saved."""
        return Keeper(table, None, self.record, lang)

    def go_on(self, lang: Lang) -> Keeper:
        """Resume the saved match."""
        assert self.saved is not None, "there is a saved table"
        record = self.record or self.saved.record
        return Keeper(self.saved.table, self.save, record, lang)

    def begin(self, rules: NamedRules, level: str, lang: Lang) -> Keeper:
        """Start a new match. A file at the save path that is no saved match is renamed first."""
        if self.trouble and self.save and self.save.exists():
            keep_aside(self.save)
        setup = new_setup(rules, level, seed=self.seed, name=self.name, games=self.games, lang=lang)
        return Keeper(LocalTable(setup, self.make_bot(level)), self.save, self.record, lang)


def new_setup(
    rules: NamedRules,
    level: str,
    *,
    seed: str | None,
    name: str | None,
    lang: Lang,
    games: int = 0,
) -> MatchSetup:
    """The setup of a new match. If `seed` is None, a random one is drawn; if `name` is None, the
    person is called "you" in their language."""
    person = name or say("table.you", lang)
    bots = [other for other in say("table.bots", lang).split() if other != person]
    return MatchSetup(
        rules_name=rules.name,
        preset=rules.preset,
        rules=rules.rules,
        seed=seed if seed is not None else token_hex(8),
        level=level,
        names=(person, *bots[: rules.rules.players - 1]),
        games=games,
    )
