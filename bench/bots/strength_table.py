"""The matches by which the strength of the levels is told.

    python -m bench.bots.strength_table --list
    python -m bench.bots.strength_table partners-greedy-10ms hearts-spiel-10ms
    python -m bench.bots.strength_table hearts-no-passing-flat-3000 --a strong
    python -m bench.bots.strength_table --table

Each match keeps its deals in build/strength/ and goes on where it was interrupted, unless the
players have changed meanwhile: then it begins anew, in a file of its own. When it is whole, a line
is added to bench/results/strength.jsonl: date, machine, command, figures. `make strength
MATCHES=...` installs OpenSpiel, too, which some of them need.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import msgspec
from msgspec import Struct

from bench.bots.made_of import made_of
from bench.bots.players import november_2026
from bench.bots.players.all_seeing import AllSeeing
from bench.bots.players.flat import Flat
from bench.bots.players.greedy import Greedy
from bench.bots.players.ismcts import Ismcts
from bench.bots.players.rollout_tree import RolloutTree
from gongzhu.arena.duplicate import DealResult, Pairing
from gongzhu.arena.entrant import BuiltInPlayer, Entrant, MatchPlayer, entrant, make_player
from gongzhu.arena.ledger import Ledger
from gongzhu.arena.tally import MatchTally
from gongzhu.cli.long_work import progress
from gongzhu.rules import load_rules
from gongzhu.view import view_of
from tests.support import ledger as campaign

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "build" / "strength"
SHORT = 12
"""Digits of the digest of the players in the name of a file."""
RULES = {
    "partners": "bench/bots/rules/partners-closed.toml",
    "partners-exposing": "gongzhu-pagat-partners",
    "solo": "gongzhu-pagat",
    "solo-closed": "bench/bots/rules/solo-closed.toml",
    "hearts": "hearts-denexa",
    "hearts-no-passing": "bench/bots/rules/hearts-no-passing.toml",
}
SPIEL = "cmd:.venv/bin/python -m bench.bots.players.spiel --seconds"
MAKERS: dict[str, Callable[[], MatchPlayer]] = {
    "greedy": lambda: BuiltInPlayer(Greedy()),
    "rollout-tree": lambda: BuiltInPlayer(RolloutTree()),
    "all-seeing": AllSeeing,
    "flat-500": lambda: BuiltInPlayer(Flat(500)),
    "flat-3000": lambda: BuiltInPlayer(Flat(3000)),
    "tree-30x1000": lambda: BuiltInPlayer(RolloutTree(30, 1000, exposing="never")),
    "tree-50x2000": lambda: BuiltInPlayer(RolloutTree(50, 2000, exposing="never")),
    "ismcts-10000": lambda: BuiltInPlayer(Ismcts(10_000)),
    "strong-2026-11": lambda: BuiltInPlayer(november_2026.strong()),
    "master-2026-11": lambda: BuiltInPlayer(november_2026.master()),
}
"""The players that are made here; all others are named as for `gongzhu arena`."""
YARDSTICKS = ("flat-500", "flat-3000", "tree-30x1000", "tree-50x2000", "ismcts-10000", "all-seeing")
"""Players that `strong` meets; both go by a number of tries, so the load of the machine plays no
part."""
SHARES = {"": None, "-1v3": 1, "-3v1": 3}
"""Number of seats that the first of a match has, by the end of its name; None: half of them."""
BUDGETS = {"1ms": (0.001, 1000), "10ms": (0.01, 1000), "100ms": (0.1, 400), "1s": (1.0, 100)}
"""Seconds for an action, and how many deals are played with them."""


class Match(Struct, frozen=True):
    """Who plays whom, and how long."""

    a: str
    b: str
    rules: str
    deals: int
    seatings: int | None = None
    first: int | None = None


def _matches() -> Iterator[tuple[str, Match]]:
    for game, rules in RULES.items():
        for budget, (seconds, deals) in BUDGETS.items():
            others = {
                "greedy": "greedy",
                "tree": "rollout-tree",
                "steady": "steady",
                "spiel": f"{SPIEL} {seconds}",
                "all-seeing": "all-seeing",
            }
            for name, other in others.items():
                if name != "spiel" or game.startswith("hearts"):
                    match = Match(f"master@{budget}", other, rules, deals, 2)
                    yield f"{game}-{name}-{budget}", match
        for better in ("rollout-tree", "all-seeing", "steady"):
            yield f"{game}-{better}-greedy", Match(better, "greedy", rules, 1000, 2)
        for other in YARDSTICKS:
            for share, first in SHARES.items():
                match = Match("strong", other, rules, 1000, None if first else 2, first)
                yield f"{game}-{other}{share}", match


MATCHES = dict(_matches())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help="the matches to play")
    parser.add_argument("--deals", type=int, help="instead of the match's own number")
    parser.add_argument("--a", help="who plays, instead of the match's own first: a level or name")
    parser.add_argument("--seatings", type=int, help="instead of the match's own number")
    parser.add_argument("--seed", default="strength")
    parser.add_argument("--list", action="store_true", help="name the matches, and play none")
    parser.add_argument("--table", action="store_true", help="print the results as Markdown")
    asked = parser.parse_args()
    if asked.table:
        print_table()
        return
    if asked.list:
        for name, match in MATCHES.items():
            print(f"{name}: {match.a} against {match.b}, {match.rules}, {match.deals} deals")
        return
    unknown = [name for name in asked.names if name not in MATCHES]
    if unknown or not asked.names:
        parser.error(f"no match is called {', '.join(unknown) or 'nothing'}; see --list")
    command = f"python -m bench.bots.strength_table {' '.join(sys.argv[1:])}"
    for name in asked.names:
        match = MATCHES[name]
        if asked.a:
            match = msgspec.structs.replace(match, a=asked.a)
        if asked.deals:
            match = msgspec.structs.replace(match, deals=asked.deals)
        if asked.seatings:
            match = msgspec.structs.replace(match, seatings=asked.seatings)
        ledger = campaign.Ledger("bench/results/strength.jsonl", command)
        note(ledger, name, match, play(name, match, asked.seed))


def play(name: str, match: Match, seed: str) -> MatchTally:
    """Play what is left of a match."""
    a, b = (Entrant(who, None) if who in MAKERS else entrant(who) for who in (match.a, match.b))
    rules = load_rules(match.rules).rules
    pairing = Pairing(a, b, rules, seed, match.seatings, match.first)
    KEPT.mkdir(parents=True, exist_ok=True)
    tally = MatchTally()
    path = KEPT / f"{match.a}-{name}-{seed}-{match.seatings}-{made_of()[:SHORT]}.jsonl"
    with (
        closing(Ledger(path, pairing.heading, DealResult)) as ledger,
        closing(_player(a)) as first,
        closing(_player(b)) as second,
        progress(match.deals) as advance,
    ):
        show = next((who.show for who in (first, second) if isinstance(who, AllSeeing)), view_of)
        there = {result.number: result for result in ledger.results}
        for number in range(match.deals):
            result = there.get(number)
            if result is None:
                result = pairing.play(number, (first, second), show)
                ledger.add(result)
            tally.add(result)
            advance()
    return tally


def _player(who: Entrant) -> MatchPlayer:
    return MAKERS[who.name]() if who.name in MAKERS else make_player(who)


def note(ledger: campaign.Ledger, name: str, match: Match, tally: MatchTally) -> None:
    """Say what a match came to, and write it down."""
    print(f"{name}: {tally.mean:+.2f} ± {tally.sem:.2f}, {tally.deals} deals", flush=True)
    figures = {
        "match": name,
        **msgspec.structs.asdict(match),
        "deals": tally.deals,
        "mean": round(tally.mean, 3),
        "sem": round(tally.sem, 3),
        "ms_per_move": {
            side: msgspec.structs.asdict(tally.times(at)) for at, side in enumerate("ab")
        },
        "slams": {
            side: {name: round(rate, 1) for name, rate in tally.slam_rates(at).items()}
            for at, side in enumerate("ab")
        },
    }
    ledger.note(**figures)


def print_table() -> None:
    """The newest line of each match."""
    results = ROOT / "bench" / "results" / "strength.jsonl"
    newest = {line["match"]: line for line in map(json.loads, results.read_text().splitlines())}
    print("| match | deals | points a deal | ms an action, median |")
    print("|---|---|---|---|")
    for name, line in newest.items():
        times = " / ".join(str(round(line["ms_per_move"][side]["p50"], 1)) for side in "ab")
        mean = f"{line['mean']:+.2f} ± {line['sem']:.2f}"
        print(f"| {name}: {line['a']} – {line['b']} | {line['deals']} | {mean} | {times} |")


if __name__ == "__main__":
    main()
