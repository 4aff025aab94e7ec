"""The chat at one table. Only the newest lines are kept, in memory alone, and a player's lines are
limited in number."""

from collections import deque
from collections.abc import Callable

from gongzhu.server.live.messages import Line, Say, Write
from gongzhu.table import CommandRefused, Table
from gongzhu.table.talk import check_phrase, check_text, in_deal, speaker

LINES = 50
"""Number of newest chat lines that are remembered."""
PAUSE = 4_000
"""Shortest time between two chat lines of a player, in milliseconds."""
BURST = 3
"""Largest number of chat lines of a player within WINDOW."""
WINDOW = 30_000
"""Period in which a player may send at most BURST chat lines, in milliseconds."""


class Conversation:
    """The chat lines of one table, in memory only. Lines written during a deal are shown to
    spectators only after the deal."""

    def __init__(self, clock: Callable[[], int]) -> None:
        """`clock` returns milliseconds since 1970."""
        self._clock = clock
        self._lines: deque[tuple[str, str, Line]] = deque(maxlen=LINES)
        """The remembered lines, each after the id of its player and the id of the request."""
        self._said = 0
        """Number of the newest chat line, counted from 1, or 0 if there is none."""
        self._public = 0
        """Number of the newest chat line that spectators may see, or 0 if there is none."""
        self.withheld = False
        """True if there are lines that spectators may not see yet."""
        self._spoke: dict[str, deque[int]] = {}
        """The times of the last BURST lines of each player, by player id, in milliseconds since
        1970."""

    def say(self, table: Table, player: str, id: str, asked: Say | Write) -> tuple[Line, bool]:
        """Add a player's chat line. `id` is the id of the request. Returns the line, and whether it
        is new: the same request again returns its earlier line.

        Raises CommandRefused if the player has no seat, if the phrase or text is not allowed at
        this table, or if the line comes too soon.
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
        """The remembered lines that may be seen by a seated player (`seated`) or by a spectator,
        the oldest first."""
        return tuple(line for _, _, line in self._lines if seated or line.number <= self._public)

    def speaker_of(self, line: Line) -> str:
        """The id of the player who wrote a line, or empty if the line is no longer remembered."""
        return next((by for by, _, said in self._lines if said is line), "")

    def may_hear(self, line: Line, seated: bool) -> bool:
        """True if the line may be seen now by a seated player (`seated`) or by a spectator."""
        return seated or line.number <= self._public

    def open(self, table: Table) -> tuple[Line, ...]:
        """Let spectators see the lines that were withheld from them, and return these lines, the
        oldest first. While a deal is under way, nothing changes, and the result is empty."""
        if in_deal(table):
            return ()
        opened = tuple(line for _, _, line in self._lines if line.number > self._public)
        self._public, self.withheld = self._said, False
        return opened

    def _spend(self, player: str, now: int) -> None:
        """Count a player's line at the time `now` (milliseconds since 1970). Raises CommandRefused
        `talk_fast` if it comes too soon."""
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
