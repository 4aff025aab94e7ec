"""The options of `gongzhu play` and the tables that can be opened with them, and the speeds of
bots."""

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
"""Seconds after which a notice explains why a bot or a hint takes so long: before the first search,
machine code is compiled."""


class Pace(NamedTuple):
    """A speed of the game: how long things stay on the screen at least."""

    card: float
    """Seconds from one action to the next action of a bot."""
    trick: float
    """Seconds for which a completed trick stays on the table."""


PACES: dict[Speed, Pace] = {
    "instant": Pace(0, 0),
    "fast": Pace(0.2, 0.7),
    "normal": Pace(0.55, 1.4),
    "slow": Pace(1.1, 2.8),
}


class Opening(Struct, frozen=True, kw_only=True):
    """The options of the command line, and the table to open: a saved match to resume, a new match,
    or a table with given hands."""

    save: Path | None = None
    """Path of the saved match, or None if given hands are played, which are not saved."""
    record: Path | None = None
    """Path of the file to which finished deals are appended, or None to record nothing."""
    rules: NamedRules | None = None
    """The rules, or None if the person chooses them on the start screen."""
    levels: tuple[str, ...]
    """The levels of bots that can be chosen."""
    level: str
    """The level of the bots, with or without a thinking time."""
    make_bot: Callable[[str], Bot]
    """Makes the bot of a level. Raises UnknownLevel."""
    seed: str | None = None
    """The seed of a new match, or None for a random one."""
    name: str | None = None
    """The person's name, or None for "you" in their language."""
    games: int = 0
    """Number of games in a new match, or 0 for no limit."""
    lang: Lang = "en"
    speed: Speed = "normal"
    deck: Deck = "four-colour"
    """The colour scheme of the cards."""
    ascii: bool = False
    """True to replace special characters by ASCII."""
    saved: Saved | None = None
    """The saved match, or None if there is none that can be resumed."""
    resume: bool | None = None
    """True to resume the saved match, False to start a new one, None to ask the person."""
    trouble: str = ""
    """The reason why the file at `save` cannot be resumed, or empty if it can or does not exist."""
    given: GivenTable | None = None
    """The table with given hands, or None if a match is played."""

    def play_given(self, table: GivenTable, lang: Lang) -> Keeper:
        """A Keeper for `table`, which has given hands. It records the finished deals, but saves
        nothing. `lang` is the language of its messages."""
        return Keeper(table, None, self.record, lang)

    def go_on(self, lang: Lang) -> Keeper:
        """A Keeper for the saved match, to resume it. `saved` must not be None. `lang` is the
        language of the Keeper's messages, which is saved with the match."""
        assert self.saved is not None, "there is a saved table"
        record = self.record or self.saved.record
        return Keeper(self.saved.table, self.save, record, lang)

    def begin(self, rules: NamedRules, level: str, lang: Lang) -> Keeper:
        """A Keeper for a new match with bots of `level`. Names and messages are in `lang`. If the
        file at the save path cannot be resumed, it is renamed first. Raises OSError if that
        fails."""
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
    """The settings of a new match. If `seed` is None, a random one is drawn, and if `name` is None,
    the person is called "you" in `lang`. The bots get names in `lang`."""
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
