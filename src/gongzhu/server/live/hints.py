"""Hints for players at a table, given only if bots of the server play all other seats."""

import asyncio

import structlog
from msgspec import UNSET

from gongzhu.bots.reasons import Hint
from gongzhu.cards import Seat
from gongzhu.dealing import child_seed
from gongzhu.rules import Action, Claim
from gongzhu.server.edge.limits import Asker
from gongzhu.server.live.connection import Connection
from gongzhu.server.live.messages import AskHint, HintChoice, HintGiven
from gongzhu.server.live.requests import InvalidRequest
from gongzhu.server.monitoring.logs import short
from gongzhu.server.work.choosing import hint
from gongzhu.server.work.pool import WorkerPool
from gongzhu.table import Table, ask_of
from gongzhu.view import view_of

USUAL = 0.3
"""Expected computing time of a hint, in seconds."""
log = structlog.get_logger()


class Hints:
    """Has workers compute hints for one table, at most one at a time for each seat, and sends each
    hint only to the connection that asked for it."""

    def __init__(self, pool: WorkerPool, asker: Asker) -> None:
        """`pool` has the workers. `asker` is the account and address to which the computing time is
        charged."""
        self._pool = pool
        self._asker = asker
        self._asking: dict[Seat, tuple[str, Connection]] = {}

    def ask(self, table: Table, connection: Connection, id: str, asked: AskHint) -> None:
        """Start to compute a hint for the seat of `connection`, which is sent `HintGiven` for the
        request `id` later.

        Raises InvalidRequest if the connection has no seat, a hint is not allowed at this table,
        the seat has nothing to choose, or another hint for it is being computed.
        """
        seat = connection.seat
        if seat is None:
            raise InvalidRequest("no_seat")
        if not may_hint(table, seat):
            settings, code = table.state.settings, "hint_people"
            if settings.fixed:
                code = "hint_fixed"
            elif settings.club is not UNSET:
                code = "hint_club"
            raise InvalidRequest(code)
        if ask_of(table, seat) is None or table.state.seats[seat].stand_in:
            raise InvalidRequest("hint_no_choice")
        under_way = self._asking.get(seat)
        if under_way is not None and under_way[0] != id:
            raise InvalidRequest("hint_under_way")
        self._asking[seat] = (id, connection)
        if under_way is None:
            self._find(table, seat, asked.asked)

    def _find(self, table: Table, seat: Seat, asked: Action | None) -> None:
        assert table.deal is not None, "somebody must choose in it"
        view = view_of(table.deal, seat)
        if asked is not None and (isinstance(asked, Claim) or view.why_illegal(asked)):
            del self._asking[seat]
            raise InvalidRequest("hint_no_choice")
        name = table.state.table
        # The seed must depend only on what the seat knows: no secret of the deal may go into it.
        seed = child_seed(name, "hint", table.seq)

        names = tuple(sitting.name for sitting in table.state.seats)
        lang = self._asking[seat][1].lang
        body = hint.pack(view, lang, seed, names, asked)
        ticket = self._pool.begin(hint, self._asker, body, wanted=USUAL)

        def answered(found: asyncio.Future[Hint]) -> None:
            id, connection = self._asking.pop(seat)
            if found.cancelled():
                return
            error = found.exception()
            if error is not None:
                log.warning("no_hint", place=f"{short(name)}/{seat}", why=type(error).__name__)
                connection.refuse_by_code(id, "hint_failed")
            else:
                connection.send(given(id, found.result()))

        ticket.answer.add_done_callback(answered)


def may_hint(table: Table, seat: Seat) -> bool:
    """True if hints are allowed for `seat`: a player has it, bots have all others, and the game is
    neither a counting attempt at a daily deal nor a club's or tournament's."""
    settings, seats = table.state.settings, table.state.seats
    of_day = settings.day is not UNSET and not settings.day.practice
    if of_day or settings.club is not UNSET or settings.board is not UNSET:
        return False
    return all(
        sitting.kind == ("player" if place == seat else "bot")
        for place, sitting in enumerate(seats)
    )


def given(id: str, hint: Hint) -> HintGiven:
    """Convert a hint from a worker to the message that answers the request `id`."""
    choices = tuple(
        HintChoice(
            action=choice.action,
            label=label,
            against=against,
            behind=choice.behind,
            standing=standing,
            points=choice.points,
            captures={card.code: chances for card, chances in choice.captures.items()},
            slam=choice.slam,
            samples=choice.samples,
        )
        for choice, label, against, standing in zip(
            hint.choices, hint.labels, hint.against, hint.standing, strict=True
        )
    )
    return HintGiven(id, hint.sentence, choices, hint.good, hint.aim, hint.advice)
