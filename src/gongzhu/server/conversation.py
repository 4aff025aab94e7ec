"""What players say to each other at one table: in memory alone, the last lines of it, and no faster
than people can read."""

from collections import deque
from collections.abc import Callable

from gongzhu.server.messages import Line, Say, Write
from gongzhu.table import CommandRefused, Table
from gongzhu.table.talk import check_phrase, check_text, in_deal, speaker

LINES = 50
"""Lines that are remembered."""
PAUSE = 4_000
"""Milliseconds between two lines of a player."""
BURST = 3
WINDOW = 30_000
"""Milliseconds in which a player may say so many lines."""


class Conversation:
    """The lines of a table. Whoever has no seat hears what is said in a deal when it is over."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """`clock` gives milliseconds since 1970."""
        self._clock = clock
        self._lines: deque[tuple[str, str, Line]] = deque(maxlen=LINES)
        """Each with the ids of its player and of its request."""
        self._said = 0
        """The number of the last line."""
        self._public = 0
        """The number of the last line that those without a seat may hear."""
        self._spoke: dict[str, deque[int]] = {}
        """By player, the times of its last lines."""

    def say(self, table: Table, player: str, id: str, asked: Say | Write) -> tuple[Line, bool]:
        """The line that a player's request has become, and whether it is new: the same request
        again comes to the same line. Raises CommandRefused."""
        for by, request, line in self._lines:
            if (by, request) == (player, id):
                return line, False
        seat = speaker(table, player)
        phrase = check_phrase(table, asked.phrase) if isinstance(asked, Say) else None
        text = check_text(table, asked.text) if isinstance(asked, Write) else None
        now = self._clock()
        self._spend(player, now)
        self._said += 1
        line = Line(self._said, now, seat, table.state.seats[seat].name, phrase, text)
        self._lines.append((player, id, line))
        self.open(table)
        return line, True

    def lines(self, seated: bool) -> tuple[Line, ...]:
        """The lines that somebody with or without a seat may hear, the oldest first."""
        return tuple(line for _, _, line in self._lines if seated or line.number <= self._public)

    def speaker_of(self, line: Line) -> str:
        """The id of the player who said a line that is remembered."""
        return next((by for by, _, said in self._lines if said is line), "")

    def may_hear(self, line: Line, seated: bool) -> bool:
        """True if somebody with or without a seat may hear this line by now."""
        return seated or line.number <= self._public

    def open(self, table: Table) -> tuple[Line, ...]:
        """The lines that those without a seat may hear from now on, and could not before: when no
        deal is played, all."""
        if in_deal(table):
            return ()
        opened = tuple(line for _, _, line in self._lines if line.number > self._public)
        self._public = self._said
        return opened

    def _spend(self, player: str, now: int) -> None:
        """Count a line of a player. Raises CommandRefused where it comes too soon."""
        for name, times in list(self._spoke.items()):
            # A clock that is set back takes nothing away.
            if not any(now - WINDOW < at <= now for at in times):
                del self._spoke[name]
        times = self._spoke.setdefault(player, deque(maxlen=BURST))
        free = times[-1] + PAUSE if times else now
        if len(times) == BURST:
            free = max(free, times[0] + WINDOW)
        if free > now:
            raise CommandRefused("talk_fast", seconds=-(-(free - now) // 1000))
        times.append(now)
