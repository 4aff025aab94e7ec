"""Carries out commands about settings, seats and readiness, most of them between games. `player` is
always the id of the sender."""

from typing import Literal

from msgspec.structs import replace

from gongzhu.cards import Seat
from gongzhu.table.calling import begin_if_ready, go_on, next_if_ready
from gongzhu.table.commands import Configure
from gongzhu.table.ending import end_if_given_up
from gongzhu.table.facts import (
    BotSat,
    BotStoodIn,
    Configured,
    HostChanged,
    Left,
    Readmitted,
    ReadySet,
    Removed,
    Swapped,
)
from gongzhu.table.joining import stop_waiting
from gongzhu.table.log_entry_draft import LogEntryDraft
from gongzhu.table.names import bot_name, distinct_name, table_name
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.settings import Settings, Talk, check_talk, read_rules
from gongzhu.table.table import in_game, seat_of


def configure(draft: LogEntryDraft, player: str, command: Configure) -> None:
    """Change the settings. Raises CommandRefused if the player is not the host, after the first
    game has begun, and for invalid settings."""
    draft.check_host(player)
    state = draft.state
    if state.stage != "gathering":
        raise CommandRefused("settings_fixed")
    preset, rules = state.settings.preset, state.settings.rules
    if command.preset is not None or command.rules:
        preset, rules = read_rules(command.preset, command.rules)
    name = table_name(command.name)
    talk = state.settings.talk if command.talk is None else command.talk
    check_talk(talk, command.access)
    settings = Settings(
        name,
        preset,
        rules,
        command.access,
        command.clock,
        talk,
        command.late,
        club=state.settings.club,
    )
    if settings != state.settings:
        draft.add(Configured(settings))


def set_talk(draft: LogEntryDraft, player: str, talk: Talk) -> None:
    """Change the allowed kinds of talk, also during a game. Raises CommandRefused if the player is
    not the host, or for free text at a public table."""
    draft.check_host(player)
    settings = draft.state.settings
    check_talk(talk, settings.access)
    if talk != settings.talk:
        draft.add(Configured(replace(settings, talk=talk)))


def leave(draft: LogEntryDraft, player: str, why: Literal["left", "removed"] = "left") -> None:
    """Let a player leave their seat, or stop waiting for one. During a game a bot plays on in the
    seat. Raises CommandRefused for any other player."""
    if stop_waiting(draft, player):
        return
    _remove(draft, draft.own_seat(player), why)
    end_if_given_up(draft)
    go_on(draft)
    if draft.state.stage == "scored":
        next_if_ready(draft)


def clear(draft: LogEntryDraft, player: str, seat: Seat, who: str | None) -> None:
    """For the host: remove the player or bot in a seat. A removed player other than the host cannot
    sit down again until readmitted. Raises CommandRefused if the player is not the host, as stale
    if the name in the seat is not `who` (None: any name), for a bot during a game, and while
    numbers for a deal are collected."""
    draft.check_host(player)
    sitting, holder = draft.seat(seat), draft.table.players[seat]
    if sitting.kind != "player":
        draft.check_between_games()
    if sitting.kind == "open":
        return
    _check_sitter(draft, seat, who)
    _check_not_dealing(draft)
    if holder is not None and holder != player and holder not in draft.table.removed:
        draft.add(Removed(holder, sitting.name))
    if not sitting.left:
        _remove(draft, seat, "removed")
        if draft.state.stage == "scored":
            next_if_ready(draft)


def readmit(draft: LogEntryDraft, player: str, place: int, who: str | None) -> None:
    """For the host: allow the player at index `place` (from 0) of the removed ones to sit down
    again. Raises CommandRefused if the player is not the host, or as stale if there is no such
    index or its name is not `who` (None: any name)."""
    draft.check_host(player)
    names = draft.state.removed
    if not 0 <= place < len(names) or who not in (None, names[place]):
        raise CommandRefused("stale")
    draft.add(Readmitted(place))


def stand_in(draft: LogEntryDraft, player: str, seat: Seat, who: str | None) -> None:
    """For the host: let a bot play for the player in a seat until that player sends a command.
    Raises CommandRefused if the sender is not the host, outside a game, for a seat without a
    player, as stale if the name there is not `who` (None: any name), and while numbers for a deal
    are collected."""
    draft.check_host(player)
    sitting = draft.seat(seat)
    if not in_game(draft.state):
        raise CommandRefused("no_game_running")
    if sitting.kind != "player":
        raise CommandRefused("no_player")
    _check_sitter(draft, seat, who)
    _check_not_dealing(draft)
    if not sitting.stand_in and not sitting.left:
        draft.add(BotStoodIn(seat))
        if draft.state.stage == "scored":
            next_if_ready(draft)


