"""Tables whose deal was fixed beforehand: of a day, and of a tournament."""

from typing import Any

from msgspec.structs import replace

from gongzhu.cards import Seat, seats
from gongzhu.dealing import (
    Absent,
    BotSeat,
    Chain,
    Contribution,
    Evidence,
    Locked,
    Revealed,
    call_deal,
    commitment,
    previous_secret,
    secrets_of,
    settle,
)
from gongzhu.rules import PRESETS
from gongzhu.table import Board, Clock, DayDeal, Player
from gongzhu.table.commands import GiveDeal, HouseBot
from tests.table.live import Live, settings_of

SECRET = "5e" * 32
COUNT = 20_780
LENGTH = 6
"""Boards of the tournament."""


def day_table(seed: int = 1, *, player: str = "ann", preset: str = "gongzhu-pagat") -> Live:
    """A table of the day, the deal just dealt."""
    settings = settings_of(preset, access="private", day=DayDeal("2026-11-23", "daily-gongzhu"))
    live = Live(settings, seed=seed, host=player)
    chain = Chain(previous_secret(SECRET), 1, COUNT)
    call = call_deal("daily-gongzhu", chain, COUNT, settings.rules)
    given = (Absent(), BotSeat(), BotSeat(), BotSeat())
    evidence = settle(Locked(call, given), settings.rules, SECRET)
    bots = (HouseBot("strong", name) for name in ("Lulu", "Momo", "Nana"))
    live.server(GiveDeal(evidence, (Player(player, player.capitalize()), *bots)))
    return live


def board_evidence(preset: str, board: int, number: str = "17" * 32, **options: Any) -> Evidence:
    """The evidence of a board of a tournament of eight, in which ann gave a number."""
    rules = replace(PRESETS[preset].rules, **options)
    secrets = secrets_of(SECRET, LENGTH)
    call = call_deal("friday", Chain(secrets[0], LENGTH, 1), board, rules)
    ann = Revealed(commitment(call, Seat(0), number), number)
    given: tuple[Contribution, ...] = (ann, Absent(), *[BotSeat()] * 6)
    return settle(Locked(call, given), rules, secrets[board])


def board_table(
    *people: str,
    seed: int = 1,
    preset: str = "gongzhu-pagat",
    board: int = 1,
    move: int = 20,
    **options: Any,
) -> Live:
    """A table of a tournament, its deal just dealt to these people and to bots, and nobody there
    yet."""
    settings = settings_of(
        preset,
        name="Friday",
        access="private",
        late="never",
        clock=Clock(move, 20),
        club="club",
        board=Board("friday", board, seed, "master"),
    )
    settings = replace(settings, rules=replace(settings.rules, **options))
    live = Live(settings, seed=seed, host=None)
    sitting = tuple(
        Player(people[seat], people[seat].capitalize())
        if seat < len(people)
        else HouseBot("steady", "Kiki")
        for seat in seats(settings.rules.players)
    )
    live.server(GiveDeal(board_evidence(preset, board, **options), sitting))
    return live
