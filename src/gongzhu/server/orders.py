"""From what a program sends to what its table is asked. The seat comes from the session alone."""

from typing import assert_never

from gongzhu.bots import UnknownLevel, read_level
from gongzhu.cards import Seat
from gongzhu.rules import Action, ChooseMoon, Claim, Expose, Pass, Play, RuleError
from gongzhu.server.config import ServerConfig
from gongzhu.server.messages import (
    BeReady,
    ChangeSettings,
    ChooseForMoon,
    ClaimRest,
    ClearSeat,
    CloseTable,
    CommitNumber,
    ExposeCards,
    LeaveSeat,
    MakeMove,
    Move,
    PassCards,
    PlayCard,
    PutBot,
    ShowNumber,
    StartGame,
    SwapSeats,
    TakeSeat,
)
from gongzhu.server.rules_form import read_rules
from gongzhu.store import PlayerRow
from gongzhu.table import Command, Settings, clean_name
from gongzhu.table.commands import (
    Act,
    Clear,
    Close,
    Commit,
    Configure,
    Leave,
    Ready,
    Reveal,
    SeatBot,
    Sit,
    Start,
    Swap,
)
from gongzhu.texts import Lang, say

Order = (
    TakeSeat
    | LeaveSeat
    | PutBot
    | ClearSeat
    | SwapSeats
    | BeReady
    | StartGame
    | ChangeSettings
    | MakeMove
    | CommitNumber
    | ShowNumber
    | CloseTable
)
"""A message that a table is asked to do something by."""


class InvalidRequest(Exception):
    """An order that cannot be put to the table: the message `server.refused.CODE`, or what the
    rules or the bots say of it."""

    def __init__(
        self, code: str, because: RuleError | UnknownLevel | None = None, **values: object
    ) -> None:
        self.code = code
        self._because = because
        self._values = values
        super().__init__(code)

    def text(self, lang: Lang) -> str:
        """Why, in one sentence."""
        if self._because is not None:
            return self._because.text(lang)
        return say(f"server.refused.{self.code}", lang, **self._values)


LONGEST_TABLE_NAME = 40


def known_level(level: str, config: ServerConfig) -> str:
    """The level. Raises InvalidRequest where bots have no such level, and where it would think for
    longer than this server lets it."""
    if any(program.name == level for program in config.outside):
        return level
    try:
        seconds = read_level(level).seconds
    except UnknownLevel as error:
        raise InvalidRequest("level", error) from error
    longest = config.limits.thinking_seconds
    if seconds > longest:
        raise InvalidRequest("level", None, level=level, most=f"{longest:g}")
    return level


def table_name(name: str) -> str:
    """The name of a table as it is shown; it may be empty. Raises CommandRefused."""
    return clean_name(name, LONGEST_TABLE_NAME) if name.strip() else ""


def command_of(order: Order, player: PlayerRow, seat: Seat | None, config: ServerConfig) -> Command:
    """The table's command. Raises InvalidRequest, and CommandRefused for an unfit name."""
    me = player.id
    match order:
        case TakeSeat(_, wanted):
            place = None if wanted is None else Seat(wanted)
            return Sit(me, player.name, place, player.kind == "bot")
        case LeaveSeat():
            return Leave(me)
        case PutBot(_, place, level):
            return SeatBot(me, Seat(place), known_level(level, config))
        case ClearSeat(_, place, who):
            return Clear(me, Seat(place), who)
        case SwapSeats(_, (one, other), names):
            return Swap(me, (Seat(one), Seat(other)), names)
        case BeReady(_, ready):
            return Ready(me, ready)
        case StartGame(_, fill):
            return Start(me, None if fill is None else known_level(fill, config))
        case ChangeSettings(_, rules, preset, name, access, clock):
            try:
                exact, chosen = read_rules(preset, rules, config.default_preset)
            except RuleError as error:
                raise InvalidRequest("rules", error) from error
            return Configure(me, Settings(table_name(name), exact, chosen, access, clock))
        case MakeMove(_, move, after):
            if seat is None:
                raise InvalidRequest("no_seat")
            return Act(me, action_of(move), after)
        case CommitNumber(_, count, commitment):
            return Commit(me, count, commitment)
        case ShowNumber(_, count, number):
            return Reveal(me, count, number)
        case CloseTable():
            return Close(me)
        case _:
            assert_never(order)


def action_of(move: Move) -> Action:
    """The action that a move means."""
    match move:
        case PlayCard(card):
            return Play(card)
        case PassCards(cards):
            return Pass(cards)
        case ExposeCards(modes):
            return Expose(modes)
        case ChooseForMoon(choice):
            return ChooseMoon(choice)
        case ClaimRest():
            return Claim()
        case _:
            assert_never(move)


def move_of(action: Action) -> Move:
    """An action as the program of its seat sends it."""
    match action:
        case Play(card):
            return PlayCard(card)
        case Pass(cards):
            return PassCards(cards)
        case Expose(modes):
            return ExposeCards(modes)
        case ChooseMoon(choice):
            return ChooseForMoon(choice)
        case Claim():
            return ClaimRest()
        case _:
            assert_never(action)
