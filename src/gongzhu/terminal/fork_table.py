"""A deal of a record, played on from one of its moments against bots, as often as one likes."""

from collections.abc import Sequence
from random import Random

from gongzhu.bots.bot import Bot
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.records import DealRecord
from gongzhu.review.fork import (
    Hidden,
    fork_names,
    fork_record,
    moment_at,
    origin_text,
    points_by_seat,
    waiting,
)
from gongzhu.rules import Action, Deal, Event, Phase, apply, dealer_of
from gongzhu.rules.apply import Step
from gongzhu.table import Stage
from gongzhu.terminal.seated_table import MatchSetup, SeatedTable
from gongzhu.texts import Lang, say
from gongzhu.view import View, see, view_of


class ForkTable(SeatedTable):
    """One deal on the table, from the same moment again with each `next_deal`.

    The same seed with the same choices gives the same hands and the same bots' play.
    """

    def __init__(
        self,
        setup: MatchSetup,
        bot: Bot,
        record: DealRecord,
        *,
        ply: int,
        seat: Seat,
        hidden: Hidden,
    ) -> None:
        """Play on in that seat from the moment of `moment_at`; hidden hands are dealt anew at
        once, which takes a moment. Raises RecordError and NoMoment."""
        super().__init__(setup, seat, bot)
        self.record = record
        """The deal as it was played."""
        self.before = points_by_seat(record)
        """The points by seat that it came to."""
        self.hidden = hidden
        self.tries: list[tuple[int, ...]] = []
        """The points by seat of every try that was played to its end, the last one at the end."""
        self._from = moment_at(record, ply)
        self._drawn = self._moment = self._actions = 0
        self._begun = self._hands()
        self._deal = self._begun[0]
        self._done: list[DealRecord] = []
        self._own: list[tuple[Deal, list[Event], int]] = []
        """The deal before each of the person's choices, what was seen by then, and the number of
        actions."""
        self.next_deal()

    @property
    def ply(self) -> int:
        """So many things had been done in the deal at the moment that it is played on from."""
        return self._from.ply

    @property
    def stage(self) -> Stage:
        """`playing`, or `scored` at the end."""
        return "scored" if self._deal.public.phase is Phase.ENDED else "playing"

    @property
    def moment(self) -> int:
        """The number of changes so far."""
        return self._moment

    @property
    def dealer(self) -> Seat:
        """The seat that dealt."""
        return dealer_of(self.setup.rules, self.record.deal)

    @property
    def records(self) -> list[DealRecord]:
        """The record of this try, once it has ended."""
        return self._done

    def progress(self, lang: Lang) -> Sequence[str]:
        """The deal, and the moment that it is played on from."""
        return (
            say("table.header.deal", lang, deal=self.record.deal + 1),
            say("table.fork.from", lang, ply=self.ply),
        )

    def waiting_for(self) -> Seat | None:
        """The seat that is to act next, the person first when several may; None at the end."""
        turns = waiting(self._deal)
        return self.you if self.you in turns else next(iter(turns), None)

    def view_of(self, seat: Seat) -> View:
        """The deal as a seat may see it."""
        return view_of(self._deal, seat)

    def chance(self, seat: Seat) -> Random:
        """The chance that the bot in a seat uses in its next choice."""
        return Random(child_seed(self.setup.seed, "fork", self.ply, self._actions, seat))

    def act(self, seat: Seat, action: Action) -> tuple[Event, ...]:
        """Take the action; the events that follow, as the person sees them. Raises
        IllegalAction."""
        before = self._deal
        self._deal, told = apply(before, seat, action)
        if seat == self.you:
            self._own.append((before, self.seen.copy(), self._actions))
        seen = self._seen(told)
        self.seen += seen
        self.last_actor = seat
        self._actions += 1
        self._moment += 1
        if self._deal.public.phase is Phase.ENDED:
            self._done = [self._record()]
            self.tries.append(points_by_seat(self._done[0]))
        return seen

    def next_deal(self) -> None:
        """Begin again from the same moment, with the same hands."""
        self._deal, told = self._begun
        self._done = []
        self._own = []
        self._actions = 0
        self._moment += 1
        self.seen = list(self._seen(told))
        self.last_actor = None

    @property
    def may_take_back(self) -> bool:
        """True once the person has chosen something."""
        return bool(self._own)

    def take_back(self) -> None:
        """Go back to before the person's last choice. Raises IndexError where there is none."""
        self._deal, self.seen, self._actions = self._own.pop()
        self._moment += 1
        self.last_actor = None

    def draw_anew(self) -> None:
        """Have the hidden hands dealt anew for the next `next_deal`."""
        self._drawn += 1
        self._begun = self._hands()

    def _hands(self) -> Step:
        """The deal at the moment that it is played on from, and all events up to it."""
        if self.hidden == "kept":
            return self._from.deal, self._from.events
        # It takes the kernels, which kept hands need not wait for.
        from gongzhu.review.redraw import redrawn

        seed = child_seed(self.setup.seed, "hands", self._drawn)
        return redrawn(view_of(self._from.deal, self.you), seed).told()

    def _seen(self, told: Sequence[Event]) -> tuple[Event, ...]:
        return tuple(seen for event in told if (seen := see(event, self.you)) is not None)

    def _record(self) -> DealRecord:
        record, deal = self.record, self._deal
        names = fork_names(record, self.you, lambda _: self.setup.level)
        origin = origin_text(record.event, record, self.ply, self.hidden, self.you)
        return fork_record(record, deal, names, origin, self.hidden)
