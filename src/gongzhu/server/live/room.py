"""A table in memory, with all connected to it: it executes the commands of its players, its bots
and its clock, one after the other."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from msgspec import UNSET

from gongzhu.server.live.audience import Audience
from gongzhu.server.live.bot_seats import BotSeats
from gongzhu.server.live.connection import Connection
from gongzhu.server.live.deadline import Deadline
from gongzhu.server.live.finished_game import FORMER_NAME
from gongzhu.server.live.hints import Hints
from gongzhu.server.live.messages import AskHint, Request, Say, Write
from gongzhu.server.live.pipeline import PendingEntry, Pipeline, State
from gongzhu.server.live.requests import InvalidRequest, known_level, player_of
from gongzhu.server.live.services import Services
from gongzhu.server.live.summary import Listing, asker_of
from gongzhu.store import PlayerRow, StoreError
from gongzhu.table import (
    Command,
    CommandRefused,
    Player,
    ServerCommand,
    Table,
    due,
    step,
    step_server,
)
from gongzhu.table.commands import (
    BotAct,
    Close,
    Connect,
    Disconnect,
    Expire,
    Leave,
    SeatBot,
    Sit,
    Start,
    TakeBack,
    Tick,
)
from gongzhu.table.table import held_by

SECOND = 1000


class RoomListener(Protocol):
    """Receives a room's events that change the server's list of tables. `Tables` implements it."""

    def changed(self, table: str, listing: Listing) -> None:
        """Called when the table `table` has the new summary `listing`."""
        ...

    def closed(self, table: str) -> None:
        """Called when the table `table` was closed."""
        ...

    def moved(self, table: str) -> None:
        """Called when another server may have taken the table `table`."""
        ...


class Room:
    """A table in memory. Its pipeline decides commands and writes their entries to disk, and its
    audience is sent the entries that are on disk. One room exists for each table that this server
    has loaded."""

    def __init__(
        self, table: Table, listing: Listing, services: Services, listener: RoomListener
    ) -> None:
        """`table` is the table as it is on disk, `listing` its summary. `listener` is called with
        the events of this room."""
        self.name = table.state.table
        self.audience = Audience(table, services.clock, services.moderation.blocks)
        self.pipeline = Pipeline(
            table,
            listing,
            services.store,
            services.metrics,
            publish=self._published,
            restart=self._restarted,
            moved=self._moved,
        )
        self.sockets = 0
        """Number of open sockets to the table, whether or not they have sent `Hello`."""
        self._services = services
        self._listener = listener
        self._listing = listing
        """The summary of the table that was last passed to the listener."""
        self._deadline = Deadline(services.clock)
        self._departures = 0
        """Number of departures written to the log since a player last sent a command."""
        self._departing: asyncio.TimerHandle | None = None
        asker = asker_of(self.name, listing)
        self._bots = BotSeats(services.bots, services.config.default_level, asker)
        self._hints = Hints(services.pool, asker)

    @property
    def shown(self) -> Table:
        """The table as it is on disk, which is the state that its audience has been sent."""
        return self.audience.table

    @property
    def busy(self) -> bool:
        """True if the table must stay in memory: somebody is connected, a departure has still to be
        written to the log, or entries wait for the disk."""
        return bool(self.audience.present) or self._departing is not None or self.pipeline.busy

    # --- connections ---------------------------------------------------------------------------

    def join(self, connection: Connection, since: int | None) -> None:
        """Add a connection that has sent `Hello`. `since` is the number of the last update that it
        has, or None to be sent a snapshot."""
        if self.pipeline.state is State.STOPPED:
            # The table was just removed from memory; a new connection loads it again.
            connection.close("restarting")
        elif self.audience.join(connection, since) and connection.player is not None:
            self.do(Connect(connection.player))

    def leave(self, connection: Connection) -> None:
        """Remove a connection that is gone. If it was its player's last one, record the departure
        in the log, with a delay of as many seconds as departures were recorded since a player last
        sent a command. Otherwise reconnecting alone could fill the log."""
        left = self.audience.leave(connection) and connection.player is not None
        if left and self._departing is None:
            if self._departures:
                loop = asyncio.get_running_loop()
                self._departing = loop.call_later(self._departures, self.sync_presence)
            else:
                self.sync_presence()

    def sync_presence(self) -> None:
        """Record in the log which players are connected and which are not, if the table's state
        differs from the open connections."""
        self._cancel_departing()
        here = self.audience.present.players()
        for player in here:
            self.do(Connect(player))
        table = self.pipeline.decided
        for seat, holder in zip(table.state.seats, table.players, strict=True):
            if seat.online and holder is not None and holder not in here:
                self._departures += self.do(Disconnect(holder))
        for player in table.waiting:
            if player not in here:
                self._departures += self.do(Disconnect(player))

    def _cancel_departing(self) -> None:
        if self._departing is not None:
            self._departing.cancel()
            self._departing = None

    # --- commands ------------------------------------------------------------------------------

    def request(self, connection: Connection, request: Request) -> None:
        """Carry out a request of a connection, and answer it: with `Done` once its entry is on
        disk, with `HintGiven`, `Said` or `Refused`. Not answered if the room was stopped: the
        client repeats it after it has connected again."""
        command = request.do
        if isinstance(command, AskHint):
            self._hint(connection, request.id, command)
            return
        if isinstance(command, Say | Write):
            self._talk(connection, request.id, command)
            return
        services, pipeline = self._services, self.pipeline
        outcome = services.metrics.commands.labels
        player = connection.visitor.player
        if player is None:
            outcome("refused").inc()
            connection.refuse_by_code(request.id, "nobody")
            return
        if pipeline.state is State.STOPPED:
            # The connection is about to be closed; the program repeats the request on the next one.
            return
        if pipeline.state is State.REREADING:
            outcome("not_saved").inc()
            connection.refuse_by_code(request.id, "not_saved")
            return
        seen = pipeline.decided.seen(player.id, request.id)
        if seen is not None:
            outcome("repeated").inc()
            pipeline.acknowledge(connection, request.id, seen)
            return
        try:
            if isinstance(command, Sit | SeatBot | Start | TakeBack):
                self._check(player.id, command)
            changed = step(
                pipeline.decided,
                player_of(player),
                command,
                services.clock(),
                services.entropy(32).hex(),
                after=request.after,
                request=request.id,
            )
        except (InvalidRequest, CommandRefused) as refused:
            outcome("refused").inc()
            connection.refuse(request.id, refused.code, refused.text)
            return
        if pipeline.queue(changed, (connection, request.id)):
            self._departures = 0
            self.schedule()
            services.metrics.done.inc()
        else:
            outcome("nothing").inc()
            pipeline.acknowledge(connection, request.id, pipeline.decided.seq)

    def _check(self, player: str, command: Sit | SeatBot | Start | TakeBack) -> None:
        """Raise InvalidRequest if the host has blocked the player who wants to sit down, if this
        server does not offer the level of a bot, or if somebody else watches while a player takes
        cards back."""
        match command:
            case TakeBack():
                present = self.audience.present
                if any(other.seat is None and other.player != player for other in present):
                    raise InvalidRequest("watched")
            case Sit():
                if self._services.moderation.blocks(self.pipeline.decided.host, player):
                    raise InvalidRequest("not_wanted")
            case SeatBot(_, level) | Start(str(level)):
                known_level(level, self._services.config)

    def _hint(self, connection: Connection, id: str, asked: AskHint) -> None:
        """Start to compute the hint that a connection requests, or refuse the request `id`."""
        try:
            self._hints.ask(self.shown, connection, id, asked)
        except InvalidRequest as refused:
            self._services.metrics.refusals.labels(refused.code).inc()
            connection.refuse(id, refused.code, refused.text)

    def _talk(self, connection: Connection, id: str, asked: Say | Write) -> None:
        """Send a player's phrase or text to everyone at the table, or refuse the request `id`.
        Nothing is stored."""
        metrics = self._services.metrics
        if connection.player is None:
            metrics.refusals.labels("nobody").inc()
            connection.refuse_by_code(id, "nobody")
            return
        try:
            new = self.audience.say(connection, connection.player, id, asked)
        except CommandRefused as refused:
            metrics.refusals.labels(refused.code).inc()
            connection.refuse(id, refused.code, refused.text)
        else:
            if new:
                metrics.lines.labels("phrase" if isinstance(asked, Say) else "text").inc()

    def do(self, command: ServerCommand) -> bool:
        """Carry out a command of the server itself, such as a bot's choice or a deadline. Returns
        True if it changed the table, False if it changed nothing or was refused."""
        services, pipeline = self._services, self.pipeline
        if not pipeline.running:
            return False
        entropy = services.entropy(32).hex()
        try:
            changed = step_server(pipeline.decided, command, services.clock(), entropy)
        except CommandRefused:
            return False
        if not pipeline.queue(changed):
            return False
        self.schedule()
        return True

    def _do_for(self, player: Player, command: Command, id: str) -> None:
        """Carry out a command of a player on the server's initiative. `id` is a request id that the
        server chooses. Does nothing if the table refuses the command."""
        services, table = self._services, self.pipeline.decided
        entropy = services.entropy(32).hex()
        with suppress(CommandRefused):
            self.pipeline.queue(step(table, player, command, services.clock(), entropy, request=id))

    async def give_up_seat(self, player: str) -> None:
        """Take a player whose account was deleted out of the table. If a bot continues to play the
        seat, the player's name is removed from it. The change is on disk when this returns. Raises
        StoreError."""
        if not self.pipeline.running:
            raise StoreError("closed")
        gone, now = Player(player, FORMER_NAME), self._services.clock()
        steps: tuple[Command, ...] = (Leave(), Sit(), Leave())
        for number, command in enumerate(steps):
            if held_by(self.pipeline.decided, player) is None:
                break
            self._do_for(gone, command, f"gone {now} {number}")
        self.schedule()
        await self.settled()

    async def withdraw(self, player: PlayerRow) -> bool:
        """Make a player leave the table, and close the table if no other player has a seat. Returns
        True if the table is closed. The change is on disk when this returns. Raises StoreError."""
        if not self.pipeline.running:
            raise StoreError("closed")
        table = self.pipeline.decided
        seated = {
            holder
            for seat, holder in zip(table.state.seats, table.players, strict=True)
            if seat.kind == "player" and not seat.left
        }
        holds = player.id in table.players and player.id not in table.removed
        if holds and not seated and table.state.settings.board is UNSET:
            # The last player has already left, by a command over the socket. In a tournament they
            # may come back.
            self.do(Expire())
        else:
            alone = seated == {player.id} and table.host == player.id
            at = f"left {self._services.clock()}"
            self._do_for(player_of(player), Close() if alone else Leave(), at)
        self.schedule()
        await self.settled()
        return self.shown.state.stage == "closed"

    async def change_names(self, change: Callable[[Table], Table]) -> None:
        """Replace the table by `change(table)`, which may differ only in names, in memory and on
        disk. All connections are sent a snapshot. Raises StoreError."""
        await self.pipeline.change_names(change)

    # --- time and bots ---------------------------------------------------------------------------

    def schedule(self, earliest: int = 0) -> None:
        """Set the timer for the table's next deadline, but not before `earliest` (milliseconds
        since 1970), and start the bots that must choose."""
        at = due(self.pipeline.decided)
        if at is None:
            self._deadline.clear()
        else:
            self._deadline.set(max(at, earliest), self._tick)
        self._bots.wake(self.pipeline.decided, self._bot_chose)

    def _bot_chose(self, choice: BotAct) -> None:
        if not self.do(choice) and self.pipeline.running:
            self.schedule()

    def _tick(self) -> None:
        if not self.do(Tick()) and self.pipeline.running:
            # Nothing was due: check again, but not immediately.
            self.schedule(self._services.clock() + SECOND)

    # --- from the disk -------------------------------------------------------------------------

    async def settled(self) -> None:
        """Wait until every entry decided so far is on disk. Raises StoreError."""
        await self.pipeline.settled()

    async def stop(self) -> None:
        """Accept no more commands, and wait until the queued entries are written."""
        self._deadline.clear()
        self._cancel_departing()
        await self.pipeline.stop()

    def abandon(self) -> None:
        """Drop the table immediately, without writing waiting entries, and close its connections
        with the reason `moved`, so that clients connect to the server that may have it."""
        self._deadline.clear()
        self._cancel_departing()
        self._bots.forget()
        self.pipeline.abandon()
        self.audience.close("moved")

    def _moved(self) -> None:
        self.abandon()
        self._listener.moved(self.name)

    def _published(self, pending: PendingEntry) -> None:
        """Send an entry that is on disk to the audience, and pass a new summary to the listener."""
        self.audience.publish(pending.entry, pending.after)
        if pending.listing is not self._listing:
            self._listing = pending.listing
            self._listener.changed(self.name, self._listing)
        if pending.after.state.stage == "closed":
            self.audience.close("closed")
            self._listener.closed(self.name)

    def _restarted(self, table: Table) -> None:
        """Continue with a table that was read again or whose names were changed: all connections
        are sent a snapshot, and the timer and the bots are started again."""
        self._bots.forget()
        self.audience.resync(table)
        self.sync_presence()
        self.schedule()
