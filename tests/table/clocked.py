"""A table with a clock, and what it waits for."""

from gongzhu.cards import Seat
from gongzhu.table.facts import Fact
from gongzhu.table.state import SeatState
from tests.table.live import PEOPLE, Live, settings_of, steady_choice, timed

FOUR = PEOPLE[:4]


def people(move: int = 0, grace: int = 60) -> Live:
    """Four people, at the first card of their first deal."""
    live = Live(settings_of("gongzhu-denexa", clock=timed(move, grace)))
    live.begin(*FOUR)
    live.play_to_cards()
    return live


def passing(move: int) -> Live:
    """Four people who choose what to pass."""
    live = Live(settings_of("hearts-denexa", clock=timed(move)))
    live.begin(*FOUR)
    return live


def kinds(facts: tuple[Fact, ...]) -> list[type]:
    return [type(fact) for fact in facts]


def facts(live: Live) -> tuple[Fact, ...]:
    """Of the last entry."""
    return live.log[-1].facts


def until(live: Live) -> int | None:
    """How long the table waits from now, in milliseconds."""
    time = live.table.state.until
    return None if time is None else time - live.now


def seat(live: Live, number: int) -> SeatState:
    return live.table.state.seats[number]


def late(live: Live, player: Seat, times: int) -> None:
    """Play on until a player was late so often; everybody else is quick."""
    while times:
        if player in live.waited():
            live.until_due()
            times -= 1
            if not live.bot_chooses(player):
                continue
        live.play(steady_choice, most=1)
