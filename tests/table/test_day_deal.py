"""The table of the deal of the day: one deal, the same everywhere, that tells no secret."""

from msgspec import json

from gongzhu.cards import Seat
from gongzhu.dealing import check_deal, previous_secret
from gongzhu.table import (
    DayDeal,
    Settings,
    evolve,
    read_entry,
    see_fact,
    view_table,
    write_entry,
)
from gongzhu.table.commands import (
    Close,
    Configure,
    DealDay,
    Leave,
    Ready,
    SeatBot,
    Sit,
    StandIn,
)
from gongzhu.table.table import FinishedDeal
from tests.table.live import Live, settings_of, steady_choice
from tests.table.seated import refused

SECRET = "5e" * 32
COUNT = 20_780


def dealt(seed: int = 1, *, player: str = "ann", preset: str = "gongzhu-pagat") -> Live:
    """A table of the day, the deal just dealt."""
    live = Live(day_settings(preset), seed=seed, host=player)
    live.do(player, Sit())
    for seat in (1, 2, 3):
        live.do(player, SeatBot(Seat(seat), "strong"))
    live.server(DealDay(COUNT, SECRET))
    return live


def day_settings(preset: str) -> Settings:
    day = DayDeal("2026-11-23", "daily-gongzhu")
    return settings_of(preset, access="private", day=day)


def told(live: Live) -> bytes:
    """All that the player is told, from the first entry to the last."""
    facts = [see_fact(fact, Seat(0)) for entry in live.log for fact in entry.facts]
    return json.encode([facts, view_table(live.table, Seat(0))])


def test_the_cards_are_the_same_at_every_table() -> None:
    one, other = dealt(1), dealt(2, player="bo")
    assert one.table.state.table != other.table.state.table
    assert one.table.deal == other.table.deal
    assert dealt(1, preset="hearts-denexa").table.deal != one.table.deal


def test_one_deal_is_the_whole_game_and_its_evidence_can_be_checked() -> None:
    live = dealt()
    live.play(steady_choice)
    (deal,) = live.table.finished
    assert isinstance(deal, FinishedDeal)
    assert deal.evidence.table == "daily-gongzhu"
    assert deal.evidence.deal == COUNT
    assert deal.evidence.chain.anchor == previous_secret(SECRET)
    assert check_deal(deal.evidence) == ()
    assert live.stage() == "finished"
    assert refused(live, "ann", Ready()) == "day_deal"


def test_the_player_is_never_told_the_secret() -> None:
    live = dealt()
    seed = live.table.evidence.dealer_seed if live.table.evidence else ""
    live.play(steady_choice)
    for secret in (SECRET, seed):
        assert secret
        assert secret.encode() not in told(live)
    left = dealt()
    left.do("ann", Leave())
    assert left.table.state.stage == "closed"
    for secret in (SECRET, seed):
        assert secret.encode() not in told(left)
    # What it was dealt under is told: it binds the dealer.
    assert previous_secret(SECRET).encode() in told(left)


def test_nothing_can_be_done_there_but_to_play_or_to_leave() -> None:
    live = dealt()
    for command in (StandIn(Seat(0)), Configure(), Ready(), SeatBot(Seat(1), "random"), Sit()):
        assert refused(live, "ann", command) == "day_deal"
    assert refused(live, "bo", Sit()) == "not_seated"
    assert refused(live, "bo", Close()) == "not_seated"
    assert live.server(DealDay(COUNT, "77" * 32)) is None


def test_the_log_makes_the_same_table_again() -> None:
    live = dealt()
    live.play(steady_choice)
    again = None
    for entry in live.log:
        again = evolve(again, read_entry(write_entry(entry)))
    assert again == live.table
