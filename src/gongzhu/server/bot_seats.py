"""The seats of a table that bots play."""

from collections.abc import Callable

from msgspec import UNSET

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.server.daily.seeds import day_seed
from gongzhu.server.logs import short
from gongzhu.server.services import Services
from gongzhu.server.thinking.fair_queue import Asker
from gongzhu.server.thinking.pool import Choice
from gongzhu.table import Table, bots_to_move
from gongzhu.table.commands import BotAct
from gongzhu.table.progress import Playing
from gongzhu.view import view_of

Chosen = Callable[[BotAct], None]
"""Is given a choice."""


class BotSeats:
    """Has bots think about what their seats must choose, each seat about one thing at a time."""

    def __init__(self, services: Services, asker: Asker) -> None:
        """`asker`: whose share of the thinking they use."""
        self._services = services
        self._asker = asker
        self._thinking: set[Seat] = set()
        self._times = 0
        """A count that goes up each time all is forgotten."""

    def wake(self, table: Table, chosen: Chosen) -> None:
        """See to it that bots think wherever they must."""
        for seat, level in bots_to_move(table):
            if seat not in self._thinking:
                self._think(table, seat, level or self._services.config.default_level, chosen)

    def forget(self) -> None:
        """Drop what bots are thinking about."""
        self._thinking.clear()
        self._times += 1

    def _think(self, table: Table, seat: Seat, level: str, chosen: Chosen) -> None:
        progress = table.progress
        assert isinstance(progress, Playing), "bots think about a deal"
        self._thinking.add(seat)
        times = self._times

        def answered(choice: Choice) -> None:
            if times == self._times:
                self._thinking.discard(seat)
                chosen(BotAct(seat, choice.action, table.seq, choice.failure, choice.hurried))

        # Nobody can foretell what a bot leaves to chance: the seed of the deal is secret until
        # it is over.
        name = table.state.table
        of_day = table.state.settings.day is not UNSET
        dealer_seed = progress.evidence.dealer_seed
        if of_day:
            seed = day_seed(dealer_seed, progress.deal, seat)
        else:
            seed = child_seed(dealer_seed, "bot", seat, table.seq)
        place = f"{short(name)}/{seat}"
        view = view_of(progress.deal, seat)
        self._services.thinking.ask(
            view, level, seed, answered, place=place, asker=self._asker, exact=of_day
        )
