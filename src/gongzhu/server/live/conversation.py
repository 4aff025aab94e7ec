"""The chat at one table: only the last lines are kept, in memory alone, and players may not write
faster than people can read."""

from collections import deque
from collections.abc import Callable

from gongzhu.server.live.messages import Line, Say, Write
from gongzhu.table import CommandRefused, Table
from gongzhu.table.talk import check_phrase, check_text, in_deal, speaker

LINES = 50
"""The number of latest chat lines that are remembered."""
PAUSE = 4_000
"""Shortest time in milliseconds between two chat lines of a player."""
BURST = 3
"""The number of chat lines that a player may send in `WINDOW`."""
WINDOW = 30_000
"""The period in milliseconds in which a player may send `BURST` chat lines."""


class Conversation:
    """The chat lines of a table. Spectators are sent what is said during a deal when it is over."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """Start without lines. `clock` returns milliseconds since 1970."""
        self._clock = clock
        self._lines: deque[tuple[str, str, Line]] = deque(maxlen=LINES)
        """The remembered lines, each with the ids of its player and of its request."""
        self._said = 0
        """The number of the last chat line; the first one has number 1."""
        self._public = 0
        """The number of the last chat line that spectators may see."""
        self.withheld = False
        """True if lines were said that spectators may not see yet."""
        self._spoke: dict[str, deque[int]] = {}
        """The times of each player's last lines, by player id, in milliseconds since 1970."""

    def say(self, table: Table, player: str, id: str, asked: Say | Write) -> tuple[Line, bool]:
        """Add a player's chat line; return it, and whether it is new.

        If the same request was made before, its line is returned again. Raises CommandRefused.
        """
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
        self.withheld = True
        self.open(table)
        return line, True

    def lines(self, seated: bool) -> tuple[Line, ...]:
        """The remembered lines that a seated player or a spectator may see, the oldest first."""
        return tuple(line for _, _, line in self._lines if seated or line.number <= self._public)

    def speaker_of(self, line: Line) -> str:
        """The id of the player who wrote a remembered line; empty if it is no longer remembered."""
        return next((by for by, _, said in self._lines if said is line), "")

    def may_hear(self, line: Line, seated: bool) -> bool:
        """True if a seated player or a spectator may see this line now."""
        return seated or line.number <= self._public

    def open(self, table: Table) -> tuple[Line, ...]:
        """Release the withheld lines to spectators if no deal is being played; return those lines.

        During a deal nothing is released.
        """
        if in_deal(table):
            return ()
        opened = tuple(line for _, _, line in self._lines if line.number > self._public)
        self._public, self.withheld = self._said, False
        return opened

    def _spend(self, player: str, now: int) -> None:
        """Count a player's line at the time `now`. Raises CommandRefused if it comes too soon."""
        for name, times in list(self._spoke.items()):
            # Times in the future are dropped: a clock that was set back must not block players.
            if not any(now - WINDOW < at <= now for at in times):
                del self._spoke[name]
        times = self._spoke.setdefault(player, deque(maxlen=BURST))
        free = times[-1] + PAUSE if times else now
        if len(times) == BURST:
            free = max(free, times[0] + WINDOW)
        if free > now:
            raise CommandRefused("talk_fast", seconds=-(-(free - now) // 1000))
        times.append(now)
