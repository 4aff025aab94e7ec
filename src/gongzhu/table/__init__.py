"""The state machine of a live table: each command leads to a log entry of facts. No sockets, clock
or randomness of its own: callers pass in the time and random numbers."""

from gongzhu.table.clocks import due
from gongzhu.table.commands import Command, Player, ServerCommand
from gongzhu.table.cut import see_fact, view_table
from gongzhu.table.decide import open_table, step, step_server
from gongzhu.table.evolve import evolve
from gongzhu.table.evolve_state import evolve_state, evolve_table_view
from gongzhu.table.facts import Fact, LogEntry, OutOfOrder
from gongzhu.table.moves import ask_in, ask_of, bots_to_move
from gongzhu.table.names import clean_name, table_name
from gongzhu.table.refusals import CommandRefused
from gongzhu.table.saving import (
    NewerFormat,
    OlderTable,
    read_entry,
    read_table,
    write_entry,
    write_table,
)
from gongzhu.table.settings import Board, Clock, DayDeal, Settings, Talk, check_talk
from gongzhu.table.state import Ask, DealView, SeatState, Stage, TableState, TableView
from gongzhu.table.table import FORMAT, FinishedDeal, Table, anybody_there, in_game, seat_of

__all__ = [
    "FORMAT",
    "Ask",
    "Board",
    "Clock",
    "Command",
    "CommandRefused",
    "DayDeal",
    "DealView",
    "Fact",
    "FinishedDeal",
    "LogEntry",
    "NewerFormat",
    "OlderTable",
    "OutOfOrder",
    "Player",
    "SeatState",
    "ServerCommand",
    "Settings",
    "Stage",
    "Table",
    "TableState",
    "TableView",
    "Talk",
    "anybody_there",
    "ask_in",
    "ask_of",
    "bots_to_move",
    "check_talk",
    "clean_name",
    "due",
    "evolve",
    "evolve_state",
    "evolve_table_view",
    "in_game",
    "open_table",
    "read_entry",
    "read_table",
    "seat_of",
    "see_fact",
    "step",
    "step_server",
    "table_name",
    "view_table",
    "write_entry",
    "write_table",
]