def _check_not_dealing(draft: LogEntryDraft) -> None:
    """Raise CommandRefused while commitments or numbers for a deal are collected. Otherwise the
    host could remove a player whose number is then not used, and so choose between two deals."""
    if draft.state.stage == "calling":
        raise CommandRefused("dealing")


def _remove(draft: LogEntryDraft, seat: Seat, why: Literal["left", "removed"]) -> None:
    player = draft.table.players[seat]
    draft.add(Left(seat, why))
    if player == draft.table.host:
        _pass_on(draft, seat)


def _pass_on(draft: LogEntryDraft, seat: Seat) -> None:
    """Make another player the host after the host left `seat`: the next player in playing order,
    connected players first. Without any player the table has no host."""
    seats = draft.state.seats
    around = [Seat((seat + step) % len(seats)) for step in range(1, len(seats))]
    players = [at for at in around if seats[at].kind == "player" and not seats[at].left]
    players.sort(key=lambda at: not seats[at].online)
    if players:
        draft.add(HostChanged(draft.table.players[players[0]], players[0]))
    else:
        draft.add(HostChanged(None, None))


def seat_bot(draft: LogEntryDraft, player: str, seat: Seat, level: str) -> None:
    """For the host, between games: put a built-in bot of this level into an open seat or in place
    of another bot. Raises CommandRefused otherwise."""
    draft.check_host(player)
    draft.check_between_games()
    sitting = draft.seat(seat)
    if sitting.kind == "player":
        raise CommandRefused("seat_taken")
    if sitting.level != level:
        _seat_bot(draft, seat, level)
        begin_if_ready(draft)


def _seat_bot(draft: LogEntryDraft, seat: Seat, level: str) -> None:
    others = [sitting.name for at, sitting in enumerate(draft.state.seats) if at != seat]
    draft.add(BotSat(seat, level, distinct_name(bot_name(seat), others)))


def swap(
    draft: LogEntryDraft, player: str, seats: tuple[Seat, Seat], who: tuple[str, str] | None
) -> None:
    """For the host, between games: exchange two seats. Raises CommandRefused otherwise, and as
    stale if the names there are not `who` (None: any names)."""
    draft.check_host(player)
    draft.check_between_games()
    one, other = seats
    if draft.seat(one) != draft.seat(other):
        for seat, name in zip(seats, who or (None, None), strict=True):
            _check_sitter(draft, seat, name)
        draft.add(Swapped(seats))


def _check_sitter(draft: LogEntryDraft, seat: Seat, who: str | None) -> None:
    """Raise CommandRefused as stale if the name in the seat is not `who` (None: any name), so that
    a delayed command cannot affect the wrong player."""
    if who is not None and draft.seat(seat).name != who:
        raise CommandRefused("stale")


def ready(draft: LogEntryDraft, player: str, is_ready: bool) -> None:
    """Record whether a player is ready for the next deal or game, and begin it if possible. Ignored
    during a deal. Raises CommandRefused if the player has no seat."""
    seat = draft.own_seat(player)
    stage = draft.state.stage
    if stage in ("calling", "playing") or draft.state.seats[seat].ready == is_ready:
        return
    draft.add(ReadySet(seat, is_ready))
    if stage == "scored":
        next_if_ready(draft)
    else:
        begin_if_ready(draft)


def start(draft: LogEntryDraft, player: str, fill: str | None) -> None:
    """For the host, between games: declare the host ready, and put bots of level `fill` into the
    open seats. Raises CommandRefused otherwise, and if a seat is open and `fill` is None."""
    draft.check_host(player)
    draft.check_between_games()
    seats = draft.state.seats
    free = [Seat(seat) for seat, sitting in enumerate(seats) if sitting.kind == "open"]
    if free and fill is None:
        raise CommandRefused("not_enough_players")
    for seat in free:
        _seat_bot(draft, seat, str(fill))
    own = seat_of(draft.table, player)
    if own is not None and not draft.state.seats[own].ready:
        draft.add(ReadySet(own, True))
    begin_if_ready(draft)
