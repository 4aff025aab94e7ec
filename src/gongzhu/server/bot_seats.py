"""The seats of a table that bots play."""

from collections.abc import Callable

from msgspec import UNSET

from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.server.daily.seeds import day_seed
from gongzhu.server.logs import short
from gongzhu.server.services import Services
from gongzhu.server.thinking.fair_queue import Asker
from gongzhu.server.thinking.jobs import Choice
from gongzhu.server.thinking.pace import has_choice
from gongzhu.table import Table, bots_to_move
from gongzhu.table.commands import BotAct
from gongzhu.table.progress import Playing
from gongzhu.view import View, view_of

Chosen = Callable[[BotAct], None]
"""Is given a choice."""


class BotSeats:
    """Has bots think about what their seats must choose, each seat about one thing at a time.

    What all choose at once is given when the last bot has chosen, in the order of the seats: who
    comes before whom, and by how much, would tell who has something to choose from.
    """

    def __init__(self, services: Services, asker: Asker) -> None:
        """`asker`: whose share of the thinking they use."""
        self._services = services
        self._asker = asker
        self._thinking: set[Seat] = set()
        """The seats that a choice is still to come from."""
        self._sealed: dict[Seat, BotAct | None] = {}
        """Those of them that choose together with others, and what they have chosen so far."""
        self._times = 0
        """A count that goes up each time all is forgotten."""

    def wake(self, table: Table, chosen: Chosen) -> None:
        """See to it that bots think wherever they must."""
        asked = [(seat, level) for seat, level in bots_to_move(table) if seat not in self._thinking]
        if not asked:
            return
        deal = _playing(table).deal
        views = {seat: view_of(deal, seat) for seat, _ in asked}
        # Who has no choice takes no process, and is to seem to wait for those who do.
        line = sorted(views, key=lambda seat: not has_choice(views[seat]))
        before = len(self._thinking)
        for seat, level in asked:
            named = level or self._services.config.default_level
            self._think(table, views[seat], named, before + line.index(seat), chosen)

    def forget(self) -> None:
        """Drop what bots are thinking about."""
        self._thinking.clear()
        self._sealed.clear()
        self._times += 1

    def _think(self, table: Table, view: View, level: str, ahead: int, chosen: Chosen) -> None:
        seat = view.seat
        assert seat is not None, "a bot has a seat"
        sealed = view.public.turn is None
        self._thinking.add(seat)
        if sealed:
            self._sealed[seat] = None
        times = self._times

        def answered(choice: Choice) -> None:
            if times != self._times:
                return
            act = BotAct(seat, choice.action, table.seq, choice.failure, choice.hurried)
            if sealed:
                self._sealed[seat] = act
                self._unseal(chosen)
            else:
                self._thinking.discard(seat)
                chosen(act)

        self._services.thinking.ask(
            view,
            level,
            _seed(table, seat),
            answered,
            place=f"{short(table.state.table)}/{seat}",
            asker=self._asker,
            ahead=ahead,
            exact=_of_day(table),
        )

    def _unseal(self, chosen: Chosen) -> None:
        """Give what was chosen together, unless a bot is still thinking about it."""
        acts = [act for _, act in sorted(self._sealed.items()) if act is not None]
        if len(acts) < len(self._sealed):
            return
        # Where one comes too late, its seat is asked anew at once: that belongs to the next ones.
        self._sealed = {}
        for act in acts:
            self._thinking.discard(act.seat)
            chosen(act)


def _seed(table: Table, seat: Seat) -> str:
    """The seed of a choice. Nobody can foretell what a bot leaves to chance: the seed of the deal
    is secret until it is over."""
    progress = _playing(table)
    dealer_seed = progress.evidence.dealer_seed
    if _of_day(table):
        return day_seed(dealer_seed, progress.deal, seat)
    return child_seed(dealer_seed, "bot", seat, table.seq)


def _of_day(table: Table) -> bool:
    return table.state.settings.day is not UNSET


def _playing(table: Table) -> Playing:
    assert isinstance(table.progress, Playing), "bots think about a deal"
    return table.progress
