"""Whole tables for the golden files, and how these are written; see make_golden.py."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import msgspec

from gongzhu.cards import Seat
from gongzhu.rules import Action, Claim, Claimed, MoonShot, Phase
from gongzhu.table import LogEntry, Player, Table, evolve, see_fact, view_table
from gongzhu.table.commands import (
    Admit,
    Clear,
    Close,
    Leave,
    Readmit,
    Ready,
    Resign,
    Resume,
    SeatBot,
    Sit,
    StandIn,
    Swap,
)
from gongzhu.table.facts import DealScored, Happened
from gongzhu.view import View
from tests.support.playing import greedy_action
from tests.table.live import Live, any_choice, configure, settings_of, steady_choice, timed

GOLDEN = Path(__file__).parent / "golden"
OBSERVERS = (Seat(0), Seat(2), None)
EVERY = 24
"""After how many updates what is known is written down, beside the ends of deals."""


def passing() -> Live:
    """Hearts with passing and a clock; somebody is lost, is played for, is slow, and comes back."""
    live = Live(settings_of("hearts-denexa", clock=timed(20, 30)), seed=11)
    live.begin("ann", "bo", "cleo")
    live.play_to(Phase.PLAYING, steady_choice)
    live.play(steady_choice, most=9)
    live.gone("bo")
    live.later(31_000)
    live.play(steady_choice, most=11)
    live.back("bo")
    while not live.table.timed_out:
        live.play(steady_choice, most=1)
        if 0 in live.waited():
            live.until_due()
    live.play(steady_choice)
    live.ready("ann", "bo", "cleo")
    live.do("cleo", Leave())
    live.do("cleo", Sit())
    live.dealt()
    live.play(steady_choice, most=5)
    live.server(Resume())
    live.now += 9_000
    live.back("cleo", "ann")
    live.play(steady_choice, most=5)
    return live


def exposing() -> Live:
    """A game of Gong Zhu with exposing to its end, other seats, and the rematch's first deal; now
    and then a bot fails."""
    live = Live(settings_of("gongzhu-pagat"), seed=1)
    live.begin("ann", "bo")
    live.bot_fails("illegal")
    live.play(steady_choice, most=7)
    live.bot_fails("late")
    live.play_game(any_choice)
    live.do("ann", Swap((Seat(0), Seat(2))))
    live.do("ann", SeatBot(Seat(0), "random"))
    live.ready("bo", "ann")
    live.dealt()
    live.play(steady_choice, most=20)
    live.bot_fails("dead")
    return live


def partners() -> Live:
    """Partners; a player leaves the game and a seat is cleared after it; then the table closes."""
    live = Live(settings_of("gongzhu-pagat-partners"), seed=7)
    live.begin("ann", "bo", "cleo", "dev")
    live.play(steady_choice)
    live.ready("ann", "bo", "cleo")
    live.later(60_000)
    live.commits("ann", "dev")
    live.later(5_000)
    live.reveals("dev")
    live.later(5_000)
    live.play(steady_choice, most=20)
    live.do("ann", Leave())
    live.play_game(any_choice)
    live.do("bo", Clear(Seat(3)))
    live.do("bo", Clear(Seat(2)))
    live.do("bo", Readmit(1, "Cleo"))
    live.do("cleo", Sit(Seat(2)))
    live.do(Player("ann", "Bo"), Sit())
    live.do("bo", SeatBot(Seat(3), "steady"))
    live.ready("ann", "bo", "cleo")
    live.dealt()
    live.play(steady_choice, most=9)
    live.do("bo", StandIn(Seat(2)))
    live.do("bo", Clear(Seat(0)))
    live.play(steady_choice, most=5)
    live.do("bo", Close())
    return live


def five() -> Live:
    """Other rules before the first game, with a fifth seat; then two deals and a half."""
    live = Live(settings_of("hearts-denexa"), seed=3)
    live.seat("ann", "bo")
    live.ready("bo")
    live.do("ann", configure(settings_of("gongzhu-pagat-5", access="private")))
    live.begin("ann", "bo", "cleo", "dev", "eli")
    live.do("ann", Ready())
    for _ in range(2):
        live.play(any_choice)
        live.ready(*live.there())
        live.dealt()
    live.play(any_choice, most=30)
    return live


def late() -> Live:
    """Two friends come during a deal, one is let in at once and the other has a bot's seat after
    it; a third goes away again. They give the game up, and begin another."""
    live = Live(settings_of("gongzhu-denexa"), seed=5)
    live.begin("ann")
    live.play(steady_choice, most=20)
    for friend in ("bo", "cleo", "dev"):
        live.do(friend, Sit())
    live.do("ann", Admit(Seat(1), "Cleo"))
    live.gone("dev")
    live.play(steady_choice)
    live.ready(*live.there())
    live.dealt()
    live.play(steady_choice, most=9)
    live.do("cleo", Resign())
    live.do("cleo", Resign(False))
    for player in ("cleo", "bo", "ann"):
        live.do(player, Resign())
    live.ready(*live.there())
    live.dealt()
    return live


def moon() -> Live:
    """Hearts where the one person shoots the moon, and chooses."""
    for seed in range(1, 2000):
        live = Live(settings_of("hearts-choice"), seed=seed)
        live.begin("ann")
        live.play_to(Phase.PLAYING, steady_choice)
        live.play(_greedy(live))
        shot = MoonShot(Seat(0))
        if any(fact == Happened(shot) for entry in live.log for fact in entry.facts):
            live.ready("ann")
            live.dealt()
            return live
    raise AssertionError("nobody shot the moon")


def claim() -> Live:
    """A deal that is claimed as soon as nothing is left that counts."""
    for seed in range(1, 2000):
        live = Live(settings_of("gongzhu-denexa"), seed=seed)
        live.begin("ann", "bo", "cleo", "dev")
        live.play(_claiming)
        if happened(live.log[-1], Claimed):
            live.ready(*live.there())
            return live
    raise AssertionError("nobody could claim")


def _claiming(view: View, rng: Random) -> Action:
    if view.seat is not None and Claim() in view.legal_actions():
        return Claim()
    return steady_choice(view, rng)


def _greedy(live: Live) -> Callable[[View, Random], Action]:
    def choose(view: View, rng: Random) -> Action:
        assert live.table.deal is not None
        assert view.seat is not None
        return greedy_action(live.table.deal, view.seat, rng)

    return choose


TABLES = {
    "hearts-passing": passing,
    "gongzhu-exposing": exposing,
    "gongzhu-partners": partners,
    "gongzhu-five": five,
    "gongzhu-late": late,
    "hearts-moon": moon,
    "gongzhu-claim": claim,
}


def happened(entry: LogEntry, kind: type) -> bool:
    """Whether an event of a kind happened in an entry."""
    return any(isinstance(fact, Happened) and isinstance(fact.event, kind) for fact in entry.facts)


def observed(log: list[LogEntry], seat: Seat | None) -> dict[str, object]:
    """What one observer is sent, and knows."""
    table: Table = evolve(None, log[0])
    first = view_table(table, seat)
    updates, after = [], []
    for number, entry in enumerate(log[1:], start=1):
        table = evolve(table, entry)
        seen = [see_fact(fact, seat) for fact in entry.facts]
        updates.append([fact for fact in seen if fact is not None])
        scored = any(isinstance(fact, DealScored) for fact in entry.facts)
        if number % EVERY == 0 or scored or number == len(log) - 1:
            after.append([number, view_table(table, seat)])
    return {"seat": seat, "snapshot": first, "updates": updates, "after": after}


def golden(name: str) -> str:
    """The text of a file."""
    log = TABLES[name]().log
    return "".join(_lines({"observers": [observed(log, seat) for seat in OBSERVERS]}))


def _lines(whole: dict[str, list[dict[str, object]]]) -> Iterator[str]:
    """JSON with a line for each update, so that a difference can be read."""
    yield '{"observers": [\n'
    for number, observer in enumerate(whole["observers"]):
        yield ",\n{\n" if number else "{\n"
        yield f'"seat": {_json(observer["seat"])},\n"snapshot": {_json(observer["snapshot"])}'
        for part in ("updates", "after"):
            items = observer[part]
            assert isinstance(items, list)
            yield f',\n"{part}": [\n' + ",\n".join(map(_json, items)) + "\n]"
        yield "\n}"
    yield "\n]}\n"


def _json(value: object) -> str:
    return json.dumps(msgspec.to_builtins(value), ensure_ascii=False, separators=(",", ":"))
